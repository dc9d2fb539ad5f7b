/// A style in which Apple's system log is shown.
public enum SystemLogStyle: String, CaseIterable, Sendable {
  case `default`, compact, syslog, ndjson

  /// A record at a second of the day, of a process or, with the process id 0, of the log itself.
  public func line(_ time: String, _ message: String, of process: String = "", _ pid: Int = 0) -> String {
    let isLoss = message.hasPrefix("lost")
    let (date, zone) = ("2024-03-15 \(time)", "000000-0700")
    let name = pid == 0 ? "kernel" : process
    switch self {
    case .default:
      let type = pid > 0 ? "Default " : isLoss ? "Loss    " : "Timesync"
      let sender = pid > 0 ? "\(process): (WalkKit) [com.example.walk:life] " : ""
      return "\(date).\(zone) 0x1        \(type)    0x0                  \(pid)      0    \(sender)\(message)"
    case .compact: return "\(date).000 Df \(name)[\(pid):1a] \(message)"
    case .syslog: return "\(date).\(zone)  localhost \(name)[\(pid)]: \(message)"
    case .ndjson:
      let sort = pid > 0 ? "logEvent" : isLoss ? "lossEvent" : "timesyncEvent"
      let path = pid > 0 ? #"\/private\/var\/\#(process).app\/\#(process)"# : ""
      return
        #"{"eventType":"\#(sort)","eventMessage":"\#(message)","processImagePath":"\#(path)","processID":\#(pid),"timestamp":"\#(date).\#(zone)"}"#
    }
  }
}

/// The records of the system's log about itself.
public enum SystemLogRecord {
  /// The device has started.
  public static let boot = "=== system boot: 39CA2A6B-6C61-4D23-9666-738BEDF1FC44"
  /// The clock was set.
  public static let clock = "=== system wallclock time adjusted"
  /// Messages were lost.
  public static let loss =
    "lost >=63 unreliable messages from 1001-2002 (Mach continuous exact start-approx. end)"
}
