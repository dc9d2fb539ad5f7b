import Checking
import Diagnostics

/// The last line of a run that does not end well: why its exit status is not 0.
public enum Closing {
  /// The line without its line end; nil for a run that passed.
  public static func reason(for report: Report) -> String? {
    switch report.outcome {
    case .passed:
      return nil
    case .failed:
      return (report.exitsZero ? "" : "failed: ") + counts(report) + options(report)
    case .noVerdict:
      if let mistakes = report.mistakes {
        let errors = Words.count(mistakes.count { $0.severity == .error }, "error")
        let names = (report.mistaken.isEmpty ? [report.rulebook] : report.mistaken).map(Escaping.line)
        let subject = names.joined(separator: " and ")
        return "no verdict: \(subject) \(names.count > 1 ? "are" : "is") not valid (\(errors))"
      }
      let failed = report.traces.count - report.checked.count
      if failed == 0 { return "no verdict: no rule could be checked" }
      return "no verdict: \(failed) of \(Words.count(report.traces.count, "log")) could not be checked"
    }
  }

  /// What the rules say of all logs, as the last line of a report on standard output: `2 errors, 1 warning in 1 log` or
  /// `no violations: 13 rules held`. Nil where no log was checked, or no rule.
  static func verdict(of report: Report) -> String? {
    if report.checked.isEmpty { return nil }
    let counts = counts(report)
    if !counts.isEmpty {
      return "\(counts) in \(Words.count(report.checked.count, "log"))\(options(report))"
    }
    if report.outcome == .noVerdict { return nil }
    var verdicts = [Verdict.held, .inconclusive].compactMap { verdict in
      let count = report.rules.count { $0.verdict == verdict }
      return count > 0 ? "\(Words.count(count, "rule")) \(verdict.word)" : nil
    }
    let suppressed = report.rules.reduce(0) { $0 + $1.suppressed }
    if suppressed > 0 { verdicts.append(Words.count(suppressed, "violation") + " suppressed") }
    return "no violations: " + verdicts.joined(separator: ", ")
  }

  private static func counts(_ report: Report) -> String {
    var counts = Severity.allCases.compactMap { severity in
      let count = report.violations(severity)
      return count > 0 ? Words.count(count, severity.rawValue) : nil
    }
    let unexercised = report.unmet.count
    if unexercised > 0 { counts.append(Words.count(unexercised, "required rule") + " not exercised") }
    return counts.joined(separator: ", ")
  }

  /// The options by which the exit status is another one than the violations alone would give.
  private static func options(_ report: Report) -> String {
    guard report.outcome == .failed else { return "" }
    var options: [String] = []
    if report.violations(.error) == 0, report.unmet.isEmpty { options.append("--strict") }
    if report.exitsZero { options.append("--exit-zero") }
    return options.isEmpty ? "" : " (\(options.joined(separator: ", ")))"
  }
}
