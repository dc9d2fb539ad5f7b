/// The value of the field that binds events to each other, or several values as one, with its hash.
struct Key: Sendable, Equatable {
  let text: String
  /// Never 0.
  let hash: UInt

  /// Other in each run, so that no log can be made whose keys collide.
  private static let seed = UInt.random(in: .min ... .max)

  init(_ text: String) {
    self.text = text
    hash = Self.finished(text.utf8.reduce(Self.seed, Self.mixed))
  }

  /// The value that some bytes are; what is not UTF-8 is U+FFFD.
  init(_ bytes: Span<UInt8>) {
    text = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    var hash = Self.seed
    var all: UInt8 = 0
    for index in bytes.indices {
      hash = Self.mixed(hash, bytes[index])
      all |= bytes[index]
    }
    // What was repaired has other bytes than these.
    if all >= 0x80 { hash = text.utf8.reduce(Self.seed, Self.mixed) }
    self.hash = Self.finished(hash)
  }

  @inline(__always)
  private static func mixed(_ hash: UInt, _ byte: UInt8) -> UInt {
    (hash ^ UInt(byte)) &* 0x9E37_79B9_7F4A_7C15
  }

  @inline(__always)
  private static func finished(_ hash: UInt) -> UInt { (hash ^ hash >> 29) | 1 << (UInt.bitWidth - 1) }

  /// What concerns no thing in particular.
  static let empty = Key("")
  /// What stands for the lack of a key; no text is equal to it.
  static let absent = Key(absence: ())

  private init(absence: ()) {
    text = ""
    hash = 1
  }

  var isEmpty: Bool { text.isEmpty }

  static func == (a: Key, b: Key) -> Bool { a.hash == b.hash && a.text == b.text }

  /// Two values as one.
  func joined(with other: Key) -> Key { Key(text + "\u{1F}" + other.text) }
}
