@testable import Trace

/// An event in a form that tests can compare, with the values of its line.
struct Sighting: Equatable, CustomStringConvertible {
  var line: Int
  var event: String
  var name: String
  var column: Int
  var form: Event.Form
  var process: String?
  var pid: Int?
  var thread: String?
  var isMainThread: Bool?
  var time: String?
  var timestamp: Timestamp?
  var owner: String?
  var fields: [String: String]

  var description: String {
    "\(line): \(event) \(fields) `\(name)` \(process ?? "-")[\(pid ?? -1)] \(time ?? "-")"
  }
}

/// The result of reading a log to its end.
struct Reading {
  var sightings: [Sighting] = []
  var statistics = TraceStatistics()
  /// The process of each event. Runs of one app may have the same name.
  var processes: [ProcessID?] = []
  /// The number of bytes that were skipped.
  var skipped = 0
  /// The columns of the events in the original log.
  var originColumns: [Int] { sightings.map(\.column) }

  /// The events with line, time and process: `3 10:00:00.123 Walk[42:1] dog.didWakeUp`.
  var notes: [String] {
    sightings.map { sighting in
      let pid = sighting.pid.map(String.init) ?? "-"
      let thread = sighting.thread.map { ":" + $0 } ?? ""
      return
        "\(sighting.line) \(sighting.time ?? "-") \(sighting.process ?? "-")[\(pid)\(thread)] \(sighting.event)"
    }
  }

  /// The number of records of each format, without lines that are not records.
  var formats: [String: Int] {
    var formats: [String: Int] = [:]
    for format in Format.allCases where format != .bare && statistics.records[format.rawValue] != 0 {
      formats[format.name] = statistics.records[format.rawValue]
    }
    return formats
  }

  /// The dotted names, in order.
  var events: [String] { sightings.map(\.event) }

  init(
    _ log: String, _ vocabulary: Vocabulary = .walk, pieces: Int? = nil, template: HeaderTemplate? = nil,
    only: Format? = nil
  ) {
    self.init(Array(log.utf8), Recognizer(vocabulary), pieces: pieces, template: template, only: only)
  }

  init(
    _ bytes: [UInt8], _ recognizer: Recognizer, lastWritten: Timestamp? = nil, pieces: Int? = nil,
    template: HeaderTemplate? = nil, only: Format? = nil, mode: ReadingMode = .fast,
    limits: ReaderLimits = ReaderLimits(), isScanned: Bool = false
  ) {
    self.init(
      bytes, recognizer, lastWritten: lastWritten, template: template, only: only, mode: mode, limits: limits,
      isScanned: isScanned
    ) {
      pieces ?? max(bytes.count, 1)
    }
  }

  /// Reads a log in pieces of the given sizes. The pieces can be scanned before they are read.
  init(
    _ bytes: [UInt8], _ recognizer: Recognizer, lastWritten: Timestamp?, template: HeaderTemplate? = nil,
    only: Format? = nil, mode: ReadingMode = .fast, limits: ReaderLimits = ReaderLimits(),
    isScanned: Bool = false, nextSize: () -> Int
  ) {
    var reader = TraceReader(
      recognizer, lastWritten: lastWritten, template: template, only: only, mode: mode, limits: limits)
    var seen: [(Sighting, Event.Owner?)] = []
    func see(_ event: Event, _ line: Span<UInt8>) {
      seen.append((Sighting(event, line, recognizer), event.owner))
    }
    var start = 0
    while start < bytes.count {
      let end = min(start + nextSize(), bytes.count)
      let piece = bytes.span.extracting(start..<end)
      let scanned = isScanned ? reader.skipped?.scanner.scan(piece) : nil
      reader.read(piece, scanned: scanned) { see($0, $1) }
      start = end
    }
    reader.finish { see($0, $1) }
    statistics = reader.statistics
    skipped = reader.skipped?.count ?? 0
    let names = reader.processNames
    processes = seen.map { $1?.process }
    sightings = seen.map { sighting, owner in
      var sighting = sighting
      sighting.owner = owner.map { "\(names[$0.process.rawValue])[\($0.pid.map(String.init) ?? "")]" }
      return sighting
    }
  }
}

extension Reading {
  /// The events with names that the vocabulary has.
  var knownEvents: [Sighting] { sightings.filter { !$0.event.hasPrefix("?") } }
}

extension Sighting {
  init(_ event: Event, _ line: Span<UInt8>, _ recognizer: Recognizer) {
    self.line = event.line
    name = Self.text(event.name, line)
    self.event = event.id == .unknown ? "?" + name : recognizer.vocabulary.name(of: event.id)
    column =
      event.origin.map { $0.columns + $0.bytes.span.column(ofByte: $0.name.lowerBound) }
      ?? line.column(ofByte: event.name.lowerBound)
    form = event.form
    process = event.process.map { Self.text($0, line) }
    pid = event.pid
    isMainThread = event.isMainThread
    thread = event.thread.map { Self.text($0, line) }
    time = event.timeText.map { Self.text($0, line) }
    timestamp = event.time
    fields = [:]
    for field in event.fields {
      switch field.name {
      case .known(let index): fields[recognizer.fieldNames[index]] = Event.text(of: field, in: line)
      case .other(let range): fields[Self.text(range, line)] = Event.text(of: field, in: line)
      }
    }
  }

  private static func text(_ range: Range<Int>, _ line: Span<UInt8>) -> String {
    String(decoding: range.map { line[$0] }, as: UTF8.self)
  }
}

extension Vocabulary {
  init(_ events: EventDeclaration...) {
    self.init()
    for event in events { declare(event) }
  }

  /// The life of a dog. No test depends on names that are built into the program.
  static let walk = Vocabulary(
    EventDeclaration(
      name: "dog.didWakeUp", returns: true, callbacks: ["dogDidWakeUp:"],
      notifications: ["WFDog.didWakeUpNotification"]),
    EventDeclaration(
      name: "dog.willSleep", returns: true, callbacks: ["dogWillSleep:"],
      notifications: ["WFDogWillDozeNotification"]),
    EventDeclaration(
      name: "dog.didFetch", returns: true,
      callbacks: [
        "dog:didFetchStickWithOptions:", "didFetchStickWithOptions", "dog:fetch:thrower:",
        "dog(_:get:thrower:)",
      ]),
    EventDeclaration(
      name: "kennel.didOpen", returns: true, callbacks: ["kennelDidOpen:"],
      notifications: ["WFKennel.didOpenNotification"], fields: ["id": .text]),
    EventDeclaration(name: "bark.start", fields: ["id": .text, "loud": .number]),
    EventDeclaration(name: "bark.stop", fields: ["id": .text])
  )
}
