public import Foundation

/// Where a recorder writes its lines.
public enum Destination: Sendable {
  /// A file, to which lines are appended. When it is larger than `maximumSize` bytes, it is renamed to `NAME.1`, which replaces
  /// the previous `NAME.1`, and a new file is started.
  case file(URL = Destination.defaultFile, maximumSize: Int = 4 << 20)

  #if canImport(os)
    /// The system's log, with the subsystem `lifecheck`. `log stream`, Xcode and Console show the lines.
    case systemLog
  #endif

  /// A closure that gets each line without its line end, one line at a time, in the order of the lines. Events that the closure
  /// itself records are dropped.
  case lines(@Sendable (String) -> Void)

  /// The file `trace.log` in the app's folder for caches.
  public static var defaultFile: URL {
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    return (caches ?? FileManager.default.temporaryDirectory).appendingPathComponent("trace.log")
  }
}
