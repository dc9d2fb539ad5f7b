import Checking
import Diagnostics
import Trace

/// The report for tables of many logs: one JSON object a line, with the key `kind`. The rows of a log are written when it ends:
/// first `log`, then a `verdict` for each rule that is observable, then a `violation` for each violation.
struct JSONLinesReporter: CollectingReporter {
  var found = CollectedViolations()
  private static let longest = 1_000

  mutating func finishLog(_ trace: TraceReport, in report: Report, to output: inout TextBuffer) throws {
    found.sort()
    let rules = report.rules(of: trace)
    output += try JSONText.line(of: LogRow(trace, rules))
    if trace.problem == nil {
      for rule in rules where rule.verdict != .notObservable {
        output += try JSONText.line(of: VerdictRow(rule, log: trace.path))
      }
      let repeats = Dictionary(trace.summary.repeats.all.map { ($0.violation, $0.count) }) { one, _ in one }
      for item in found.violations + found.exempt {
        output += try JSONText.line(of: ViolationRow(item, repeats[item.violation.id] ?? 0))
      }
    }
    found = CollectedViolations()
  }

  func finish(_ report: Report, to output: inout TextBuffer, flush: (inout TextBuffer) throws -> Void) throws
  {
    for mistake in report.mistakes ?? [] {
      output += try JSONText.line(of: ErrorRow(error: JSONDocument.Mistake(mistake)))
    }
  }

  private struct ErrorRow: Encodable {
    var kind = "error"
    var error: JSONDocument.Mistake
  }

  private struct LogRow: Encodable {
    var kind = "log"
    var log: String
    var checked: Bool
    /// Why the log could not be checked.
    var problem: Nullable<String>
    var rulebook: Nullable<String>
    var lines: Int
    var events: Int
    var sessions: Int
    var unreadable: Int
    var losses: Int
    /// The number of rules that are not observable. They have no row.
    var notObservable: Int
    var version = Tool.version

    init(_ trace: TraceReport, _ rules: [RuleTotal]) {
      log = trace.path
      checked = trace.problem == nil
      problem = Nullable(trace.problem?.message)
      rulebook = Nullable(trace.rulebook)
      lines = trace.statistics.lines
      events = trace.statistics.events
      sessions = trace.summary.sessions
      unreadable = trace.statistics.unreadableCount
      losses = trace.summary.logEvents.losses.count
      notObservable = rules.count { $0.verdict == .notObservable }
    }
  }

  private struct VerdictRow: Encodable {
    var kind = "verdict"
    var log: String
    var rule: String
    var severity: String
    var verdict: String
    var violated: Int
    var held: Int
    var inconclusive: Int
    var suppressed: Int
    var known: Int

    init(_ rule: RuleTotal, log: String) {
      self.log = log
      self.rule = rule.id
      severity = rule.coverage.severity.rawValue
      verdict = rule.verdict.rawValue
      violated = rule.coverage.violated
      held = rule.coverage.held
      inconclusive = rule.coverage.inconclusive
      suppressed = rule.suppressed
      known = rule.known
    }
  }

  private struct ViolationRow: Encodable {
    var kind = "violation"
    var log: String
    var rule: String
    var severity: String
    /// The fingerprint, and the number of the violation among those of the log that have the same one.
    var fingerprint: String
    var number: Int
    var subject: [String: String]
    var suppressed: Bool
    var known: Bool
    var path: String
    var line: Int
    var column: Int
    var event: String
    var time: Nullable<String>
    var message: String
    var state: [String: String]
    var repeats: Int
    var related: [Related]

    struct Related: Encodable {
      var role: String
      var path: String
      var line: Int
      var event: String
      var label: String
    }

    init(_ found: CollectedViolations.Found, _ repeats: Int) {
      let violation = found.violation
      let parts = (found.identity ?? "").split(separator: ":")
      log = found.log.name
      rule = violation.ruleID
      severity = violation.severity.rawValue
      fingerprint = parts.first.map(String.init) ?? ""
      number = parts.last.flatMap { Int($0) } ?? 0
      subject = violation.proof.subject.values.mapValues { $0.cut(to: longest) }
      suppressed = found.exemption?.suppression != nil
      known = found.exemption?.known != nil
      path = found.place.path
      line = found.place.line
      column = violation.witness.column
      event = violation.witness.event
      time = Nullable(violation.witness.time)
      message = violation.message.cut(to: longest)
      state = Dictionary(violation.proof.state.map { ($0.name, $0.value) }) { "\($0), \($1)" }
      self.repeats = repeats
      related = violation.related.map { related in
        let place = found.log.place(of: related.witness.line)
        return Related(
          role: related.role.rawValue, path: place.path, line: place.line, event: related.witness.event,
          label: related.label.cut(to: longest))
      }
    }
  }
}
