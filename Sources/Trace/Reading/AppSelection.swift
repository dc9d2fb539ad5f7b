/// The app whose events are read from a log of several apps.
public struct AppSelection: Sendable {
  /// The name of its main process: `com.example.app`.
  public let name: String
  /// The events about the log as a whole, such as a restart of the device. They count for each app.
  let logEvents: Set<EventID>

  /// Selects the app with a process name.
  public init(_ name: String, logEvents: Set<EventID> = []) {
    self.name = name
    self.logEvents = logEvents
  }

  /// Whether a process may be one of the app: its main process, or one that Android names after it (`com.example.app:remote`).
  /// The log may not show the name of a process, which is then empty.
  func mayInclude(_ process: String) -> Bool {
    process.isEmpty || process == name || process.hasPrefix(name + ":")
  }
}
