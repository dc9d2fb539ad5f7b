import Diagnostics

extension Report {
  /// The reasons for no verdict, and the required rules that were not checked: each in one line, without a full stop.
  package var failureReasons: [String] {
    (mistakes ?? []).map(\.message)
      + traces.compactMap { trace in trace.problem.map { "\(trace.path): \($0.message)" } }
      + (NothingChecked(self).map { [$0.diagnostic.message] } ?? [])
      + unmet.map { "\($0.message) [\($0.ruleID)]" }
  }
}
