import Diagnostics

@testable import Checking
@testable import Reporting
@testable import Rulebook
@testable import Trace

extension Witness {
  /// A line with `«»` around the event's name.
  init(_ line: Int, _ marked: String, time: String? = nil) {
    let before = marked.prefix { $0 != "«" }
    let name = marked.dropFirst(before.count + 1).prefix { $0 != "»" }
    let column = before.unicodeScalars.count + 1
    self.init(
      line: line, columns: column..<column + name.unicodeScalars.count,
      Content(
        String(name), Array(marked.filter { $0 != "«" && $0 != "»" }.utf8), time.map { .text($0) } ?? .none,
        time.flatMap(Self.moment)))
  }

  /// The time of day `10:42:05.011`.
  private static func moment(_ time: String) -> LogTime? {
    let parts = time.split(separator: ":").compactMap { Double($0) }
    guard parts.count == 3 else { return nil }
    let milliseconds = Int64((parts[0] * 3_600_000 + parts[1] * 60_000 + parts[2] * 1_000).rounded())
    return LogTime(timestamp: Timestamp(nanoseconds: milliseconds * 1_000_000, kind: .timeOnly), setting: 0)
  }

  /// The same witness a number of lines further on.
  fileprivate func moved(by lines: Int) -> Witness {
    Witness(line: line + lines, columns: column..<endColumn, content)
  }
}

extension Violation {
  /// A violation with default values for the parts that a test does not need.
  init(
    _ ruleID: String, _ severity: Severity, _ message: String, at witness: Witness, _ label: String,
    related: [Related] = [], state: [StateNote] = [], notes: [String] = [], decided: Int? = nil,
    why: String? = nil, help: String? = nil, guidance: [String] = []
  ) {
    self.init(
      Proof(
        Statement(
          Rule(id: ruleID, .known(RuleTexts(why: why, help: help, guidance: guidance))), severity, message,
          label: label),
        witness: witness, related: related, state: state, notes: notes))
    if let decided { decidedLine = decided }
  }

  /// The same violation a number of lines further on.
  func moved(by lines: Int) -> Violation {
    let related = related.map {
      Related(witness: $0.witness.moved(by: lines), label: $0.label, role: $0.role)
    }
    return Violation(
      Proof(
        proof.statement, witness: witness.moved(by: lines), related: related, state: proof.state,
        notes: proof.notes))
  }

  /// A task that is open when the app is suspended. The lines are far apart, and the violation has every kind of
  /// detail.
  static let taskLeftOpen = Violation(
    "background-task-left-open", .error, "background task 7 is still open when the app is suspended",
    at: Witness(1842, "10:42:05.011  «process.suspend»", time: "10:42:05.011"),
    "task 7 is open for 57.8 s, 30.0 s of them in the background",
    related: [
      Related(
        witness: Witness(1203, "10:41:07.220  «backgroundTask.begin» id=7 name=sync", time: "10:41:07.220"),
        label: "task 7 begins here", role: .opened),
      Related(
        witness: Witness(1790, "10:41:35.004  «app.didEnterBackground»", time: "10:41:35.004"),
        label: "the 30 s allowance starts here", role: .state),
    ],
    state: [
      StateNote(name: "app", value: "background"), StateNote(name: "backgroundTask", value: "7, 9"),
    ],
    notes: ["the return of app.didEnterBackground is not recorded: it counts as closed 1 s later"],
    decided: 1850,
    why: "the system ends an app whose background task outlives its allowance",
    help: "end task 7 when the sync ends, and in its expiration handler",
    guidance: ["G-31", "https://example.com/background"])

  /// Adjacent lines, one of them with two labels.
  static let timerNotStopped = Violation(
    "timers-stopped-on-resign", .warning, "timer poll still runs when the app is no longer active",
    at: Witness(11, "MyApp[4242:1] «app.willResignActive.end»"), "timer poll is still open here",
    related: [
      Related(
        witness: Witness(9, "MyApp[4242:1] «timer.start» id=poll"), label: "timer poll is started here",
        role: .opened),
      Related(
        witness: Witness(10, "MyApp[4242:1] «app.willResignActive»"), label: "the callback begins here",
        role: .trigger),
      Related(
        witness: Witness(10, "MyApp[4242:1] «app.willResignActive»"),
        label: "and the app is inactive from here",
        role: .state),
    ])

  /// A log with escape sequences and CI commands that attack the reader.
  static let hostile = Violation(
    "no-gl-in-background", .error, "\u{1b}[2Jdraw \u{202e}gnp.exe in the background\n::error::forged",
    at: Witness(3, "::error file=a::\t\u{1b}]0;owned\u{7}\t«gl.call» fn=\u{9b}31m\u{7f}\u{2028}\u{202e}x"),
    "\u{1b}[8mdraws\u{85}here",
    related: [
      Related(
        witness: Witness(2, "##[error]\t«app.didEnterBackground» who=\u{0}me"),
        label: "enters\r\nthe background", role: .state)
    ],
    state: [StateNote(name: "app", value: "back\u{1b}ground")],
    notes: ["\n::warning::a note"])

  /// Lines that are too long to be shown, and characters that are two columns wide.
  static let wide = Violation(
    "save-data-on-background", .note, "unsaved data of 日本語 when the app enters the background",
    at: Witness(
      20,
      String(repeating: "前", count: 120) + " 🚀 «app.didEnterBackground» " + String(repeating: "後", count: 90)),
    "nothing is saved by here",
    related: [
      Related(
        witness: Witness(18, "e\u{301}te\u{301} 日本語 🚀 «user.dataDirty» id=日本語"), label: "日本語 is changed here",
        role: .opened),
      Related(
        witness: Witness(19, "«app.willResignActive» " + String(repeating: "x", count: 300)),
        label: "the app leaves here", role: .trigger),
    ])

  static let all = [timerNotStopped, hostile, wide, taskLeftOpen]

  /// Violations that share statements and lines. Each line is the reported line, the related line and the start of a
  /// scope in turn. The lines are adjacent and far apart, have different numbers of digits, and are plain, escaped and
  /// cut.
  static let inEveryOrder: [Violation] = {
    let lines: [Witness?] = [
      nil, Witness(1, "«timer.start»"), Witness(2, "10:41:05 «timer.start» id=poll"),
      Witness(9, "10:41:05\t«timer.start» \u{1b}[2J"), Witness(10, "10:41:05 «timer.stop» 日本語"),
      // The number of the line is that of the line above plus 64.
      Witness(10 + 64, "«timer.stop» id=poll"),
      Witness(100, String(repeating: "x", count: 300) + "«timer.stop»"),
      Witness(123_456_789, "10:41:05 «timer.stop»"),
    ]
    let statements = [Severity.error, .warning].enumerated().map { number, severity in
      let rule = Rule(number: number, id: "rule-\(number)", .known(RuleTexts(why: "why \(number)")))
      return Statement(rule, severity, "message \(number)", label: "is reported", beside: "is beside it")
    }
    var violations: [Violation] = []
    for witness in lines.compactMap(\.self) {
      for line in lines where line != witness {
        for start in lines where start != witness && (start == nil || start != line) {
          for (statement, notes) in [(0, []), (1, []), (0, ["a note"]), (0, [])] {
            let state = notes.map { StateNote(name: "app", value: $0) }
            violations.append(
              Violation(
                Proof(
                  statements[statement], witness: witness, line: line, start: start,
                  notes.isEmpty ? nil : Proof.Details(state: state, notes: notes), subject: Subject())))
          }
        }
      }
    }
    return violations
  }()
}

extension Report {
  /// The report of a run with every kind of finding.
  static var sample: Report { sample(of: [.sample]) }

  /// A report of such logs, with some required rules.
  static func sample(of traces: [TraceReport], requiring required: [String] = []) -> Report {
    var report = Report(rulebook: "ios")
    report.requiredRules = required
    var rulebook = Rulebook(name: "ios")
    rulebook.vocabulary.declare(
      EventDeclaration(name: "timer.start", fields: ["id": .text, "interval": .duration]))
    for name in ["timer.stop", "app.didEnterBackground"] {
      rulebook.vocabulary.declare(EventDeclaration(name: name))
    }
    report.addRulebook(rulebook)
    for trace in traces { report.add(trace) }
    return report
  }
}

extension TraceReport {
  /// The report of a log with every kind of finding.
  static var sample: TraceReport {
    var checkout = TraceReport(path: "traces/checkout.log")
    checkout.statistics.lines = 12_034
    checkout.statistics.events = 1_211
    checkout.statistics.unreadable = [
      .init(line: 7, column: 25, reason: "a quote is not closed"),
      .init(line: 90, column: 1, reason: "\u{1b} is no name"),
    ]
    checkout.statistics.unreadableCount = 2
    checkout.statistics.unknownNames = [
      "timer.strat": .init(count: 2, firstLine: 12), "shop.checkout": .init(count: 1, firstLine: 4),
    ]
    checkout.statistics.unknownCount = 3
    checkout.summary.sessions = 2
    checkout.statistics.unknownFields = [
      .init(event: "timer.start", field: "screen", count: 4, firstLine: 6),
      .init(event: "timer.start", field: "intervall", count: 2, firstLine: 8),
      .init(event: "timer.start", field: "ix", count: 1, firstLine: 9, beside: ["id"]),
    ]
    checkout.statistics.unknownFieldCount = 7
    checkout.summary.misreadings = [
      UnreadableValue(
        event: "timer.start", field: "interval", type: .duration, text: "so\u{1b}on",
        tally: Tally(count: 3, firstLine: 21))
    ]
    checkout.summary.times.back = Tally(count: 1, firstLine: 33)
    checkout.summary.times.missing = Tally(count: 2, firstLine: 40)
    checkout.summary.times.otherKind = Tally(count: 1, firstLine: 51)
    checkout.summary.logEvents.losses = Tally(count: 2, firstLine: 52)
    checkout.summary.logEvents.clockSettings = Tally(count: 1, firstLine: 53)
    checkout.summary.times.equal = Tally(count: 12, firstLine: 5)
    checkout.summary.rules = [
      RuleCoverage(
        ruleID: "timers-stopped-on-resign", severity: .warning, verdict: .violated, violated: 1, held: 3,
        inconclusive: 0),
      RuleCoverage(
        ruleID: "no-gl-in-background", severity: .error, verdict: .held, violated: 0, held: 2, inconclusive: 0
      ),
      RuleCoverage(
        ruleID: "save-data-on-background", severity: .error, verdict: .inconclusive, violated: 0, held: 0,
        inconclusive: 1),
      RuleCoverage(
        ruleID: "launch-within-20s", severity: .error, verdict: .notTriggered, violated: 0, held: 0,
        inconclusive: 0),
      RuleCoverage(
        ruleID: "state-coding-calls-super", severity: .note, verdict: .notObservable, violated: 0, held: 0,
        inconclusive: 0, lack: Lack(events: [["state.encode", "state.decode"], ["state.super"]])),
    ]
    checkout.inconclusiveReasons = [
      "save-data-on-background": "the log ends 1 s after app.didEnterBackground"
    ]
    checkout.violations = [.error: 3, .warning: 1]
    return checkout
  }
}
