import Trace

extension SessionState {
  /// The context of an event: its time, lost lines, process and session.
  struct Circumstances {
    var time: LogTime?
    /// How often the log had lost lines by then.
    var losses: Int
    /// The number of the process, and its session (`Session.startOrder`).
    var process: Int
    var life: Int
  }
}
