/// The text of a log's record, with holes: `{date} {time}.{ms} Shop[{pid}:{thread}] {message}`. `{tag<8}` is at least
/// eight characters wide and `{pid>5}` five, aligned to the left or to the right. Other braces stay as they are.
struct LineTemplate {
  enum Hole: String, CaseIterable {
    // The time.
    case date, year, month, monthName, day, time, ms, us, epoch, elapsed
    // The sender. `type`, `level`, `lower`, `upper`, `code` and `letter` are spellings of the level.
    case process, path, pid, thread, hexThread, activity, tag
    case library, image, origin, subsystem, category
    case type, level, lower, upper, code, letter
    // The message: as it is, and escaped for JSON and XML.
    case message, json, xml
    // Random numbers, `few` from 2 to 9, and the number of the record.
    case number, few, hex, row
  }

  private struct Piece {
    /// The text before the hole.
    var text: [UInt8]
    var hole: Hole?
    /// The least width; negative if the hole is aligned to the right.
    var width = 0
  }

  private let pieces: [Piece]

  init(_ template: String) {
    var pieces: [Piece] = []
    var text: [UInt8] = []
    var rest = template[...]
    while let first = rest.first {
      let inside = rest.dropFirst().prefix { $0 != "}" && $0 != "{" }
      if first == "{", inside.endIndex < rest.endIndex, rest[inside.endIndex] == "}",
        let (hole, width) = Self.hole(inside)
      {
        pieces.append(Piece(text: text, hole: hole, width: width))
        text = []
        rest = rest[inside.endIndex...].dropFirst()
      } else {
        text += String(first).utf8
        rest.removeFirst()
      }
    }
    self.pieces = pieces + [Piece(text: text)]
  }

  private static func hole(_ text: Substring) -> (Hole, width: Int)? {
    guard let mark = text.firstIndex(where: { $0 == "<" || $0 == ">" }) else {
      return Hole(rawValue: String(text)).map { ($0, 0) }
    }
    guard let hole = Hole(rawValue: String(text[..<mark])), let width = Int(text[mark...].dropFirst()) else {
      return nil
    }
    return (hole, text[mark] == "<" ? width : -width)
  }

  /// Adds the record. `fill` adds the value of a hole.
  func append(to log: inout [UInt8], fill: (Hole, inout [UInt8]) -> Void) {
    for piece in pieces {
      log += piece.text
      guard let hole = piece.hole else { continue }
      let start = log.count
      fill(hole, &log)
      let missing = abs(piece.width) - (log.count - start)
      guard missing > 0 else { continue }
      let spaces = repeatElement(UInt8(ascii: " "), count: missing)
      log.insert(contentsOf: spaces, at: piece.width > 0 ? log.count : start)
    }
  }
}
