/// What the keys of a JSON record mean. They are compared without regard to case, and a dot is part of the key as well
/// as a step into an object.
enum JSONKeys {
  enum Role: Int, CaseIterable {
    case time, message
    /// The name of what happened.
    case event
    /// The same, in keys that mean something else as often: asked only where there is no message.
    case weakEvent
    case function, process, pid, thread
    /// Whether a signpost begins or ends something.
    case phase
    /// The kind of a record of the system's log.
    case kind
    /// What tells a kind of document.
    case mark
  }

  /// A role, and how early the key is in the list of those that have it.
  struct Meaning {
    let role: Role
    let rank: UInt8
  }

  /// What a key means: two things at most.
  struct Meanings {
    var first: Meaning?
    var second: Meaning?
  }

  /// The rank of the key that has a program's path, or the name of a source file.
  static let rankOfPath = UInt8(processKeys.firstIndex(of: "filename") ?? processKeys.count)

  /// What tells one kind of document from another.
  enum Mark: UInt32, CaseIterable {
    case eventMessage, composedMessage, traceEvents, resourceLogs, ph, ts, dur, finished
    case bugType, captureTime, procLaunch, largestProcess, crashDiagnostics, applicationExitMetrics
    case hangDiagnostics, cpuExceptionDiagnostics

    fileprivate var key: String {
      switch self {
      case .bugType: "bug_type"
      default: "\(self)"
      }
    }
  }

  /// Keys of documents that are one line each and have events without a text of the vocabulary: reports of incidents, MetricKit.
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
    (.weakEvent, ["name", "type", "state", "_cmd", "selector"]),
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
  /// The objects whose members are those of the record itself.
  private static let transparent = WordTable([
    "attributes", "content", "jsonPayload", "payload", "_source", "result", "record", "fields",
  ])
  /// Those whose members have a dotted name of their own.
  private static let prefixes = WordTable(
    ["process", "log", "event", "thread", "body", "code", "service", "origin"], ignoringCase: true)
  /// Members of a document that are arrays of records.
  private static let streams = WordTable(["traceEvents", "events", "logEvents", "logcatMessages"])
  private static let resources = WordTable(["resourceLogs"])
  private static let scopes = WordTable(["scopeLogs", "instrumentationLibraryLogs"])
  private static let logRecords = WordTable(["logRecords"])
  /// The arrays of which anybody reads the elements.
  private static let readArrays = WordTable([
    "traceEvents", "events", "logEvents", "logcatMessages", "resourceLogs", "scopeLogs",
    "instrumentationLibraryLogs", "logRecords", "attributes", "values", "processes", "crashDiagnostics",
    "hangDiagnostics", "cpuExceptionDiagnostics",
  ])

  /// What a key means; nil where it means nothing.
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

  /// How the elements of an array are read that is a member of a document.
  static func elements(of key: Range<Int>, in text: Span<UInt8>) -> JSONScanner.Elements {
    if streams.number(of: key, in: text) != nil { return .records }
    return resources.number(of: key, in: text) != nil ? .resources : .whole
  }

  /// Whether an array holds the scopes of a resource of telemetry.
  static func isOfScopes(_ key: Range<Int>, in text: Span<UInt8>) -> Bool {
    scopes.number(of: key, in: text) != nil
  }

  /// Whether an array holds the records of a scope of telemetry.
  static func isOfLogRecords(_ key: Range<Int>, in text: Span<UInt8>) -> Bool {
    logRecords.number(of: key, in: text) != nil
  }

  /// Whether anybody reads the elements of an array of that name.
  static func isReadArray(_ key: Range<Int>, in text: Span<UInt8>) -> Bool {
    readArrays.number(of: key, in: text) != nil
  }
}
