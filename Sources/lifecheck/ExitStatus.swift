import Reporting

/// How the program ends. It is thrown by a sub-command that has said all there is to say.
enum ExitStatus: Int32, Error {
  /// Everything was checked, and nothing fails.
  case passed = 0
  /// Everything was checked, and something fails.
  case failed = 1
  /// Not everything could be checked, or not at all.
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
