/// How a record of a log is written. The order is that in which formats are listed: what is decisive comes first.
public enum Format: Int, CaseIterable, Sendable {
  /// The canonical form: `10:00:00.123 MyApp[42:1] timer.start id=poll`.
  case canonical
  /// What a project's own logger writes: its `header`.
  case custom
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
  /// The Appium server's log, where it does not hold a record of a device.
  case appium
  /// What Capacitor prints.
  case capacitor
  /// Detox's log, where it does not hold a record of a device.
  case detox
  /// Flutter's `print` on Apple's systems.
  case flutter
  /// Android's logcat, by the name of its format.
  case logcatBrief, logcatLong, logcatProcess, logcatTag, logcatThread, logcatThreadtime, logcatTime
  /// CocoaLumberjack's file logger.
  case lumberjackFile
  /// React Native's bundler: what an app's console prints, without a time.
  case metro
  /// React Native's own log.
  case reactNative
  /// Android Studio's logcat window, since 2022 and before.
  case studioNew, studioOld
  /// swift-log's `StreamLogHandler`.
  case swiftLog
  /// SwiftyBeaver with its own format string.
  case swiftyBeaver
  /// XCGLogger's lines.
  case xcgLogger
  /// A step of a UI test, and the start or end of a test.
  case xctestActivity, xctestCase
  /// Chrome's trace events, and Perfetto's in their form.
  case chromeTrace
  /// A text report of a crash.
  case crashReport
  /// A report of an incident in JSON: a crash, or that memory ran out.
  case incident
  /// A JSON object with a message.
  case jsonLine
  /// What MetricKit hands over.
  case metricKit
  /// `log show` and `log stream` in their JSON styles.
  case oslogJSON
  /// OpenTelemetry's logs in JSON.
  case otlp
  /// What Android Studio's logcat window exports.
  case studioJSON
  /// A table of Instruments, exported by `xctrace`.
  case xctrace
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

  /// Whether the header of a line depends neither on its message nor on the lines above, so that it can be cached.
  @inline(__always)
  var hasFixedHeader: Bool {
    switch self {
    case .nslog, .oslogCompact, .oslogDefault, .logcatThreadtime: true
    default: false
    }
  }

  /// What `lifecheck events --formats` calls it, and `--input-format` takes.
  public var name: String {
    switch self {
    case .canonical: "lifecheck"
    case .custom: "custom"
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
    case .appium: "appium"
    case .capacitor: "capacitor"
    case .detox: "detox"
    case .flutter: "flutter"
    case .logcatBrief: "logcat-brief"
    case .logcatLong: "logcat-long"
    case .logcatProcess: "logcat-process"
    case .logcatTag: "logcat-tag"
    case .logcatThread: "logcat-thread"
    case .logcatThreadtime: "logcat-threadtime"
    case .logcatTime: "logcat-time"
    case .lumberjackFile: "lumberjack-file"
    case .metro: "metro"
    case .reactNative: "rn-native"
    case .studioNew: "studio-new"
    case .studioOld: "studio-old"
    case .swiftLog: "swift-log"
    case .swiftyBeaver: "swiftybeaver"
    case .xcgLogger: "xcglogger"
    case .xctestActivity: "xctest-activity"
    case .xctestCase: "xctest-case"
    case .chromeTrace: "chrome-trace"
    case .crashReport: "crash"
    case .incident: "ips"
    case .jsonLine: "json-line"
    case .metricKit: "metrickit"
    case .oslogJSON: "oslog-json"
    case .otlp: "otlp"
    case .studioJSON: "studio-json"
    case .xctrace: "xctrace"
    case .plain: "plain"
    case .nslogCut: "nslog-cut"
    case .bare: "bare"
    }
  }

  /// Whether its records are more than a line, or objects in one.
  var isDocument: Bool {
    switch self {
    case .chromeTrace, .crashReport, .incident, .jsonLine, .metricKit, .oslogJSON, .otlp, .studioJSON,
      .xctrace:
      true
    default: false
    }
  }

  /// What its records count as: itself, what is left of it where its time was cut off, and what has a canonical
  /// message.
  public var kin: [Format] {
    (self == .nslog ? [.nslog, .nslogTime, .nslogCut] : [self]) + (isConsole ? [.canonical] : [])
  }

  /// The formats that can be asked for.
  public static var named: [Format] { allCases.filter { $0 != .bare } }
}

extension Format {
  /// The platform of which a record of the format speaks; nil for formats that are written on several.
  public var home: Platform? {
    switch self {
    case .logcatBrief, .logcatLong, .logcatProcess, .logcatTag, .logcatThread, .logcatThreadtime, .logcatTime,
      .studioJSON, .studioNew, .studioOld:
      .android
    case .oslogDefault, .oslogCompact, .oslogSyslog, .oslogJSON, .consoleCopy, .xcodeMeta, .nslog, .asl,
      .aslRepeat,
      .ideviceTrace, .ideviceRelay, .pymobiledevice, .crashReport, .incident, .metricKit, .xctrace,
      .xctestActivity,
      .xctestCase:
      .apple
    case .canonical, .custom, .isoSyslog, .syslog5424, .nslogTime, .nslogCut, .appium, .capacitor, .detox,
      .flutter,
      .lumberjackFile, .metro, .reactNative, .swiftLog, .swiftyBeaver, .xcgLogger, .chromeTrace, .jsonLine,
      .otlp,
      .plain, .bare:
      nil
    }
  }

  /// The platform whose callbacks and messages a record may hold.
  var platform: Platform { home ?? .apple }
}
