/// The control bytes in a text: those that begin escape sequences for a terminal, NULs, and overstrikes.
///
///     escape = ESC "[" … final | ESC "]" … ( BEL | ESC "\" ) | ESC ( "(" | ")" ) any | ESC any
///            | 9B … final              if that byte is not part of a character
///            | "^[[" digits ( "m" | "K" )   as `cat -v` shows them
///
/// A sequence `ESC [` without a final byte continues to the end of the line. NULs are removed. In `x BS y`, only `y` is kept.
///
/// An ordinary log has none of these bytes, and `memchr` is the fastest way to find that out. The log is searched 1 KiB at a time
/// for each byte that may occur in a word. The lines in it are then searched only for the bytes that were found.
struct ControlSequences: OptionSet {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A CR in a line may begin another record. C2 may begin a no-break space (C2 A0).
  private static let all: [UInt8] = [0x1B, .carriageReturn, 0, 8, UInt8(ascii: "^"), 0xC2, 0x9B]

  /// The bytes that occur only next to words. Only headers, and lines that may have an event, are searched for them.
  static let inText = ControlSequences(rawValue: 0b111_0000)

  /// Finds the bytes that occur in a piece of a log, except for those of `inText`.
  init(in bytes: Span<UInt8>) {
    self = []
    for (bit, byte) in Self.all.prefix(4).enumerated() where bytes.index(of: byte, in: bytes.indices) != nil {
      insert(ControlSequences(rawValue: 1 << UInt8(bit)))
    }
  }

  /// Whether one of these bytes is in a line.
  @inline(never)
  func mayOccur(in line: Span<UInt8>) -> Bool {
    for (bit, byte) in Self.all.enumerated() where rawValue >> UInt8(bit) & 1 == 1 {
      if line.index(of: byte, in: line.indices) != nil { return true }
    }
    return false
  }

  /// The number of bytes at the start of a line in which no-break spaces are read as spaces. A header that was pasted from a web
  /// page or a chat may have them.
  private static let longestHeader = 150

  /// Copies a line without its control sequences into a record, with the place of each byte. Returns false if the line has none.
  static func strip(of line: Span<UInt8>, into record: inout AssembledRecord) -> Bool {
    record.removeAll()
    var index = 0
    // A run of NULs counts as one, because the line reader may keep only one of them.
    var place = 0
    var counted = 0
    while index < line.count {
      while counted < index {
        counted += 1
        if counted == line.count || line[counted] != 0 || line[counted - 1] != 0 { place += 1 }
      }
      let byte = line[index]
      if let end = endOfEscape(line, index) {
        index = end
        continue
      }
      index += 1
      switch byte {
      case 0: break
      case 8: record.removeLastCharacter()
      case 0xC2 where line.byte(at: index) == 0xA0 && index < longestHeader:
        record.append(UInt8(ascii: " "), at: Int32(place))
        index += 1
      default: record.append(byte, at: Int32(place))
      }
    }
    return record.bytes.count < line.count
  }

  /// Returns the end of the escape sequence that begins at an index; nil if none does.
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

  /// Returns the end of a command (`ESC ]`). If it has no end, only these two bytes are removed, because the rest may contain an
  /// event.
  private static func endOfCommand(_ line: Span<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < line.count {
      if line[index] == 7 { return index + 1 }
      if line[index] == 0x1B, line.byte(at: index + 1) == UInt8(ascii: "\\") { return index + 2 }
      index += 1
    }
    return start
  }
}

/// The control bytes in and near the current line. Searching 1 KiB at once is faster than searching line by line.
struct ControlSequenceScan {
  private var end = 0
  private var found: ControlSequences = []

  /// About a dozen lines. Not more, because if most lines are skipped, only one of them is read.
  private static let length = 1 << 10

  /// Returns the control bytes in a line, and possibly those near it.
  @inline(__always)
  mutating func bytes(at line: Range<Int>, of bytes: Span<UInt8>) -> ControlSequences {
    if line.upperBound > end { look(bytes, from: line) }
    return found
  }

  @inline(never)
  private mutating func look(_ bytes: Span<UInt8>, from line: Range<Int>) {
    end = min(max(line.upperBound, line.lowerBound + Self.length), bytes.count)
    found = ControlSequences(in: bytes.extracting(line.lowerBound..<end))
  }
}

extension AssembledRecord {
  /// Removes the character that was added last.
  fileprivate mutating func removeLastCharacter() {
    while let byte = bytes.popLast() {
      places.removeLast()
      if byte & 0xC0 != 0x80 { return }
    }
  }
}
