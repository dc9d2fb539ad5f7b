import Checking
import Diagnostics
import Foundation
import LifecheckDetector
import Project
import Reporting
import Rulebook
import Trace

/// The result of checking a trace: the texts that a test reports.
struct TraceCheck {
  /// Each fails the test.
  private(set) var failures: [String] = []
  /// Each is shown, and does not fail the test.
  private(set) var warnings: [String] = []
  /// The number of violations that are shown. The others are only counted, because a test report of thousands helps nobody.
  private static let mostShown = 20

  /// Checks a trace. Throws an error if there is a mistake in the rules.
  init(_ trace: RecordedTrace, _ rules: LifecycleRules) throws(LifecycleError) {
    let prepared = try rules.choice.prepared()
    var exemptions = try Exemptions(rules, prepared.setup)
    var checker = LogChecker(
      prepared.rules, assuming: prepared.assumptions, header: prepared.setup.header,
      lastWritten: trace.lastWritten.map(Timestamp.init(lastWritten:)), keepsText: !trace.isFile)
    var violations = checker.read(trace.bytes.span)
    let result = checker.finish()
    violations += result.violations

    var (failed, warned): ([Violation], [Violation]) = ([], [])
    for violation in violations where violation.severity != .note {
      guard let reported = exemptions.reported(violation, in: trace.name) else { continue }
      let isFailure = rules.isStrict || violation.severity == .error
      if isFailure { failed.append(reported) } else { warned.append(reported) }
    }
    failures = Self.texts(failed, in: trace)
    warnings = Self.texts(warned, in: trace)
    failures += reasonsAgainstVerdict(result, trace, prepared.setup)
  }

  /// The reasons why a trace without violations must not pass: no event, no rule that was checked, or a required rule that was
  /// not.
  private func reasonsAgainstVerdict(
    _ result: LogChecker.Result, _ trace: RecordedTrace, _ setup: Setup
  ) -> [String] {
    var log = TraceReport(path: trace.name)
    log.rulebook = setup.rulebook.name
    log.platform = setup.rulebook.platform
    log.statistics = result.statistics
    log.summary = result.summary
    log.problem = log.missingEvents(among: setup.rulebook.vocabulary)
    var report = Report(rulebook: setup.rulebook.name)
    report.addRulebook(setup.rulebook)
    report.requiredRules = setup.rulebook.rules.filter(\.isRequired).map(\.id)
    report.add(log)
    let helps = [log.problem?.help, NothingChecked(report)?.diagnostic.help].compactMap(\.self)
    return report.failureReasons.map { ([$0] + helps).map(Escaping.line).joined(separator: "\n") }
  }

  private static func texts(_ violations: [Violation], in trace: RecordedTrace) -> [String] {
    var texts = violations.prefix(mostShown).map { text(of: $0, in: trace) }
    if violations.count > mostShown {
      let name = Escaping.line(trace.name)
      texts.append("\(violations.count - mostShown) more violations; `lifecheck \(name)` shows them")
    }
    return texts
  }

  /// The message, which a test report shows at the assertion, and the lines that prove it.
  private static func text(of violation: Violation, in trace: RecordedTrace) -> String {
    guard trace.isFile else { return ViolationText.frame(of: violation, in: trace.name) }
    let head = "\(Escaping.line(violation.message)) [\(Escaping.line(violation.ruleID))]"
    return head + "\n" + ViolationText.lines(of: violation, in: trace.name)
  }
}

extension Timestamp {
  fileprivate init(lastWritten date: Date) {
    self.init(nanoseconds: Int64(date.timeIntervalSince1970) * 1_000_000_000, kind: .zoned)
  }
}
