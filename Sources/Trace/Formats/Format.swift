/// How a record of a log is written. The order is that in which a line is tried: what is decisive comes first.
public enum Format: Int, CaseIterable, Sendable {
  /// The canonical form: `10:00:00.123 MyApp[42:1] timer.start id=poll`.
  case canonical
  /// The default style of `log show`.
  case oslogDefault
  /// The compact style of `log show`.
  case oslogCompact
  /// The syslog style of `log show`.
  case oslogSyslog
  /// Lines copied from Console.
  case consoleCopy
  /// Xcode's console, copied with metadata.
  case xcodeMeta
  /// A device's log, by idevicesyslog.
  case ideviceTrace
  /// A device's log, by its syslog relay.
  case ideviceRelay
  /// Syslog with a month's name.
  case asl
  /// Syslog's word that the last message came again.
  case aslRepeat
  /// A device's log, by pymobiledevice3.
  case pymobiledevice
  /// NSLog on standard error, and the mirror of the system's log there.
  case nslog
  /// Syslog with an ISO date.
  case isoSyslog
  /// Syslog of RFC 5424.
  case syslog5424
  /// NSLog whose date was cut off.
  case nslogTime
  /// A time, and text.
  case plain
  /// NSLog whose time was cut off.
  case nslogCut
  /// A line without a header: part of the record above it, or text without a time.
  case bare

  /// Whether the canonical form is told from it only by what the message says.
  var isConsole: Bool {
    switch self {
    case .nslog, .nslogTime, .nslogCut, .plain, .bare: true
    default: false
    }
  }

  /// Whether the line below may say more about an event: its metadata, that it came again.
  @inline(__always)
  var isHeldBack: Bool {
    switch self {
    case .bare, .asl, .ideviceRelay: true
    default: false
    }
  }

  /// What `lifecheck events --formats` calls it, and `--input-format` takes.
  public var name: String {
    switch self {
    case .canonical: "lifecheck"
    case .oslogDefault: "oslog-default"
    case .oslogCompact: "oslog-compact"
    case .oslogSyslog: "oslog-syslog"
    case .consoleCopy: "console-copy"
    case .xcodeMeta: "xcode-meta"
    case .ideviceTrace: "idevice-trace"
    case .ideviceRelay: "idevice-relay"
    case .asl: "asl"
    case .aslRepeat: "asl-repeat"
    case .pymobiledevice: "pymobiledevice"
    case .nslog: "nslog"
    case .isoSyslog: "iso-syslog"
    case .syslog5424: "syslog-5424"
    case .nslogTime: "nslog-time"
    case .plain: "plain"
    case .nslogCut: "nslog-cut"
    case .bare: "bare"
    }
  }
}
