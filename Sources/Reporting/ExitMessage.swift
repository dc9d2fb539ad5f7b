import Checking
import Diagnostics

/// The last line of a run whose exit status is not 0: it gives the reason.
public enum ExitMessage {
  /// The line without its line end; nil if the run passed.
  public static func text(for report: Report) -> String? {
    switch report.outcome {
    case .passed:
      return nil
    case .failed:
      return (report.exitsZero ? "" : "failed: ") + counts(report) + options(report)
    case .noVerdict:
      if let mistakes = report.mistakes {
        let errors = TextFormat.count(mistakes.count { $0.severity == .error }, "error")
        let names = (report.invalidSources.isEmpty ? [report.rulebook] : report.invalidSources).map(
          Escaping.line)
        let subject = names.joined(separator: " and ")
        return "no verdict: \(subject) \(names.count > 1 ? "are" : "is") not valid (\(errors))"
      }
      let failed = report.totals.logs - report.totals.checked
      if failed == 0 { return "no verdict: no rule could be checked" }
      return "no verdict: \(failed) of \(TextFormat.count(report.totals.logs, "log")) could not be checked"
    }
  }

  /// The result for all logs, as the last line of a report on standard output: `2 errors, 1 warning in 1 log` or `no
  /// violations: 13 rules held`. Nil if no log or no rule was checked.
  static func verdict(of report: Report) -> String? {
    if report.totals.checked == 0 { return nil }
    let counts = counts(report)
    if !counts.isEmpty {
      return "\(counts) in \(TextFormat.count(report.totals.checked, "log"))\(options(report))"
    }
    if report.outcome == .noVerdict { return nil }
    var verdicts = [Verdict.held, .inconclusive].compactMap { verdict in
      let count = report.rules.count { $0.verdict == verdict }
      return count > 0 ? "\(TextFormat.count(count, "rule")) \(verdict.word)" : nil
    }
    let suppressed = report.rules.reduce(0) { $0 + $1.suppressed }
    if suppressed > 0 { verdicts.append(TextFormat.count(suppressed, "violation") + " suppressed") }
    let known = report.rules.reduce(0) { $0 + $1.known }
    if known > 0 { verdicts.append(TextFormat.count(known, "violation") + " known") }
    return (known > 0 ? "no new violations: " : "no violations: ") + verdicts.joined(separator: ", ")
  }

  private static func counts(_ report: Report) -> String {
    var counts = Severity.allCases.compactMap { severity in
      let count = report.violations(severity)
      return count > 0 ? TextFormat.count(count, severity.rawValue) : nil
    }
    let unexercised = report.unmet.count
    if unexercised > 0 { counts.append(TextFormat.count(unexercised, "required rule") + " not checked") }
    return counts.joined(separator: ", ")
  }

  /// The options that changed the exit status, in brackets: `--strict` if only warnings fail the run, `--exit-zero`.
  private static func options(_ report: Report) -> String {
    guard report.outcome == .failed else { return "" }
    var options: [String] = []
    if report.violations(.error) == 0, report.unmet.isEmpty { options.append("--strict") }
    if report.exitsZero { options.append("--exit-zero") }
    return options.isEmpty ? "" : " (\(options.joined(separator: ", ")))"
  }
}
