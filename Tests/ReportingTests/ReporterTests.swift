import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Checking
@testable import Reporting

@Suite struct `A report` {
  private func text(
    _ format: ReportFormat, _ violations: [Violation], inconclusive: [Violation] = [], style: Style = Style(),
    isQuiet: Bool = false, report: Report = .sample
  ) throws -> String {
    var reporter = format.reporter(style: style, isQuiet: isQuiet)
    var output = TextBuffer()
    for violation in violations {
      reporter.reportViolation(violation, in: LogFiles("traces/checkout.log"), to: &output)
    }
    for violation in inconclusive {
      reporter.reportInconclusive(violation, in: LogFiles("traces/checkout.log"), to: &output)
    }
    for trace in report.traces { try reporter.finishLog(trace, in: report, to: &output) }
    try reporter.finish(report, to: &output) { _ in }
    return output.string
  }

  private func say(_ violation: Violation, in log: LogFiles, _ reporter: inout any Reporter & ~Copyable)
    -> String
  {
    var output = TextBuffer()
    reporter.reportViolation(violation, in: log, to: &output)
    return output.string
  }

  /// Makes a reporter explain all rules. It explains each rule only once.
  private func explain(_ reporter: inout any Reporter & ~Copyable) {
    for violation in Violation.all + Violation.inEveryOrder {
      _ = say(violation, in: LogFiles("earlier.log"), &reporter)
    }
  }

  @Test func `explains each rule once, below its first violation`() throws {
    let explained = try #require(Violation.all.first { $0.proof.rule.why != nil })
    let other = try #require(Violation.all.first { $0.ruleID != explained.ruleID })
    let text = try text(.full, [explained, other, explained])
    let parts = text.components(separatedBy: explained.proof.rule.why ?? "")
    #expect(parts.count == 2)
    #expect(!parts[0].contains(other.ruleID))
    #expect(text.hasSuffix("For more: lifecheck rules \(explained.ruleID) \(other.ruleID)\n"))
  }

  @Test(arguments: ReportFormat.allCases.filter { !$0.showsTimeline })
  func `shows every kind of violation`(format: ReportFormat) throws {
    let style = Style(isUnicode: true)
    let text = try text(format, Violation.all, inconclusive: [.taskLeftOpen], style: style)
    let name = "all.\(format.rawValue)\(format == .json ? "" : ".txt")"
    #expect(text == (try Golden().expected(name, recording: text)))
  }

  @Test func `is coloured if colours are on`() throws {
    let style = Style(isColoured: true, isUnicode: true)
    let text = try text(.full, [.taskLeftOpen, .timerNotStopped], style: style)
    #expect(text == (try Golden().expected("coloured.full.txt", recording: text)))
  }

  @Test func `has the same text with and without colours`() throws {
    let coloured = try text(.full, Violation.all, style: Style(isColoured: true))
    #expect(coloured.replacing(/\u{1b}\[[0-9;]*m/, with: "") == (try text(.full, Violation.all)))
  }

  @Test func `is plain ASCII if the locale is not UTF-8`() throws {
    let text = try text(.full, [.taskLeftOpen, .timerNotStopped])
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(text.contains("\n      ... 27.784 s\n"))
  }

  @Test(arguments: [ReportFormat.full, .concise])
  func `that is quiet contains only violations`(format: ReportFormat) throws {
    let quiet = try text(format, [.timerNotStopped], inconclusive: [.taskLeftOpen], isQuiet: true)
    #expect(quiet.contains("timers-stopped-on-resign"))
    #expect(!quiet.contains("background-task-left-open"))
    #expect(!quiet.contains("checked"))
    #expect(try text(format, [], isQuiet: true) == "")
  }

  @Test func `in the concise format prints a violation in the same way after any others`() {
    // The same violations with another severity, and 64,000 lines further on, with more digits.
    let others = Violation.all.map { violation in
      let (proof, witness) = (violation.proof, violation.witness)
      return Violation(
        Violation.Proof(
          Violation.Statement(
            proof.rule, proof.severity == .error ? .warning : .error, proof.message, label: proof.label),
          witness: Witness(
            line: witness.line + 64 * 1_000, columns: witness.column..<witness.endColumn,
            Witness.Content(witness.event, Array((witness.text + "!").utf8), .none)),
          related: proof.related, state: proof.state, notes: proof.notes))
    }
    // The same violations with other texts of the same length.
    let reworded = Violation.all.map { violation in
      let proof = violation.proof
      return Violation(
        Violation.Proof(
          Violation.Statement(
            proof.rule, proof.severity, proof.message.uppercased(), label: proof.label.uppercased()),
          witness: proof.witness, related: proof.related, state: proof.state, notes: proof.notes))
    }
    var reporter = ReportFormat.concise.reporter(style: Style(), isQuiet: false)
    explain(&reporter)
    for violation in Violation.all + others + reworded + Violation.all.reversed() + others + Violation.all {
      for log in [LogFiles("a.log"), LogFiles("##b.log"), LogFiles("a.log")] {
        var fresh = ReportFormat.concise.reporter(style: Style(), isQuiet: false)
        explain(&fresh)
        #expect(say(violation, in: log, &reporter) == say(violation, in: log, &fresh))
      }
    }
  }

  @Test func `shows the lines of equal violations once per log`() throws {
    let first = Violation.taskLeftOpen
    let later = first.moved(by: 5_000)
    let output = try text(.full, [first, later, .timerNotStopped])
    #expect(
      output.contains(
        """

        error[background-task-left-open]: background task 7 is still open when the app is suspended
          --> traces/checkout.log:6842:15 (with lines 6203 and 6790), like line 1842
         note: the return of app.didEnterBackground is not recorded: it counts as closed 1 s later

        warning[timers-stopped-on-resign]:
        """))
    var reporter = ReportFormat.full.reporter(style: Style(), isQuiet: true)
    _ = say(first, in: LogFiles("a.log"), &reporter)
    #expect(say(later, in: LogFiles("b.log"), &reporter).contains("begins here"))
  }

  @Test func `shows the duration of a gap`() throws {
    let output = try text(.full, [.taskLeftOpen], style: Style(isUnicode: true))
    #expect(output.contains("\n      ⋮ 27.784 s\n"))
    #expect(output.contains("\n      ⋮ 30.007 s\n"))
  }

  @Test(arguments: [80, 120]) func `fits a terminal`(width: Int) throws {
    let style = Style(isUnicode: true, width: width)
    let output = try text(.full, Violation.all, inconclusive: [.taskLeftOpen], style: style)
    // Places and commands are never cut.
    for line in output.split(separator: "\n") where !line.contains("-->") && !line.hasPrefix("For more") {
      #expect(line.unicodeScalars.reduce(0) { $0 + $1.displayWidth } <= width, "\(line)")
    }
    #expect(output == (try Golden().expected("all.\(width).txt", recording: output)))
  }

  @Test(arguments: [ReportFormat.full, .concise])
  func `keeps the order in which violations are decided`(format: ReportFormat) throws {
    let text = try text(format, [.taskLeftOpen, .timerNotStopped])
    let first = try #require(text.range(of: "background-task-left-open"))
    let second = try #require(text.range(of: "timers-stopped-on-resign"))
    #expect(first.lowerBound < second.lowerBound)
  }

  @Test func `in JSON is sorted by place`() throws {
    let document = try JSONSerialization.jsonObject(with: Data(text(.json, Violation.all.reversed()).utf8))
    let violations = try #require((document as? [String: Any])?["violations"] as? [[String: Any]])
    #expect(violations.map { $0["line"] as? Int } == [3, 11, 20, 1842])
  }

  @Test func `for GitHub shows ten annotations of each kind, errors first`() throws {
    let violations = (0..<30).flatMap {
      [Violation.timerNotStopped.moved(by: $0), .taskLeftOpen.moved(by: $0)]
    }
    let kinds = try text(.github, violations).split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(kinds == Array(repeating: "::error", count: 10) + Array(repeating: "::warning", count: 10))
  }

  @Test func `in SARIF has at most 25,000 results`() throws {
    let violations = (0..<25_100).map { Violation.timerNotStopped.moved(by: $0) }
    let document =
      try JSONSerialization.jsonObject(with: Data(text(.sarif, violations).utf8)) as? [String: Any]
    let run = try #require((document?["runs"] as? [[String: Any]])?.first)
    #expect((run["results"] as? [Any])?.count == 25_000)
  }

  @Test func `in Markdown fits into the summary of a job`() throws {
    let violations = (0..<20_000).map { Violation.taskLeftOpen.moved(by: $0) }
    let text = try text(.markdown, violations)
    #expect(text.utf8.count < 1 << 20)
    #expect(text.hasSuffix(" more violations.\n"))
  }

  @Test func `in Markdown has a fence that the log cannot close`() throws {
    let quoted = Violation(
      "no-gl-in-background", .error, "a message with <b>, |, ` and [a link](https://example.com)",
      at: Witness(3, "````` «gl.call» </details>"), "here")
    let text = try text(.markdown, [quoted])
    #expect(text.contains("\n``````text\n"))
    #expect(text.contains("&lt;b&gt;, &#124;, &#96; and &#91;a link&#93;&#40;https&#58;//example.com&#41;"))
  }

  @Test(arguments: ReportFormat.allCases)
  func `has no control characters and no CI commands`(format: ReportFormat) throws {
    let text = try text(format, [.hostile])
    let unsafe = text.unicodeScalars.filter { scalar in
      scalar != "\n"
        && [.control, .format, .lineSeparator, .paragraphSeparator].contains(
          scalar.properties.generalCategory)
    }
    #expect(unsafe.isEmpty)
    for line in text.split(whereSeparator: \.isNewline) {
      let word = line.drop { $0 == " " }
      // Only the commands of the format itself, and the heading of a summary.
      if format == .github, word.hasPrefix("::error file=traces/checkout.log,line=3,") { continue }
      if format == .markdown, line.hasPrefix("## lifecheck: ") { continue }
      #expect(!word.hasPrefix("::") && !word.hasPrefix("##"), "\(line)")
    }
  }

  @Test func `in JSON decodes to the original text`() throws {
    let document = try JSONSerialization.jsonObject(with: Data(text(.json, [.hostile]).utf8))
    let violations = try #require((document as? [String: Any])?["violations"] as? [[String: Any]])
    #expect(violations.first?["text"] as? String == Violation.hostile.witness.text)
    #expect(violations.first?["message"] as? String == Violation.hostile.message)
  }

  @Test func `in JSON is one document if nothing could be checked`() throws {
    var report = Report(rulebook: "mine.yaml")
    let source = SourceText(name: "mine.yaml", bytes: Array("rules:\n  - sevrity: error\n".utf8))
    report.mistakes = [
      Diagnostic(
        "unknown key `sevrity`", at: SourceRange(source, 11..<18), label: "did you mean `severity`?"),
      Diagnostic(
        "cannot read `other.yaml`: no such file", at: nil, help: "name a bundled rulebook or a file"),
    ]
    var trace = TraceReport(path: "notes.txt")
    trace.problem = Problem(
      "no known event in 3 lines", help: "is it an app's log? the README says how to make it checkable")
    report.add(trace)
    let text = try text(.json, [], report: report)
    #expect(text == (try Golden().expected("mistakes.json", recording: text)))
  }
}

@Suite struct `The concise report` {
  private func lines(_ violations: [Violation]) throws -> [Substring] {
    var reporter = ReportFormat.concise.reporter(style: Style(), isQuiet: false)
    var output = TextBuffer()
    for violation in violations {
      reporter.reportViolation(violation, in: LogFiles("a b/c:d.log"), to: &output)
    }
    try reporter.finish(.sample, to: &output) { _ in }
    return output.string.split(separator: "\n")
  }

  @Test func `names the file and the rule in each line`() throws {
    var reporter = ReportFormat.concise.reporter(style: Style(), isQuiet: false)
    for file in ["a.log", "b.log", "a.log", "##c.log", ""] {
      for violation in [Violation.timerNotStopped, .hostile, .timerNotStopped] {
        var output = TextBuffer()
        let violation = Violation(violation.proof.with(related: [], notes: []))
        reporter.reportViolation(violation, in: LogFiles(file), to: &output)
        let line = output.string
        #expect(line.hasPrefix("\(Escaping.path(file)):\(violation.witness.line):"))
        #expect(line.hasSuffix(" [\(Escaping.line(violation.ruleID))]\n"))
      }
    }
  }

  @Test func `matches the error pattern of editors, and its summary does not`() throws {
    let pattern = /^(.+?):(\d+):(\d+): (error|warning|info|note): (.*) \[([a-z0-9-]+)\]$/
    let lines = try lines(Violation.all)
    let places = Violation.all.reduce(0) { $0 + 1 + $1.related.count + $1.proof.notes.count }
    for line in lines.prefix(places) {
      let match = try #require(try pattern.wholeMatch(in: line), "\(line)")
      #expect(match.1 == "a b/c:d.log")
    }
    #expect(lines.count > places)
    for line in lines.dropFirst(places) { #expect(try pattern.wholeMatch(in: line) == nil, "\(line)") }
  }

  @Test func `shows a note as info, and only the related lines as notes`() throws {
    let violation = try #require(Violation.all.first { $0.severity == .note })
    #expect(try lines([violation])[0].contains(": info: "))
    #expect(try lines([.taskLeftOpen])[1].contains(": note: "))
  }

  @Test(.enabled(if: Vim.isThere, "vim is not installed"))
  func `is read by vim without configuration`() throws {
    let places = try Vim.places(in: try lines([.taskLeftOpen]).joined(separator: "\n") + "\n")
    #expect(places.prefix(4) == ["1842:15", "1203:15", "1790:15", "1842:15"])
    #expect(places.dropFirst(4).allSatisfy { $0 == "0:0" }, "the summary has no place")
  }
}
