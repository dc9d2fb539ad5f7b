import Checking
import Diagnostics
import Trace

/// The report for test reports of CI services: a suite for each log, and a case for each rule that is observable in it. The schema
/// is `junit-10.xsd` of Jenkins' xunit plugin.
struct JUnitReporter: CollectingReporter {
  var found = CollectedViolations()

  private static let longest = 1_000
  /// GitLab reads at most 30 MB. Each failure shows this many violations at most.
  private static let mostInCase = 20

  mutating func finish(
    _ report: Report, to output: inout TextBuffer, flush: (inout TextBuffer) throws -> Void
  ) throws {
    found.sort()
    let byLog = Dictionary(grouping: found.violations) { $0.log.name }
    var suites = report.traces.map { Suite($0, byLog[$0.path] ?? [], in: report) }
    let unmet = report.unmet.map { requirement in
      Suite.Case(name: requirement.ruleID, result: .failure, type: "error", message: requirement.message)
    }
    if !unmet.isEmpty { suites.append(Suite(name: "required rules", cases: unmet)) }
    if let mistakes = report.mistakes {
      let text = mistakes.map(\.message).joined(separator: "\n")
      suites.append(
        Suite(
          name: report.rulebook,
          cases: [
            .init(
              name: "rulebook and options", result: .error, type: "error",
              message: mistakes.first?.message ?? "mistake", text: text)
          ]))
    }
    if let nothing = NothingChecked(report) {
      let diagnostic = nothing.diagnostic
      suites.append(
        Suite(
          name: "all logs",
          cases: [
            .init(
              name: "a rule can be checked", result: .error, type: "error", message: diagnostic.message,
              text: diagnostic.help ?? "")
          ]))
    }
    func sum(_ count: (Suite) -> Int) -> Int { suites.reduce(0) { $0 + count($1) } }
    output += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"lifecheck\""
    output += " tests=\"\(sum { $0.cases.count })\" failures=\"\(sum { $0.count(.failure) })\""
    output += " errors=\"\(sum { $0.count(.error) })\">\n"
    for suite in suites {
      suite.write(to: &output)
      try flush(&output)
    }
    output += "</testsuites>\n"
  }

  /// The results of one log.
  private struct Suite {
    let name: String
    var cases: [Case] = []
    var properties: [(name: String, value: Int)] = []

    struct Case {
      enum Result: String {
        case passed
        case failure
        case error
        case skipped
      }

      let name: String
      let result: Result
      var type = ""
      var message = ""
      var text = ""
    }

    init(name: String, cases: [Case]) {
      self.name = name
      self.cases = cases
    }

    init(_ trace: TraceReport, _ found: [CollectedViolations.Found], in report: Report) {
      name = trace.path
      if let problem = trace.problem {
        cases = [
          Case(
            name: "the log can be checked", result: .error, type: "error", message: problem.message,
            text: problem.help ?? "")
        ]
        return
      }
      let byRule = Dictionary(grouping: found) { $0.violation.ruleID }
      let rules = report.rules(of: trace)
      for rule in rules where rule.verdict != .notObservable {
        cases.append(Self.testCase(rule, byRule[rule.id] ?? []))
      }
      properties = [
        ("lines", trace.statistics.lines), ("events", trace.statistics.events),
        ("rules not observable", rules.count { $0.verdict == .notObservable }),
        ("violations suppressed", trace.suppressed.values.reduce(0, +)),
        ("violations known", trace.known.values.reduce(0, +)),
      ]
    }

    func count(_ result: Case.Result) -> Int { cases.count { $0.result == result } }

    /// A case fails if the rule has violations that are neither suppressed nor known.
    private static func testCase(_ rule: RuleTotal, _ found: [CollectedViolations.Found]) -> Case {
      if let first = found.first {
        let lines = found.prefix(mostInCase).map(text).joined()
        let more = found.count > mostInCase ? "and \(found.count - mostInCase) more\n" : ""
        return Case(
          name: rule.id, result: .failure, type: first.violation.severity.rawValue,
          message: first.violation.message, text: lines + more)
      }
      switch rule.verdict {
      case .inconclusive:
        return Case(name: rule.id, result: .skipped, message: "inconclusive: \(rule.reason ?? "")")
      case .notTriggered: return Case(name: rule.id, result: .skipped, message: "not triggered")
      case .violated, .held, .notObservable: return Case(name: rule.id, result: .passed)
      }
    }

    /// The location, message and proof of a violation, in the form of `concise`.
    private static func text(_ found: CollectedViolations.Found) -> String {
      var buffer = TextBuffer()
      var reporter = ConciseReporter(
        footer: ReportFooter(isQuiet: true, hasStatistics: false, style: Style()))
      reporter.reportViolation(found.violation, in: found.log, to: &buffer)
      return buffer.string
    }

    func write(to output: inout TextBuffer) {
      output += "  <testsuite name=\"\(XML.attribute(name))\" tests=\"\(cases.count)\""
      output +=
        " failures=\"\(count(.failure))\" errors=\"\(count(.error))\" skipped=\"\(count(.skipped))\">\n"
      if !properties.isEmpty {
        output += "    <properties>\n"
        for property in properties {
          output += "      <property name=\"\(property.name)\" value=\"\(property.value)\"/>\n"
        }
        output += "    </properties>\n"
      }
      // Services split a class name at its dots.
      let className = XML.attribute(name.replacing(".", with: "_"))
      for item in cases {
        let head = "    <testcase classname=\"\(className)\" name=\"\(XML.attribute(item.name))\""
        let message = XML.attribute(item.message.cut(to: longest))
        switch item.result {
        case .passed: output += head + "/>\n"
        case .skipped: output += head + ">\n      <skipped message=\"\(message)\"/>\n    </testcase>\n"
        case .failure, .error:
          output +=
            head
            + ">\n      <\(item.result.rawValue) type=\"\(XML.attribute(item.type))\" message=\"\(message)\">"
            + XML.text(item.text) + "</\(item.result.rawValue)>\n    </testcase>\n"
        }
      }
      output += "  </testsuite>\n"
    }
  }
}

/// Text in XML 1.0. Characters that are not shown are escaped as in other reports, because XML forbids most of them.
private enum XML {
  static func attribute(_ text: String) -> String { markup(Escaping.line(text)) }

  /// Several lines of text.
  static func text(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { markup(Escaping.line(String($0))) }
      .joined(separator: "\n")
  }

  private static func markup(_ text: String) -> String {
    text.replacingCodePoints { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      // XML does not allow these.
      case "\u{FFFE}": "\\u{fffe}"
      case "\u{FFFF}": "\\u{ffff}"
      default: nil
      }
    }
  }
}
