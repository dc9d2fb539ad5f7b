public import Trace

/// A line of a log with an event of a session. Events that only repeat an earlier one, such as the notification of a callback
/// that is also logged itself, have none.
public struct SessionLine: Sendable, Equatable {
  /// The 1-based line.
  public var line: Int
  /// Identifies the session within the log.
  public var session: Int
  /// The name of the session's process, as a number; nil if the log does not name it.
  public var process: ProcessID?
}
