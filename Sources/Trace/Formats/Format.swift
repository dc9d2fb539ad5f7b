/// How a record of a log is written. The order is that in which a line is tried: what is decisive comes first.
public enum Format: Int, CaseIterable, Sendable {
  /// The canonical form: `10:00:00.123 MyApp[42:1] timer.start id=poll`.
  case canonical
  /// NSLog on standard error, and the mirror of the system's log there.
  case nslog
  /// A time, and text.
  case plain
  /// A line without a header: part of the record above it, or text without a time.
  case bare

  /// Whether the canonical form is told from it only by what the message says.
  var isConsole: Bool { self == .nslog || self == .plain || self == .bare }

  /// What `lifecheck events --formats` calls it, and `--input-format` takes.
  public var name: String {
    switch self {
    case .canonical: "lifecheck"
    case .nslog: "nslog"
    case .plain: "plain"
    case .bare: "bare"
    }
  }
}
