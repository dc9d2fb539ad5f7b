import Foundation
import Testing

@Suite struct `A check` {
  private func sandbox() throws -> Sandbox {
    try Sandbox(["good.log": Sandbox.good, "warned.log": Sandbox.warned, "bad.log": Sandbox.bad])
  }

  struct Row: CustomTestStringConvertible {
    var arguments: [String]
    var status: Int32
    /// The verdict on standard output.
    var verdict: String?
    /// The last line on standard error.
    var reason: String?
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(arguments: [
    Row(arguments: ["good.log"], status: 0, verdict: "no violations: 2 rules held"),
    Row(arguments: ["check", "good.log"], status: 0, verdict: "no violations: 2 rules held"),
    Row(arguments: ["warned.log"], status: 0, verdict: "1 warning in 1 log"),
    Row(arguments: ["--strict", "good.log"], status: 0, verdict: "no violations: 2 rules held"),
    Row(arguments: ["--strict", "warned.log"], status: 1, verdict: "1 warning in 1 log (--strict)"),
    Row(arguments: ["bad.log"], status: 1, verdict: "1 error in 1 log"),
    Row(arguments: ["-q", "bad.log"], status: 1, verdict: " help: wait for app.show"),
    Row(arguments: ["-f", "json", "bad.log"], status: 1, verdict: "}", reason: "failed: 1 error"),
    Row(
      arguments: ["-f", "json", "--exit-zero", "bad.log"], status: 0, verdict: "}",
      reason: "1 error (--exit-zero)"),
    Row(
      arguments: ["good.log", "bad.log", "warned.log"], status: 1, verdict: "1 error, 1 warning in 3 logs"),
    Row(arguments: ["--exit-zero", "good.log"], status: 0, verdict: "no violations: 2 rules held"),
    Row(arguments: ["--exit-zero", "bad.log"], status: 0, verdict: "1 error in 1 log (--exit-zero)"),
    Row(
      arguments: ["--exit-zero", "--strict", "warned.log"], status: 0,
      verdict: "1 warning in 1 log (--strict, --exit-zero)"),
    Row(
      arguments: ["--exit-zero", "bad.log", "nowhere.txt"], status: 2, verdict: "1 error in 1 log",
      reason: "no verdict: 1 of 2 logs could not be checked"),
    Row(
      arguments: ["bad.log", "nowhere.txt"], status: 2, verdict: "1 error in 1 log",
      reason: "no verdict: 1 of 2 logs could not be checked"),
  ])
  func `exits with a status and prints the reason`(row: Row) throws {
    let isNamed = row.arguments.first == "check"
    let outcome = try sandbox().run(
      (isNamed ? ["check"] : []) + ["--rulebook", "views.yaml"] + row.arguments.dropFirst(isNamed ? 1 : 0))
    #expect(outcome.status == row.status)
    #expect(outcome.verdict.map(String.init) == row.verdict)
    #expect(outcome.reason.map(String.init) == row.reason)
  }

  @Test func `of a clean log prints the summary and the verdict`() throws {
    let outcome = try sandbox().check("good.log")
    #expect(
      outcome.output.hasPrefix(
        "checked good.log (3 lines, 3 events, 1 session) against views.yaml: 2 rules: "))
    #expect(outcome.outputLines.dropFirst() == ["no violations: 2 rules held"])
    #expect(outcome.errors == "")
  }

  @Test func `of a clean log prints nothing with --quiet`() throws {
    let outcome = try sandbox().check("-q", "good.log")
    #expect(outcome.output == "")
    #expect(outcome.errors == "")
  }

  @Test func `shows the lines that prove a violation`() throws {
    let lines = try sandbox().check("bad.log").outputLines
    #expect(lines.first == "error[no-draw-while-hidden]: view list is drawn while the app is hidden")
    #expect(lines.dropFirst().first == "  --> bad.log:5:24")
    #expect(lines.contains(" 3 | 10:00:02.000 Shop[7:1] app.hide"))
    #expect(lines.contains("   ⋮ 1 s"))
    #expect(lines.contains(" 5 | 10:00:03.000 Shop[7:1] view.draw id=list"))
    #expect(lines.contains("  why: nobody sees it"))
    #expect(lines.contains(" help: wait for app.show"))
  }

  @Test(arguments: [("", 2), ("10:00:01 App[1:1] app.didBecomeActive\n", 0)])
  func `has no verdict on a log that only contains events about the log itself`(other: String, status: Int32)
    throws
  {
    let outcome = try sandbox().run(["-"], input: "system.boot\ntrace.loss\nsystem.clockSet\n" + other)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains("no known event in 3 lines") == other.isEmpty)
  }

  @Test func `reports standard input under the name from --stdin-filename`() throws {
    let sandbox = try sandbox()
    let plain = try sandbox.check("-f", "concise", "-", input: Sandbox.bad)
    #expect(plain.status == 1)
    #expect(plain.output.hasPrefix("<stdin>:5:24: error: "))
    let named = try sandbox.check("-f", "concise", "--stdin-filename", "a.log", "-", input: Sandbox.bad)
    #expect(named.output.hasPrefix("a.log:5:24: error: "))
  }

  @Test func `is coloured only on request`() throws {
    let sandbox = try sandbox()
    #expect(try !sandbox.check("bad.log").output.contains("\u{1b}"))
    #expect(try sandbox.check("--color", "always", "bad.log").output.contains("\u{1b}[1;31merror"))
    #expect(try sandbox.check("bad.log", environment: ["FORCE_COLOR": "1"]).output.contains("\u{1b}"))
    let both = ["FORCE_COLOR": "1", "NO_COLOR": "1"]
    #expect(try !sandbox.check("bad.log", environment: both).output.contains("\u{1b}"))
  }

  @Test func `is plain ASCII in the C locale`() throws {
    let output = try sandbox().check("bad.log", environment: ["LC_ALL": "C"]).output
    #expect(output.utf8.allSatisfy { $0 < 0x80 })
    #expect(output.contains("\n   ... 1 s\n"))
  }

  @Test func `lists unreadable lines with --show-unread`() throws {
    let sandbox = try sandbox()
    try sandbox.write(Sandbox.good + "10:00:03.000 Shop[7:1] view.draw id=\"list\n", to: "torn.log")
    let counted = try sandbox.check("torn.log")
    #expect(counted.output.contains("\n  1 line looks like an event and cannot be read"))
    #expect(counted.errors == "")
    let listed = try sandbox.check("--show-unread", "torn.log")
    #expect(listed.output == counted.output)
    #expect(listed.errors.hasPrefix("torn.log:4:"))
    #expect(listed.errors.contains(": note: cannot be read: "))
  }

  @Test func `suggests the nearest known name for an unknown event`() throws {
    let sandbox = try sandbox()
    try sandbox.write(Sandbox.good + "10:00:03.000 Shop[7:1] view.darw id=list\n", to: "typo.log")
    #expect(try sandbox.check("typo.log").output.contains("`view.darw` (line 4, did you mean `view.draw`?)"))
  }

  @Test(.timeLimit(.minutes(15)))
  func `of a pipe shows a violation before the pipe is closed`() throws {
    let sandbox = try sandbox()
    let process = sandbox.process(["--rulebook", "views.yaml", "-f", "concise", "-"])
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(Sandbox.bad.utf8))
    // The pipe is still open, so the violation was reported without waiting for the end.
    var seen = Data()
    while !seen.contains(UInt8(ascii: "\n")) { seen += output.fileHandleForReading.availableData }
    #expect(String(decoding: seen, as: UTF8.self).hasPrefix("<stdin>:5:24: error: "))
    try input.fileHandleForWriting.close()
    let rest = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(rest.contains("checked <stdin>"))
    #expect(process.terminationStatus == 1)
  }

  @Test(.timeLimit(.minutes(15)))
  func `ends with SIGPIPE if nobody reads its report`() throws {
    let sandbox = try sandbox()
    try sandbox.write(
      Sandbox.good + String(repeating: "10:00:03.000 Shop[7:1] view.draw id=list\n", count: 20_000),
      to: "long.log")
    let process = sandbox.process(["--rulebook", "views.yaml", "long.log"])
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    _ = try output.fileHandleForReading.read(upToCount: 1)
    try output.fileHandleForReading.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == SIGPIPE)
    #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
  func `has no verdict if its report cannot be written`() throws {
    let outcome = try sandbox().run(["--rulebook", "views.yaml", "good.log"], output: "/dev/full")
    #expect(outcome.status == 2)
    #expect(outcome.errors == "error: cannot write standard output: no space left on device\n")
  }

  @Test func `escapes control characters and CI commands of a hostile log`() throws {
    let sandbox = try sandbox()
    let hostile = Sandbox.good + "::error::\t\u{1b}[2J Shop[7:1] view.draw id=\"\u{202e}\u{7f}\u{9b}x\"\n"
    try sandbox.write(
      hostile + "10:00:03.000 Shop[7:1] view.draw id=\"\u{1b}]0;x\u{7}\"\n", to: "hostile.log")
    for format in ["full", "concise", "json"] {
      let outcome = try sandbox.check("-f", format, "hostile.log")
      #expect(outcome.status == 1)
      let text = outcome.output + outcome.errors
      let unsafe = text.unicodeScalars.filter {
        $0 != "\n" && [.control, .format].contains($0.properties.generalCategory)
      }
      #expect(unsafe.isEmpty, "\(format)")
      #expect(!text.split(separator: "\n").contains { $0.drop { $0 == " " }.hasPrefix("::") })
    }
  }
}

@Suite struct `The events of a log` {
  @Test func `are JSON objects, one per line, with all keys in a fixed order`() throws {
    let sandbox = try Sandbox([
      "a.log": Sandbox.bad + "10:00:04.000 shop.checkout sum=\"1 \\\" 2\" \u{7f}=x\n"
    ])
    let outcome = try sandbox.run(["events", "--rulebook", "views.yaml", "a.log"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(
      outcome.outputLines.dropFirst().first == """
        {"file":"a.log","line":2,"column":24,"event":"view.draw","time":"10:00:01.000","process":"Shop","pid":7,\
        "thread":"1","fields":{"id":"list"}}
        """)
    for line in outcome.outputLines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(
        object.map { Set($0.keys) }
          == ["file", "line", "column", "event", "time", "process", "pid", "thread", "fields"])
    }
  }

  @Test func `include events with unknown names`() throws {
    let sandbox = try Sandbox(["a.log": "shop.checkout sum=12\n"])
    let outcome = try sandbox.run(["events", "--rulebook", "views.yaml", "a.log"])
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        {"file":"a.log","line":1,"column":1,"event":"shop.checkout","time":null,"process":null,"pid":null,\
        "thread":null,"fields":{"sum":"12"}}

        """)
  }

  @Test func `that has none are an error with a reason`() throws {
    let sandbox = try Sandbox(["a.log": "prose\n", "b.log": Sandbox.good])
    let outcome = try sandbox.run(["events", "--rulebook", "views.yaml", "a.log", "b.log"])
    #expect(outcome.status == 2)
    #expect(outcome.outputLines.count == 3)
    #expect(
      outcome.errors.hasPrefix(
        "error: a.log: no known event in 1 line; is it an app's log? the README says how to make it checkable\n"
      ))
  }
}
