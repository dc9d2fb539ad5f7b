import Testing
import Trace

@Suite struct `A log with its newest record first` {
  private static let header = "2026-03-17 22:50:4"

  private func log(_ seconds: [String], continued: Bool = false) -> String {
    seconds.map { Self.header + $0 + "-0700 Walk[2415:9001] step" + (continued ? "\n  more" : "") }
      .joined(separator: "\n")
  }

  @Test(arguments: [
    (["9.100000", "8.000000", "7.000000"], true),
    (["9.100000", "9.100000", "8.000000", "7.000000"], true),
    // in order, with a step back, too few, and threads that log at once
    (["7.000000", "8.000000", "9.000000"], false),
    (["9.000000", "8.000000", "7.000000", "9.500000"], false),
    (["9.000000", "8.000000"], false),
    (["7.003000", "7.002000", "7.001000"], false),
  ])
  func `is recognised by its times`(seconds: [String], isOne: Bool) {
    let found = ReversedLog.isNewestFirst(Array(log(seconds).utf8).span)
    #expect(found == isOne)
  }

  @Test func `is not assumed if midnight is between the times of day`() {
    let log = ["23:59:59.000", "00:00:01.000", "00:00:02.000"].map { "\($0) Walk[2415:1] step\n" }.joined()
    let found = ReversedLog.isNewestFirst(Array(log.utf8).span)
    #expect(!found)
  }

  @Test func `is reversed record by record`() {
    let text = log(["9.000000", "8.000000", "7.000000"], continued: true) + "\n"
    let reversed = ReversedLog(Array(text.utf8))
    let expected = log(["7.000000", "8.000000", "9.000000"], continued: true) + "\n"
    #expect(String(decoding: reversed.bytes, as: UTF8.self) == expected)
    #expect(reversed.lines == [5, 6, 3, 4, 1, 2])
  }
}

@Suite struct `The outline of a log without events` {
  private func outline(_ log: String) -> LogOutline {
    LogOutline(Array(log.utf8), Recognizer.bundled.vocabulary, .apple)
  }

  @Test func `names its writers`() {
    let outline = outline(
      """
      2026-03-17 22:50:41.000000-0700 Walk[2415:9001] one
      2026-03-17 22:50:42.000000-0700 Walk[2415:9001] two
      2026-03-17 22:50:43.000000-0700 backboardd[66:9001] three
      """)
    #expect(outline.writers.map { "\($0.name) \($0.lines)" } == ["Walk[2415] 2", "backboardd[66] 1"])
    #expect(outline.likely == nil)
    #expect(outline.lines == 3)
  }

  @Test(arguments: [
    ("App switched into the background mode", "applicationDidEnterBackground"),
    ("*~* application comes up to the foreground", "applicationWillEnterForeground"),
    ("the connection goes to the background", nil),
    ("app loads 12 articles", nil),
    // A line with the name itself needs something else to be recognised.
    ("no applicationDidEnterBackground here", nil),
  ])
  func `shows the line that is most similar to a callback`(line: String, callback: String?) {
    let outline = outline("2026-03-17 22:50:41.000000-0700 Walk[2415:9001] start\n\(line)\n")
    #expect(outline.likely?.callback == callback)
    #expect(outline.likely?.line == (callback == nil ? nil : 2))
  }
}
