import Trace

/// The value of a key field, or the values of several key fields as one, with its hash. It is a plain value: searching, comparing
/// and storing a key allocates no memory.
struct Key: Sendable, Hashable {
  /// The hash in the lower half, and the count in the upper half. They are one word, because the processor cannot load two halves
  /// that were just stored as one word without waiting.
  private var head: UInt64
  /// The bytes, with the first byte lowest: up to 40, enough for a UUID. For a longer value, the last 24 bytes and two words of
  /// fingerprints of the whole value. The probability that two such values have the same fingerprints is about 1 in 10^38.
  private var words: (UInt64, UInt64, UInt64, UInt64, UInt64)

  /// Random numbers of this run, so that a log cannot be made whose keys collide.
  private static let seeds = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
  static var seed: UInt64 { seeds.0 }
  private static let most: Int32 = 40
  private static let end = 24

  /// The hash. Its highest four bits are the number of bytes if the key is short. The hash and the first word then determine the
  /// whole key.
  @inline(__always)
  var hash: UInt32 { UInt32(truncatingIfNeeded: head) }
  /// The number of UTF-8 bytes; -1 for `absent`.
  @inline(__always)
  private var count: Int32 { Int32(truncatingIfNeeded: head &>> 32) }

  init(_ text: String) {
    var text = text
    self = text.withUTF8 { unsafe Key(utf8: $0.span, Self.word($0.span, 0), Self.seed) }
  }

  /// Creates a key from a range of a line. Bytes that are not UTF-8 become U+FFFD.
  @inline(__always)
  init(_ line: Span<UInt8>, _ value: Range<Int>, _ seed: UInt64 = seed) {
    if let short = Key(short: PackedRange(value), of: line, seed) {
      self = short
    } else {
      self.init(long: line.extracting(value))
    }
  }

  /// Creates a key from one to eight ASCII bytes of a line; nil for any other value. Also nil if the value ends within the first
  /// seven bytes of the line, because the eight bytes before its end are loaded at once.
  @inline(__always)
  init?(short value: PackedRange, of line: Span<UInt8>, _ seed: UInt64) {
    let (count, start) = (value.count, value.end &- 8)
    guard UInt(bitPattern: count &- 1) < 8, start >= 0 else { return nil }
    let word = line.wholeWord(at: start) &>> UInt64(truncatingIfNeeded: 64 &- count &* 8)
    if word & 0x8080_8080_8080_8080 != 0 { return nil }
    self.init(word: word, count, seed)
  }

  @inline(__always)
  private init(word: UInt64, _ count: Int, _ seed: UInt64) {
    words = (word, 0, 0, 0, 0)
    head = Self.head(
      Self.mixed(seed, UInt64(truncatingIfNeeded: count) &<< 56 ^ word), Int32(truncatingIfNeeded: count))
  }

  /// Creates a key from any bytes: more than eight, bytes that are not ASCII, or a value near the start of the line.
  @inline(never)
  private init(long bytes: Span<UInt8>) {
    var all: UInt64 = 0
    for start in stride(from: 0, to: bytes.count, by: 8) { all |= Self.word(bytes, start) }
    if all & 0x8080_8080_8080_8080 == 0 {
      self.init(utf8: bytes, Self.word(bytes, 0), Self.seed)
    } else {
      self.init(String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self))
    }
  }

  @inline(__always)
  private init(utf8 bytes: Span<UInt8>, _ first: UInt64, _ seed: UInt64) {
    let count = Int32(truncatingIfNeeded: bytes.count)
    var hash = Self.mixed(seed, UInt64(bytes.count) << 56 ^ first)
    if bytes.count <= 8 {
      words = (first, 0, 0, 0, 0)
    } else if count <= Self.most {
      words = (
        first, Self.word(bytes, 8), Self.word(bytes, 16), Self.word(bytes, 24), Self.word(bytes, 32)
      )
      hash = Self.mixed(Self.mixed(hash, words.1), words.2)
      hash = Self.mixed(Self.mixed(hash, words.3), words.4)
    } else {
      let fingerprints = Self.fingerprints(bytes)
      let end = bytes.count - Self.end
      words = (
        Self.word(bytes, end), Self.word(bytes, end + 8), Self.word(bytes, end + 16), fingerprints.0,
        fingerprints.1
      )
      hash ^= fingerprints.0
    }
    head = Self.head(hash, count)
  }

  @inline(never)
  private static func fingerprints(_ bytes: Span<UInt8>) -> (UInt64, UInt64) {
    var fingerprints = seeds
    for start in stride(from: 0, to: bytes.count, by: 8) {
      let word = word(bytes, start)
      fingerprints = (mixed(fingerprints.0, word), mixed(fingerprints.1 &+ 1, word))
    }
    return fingerprints
  }

  /// Returns the eight bytes from an index on, with zeros after the end.
  @inline(__always)
  private static func word(_ bytes: Span<UInt8>, _ start: Int) -> UInt64 {
    start < bytes.count ? bytes.bytes(at: start, min(8, bytes.count &- start)) : 0
  }

  @inline(__always)
  private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let (high, low) = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return high ^ low
  }

  /// Returns the word that holds the count and the lower bits of a hash, into which the number of bytes is written.
  @inline(__always)
  private static func head(_ hash: UInt64, _ count: Int32) -> UInt64 {
    let hash =
      UInt32(truncatingIfNeeded: hash) & 0x0FFF_FFFF | UInt32(truncatingIfNeeded: min(count, 9)) &<< 28
    return UInt64(hash) | UInt64(UInt32(bitPattern: count)) &<< 32
  }

  /// Whether the first word contains the whole key.
  @inline(__always)
  var isShort: Bool { count <= 8 }
  @inline(__always)
  var word: UInt64 { words.0 }

  /// Replaces this key by another one. For a short key, only the two words that are used are copied, one by one: the other words
  /// of a short key are never read, and loading a whole key right after its words were stored would have to wait for these
  /// stores.
  @inline(__always)
  mutating func become(_ other: borrowing Key) {
    head = other.head
    words.0 = other.words.0
    if other.isShort { return }
    (words.1, words.2) = (other.words.1, other.words.2)
    (words.3, words.4) = (other.words.3, other.words.4)
  }

  /// The text. For a long key, this is only the end of the value, which is the most informative part of a path.
  var text: String {
    let words = [words.0, words.1, words.2, words.3, words.4]
    let kept = count > Self.most ? Self.end : Int(max(count, 0))
    let bytes = (0..<kept).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> UInt64($0 % 8 * 8)) }
    if count <= Self.most { return String(decoding: bytes, as: UTF8.self) }
    return "…" + String(decoding: bytes.drop { $0 & 0xC0 == 0x80 }, as: UTF8.self)
  }

  /// The key of something without a key field.
  static let empty = Key("")
  /// Represents nil. No text is equal to it.
  static let absent = Key(head: head(1, -1), words: (0, 0, 0, 0, 0))

  var isEmpty: Bool { count == 0 }
  var isAbsent: Bool { count < 0 }
  var asOptional: Key? { isAbsent ? nil : self }

  @inline(__always)
  static func == (a: Key, b: Key) -> Bool {
    a.head == b.head && a.words.0 == b.words.0
      && (a.isShort
        || a.words.1 == b.words.1 && a.words.2 == b.words.2 && a.words.3 == b.words.3
          && a.words.4 == b.words.4)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// Combines two values into one key.
  func joined(with other: Key) -> Key {
    let text = text + "\u{1F}" + other.text
    // The text of a long key is only its end. So the combination is also made long, and the words of both keys are added to its
    // fingerprints.
    let isLong = max(count, other.count) > Self.most
    let joined = Key(isLong ? String(repeating: " ", count: Int(Self.most)) + text : text)
    guard joined.count > Self.most else { return joined }
    var fingerprints = (joined.words.3, joined.words.4)
    for key in [self, other] {
      for word in [key.words.0, key.words.1, key.words.2, key.words.3, key.words.4, UInt64(key.hash)] {
        fingerprints = (Self.mixed(fingerprints.0, word), Self.mixed(fingerprints.1, word))
      }
    }
    return Key(
      head: Self.head(fingerprints.0, joined.count),
      words: (joined.words.0, joined.words.1, joined.words.2, fingerprints.0, fingerprints.1))
  }

  private init(head: UInt64, words: (UInt64, UInt64, UInt64, UInt64, UInt64)) {
    self.head = head
    self.words = words
  }
}
