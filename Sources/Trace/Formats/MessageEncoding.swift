/// The encoding of a message in its record.
enum MessageEncoding {
  case plain
  /// With the escapes of vis(3), as syslog's relay writes it: `\M-C\M-)`, `\^[`, `\\`, `\134`.
  case vis
  /// With the escapes of JSON: `\"`, `\u00e9`.
  case json

  /// Decodes a message. Calls `body` with each decoded byte, and with the index of its first encoded byte in the line. An
  /// invalid escape of vis(3) is kept as it is; an invalid one of JSON only loses its backslash.
  func decode(_ line: Span<UInt8>, _ message: Range<Int>, _ body: (UInt8, Int) -> Void) {
    var index = message.lowerBound
    while index < message.upperBound {
      let start = index
      index += 1
      let isEscape = line[start] == UInt8(ascii: "\\") && index < message.upperBound
      switch self {
      case .json where isEscape: Self.decodeJSON(line, &index, before: message.upperBound) { body($0, start) }
      case .vis where isEscape: Self.decodeVis(line, &index, before: message.upperBound) { body($0, start) }
      case .json, .vis, .plain: body(line[start], start)
      }
    }
  }

  /// Decodes an escape of JSON, after its backslash.
  private static func decodeJSON(
    _ line: Span<UInt8>, _ index: inout Int, before end: Int, _ body: (UInt8) -> Void
  ) {
    let byte = line[index]
    index += 1
    switch byte {
    case UInt8(ascii: "n"): body(UInt8(ascii: "\n"))
    case UInt8(ascii: "t"): body(UInt8(ascii: "\t"))
    case UInt8(ascii: "r"): body(UInt8(ascii: "\r"))
    case UInt8(ascii: "b"): body(8)
    case UInt8(ascii: "f"): body(12)
    case UInt8(ascii: "u"):
      guard let first = line.hexNumber(index, digits: 4, before: end) else { return body(byte) }
      index += 4
      var scalar = first
      if (0xD800..<0xDC00).contains(first), line.has("\\u", at: index, before: end),
        let second = line.hexNumber(index + 2, digits: 4, before: end), (0xDC00..<0xE000).contains(second)
      {
        scalar = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        index += 6
      }
      for unit in String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8 { body(unit) }
    default: body(byte)
    }
  }

  /// Decodes an escape of vis(3), after its backslash.
  private static func decodeVis(
    _ line: Span<UInt8>, _ index: inout Int, before end: Int, _ body: (UInt8) -> Void
  ) {
    func control(_ byte: UInt8) -> UInt8 { byte == UInt8(ascii: "?") ? 0x7F : byte & 0x1F }
    if line.has("M-", at: index, before: end), index + 2 < end {
      body(line[index + 2] | 0x80)
      index += 3
    } else if line.has("M^", at: index, before: end), index + 2 < end {
      body(control(line[index + 2]) | 0x80)
      index += 3
    } else if line[index] == UInt8(ascii: "^"), index + 1 < end {
      body(control(line[index + 1]))
      index += 2
    } else if line[index] == UInt8(ascii: "\\") {
      body(UInt8(ascii: "\\"))
      index += 1
    } else if index + 3 <= end, (index..<index + 3).allSatisfy({ line[$0].isOctal }),
      line[index] < UInt8(ascii: "4")
    {
      body((index..<index + 3).reduce(0) { $0 << 3 | (line[$1] & 7) })
      index += 3
    } else {
      body(UInt8(ascii: "\\"))
    }
  }
}

extension AssembledRecord {
  /// Stores a record of one line, and decodes its message.
  mutating func decode(_ line: Span<UInt8>, _ header: Header, number: Int) {
    storeLine(line, header, number: number)
    decodeMessage()
  }

  /// Decodes the message. The bytes before it stay as they are.
  mutating func decodeMessage() {
    let coding = header.coding
    let encoded = header.message
    let start = encoded.lowerBound
    // The bytes are moved out of the record while they are read, and moved back at the end to reuse their memory.
    var old = Encoded()
    swap(&old, &self.encoded)
    swap(&old.bytes, &bytes)
    swap(&old.places, &places)
    defer { swap(&old, &self.encoded) }
    func decode(_ coding: MessageEncoding) {
      bytes.removeAll(keepingCapacity: true)
      places.removeAll(keepingCapacity: true)
      bytes.append(contentsOf: old.bytes[..<start])
      places.append(contentsOf: old.places[..<start])
      coding.decode(old.bytes.span, encoded) { append($0, at: old.places[$1]) }
    }
    decode(coding)
    // If the decoded message is not UTF-8, the backslashes were not escapes of the relay.
    if coding == .vis, String(validating: bytes[start...], as: UTF8.self) == nil { decode(.plain) }
    header.message = start..<bytes.count
    header.coding = .plain
  }
}

extension Span<UInt8> {
  /// Returns the number that some hexadecimal digits represent; nil if there are fewer digits.
  fileprivate func hexNumber(_ index: Int, digits: Int, before end: Int) -> UInt32? {
    guard index + digits <= end else { return nil }
    var value: UInt32 = 0
    for index in index..<index + digits {
      guard self[index].isHex else { return nil }
      value = value << 4 | UInt32(self[index].isDigit ? self[index] & 15 : (self[index] & 15) + 9)
    }
    return value
  }
}

extension UInt8 {
  fileprivate var isOctal: Bool { self & 0xF8 == UInt8(ascii: "0") }
}
