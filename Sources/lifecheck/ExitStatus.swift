import Reporting

/// The exit status. A sub-command throws it after all output is written.
enum ExitStatus: Int32, Error {
  /// All logs were checked, and nothing fails the run.
  case passed = 0
  /// All logs were checked, and something fails the run.
  case failed = 1
  /// A log could not be checked, no rule was checked, or the usage was wrong.
  case noVerdict = 2

  init(_ outcome: Report.Outcome) {
    self =
      switch outcome {
      case .passed: .passed
      case .failed: .failed
      case .noVerdict: .noVerdict
      }
  }
}
