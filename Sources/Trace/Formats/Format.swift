/// The format of a record. The cases are in the order in which formats are listed, the most specific ones first.
public enum Format: Int, CaseIterable, Sendable {
  /// The canonical form: `10:00:00.123 MyApp[42:1] timer.start id=poll`.
  case canonical
  /// The format of the project's own logger, which the project file describes (`header`).
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
  /// A device's log, as idevicesyslog prints it.
  case ideviceTrace
  /// A device's log, as its syslog relay sends it.
  case ideviceRelay
  /// Syslog with the name of the month.
  case asl
  /// A line of syslog that counts repetitions of the last message.
  case aslRepeat
  /// A device's log, as pymobiledevice3 prints it.
  case pymobiledevice
  /// NSLog on standard error, and the system log that is mirrored there.
  case nslog
  /// Syslog with an ISO date.
  case isoSyslog
  /// Syslog of RFC 5424.
  case syslog5424
  /// NSLog whose date was cut off.
  case nslogTime
  /// The Appium server's log, except for records of a device.
  case appium
  /// The output of Capacitor.
  case capacitor
  /// Detox's log, except for records of a device.
  case detox
  /// Flutter's `print` on Apple's systems.
  case flutter
  /// Android's logcat, in each of its formats.
  case logcatBrief, logcatLong, logcatProcess, logcatTag, logcatThread, logcatThreadtime, logcatTime
  /// CocoaLumberjack's file logger.
  case lumberjackFile
  /// Metro, React Native's bundler, which prints an app's console output without times.
  case metro
  /// React Native's own log.
  case reactNative
  /// Android Studio's logcat window, since version 2022.1 and before.
  case studioNew, studioOld
  /// An export of the Android Logcat window of Unity's editor.
  case unityLogcat
  /// swift-log's `StreamLogHandler`.
  case swiftLog
  /// SwiftyBeaver with its own format string.
  case swiftyBeaver
  /// XCGLogger.
  case xcgLogger
  /// A step of a UI test, and the start or end of a test.
  case xctestActivity, xctestCase
  /// Chrome's trace events, also from Perfetto.
  case chromeTrace
  /// A crash report as text.
  case crashReport
  /// An incident report in JSON: a crash, or a lack of memory.
  case incident
  /// A JSON object with a message.
  case jsonLine
  /// A payload of MetricKit.
  case metricKit
  /// `log show` and `log stream` in their JSON styles.
  case oslogJSON
  /// OpenTelemetry's logs in JSON.
  case otlp
  /// An export of Android Studio's logcat window.
  case studioJSON
  /// Breadcrumbs and logs of Sentry, Bugsnag and Crashlytics, and events of the Segment specification.
  case sentry, bugsnag, crashlytics, segment
  /// Telemetry of an app on Android, in any of these formats or in OpenTelemetry's.
  case androidTelemetry
  /// A record of a document that the project file describes.
  case documents
  /// A table of Instruments, exported by `xctrace`.
  case xctrace
  /// A time, then text.
  case plain
  /// NSLog whose time was cut off.
  case nslogCut
  /// A line without a header: part of the record above it, or text without a time.
  case bare

  /// Whether only the message distinguishes it from the canonical form, because their headers look the same.
  var isConsole: Bool {
    switch self {
    case .nslog, .nslogTime, .nslogCut, .plain, .bare: true
    default: false
    }
  }

  /// Whether the time may be that of a tool that passed the line on.
  @inline(__always)
  var hasTimeOfTool: Bool {
    switch self {
    case .plain, .appium, .detox: true
    default: false
    }
  }

  /// Whether the line below may complete an event: with metadata, or with a number of repetitions.
  @inline(__always)
  var mayContinueBelow: Bool {
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

  /// The name in the output of `lifecheck events --formats`, and for `--input-format`.
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
    case .unityLogcat: "unity-logcat"
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
    case .sentry: "sentry"
    case .bugsnag: "bugsnag"
    case .crashlytics: "crashlytics"
    case .segment: "segment"
    case .androidTelemetry: "telemetry-android"
    case .documents: "documents"
    case .xctrace: "xctrace"
    case .plain: "plain"
    case .nslogCut: "nslog-cut"
    case .bare: "bare"
    }
  }

  /// Whether its records are several lines, or objects in one line.
  var isDocument: Bool {
    switch self {
    case .chromeTrace, .crashReport, .incident, .jsonLine, .metricKit, .oslogJSON, .otlp, .studioJSON,
      .xctrace, .sentry, .bugsnag, .crashlytics, .segment, .androidTelemetry, .documents:
      true
    default: false
    }
  }

  /// The formats that its records may be counted as: itself, its forms with a cut time, and the canonical form.
  public var countedAs: [Format] {
    (self == .nslog ? [.nslog, .nslogTime, .nslogCut] : [self]) + (isConsole ? [.canonical] : [])
  }

  /// The formats that a user can choose.
  public static var named: [Format] { allCases.filter { $0 != .bare } }
}

extension Format {
  /// The platform that writes the format; nil if several do.
  public var home: Platform? {
    switch self {
    case .logcatBrief, .logcatLong, .logcatProcess, .logcatTag, .logcatThread, .logcatThreadtime, .logcatTime,
      .studioJSON, .studioNew, .studioOld, .unityLogcat, .androidTelemetry:
      .android
    case .oslogDefault, .oslogCompact, .oslogSyslog, .oslogJSON, .consoleCopy, .xcodeMeta, .nslog,
      .nslogTime, .asl, .aslRepeat,
      .ideviceTrace, .ideviceRelay, .pymobiledevice, .crashReport, .incident, .metricKit, .xctrace,
      .xctestActivity,
      .xctestCase:
      .apple
    case .canonical, .custom, .isoSyslog, .syslog5424, .nslogCut, .appium, .capacitor, .detox,
      .flutter,
      .lumberjackFile, .metro, .reactNative, .swiftLog, .swiftyBeaver, .xcgLogger, .chromeTrace, .jsonLine,
      .otlp, .sentry, .bugsnag, .crashlytics, .segment, .documents,
      .plain, .bare:
      nil
    }
  }
}
