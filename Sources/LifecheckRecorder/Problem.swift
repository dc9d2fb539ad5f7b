/// A mistake or a failure that a recorder reports. The recorder never throws into the app.
public enum Problem: Sendable, Hashable, CustomStringConvertible {
  /// The file cannot be written. The recorder tries again every second. If it succeeds, it writes `trace.loss`, because lines are
  /// missing.
  case file(path: String, reason: String)
  /// A text that is not the name of an event, such as `timer.start`. The event is dropped.
  case eventName(String)
  /// A text that is not the name of a field: letters, digits, `_`, `.` and `-`, but no digit first. The field is dropped.
  case fieldName(String)

  /// One sentence for people.
  public var description: String {
    switch self {
    case .file(let path, let reason): "cannot write the trace \(path): \(reason)"
    case .eventName(let name): "`\(name)` is not an event name like `timer.start`"
    case .fieldName(let name): "`\(name)` is not a field name like `id`"
    }
  }
}
