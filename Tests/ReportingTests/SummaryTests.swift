import Diagnostics
import Testing

@testable import Checking
@testable import Reporting
@testable import Trace

@Suite struct `The summary` {
  private func clean(_ path: String, _ verdicts: [Verdict]) -> TraceReport {
    var trace = TraceReport(path: path)
    trace.statistics.lines = 8_112
    trace.statistics.events = 903
    trace.summary.sessions = 1
    trace.summary.rules = verdicts.enumerated().map { index, verdict in
      RuleCoverage(
        ruleID: "rule-\(index)", severity: .error, verdict: verdict, violated: 0, held: 0, inconclusive: 0)
    }
    return trace
  }

  private func text(_ traces: [TraceReport]) -> String {
    var report = Report(rulebook: "ios")
    for trace in traces { report.add(trace) }
    return Summary(report).lines.map { $0 + "\n" }.joined()
  }

  @Test func `of a clean run is one line`() {
    #expect(
      text([clean("trace.log", [.held, .held])])
        == "checked trace.log (8,112 lines, 903 events, 1 session) against ios: 2 rules: 2 held\n")
  }

  @Test func `of many logs mentions the first of those with remarks`() {
    var report = Report(rulebook: "ios")
    report.keepsLogs = false
    for number in 0..<1_000 {
      var trace = clean("\(number).log", [.held])
      if number % 3 == 2 { trace.statistics.unreadableCount = 1 }
      if number == 500 { trace.problem = Problem("is empty") }
      report.add(trace)
    }
    let lines = Summary(report).lines
    #expect(
      lines[0].hasPrefix(
        "checked 999 of 1,000 logs (8,103,888 lines, 902,097 events, 999 sessions) against ios: 1 rule"))
    #expect(lines[1].hasPrefix("  in 2.log: 1 line looks like an event"))
    #expect(lines.last == "  233 more logs with remarks or problems")
    #expect(report.traces.count == 101, "the memory of a run must not grow with the number of logs")
    #expect(report.outcome == .noVerdict)
    #expect(ExitMessage.text(for: report) == "no verdict: 1 of 1,000 logs could not be checked")
  }

  @Test(arguments: [("logcat-time", true), ("nslog", false), ("plain", false)])
  func `says if the log is of another platform than the rulebook`(format: String, isForeign: Bool) throws {
    var trace = clean("trace.log", [.held])
    trace.platform = .apple
    let format = try #require(Format.named.first { $0.name == format })
    trace.statistics.records[format.rawValue] = 3
    #expect(
      text([trace]).contains(
        "\n  the log is in a format of android (logcat-time), and the rulebook is for apple: ") == isForeign)
  }

  @Test func `counts the lines that repeat a violation, and names the line that is shown`() {
    var trace = clean("trace.log", [.violated, .violated])
    trace.summary.repeats.add(Repeats(violation: 2, rule: 0, line: 7, count: 1))
    trace.summary.repeats.add(Repeats(violation: 5, rule: 1, line: 9, count: 1_200))
    #expect(
      text([trace]).hasSuffix(
        "\n  1,201 lines repeat a violation that is shown: 1,200 that of line 9 (rule-1), 1 that of line 7 (rule-0)\n"
      ))
  }

  @Test func `names the rules that were not checked if they are few`() {
    let text = text([
      clean("a.log", [.notTriggered, .held, .notTriggered] + .init(repeating: .notObservable, count: 4))
    ])
    #expect(
      text.hasSuffix(
        """
        7 rules: 1 held, 2 not triggered (rule-0, rule-2), 4 not observable
          4 rules lack events: `lifecheck next a.log` lists what to log

        """))
  }

  @Test func `counts each rule once over all logs, with its strongest verdict`() {
    let text = text([
      clean("a.log", [.held, .notObservable, .notTriggered, .notObservable]),
      clean("b.log", [.violated, .held, .inconclusive, .notTriggered]),
    ])
    #expect(
      text == """
        checked 2 logs (16,224 lines, 1,806 events, 2 sessions) against ios: 4 rules: 1 held, 1 violated, \
        1 inconclusive, 1 not triggered (rule-3)
          inconclusive: rule-2 (the log ends before it is decided, or does not show enough)

        """)
  }

  @Test func `counts suppressed violations, and names the rules if they are few`() {
    func text(_ suppressed: [String: Int]) -> String {
      var trace = clean("a.log", .init(repeating: .violated, count: 4))
      trace.suppressed = suppressed
      return self.text([trace, trace])
    }
    #expect(text([:]).split(separator: "\n").count == 1)
    #expect(text(["rule-1": 1]).hasSuffix("\n  2 violations are suppressed: rule-1\n"))
    #expect(
      text(["rule-1": 1, "rule-0": 600]).hasSuffix("\n  1,202 violations are suppressed: rule-0, rule-1\n"))
    let many = Dictionary(uniqueKeysWithValues: (0..<4).map { ("rule-\($0)", 1) })
    #expect(text(many).hasSuffix("\n  8 violations are suppressed\n"))
  }

  @Test func `names the project file`() {
    var report = Report(rulebook: "ios")
    report.add(clean("a.log", [.held]))
    report.project = "../.lifecheck.yaml"
    #expect(
      Summary(report).lines.map { $0 + "\n" }.joined().contains(
        " against ios with ../.lifecheck.yaml: 1 rule: 1 held\n"))
  }

  @Test func `leaves out logs that could not be checked`() {
    var broken = TraceReport(path: "b.log")
    broken.problem = Problem("is empty")
    #expect(text([clean("a.log", [.held]), broken]).hasPrefix("checked 1 of 2 logs (8,112 lines"))
    #expect(text([broken]) == "")
  }

  @Test func `reports unreadable events, unknown names and odd times`() {
    let text = Summary(.sample).lines.map { $0 + "\n" }.joined()
    #expect(text.contains("\n  2 lines look like events and cannot be read (--show-unread shows where)\n"))
    #expect(
      text.contains(
        """

          3 events have names that the rulebook does not know: `shop.checkout` (line 4), \
        `timer.strat` (line 12, did you mean `timer.start`?)

        """))
    #expect(
      text.contains(
        "\n  2 fields look misspelt: `intervall` of `timer.start` (line 8, did you mean `interval`?)\n"))
    #expect(
      text.contains(
        """

          3 values cannot be read and are unknown to every rule: `interval=so\\u{1b}on` of `timer.start` is not a \
        duration (line 21)

        """))
    #expect(text.contains("\n  the clock steps back 1 time, first in line 33\n"))
    #expect(
      text.contains(
        "\n  the times change their kind 1 time, first in line 51: no duration is measured across the change\n"
      ))
    #expect(text.contains("\n  2 events have no time, first in line 40: no duration is judged there\n"))
  }
}

@Suite struct `The statistics` {
  @Test func `have a line for each rule, with its counts over all logs`() {
    var second = TraceReport.sample
    second.summary.rules[0].held = 1_234
    second.summary.rules[1].verdict = .notTriggered
    second.suppressed = ["timers-stopped-on-resign": 1]
    let report = Report.sample(of: [.sample, second])
    #expect(
      RuleTable(report).text == """
        rule                      severity  verdict         violated   held  inconclusive  suppressed
        timers-stopped-on-resign  warning   violated               2  1,237             0           1
        no-gl-in-background       error     held                   0      4             0           0
        save-data-on-background   error     inconclusive           0      0             2           0  the log ends 1 s after app.didEnterBackground
        launch-within-20s         error     not triggered          0      0             0           0
        state-coding-calls-super  note      not observable         0      0             0           0  needs state.encode or state.decode, and state.super, never logged

        """)
  }

  @Test func `are empty if nothing was checked`() {
    #expect(RuleTable(Report(rulebook: "ios")).text == "")
  }
}

@Suite struct `The last line` {
  private func report(_ violations: [Severity: Int], isStrict: Bool = false) -> Report {
    var report = Report(rulebook: "ios")
    report.isStrict = isStrict
    var trace = TraceReport(path: "a.log")
    trace.violations = violations
    report.add(trace)
    return report
  }

  @Test(
    arguments: [
      ([:], false, nil),
      ([.note: 3], true, nil),
      ([.warning: 1], false, nil),
      ([.warning: 2], true, "failed: 2 warnings (--strict)"),
      ([.error: 1], false, "failed: 1 error"),
      ([.error: 2, .warning: 1], false, "failed: 2 errors, 1 warning"),
    ] as [([Severity: Int], Bool, String?)])
  func `gives the reason of a failure`(violations: [Severity: Int], isStrict: Bool, reason: String?) {
    let report = report(violations, isStrict: isStrict)
    #expect(ExitMessage.text(for: report) == reason)
    #expect(report.outcome == (reason == nil ? .passed : .failed))
  }

  @Test(
    arguments: [
      ([:], ["launch-within-20s"], "failed: 1 required rule not checked"),
      (
        [.error: 1], ["launch-within-20s", "save-data-on-background", "state-coding-calls-super"],
        "failed: 1 error, 3 required rules not checked"
      ),
      ([.warning: 1], ["launch-within-20s"], "failed: 1 warning, 1 required rule not checked"),
      ([:], ["timers-stopped-on-resign", "no-gl-in-background"], nil),
    ] as [([Severity: Int], [String], String?)])
  func `counts required rules that were not checked`(
    violations: [Severity: Int], required: [String], reason: String?
  ) {
    var trace = TraceReport.sample
    trace.violations = violations
    let report = Report.sample(of: [trace], requiring: required)
    #expect(ExitMessage.text(for: report) == reason)
    #expect(report.outcome == (reason == nil ? .passed : .failed))
  }

  @Test func `names the files and options that are not valid`() {
    var report = Report(rulebook: "ios")
    report.mistakes = [
      Diagnostic("unknown rule `x`", at: nil), Diagnostic("it lapsed", at: nil, severity: .warning),
    ]
    #expect(ExitMessage.text(for: report) == "no verdict: ios is not valid (1 error)")
    report.invalidSources = [".lifecheck.yaml", "--select"]
    #expect(
      ExitMessage.text(for: report) == "no verdict: .lifecheck.yaml and --select are not valid (1 error)")
  }

  @Test func `says that there is no verdict, even if violations were found`() {
    var report = report([.error: 1])
    var broken = TraceReport(path: "b.log")
    broken.problem = Problem("is empty")
    report.add(broken)
    #expect(report.outcome == .noVerdict)
    #expect(ExitMessage.text(for: report) == "no verdict: 1 of 2 logs could not be checked")
  }
}
