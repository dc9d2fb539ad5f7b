import Trace

/// A table of the formats found in a log: the number of records and of unreadable lines of each, and the first
/// unreadable line with its reason.
public struct FormatTable {
  private let trace: TraceReport

  /// The table of a log.
  public init(_ trace: TraceReport) { self.trace = trace }

  /// The table, each line with its line end.
  public var text: String {
    let statistics = trace.statistics
    var rows = [["format", "records", "unreadable", ""]]
    for format in Format.named {
      let (records, unreadable) = (
        statistics.records[format.rawValue], statistics.unreadableRecords[format.rawValue]
      )
      guard records > 0 || unreadable > 0 else { continue }
      rows.append([format.name, TextFormat.grouped(records), TextFormat.grouped(unreadable), first(format)])
    }
    let bare = Format.bare.rawValue
    rows.append([
      "no header", TextFormat.grouped(statistics.records[bare]),
      TextFormat.grouped(statistics.unreadableRecords[bare]),
      first(.bare),
    ])
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      let cells = (0..<3).map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + padding : padding + row[column]
      }
      return cells.joined(separator: "  ") + (row[3].isEmpty ? "" : "  " + row[3])
    }
    let count =
      "\(TextFormat.count(statistics.lines, "line")), \(TextFormat.count(statistics.events, "event"))"
    return "\(Escaping.path(trace.path)): \(count)\n" + lines.map { $0 + "\n" }.joined()
  }

  private func first(_ format: Format) -> String {
    guard let line = trace.statistics.firstUnreadable[format] else { return "" }
    return "first \(trace.files.describe(line.line)), column \(line.column): \(Escaping.line(line.reason))"
  }
}
