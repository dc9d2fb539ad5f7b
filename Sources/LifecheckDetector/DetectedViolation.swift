import Checking
import Diagnostics

/// A violation that a detector found.
public struct DetectedViolation: Sendable {
  /// The id of the broken rule: `no-gl-in-background`.
  public let ruleID: String
  /// Whether the violation is an error; otherwise it is a warning or a note.
  public let isError: Bool
  /// What happened, in one sentence: lower case, without a full stop. It contains text from the trace as it is.
  public let message: String
  /// The number of the reported line, from 1: the lines that the detector has read are counted.
  public let line: Int
  /// The text for people, of several lines: the message, the lines of the trace that prove it, and what to do. Control characters
  /// are escaped.
  public let text: String

  init(_ violation: Violation, in name: String) {
    ruleID = violation.ruleID
    isError = violation.severity == .error
    message = violation.message
    line = violation.witness.line
    text = ViolationText.frame(of: violation, in: name)
  }
}
