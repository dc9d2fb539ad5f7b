/// Converts a log, which is read in pieces, to UTF-8. The result does not depend on the size of the pieces.
///
/// A byte order mark determines the encoding. Without one, a log is UTF-16 if more than 40 % of its first 256 bytes are zero, and
/// all of these are at odd indices or all at even ones: PowerShell writes ASCII text like this. Any other log is read as it is,
/// because ASCII, which the names of events consist of, is the same in UTF-8 and in older encodings.
struct Transcoder: ~Copyable {
  private enum Encoding {
    case utf8
    /// UTF-16 or UTF-32, by the number of bytes in a code unit.
    case wide(bytes: Int, isBigEndian: Bool)
  }

  private var encoding: Encoding?
  /// The start of the log, as long as its encoding is not known.
  private var head: [UInt8] = []
  /// The decoded text.
  private var text: [UInt8] = []
  /// The code unit that began in the previous piece, and the number of its bytes so far.
  private var unit: UInt32 = 0
  private var unitBytes = 0
  /// The first half of a surrogate pair in UTF-16.
  private var highSurrogate: UInt32?

  private static let sniffLength = 256

  /// Whether the log is known to need no conversion.
  var isPassThrough: Bool {
    if case .utf8 = encoding { true } else { false }
  }

  /// Decodes the next bytes. Returns all text that is complete so far; nil if the bytes already are this text. With `isLast`,
  /// nothing is kept for the next call.
  mutating func decode(_ bytes: Span<UInt8>, isLast: Bool = false) -> [UInt8]? {
    if encoding == nil {
      if head.isEmpty {
        encoding = Self.encoding(of: bytes, isWhole: isLast)
        if isPassThrough { return nil }
      }
      if encoding == nil {
        head.append(bytes)
        encoding = Self.encoding(of: head.span, isWhole: isLast)
        guard encoding != nil else { return [] }
        let all = head
        head = []
        return isPassThrough ? all : decodeUnits(all.span, isLast: isLast)
      }
    }
    return isPassThrough ? nil : decodeUnits(bytes, isLast: isLast)
  }

  private static func encoding(of head: Span<UInt8>, isWhole: Bool) -> Encoding? {
    func byte(_ index: Int) -> UInt8 { head.byte(at: index) }
    let count = min(head.count, sniffLength)
    if count < 4, !isWhole, count == 0 || byte(0) == 0 || byte(0) >= 0xFE { return nil }
    if count >= 4, byte(0) == 0xFF, byte(1) == 0xFE, byte(2) == 0, byte(3) == 0 {
      return .wide(bytes: 4, isBigEndian: false)
    }
    if count >= 4, byte(0) == 0, byte(1) == 0, byte(2) == 0xFE, byte(3) == 0xFF {
      return .wide(bytes: 4, isBigEndian: true)
    }
    if count >= 2, byte(0) == 0xFF, byte(1) == 0xFE { return .wide(bytes: 2, isBigEndian: false) }
    if count >= 2, byte(0) == 0xFE, byte(1) == 0xFF { return .wide(bytes: 2, isBigEndian: true) }
    let zero = head.index(of: 0, in: 0..<count) ?? count
    if let end = head.index(of: .lineFeed, in: 0..<count), end < zero { return .utf8 }
    guard count == sniffLength || isWhole else { return nil }
    var zeros = [0, 0]
    for index in 0..<count where byte(index) == 0 { zeros[index & 1] += 1 }
    guard zeros[0] == 0 || zeros[1] == 0, zeros[0] + zeros[1] >= 4, (zeros[0] + zeros[1]) * 5 > count * 2
    else {
      return .utf8
    }
    return .wide(bytes: 2, isBigEndian: zeros[0] > 0)
  }

  private mutating func decodeUnits(_ bytes: Span<UInt8>, isLast: Bool) -> [UInt8] {
    guard case .wide(let width, let isBigEndian) = encoding else { return [] }
    text.removeAll(keepingCapacity: true)
    for index in bytes.indices {
      let byte = UInt32(bytes[index])
      unit = isBigEndian ? unit << 8 | byte : unit | byte << UInt32(8 * unitBytes)
      unitBytes += 1
      guard unitBytes == width else { continue }
      append(unit, isHalf: width == 2)
      (unit, unitBytes) = (0, 0)
    }
    if isLast {
      if highSurrogate != nil || unitBytes > 0 { append(0xFFFD) }
      (unit, unitBytes, highSurrogate) = (0, 0, nil)
    }
    return text
  }

  private mutating func append(_ unit: UInt32, isHalf: Bool) {
    if let high = highSurrogate {
      highSurrogate = nil
      if (0xDC00..<0xE000).contains(unit) {
        return append(0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00))
      }
      append(0xFFFD)
    }
    if isHalf, (0xD800..<0xDC00).contains(unit) { highSurrogate = unit } else { append(unit) }
  }

  /// Appends a character. An invalid one is replaced by U+FFFD, so that columns still count the characters of the log.
  private mutating func append(_ value: UInt32) {
    if value < 0x80 {
      text.append(UInt8(value))
    } else {
      text.append(contentsOf: String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
    }
  }
}
