import Foundation
import Testing

@Suite struct `The formats of a log` {
  private let log = """
    10:00:00.000 Shop[7:1] app.launch
    2026-11-20 10:00:00.100 Shop[7:1f] a message
    that goes on
    2026-11-20 10:00:00.200 Shop[7:1f] view.draw id="x
    10:00:00.300 text
    view.draw id="y

    """

  @Test func `are listed in a table with their records and unreadable lines`() throws {
    let outcome = try Sandbox(["a.log": log]).run([
      "events", "--formats", "--rulebook", "views.yaml", "a.log",
    ])
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        a.log: 6 lines, 1 event
        format     records  unreadable
        lifecheck        1           0
        nslog            2           1  first line 4, column 49: the quote that begins here has no end
        plain            1           0
        no header        2           1  first line 6, column 14: the quote that begins here has no end

        """)
  }

  @Test(arguments: [
    "Jul  2 10:00:00 mac Mail[7]: nothing happens here, and it takes a while to say so",
    "07-02 10:00:00.000  1234  1234 D Mail: nothing happens here, and it takes a while",
  ])
  func `are counted in a long log, whose lines without an event are skipped`(line: String) throws {
    let lines = String(repeating: line + "\n", count: 40_000) + "10:00:00.000 Shop[7:1] app.launch\n"
    let sandbox = try Sandbox(["long.log": lines])
    let table = try sandbox.run(["events", "--formats", "--rulebook", "views.yaml", "long.log"])
    #expect(table.output.contains(/40,000 +0/), "\(table.output)")
    let events = try sandbox.run(["events", "--rulebook", "views.yaml", "long.log"])
    #expect(
      events.output.contains("\"line\":40001,\"column\":24,\"event\":\"app.launch\""), "\(events.output)")
  }

  @Test func `can be restricted to one by --input-format`() throws {
    let sandbox = try Sandbox(["a.log": Sandbox.bad + "2026-11-20 10:00:03.000 Shop[7:1f] view.draw id=x\n"])
    #expect(try sandbox.check("-f", "concise", "a.log").verdict == "2 errors in 1 log")
    let events = try sandbox.run([
      "events", "--rulebook", "views.yaml", "--input-format", "custom", "--no-config", "a.log",
    ])
    #expect(events.output == "")
    #expect(events.status == 2)
    #expect(
      try sandbox.check("--input-format", "nslog", "a.log").output.contains("(6 lines, 5 events, 1 session)"))
  }

  @Test(arguments: ["asl", "json-line", "nslog-cut", "custom"])
  func `must include the format that --input-format names`(name: String) throws {
    let sandbox = try Sandbox(["a.log": "2026-11-20 10:00:03.000 Shop[7:1f] view.draw id=x\n"])
    for command in [["check"], ["events"]] {
      let outcome = try sandbox.run(command + ["--rulebook", "views.yaml", "--input-format", name, "a.log"])
      #expect(outcome.status == 2)
      #expect(
        outcome.errors.hasPrefix("error: a.log: has no record of the format \(name) (--input-format)"),
        "\(outcome.errors)")
    }
  }

  @Test(arguments: [("nslgo", "did you mean `nslog`?"), ("xyz", "the formats are lifecheck, custom, ")])
  func `with unknown names are errors`(name: String, message: String) throws {
    for command in [["check"], ["events"]] {
      let outcome = try Sandbox(["a.log": log]).run(command + ["--input-format", name, "a.log"])
      #expect(outcome.status == 2)
      #expect(
        outcome.errors.hasPrefix("error: unknown format `\(name)` (--input-format): \(message)"),
        "\(outcome.errors)")
    }
  }
}

@Suite struct `The header in a project file` {
  private func sandbox(_ header: String, _ log: String) throws -> Sandbox {
    try Sandbox([".lifecheck.yaml": "lifecheck: 1\nrulebooks: views.yaml\nheader: \(header)\n", "a.log": log])
  }
  private static let template = "'{time} | {process}({pid}) [{thread}] {message}'"
  private static let log = """
    10:00:00.000 | Shop(7)  [main] app.launch
    10:00:01.000 | Shop(7)  [main] app.hide
    10:00:02.000 | Shop(7)  [worker] view.draw id=list

    """

  @Test func `is read before each message`() throws {
    let sandbox = try sandbox(Self.template, Self.log)
    let outcome = try sandbox.run(["-f", "concise", "a.log"])
    #expect(outcome.status == 1)
    #expect(outcome.output.hasPrefix("a.log:3:34: error: view list is drawn while the app is hidden"))
    let events = try sandbox.run(["events", "a.log"])
    #expect(
      events.outputLines[2].contains(#""time":"10:00:02.000","process":"Shop","pid":7,"thread":"worker""#))
  }

  @Test(arguments: [["check"], ["events"]])
  func `gives no verdict on a log without a matching line`(command: [String]) throws {
    let sandbox = try sandbox("'{time} | {process}/{pid}: {message}'", Self.log + "\nmore\n")
    let outcome = try sandbox.run(command + ["a.log"])
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == """
        error: a.log: no line fits `header:` of .lifecheck.yaml; line 1, column 16: expected a process's name
        a.log:1:16: note: expected a process's name
        a.log:2:16: note: expected a process's name
        a.log:3:16: note: expected a process's name
        no verdict: 1 of 1 log could not be checked

        """)
    #expect(try sandbox.run(command + ["--input-format", "plain", "a.log"]).errors.contains("fits") == false)
  }

  @Test(arguments: [
    ("'{time} {proces} {message}'", "unknown part `{proces}` of a header", "did you mean `process`?"),
    ("'{time} {message} {pid}'", "a header ends in `{message}`", ""),
    ("[a]", "`header`: expected a text, found a list", ""),
  ])
  func `is shown at its mistake if it is not valid`(header: String, message: String, label: String) throws {
    let outcome = try sandbox(header, Self.log).run(["a.log"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error: \(message)\n  --> .lifecheck.yaml:3:"), "\(outcome.errors)")
    #expect(label.isEmpty || outcome.errors.contains(label))
    #expect(outcome.reason == "no verdict: .lifecheck.yaml is not valid (1 error)")
  }
}
