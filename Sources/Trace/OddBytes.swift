/// What stands in a line for a terminal, or by accident: escape sequences, NULs, overstrikes.
///
///     escape = ESC "[" … final | ESC "]" … ( BEL | ESC "\" ) | ESC ( "(" | ")" ) any | ESC any
///            | 9B … final              where that byte is not part of a character
///            | "^[[" digits ( "m" | "K" )   as `cat -v` shows them
///
/// One that a line does not end reaches to the end of the line. NULs are dropped, and of `x BS y` the last is kept.
enum OddBytes {
  /// Whether there is any byte in a stretch that such things are made of, or a CR. One look at all bytes of a piece of the
  /// log spares looking at its lines.
  static func mayStand(in bytes: Span<UInt8>) -> Bool {
    // Every load ends before `count`.
    unsafe bytes.withUnsafeBytes { bytes in
      var index = 0
      var hits = SIMDMask<SIMD16<Int8>>(repeating: false)
      while index &+ 16 <= bytes.count {
        let next = unsafe bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        // All controls up to ESC but tab and line feed.
        hits .|= (next .< 0x1C .& next .!= 0x0A .& next .!= 0x09) .| next .== UInt8(ascii: "^") .| next
          .== 0x9B
        index &+= 16
      }
      if any(hits) { return true }
      while index < bytes.count {
        if isOdd(unsafe bytes[index]) { return true }
        index &+= 1
      }
      return false
    }
  }

  @inline(__always)
  private static func isOdd(_ byte: UInt8) -> Bool {
    (byte < 0x1C && byte != 0x0A && byte != 0x09) || byte == UInt8(ascii: "^") || byte == 0x9B
  }

  /// Puts the rest of a line into a record, each byte with its place. False where that is all of the line.
  static func takeOut(of line: Span<UInt8>, into record: inout AssembledRecord) -> Bool {
    record.removeAll()
    var index = 0
    while index < line.count {
      let byte = line[index]
      if let end = endOfEscape(line, index) {
        index = end
        continue
      }
      index += 1
      switch byte {
      case 0: break
      case 8: record.removeLastCharacter()
      default: record.append(byte, at: Int32(index - 1))
      }
    }
    return record.bytes.count < line.count
  }

  /// The end of the escape sequence that begins at an index; nil where none does.
  private static func endOfEscape(_ line: Span<UInt8>, _ start: Int) -> Int? {
    switch line[start] {
    case 0x1B:
      switch line.byte(at: start + 1) {
      case UInt8(ascii: "["): return endOfControl(line, start + 2)
      case UInt8(ascii: "]"): return endOfCommand(line, start + 2)
      case UInt8(ascii: "("), UInt8(ascii: ")"): return min(start + 3, line.count)
      default: return min(start + 2, line.count)
      }
    case 0x9B where start == 0 || line[start - 1] < 0x80: return endOfControl(line, start + 1)
    case UInt8(ascii: "^") where line.has("[[", at: start + 1, before: line.count):
      var index = start + 3
      while line.byte(at: index).isDigit || line.byte(at: index) == UInt8(ascii: ";") { index += 1 }
      let final = line.byte(at: index)
      return final == UInt8(ascii: "m") || final == UInt8(ascii: "K") ? index + 1 : nil
    default: return nil
    }
  }

  private static func endOfControl(_ line: Span<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < line.count, !(0x40...0x7E).contains(line[index]) { index += 1 }
    return min(index + 1, line.count)
  }

  private static func endOfCommand(_ line: Span<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < line.count {
      if line[index] == 7 { return index + 1 }
      if line[index] == 0x1B, line.byte(at: index + 1) == UInt8(ascii: "\\") { return index + 2 }
      index += 1
    }
    return index
  }
}

extension AssembledRecord {
  /// Takes back the character that was added last.
  fileprivate mutating func removeLastCharacter() {
    while let byte = bytes.popLast() {
      places.removeLast()
      if byte & 0xC0 != 0x80 { return }
    }
  }
}
