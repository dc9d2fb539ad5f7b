import Reporting

/// Reads the members of a tar archive as a stream: the formats ustar and pax, and GNU's long names.
struct TarReader {
  /// A file in the archive.
  struct Member {
    var name: String
    var size: Int
  }

  /// The size of a header, and of the unit that the contents of a file are padded to.
  private static let block = 512
  /// The maximum size of a record with a long name. Real ones have a few hundred bytes.
  private static let largestName = 64 << 10

  private let input: Input
  private var buffer: [UInt8]
  /// The bytes of the buffer that were not used yet.
  private var rest = 0..<0
  /// The number of bytes of the newest member, with their padding, that were not read yet.
  private var left = 0
  private var position = 0

  init(_ input: Input) {
    self.input = input
    buffer = Array(repeating: 0, count: Input.chunk)
  }

  /// Returns the next file; nil at the end of the archive. Throws a `Problem` if the archive is damaged or truncated.
  mutating func next() throws(Problem) -> Member? {
    try skip(left)
    var longName: String?
    var size: Int?
    while true {
      let start = position
      // An archive ends with two blocks of zeros, which some programs leave out.
      guard let header = try readBlock(isEndAllowed: true), header.contains(where: { $0 != 0 }) else {
        return nil
      }
      guard let length = Self.number(header[124..<136]), Self.hasChecksum(header) else {
        throw Problem("is a tar archive that is damaged at byte \(start)")
      }
      switch header[156] {
      case UInt8(ascii: "x"):
        for (key, value) in Self.paxRecords(try contents(length, limit: Self.largestName)) {
          if key == "path" { longName = value }
          if key == "size" {
            guard let number = Int(value), number >= 0 else {
              throw Problem("is a tar archive that is damaged at byte \(start)")
            }
            size = number
          }
        }
      case UInt8(ascii: "L"):
        let name = try contents(length, limit: Self.largestName)
        longName = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
      case UInt8(ascii: "0"), 0, UInt8(ascii: "7"):
        let size = size ?? length
        left = try Self.padded(size)
        return Member(name: longName ?? Self.name(header), size: size)
      default:
        try skip(Self.padded(length))
        // The records of a name are about the next member only.
        if header[156] != UInt8(ascii: "g") { (longName, size) = (nil, nil) }
      }
    }
  }

  /// Returns the contents of the member that `next` returned. Throws a `Problem` if the archive ends before.
  mutating func contents(of member: Member) throws(Problem) -> [UInt8] {
    let bytes = try read(member.size)
    left -= member.size
    return bytes
  }

  // MARK: Bytes

  private mutating func contents(_ count: Int, limit: Int) throws(Problem) -> [UInt8] {
    guard count <= limit else {
      throw Problem("is a tar archive with a name of \(count) bytes, which is too long")
    }
    let bytes = try read(count)
    try skip(Self.padded(count) - count)
    return bytes
  }

  private mutating func readBlock(isEndAllowed: Bool) throws(Problem) -> [UInt8]? {
    if rest.isEmpty { try fill() }
    if rest.isEmpty, isEndAllowed, position > 0 { return nil }
    return try read(Self.block)
  }

  private mutating func read(_ count: Int) throws(Problem) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      if rest.isEmpty { try fill() }
      guard !rest.isEmpty else { throw Self.truncated }
      let part = rest.prefix(count - bytes.count)
      bytes += buffer[part]
      use(part.count)
    }
    return bytes
  }

  private mutating func skip(_ count: Int) throws(Problem) {
    var count = count
    left = 0
    while count > 0 {
      if rest.isEmpty { try fill() }
      guard !rest.isEmpty else { throw Self.truncated }
      let part = min(rest.count, count)
      use(part)
      count -= part
    }
  }

  private mutating func use(_ count: Int) {
    rest = rest.dropFirst(count)
    position += count
  }

  private mutating func fill() throws(Problem) {
    rest = try input.readNext(into: &buffer)
    if rest.isEmpty, Interruption.isRequested { throw Problem.interrupted }
  }

  private static let truncated = Problem("is a tar archive that is truncated")

  // MARK: Headers

  /// Returns a size with its padding.
  private static func padded(_ size: Int) throws(Problem) -> Int {
    let (end, isTooLarge) = size.addingReportingOverflow(block - 1)
    guard !isTooLarge else { throw Problem("is a tar archive with a member of impossible size") }
    return end / block * block
  }

  /// Reads a number: octal digits, or binary if the first bit is set. Nil if it is malformed or negative.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    if let first = field.first, first & 0x80 != 0 {
      guard first == 0x80 else { return nil }
      return field.dropFirst().reduce(0) { number, byte in
        number.flatMap { $0 > Int.max >> 8 ? nil : $0 << 8 | Int(byte) }
      }
    }
    let digits = field.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != 0 && $0 != UInt8(ascii: " ") }
    return digits.isEmpty
      ? 0 : Int(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 < 0 ? nil : $0 }
  }

  /// Whether the checksum of a header is right: the sum of its bytes, in which the checksum itself counts as spaces.
  private static func hasChecksum(_ header: [UInt8]) -> Bool {
    let sum = header.enumerated().reduce(0) { sum, item in
      sum + ((148..<156).contains(item.offset) ? 32 : Int(item.element))
    }
    return number(header[148..<156]) == sum
  }

  private static func name(_ header: [UInt8]) -> String {
    func text(_ range: Range<Int>) -> String {
      String(decoding: header[range].prefix { $0 != 0 }, as: UTF8.self)
    }
    let prefix = header[257..<262].elementsEqual("ustar".utf8) && header[262] == 0 ? text(345..<500) : ""
    return prefix.isEmpty ? text(0..<100) : prefix + "/" + text(0..<100)
  }

  /// Reads the records of a pax header: `LENGTH KEY=VALUE` and a line feed. Stops at a malformed one.
  private static func paxRecords(_ bytes: [UInt8]) -> [(key: String, value: String)] {
    var records: [(key: String, value: String)] = []
    var rest = bytes[...]
    while let space = rest.firstIndex(of: UInt8(ascii: " ")),
      let length = Int(String(decoding: rest[..<space], as: UTF8.self)),
      length > space - rest.startIndex + 1, length <= rest.count
    {
      let record = rest[(space + 1)..<(rest.startIndex + length)].dropLast()
      if let equals = record.firstIndex(of: UInt8(ascii: "=")) {
        records.append(
          (
            String(decoding: record[..<equals], as: UTF8.self),
            String(decoding: record[(equals + 1)...], as: UTF8.self)
          ))
      }
      rest = rest.dropFirst(length)
    }
    return records
  }
}
