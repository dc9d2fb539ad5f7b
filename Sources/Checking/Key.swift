/// The value of the field that binds events to each other, or several values as one, with its hash. As long as a UUID
/// or shorter it is a plain value, which takes no memory of its own.
struct Key: Sendable, Equatable {
  /// Never 0.
  let hash: UInt
  /// How many UTF-8 bytes there are; -1 where the key stands for none.
  private let count: Int
  /// The bytes, the first the lowest; all zero where they stand in `long`.
  private let words: (UInt64, UInt64, UInt64, UInt64, UInt64)
  private let long: [UInt8]?

  /// Other in each run, so that no log can be made whose keys collide.
  private static let seed = UInt64.random(in: .min ... .max)
  private static let mostInWords = 40

  init(_ text: String) {
    var text = text
    self = text.withUTF8 { unsafe Key(utf8: $0.span, Self.seed) }
  }

  /// The value that some bytes are; what is not UTF-8 is U+FFFD.
  init(_ bytes: Span<UInt8>) {
    var all: UInt8 = 0
    for index in bytes.indices { all |= bytes[index] }
    if all < 0x80 {
      self.init(utf8: bytes, Self.seed)
    } else {
      self.init(unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) })
    }
  }

  private init(utf8 bytes: Span<UInt8>, _ seed: UInt64) {
    count = bytes.count
    var hash = Self.mixed(seed, UInt64(bytes.count))
    if bytes.count > Self.mostInWords {
      for start in stride(from: 0, to: bytes.count, by: 8) {
        hash = Self.mixed(hash, Self.word(bytes, start))
      }
      words = (0, 0, 0, 0, 0)
      long = bytes.indices.map { bytes[$0] }
    } else {
      let first = Self.word(bytes, 0)
      hash = Self.mixed(hash, first)
      if bytes.count <= 8 {
        words = (first, 0, 0, 0, 0)
      } else {
        words = (
          first, Self.word(bytes, 8), Self.word(bytes, 16), Self.word(bytes, 24), Self.word(bytes, 32)
        )
        hash = Self.mixed(Self.mixed(hash, words.1), words.2)
        hash = Self.mixed(Self.mixed(hash, words.3), words.4)
      }
      long = nil
    }
    self.hash = UInt(truncatingIfNeeded: hash) | 1 << (UInt.bitWidth - 1)
  }

  /// The eight bytes from an index on, zeros for what is behind the end.
  @inline(__always)
  private static func word(_ bytes: Span<UInt8>, _ start: Int) -> UInt64 {
    var word: UInt64 = 0
    var shift: UInt64 = 0
    var index = start
    let end = min(start &+ 8, bytes.count)
    while index < end {
      word |= UInt64(bytes[index]) &<< shift
      shift &+= 8
      index &+= 1
    }
    return word
  }

  @inline(__always)
  private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product &>> 32
  }

  /// Its text.
  var text: String {
    if let long { return String(decoding: long, as: UTF8.self) }
    let words = [words.0, words.1, words.2, words.3, words.4]
    let bytes = (0..<max(count, 0)).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> UInt64($0 % 8 * 8)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What concerns no thing in particular.
  static let empty = Key("")
  /// What stands for the lack of a key; no text is equal to it.
  static let absent = Key(absence: ())

  private init(absence: ()) {
    count = -1
    words = (0, 0, 0, 0, 0)
    long = nil
    hash = 1
  }

  var isEmpty: Bool { count == 0 }

  @inline(__always)
  static func == (a: Key, b: Key) -> Bool {
    a.hash == b.hash && a.count == b.count && a.words == b.words
      && (a.count <= mostInWords || a.long == b.long)
  }

  /// Two values as one.
  func joined(with other: Key) -> Key { Key(text + "\u{1F}" + other.text) }
}
