/// The meanings of the keys of a JSON record. Case is ignored. A dot in a name is either part of the key or a step into an
/// object: `process.pid` is also `{"process":{"pid":42}}`.
enum JSONKeys {
  enum Role: Int, CaseIterable {
    case time, message
    /// The name of an event.
    case event
    /// The name of an event in a key that often means something else. Only used if the record has no message.
    case ambiguousEventName
    case function, process, pid, thread
    /// Whether a signpost begins or ends an interval.
    case phase
    /// The kind of a record of the system's log.
    case kind
    /// A key that identifies a kind of document.
    case mark
  }

  /// A role, and the rank of the key: its index in the list of keys with this role. A lower rank takes precedence.
  struct Meaning {
    let role: Role
    let rank: UInt8
  }

  /// The meanings of a key: at most two.
  struct Meanings {
    var first: Meaning?
    var second: Meaning?
  }

  /// The rank of `filename`, which contains the path of a program or the name of a source file.
  static let rankOfPath = UInt8(processKeys.firstIndex(of: "filename") ?? processKeys.count)

  /// The keys that identify kinds of documents.
  enum Mark: UInt32, CaseIterable {
    case eventMessage, composedMessage, traceEvents, resourceLogs, ph, ts, dur, finished
    case bugType, captureTime, procLaunch, largestProcess, crashDiagnostics, applicationExitMetrics
    case hangDiagnostics, cpuExceptionDiagnostics
    case breadcrumbs, sentryScope, processState, crashlyticsSdkVersion, crashlyticsSdkVersionColumn
    case anonymousId, anonymousIdColumn, originalTimestamp, originalTimestampColumn

    fileprivate var key: String {
      switch self {
      case .bugType: "bug_type"
      case .sentryScope: "sentry_sdk_scope"
      case .processState: "process_state"
      case .crashlyticsSdkVersionColumn: "crashlytics_sdk_version"
      case .anonymousIdColumn: "anonymous_id"
      case .originalTimestampColumn: "original_timestamp"
      default: "\(self)"
      }
    }
  }

  /// The keys of one-line documents whose events contain no text of the vocabulary: incident reports and MetricKit payloads.
  static let documentKeys: [String] = {
    let marks: [Mark] = [
      .bugType, .captureTime, .procLaunch, .largestProcess, .crashDiagnostics, .applicationExitMetrics,
      .hangDiagnostics, .cpuExceptionDiagnostics,
    ]
    return marks.map(\.key)
  }()

  private static let processKeys = [
    "process", "processName", "process_name", "process.name", "app", "app_name", "processImagePath",
    "SYSLOG_IDENTIFIER", "service", "service.name", "filename",
  ]

  private static let lists: [(Role, [String])] = [
    (
      .time,
      [
        "timestamp", "@timestamp", "time", "ts", "t", "date", "datetime", "eventTime", "timeUnixNano",
        "observedTimeUnixNano", "timeMillis", "epochMillis", "created_at", "receiveTimestamp",
        "__REALTIME_TIMESTAMP", "_time",
      ]
    ),
    (
      .message,
      [
        "message", "msg", "eventMessage", "composedMessage", "body", "body.stringValue", "text", "log",
        "textPayload", "jsonPayload.message", "@message", "event.original", "_raw",
      ]
    ),
    (.event, ["event", "event_name", "eventName", "event.name", "callback", "lifecycle", "notification"]),
    (.ambiguousEventName, ["name", "type", "state", "_cmd", "selector"]),
    (.function, ["function", "func", "method", "log.origin.function", "code.function"]),
    (.process, processKeys),
    (.pid, ["pid", "processID", "process_id", "process.pid", "_PID"]),
    (
      .thread,
      [
        "tid", "thread", "threadID", "thread_id", "thread.id", "process.thread.id", "thread_name",
        "thread.name", "queue",
      ]
    ),
    (.phase, ["signpostType"]),
    (.kind, ["eventType"]),
    (.mark, Mark.allCases.map(\.key)),
  ]

  private static let table: (words: WordTable, meanings: [Meanings]) = {
    var words = WordTable(ignoringCase: true)
    var meanings: [Meanings] = []
    for (role, keys) in lists {
      for (rank, key) in keys.enumerated() {
        let key = Array(key.utf8)
        let number = words.insert(key.span, key.indices)
        let meaning = Meaning(role: role, rank: UInt8(rank))
        if number == meanings.count {
          meanings.append(Meanings(first: meaning))
        } else {
          meanings[number].second = meaning
        }
      }
    }
    return (words, meanings)
  }()
  /// The keys of objects whose members count as members of the record.
  private static let transparent = WordTable([
    "attributes", "content", "jsonPayload", "payload", "_source", "result", "record", "fields",
  ])
  /// The keys of objects whose members have dotted names, such as `process.name`.
  private static let prefixes = WordTable(
    ["process", "log", "event", "thread", "body", "code", "service", "origin"], ignoringCase: true)
  /// The keys of arrays of records in a document.
  private static let streams = WordTable(["traceEvents", "events", "logEvents", "logcatMessages", "batch"])
  private static let resources = WordTable(["resourceLogs"])
  private static let scopes = WordTable(["scopeLogs", "instrumentationLibraryLogs"])
  private static let logRecords = WordTable(["logRecords"])
  /// The keys of all arrays whose elements are read.
  private static let readArrays = WordTable([
    "traceEvents", "events", "logEvents", "logcatMessages", "batch", "resourceLogs", "scopeLogs",
    "instrumentationLibraryLogs", "logRecords", "attributes", "values", "processes", "crashDiagnostics",
    "hangDiagnostics", "cpuExceptionDiagnostics", "breadcrumbs", "logs", "params",
  ])

  /// Returns the meanings of a key; nil if it has none.
  @inline(__always)
  static func meanings(of key: Range<Int>, in text: Span<UInt8>) -> Meanings? {
    table.words.number(of: key, in: text).map { table.meanings[$0] }
  }

  static func isTransparent(_ key: Range<Int>, in text: Span<UInt8>) -> Bool {
    transparent.number(of: key, in: text) != nil
  }

  static func isPrefix(_ key: Range<Int>, in text: Span<UInt8>) -> Bool {
    prefixes.number(of: key, in: text) != nil
  }

  /// Returns how to read the elements of an array that is a member of a document.
  static func elements(of key: Range<Int>, in text: Span<UInt8>) -> JSONScanner.Elements {
    if streams.number(of: key, in: text) != nil { return .records }
    return resources.number(of: key, in: text) != nil ? .resources : .whole
  }

  /// Whether a key names the array of scopes of an OpenTelemetry resource.
  static func isScopesArray(_ key: Range<Int>, in text: Span<UInt8>) -> Bool {
    scopes.number(of: key, in: text) != nil
  }

  /// Whether a key names the array of records of an OpenTelemetry scope.
  static func isOfLogRecords(_ key: Range<Int>, in text: Span<UInt8>) -> Bool {
    logRecords.number(of: key, in: text) != nil
  }

  /// Whether a key names an array whose elements are read.
  static func isReadArray(_ key: Range<Int>, in text: Span<UInt8>) -> Bool {
    readArrays.number(of: key, in: text) != nil
  }
}
