import Diagnostics

/// The last line of a run that does not end well: why its exit status is not 0.
public enum Closing {
  /// The line without its line end; nil for a run that passed.
  public static func reason(for report: Report) -> String? {
    switch report.outcome {
    case .passed:
      return nil
    case .failed:
      let errors = report.violations(.error)
      let warnings = report.violations(.warning)
      var counts: [String] = []
      if errors > 0 { counts.append(Words.count(errors, "error")) }
      if warnings > 0 { counts.append(Words.count(warnings, "warning")) }
      let unexercised = report.unmet.count
      if unexercised > 0 { counts.append(Words.count(unexercised, "required rule") + " not exercised") }
      let isByStrictness = errors == 0 && unexercised == 0
      return "failed: " + counts.joined(separator: ", ") + (isByStrictness ? " (--strict)" : "")
    case .noVerdict:
      if let mistakes = report.rulebookMistakes {
        let errors = Words.count(mistakes.count { $0.severity == .error }, "error")
        return "no verdict: \(Escaping.line(report.rulebook)) is not valid (\(errors))"
      }
      let failed = report.traces.count - report.checked.count
      return "no verdict: \(failed) of \(Words.count(report.traces.count, "trace")) could not be checked"
    }
  }
}
