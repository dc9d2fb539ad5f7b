import Foundation
import Testing

@Suite struct `The table of recording levels` {
  @Test func `on its page is the one that the rules and the recorder give`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/recording.md")
      .standardized
    var page = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(page.range(of: "| recorded | observable rules"))
    let end = try #require(page[start.lowerBound...].range(of: "\n\n"))
    let shown = start.lowerBound..<page.index(after: end.lowerBound)
    let table = try RecordingLevels().table
    // `RECORD=1 swift test --filter RecordingLevelTests` writes the table to the page.
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      page.replaceSubrange(shown, with: table)
      try Data(page.utf8).write(to: file)
    } else {
      #expect(page[shown] == table, "record it: RECORD=1 swift test --filter RecordingLevelTests")
    }
  }

  @Test func `has more observable rules on each level`() throws {
    let rows = try RecordingLevels().rows
    #expect(rows.count > 5)
    for (above, row) in zip(rows, rows.dropFirst()) {
      #expect(row.count == above.count + row.added.count && !row.added.isEmpty, "\(row.level)")
    }
  }
}
