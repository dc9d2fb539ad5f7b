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
      var options: [String] = []
      if errors == 0, unexercised == 0 { options.append("--strict") }
      if report.exitsZero { options.append("--exit-zero") }
      let why = options.isEmpty ? "" : " (\(options.joined(separator: ", ")))"
      return "failed: " + counts.joined(separator: ", ") + why
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
}
