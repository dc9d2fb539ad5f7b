import Project
import Reporting
import Trace

/// One log under one rulebook: bytes in, findings out.
struct LogLane<Sink: EventSink & ~Copyable>: ~Copyable {
  typealias Finding = Sink.Work.Finding

  let reading: LogReading
  private var reader: TraceReader
  private var trace: TraceReport
  private var sink: Sink
  /// How many events the rulebook's rules are about.
  private var events = 0
  /// What was found while it is not known whether the log is checked against this rulebook.
  private var held: [Finding] = []
  private var heldWeight = 0

  init(_ reading: LogReading, _ log: Log, lastWritten: Timestamp?, _ sink: consuming Sink) {
    self.reading = reading
    self.sink = sink
    reader = TraceReader(
      reading.recognizer, lastWritten: lastWritten, template: reading.header, only: reading.format)
    trace = reading.trace(of: log)
  }

  /// What speaks for the rulebook so far.
  var vote: RulebookVote { reading.vote(reader, events: events) }

  /// Sets the order in which the lines of the one file are read: for each line, its 1-based number in the file.
  mutating func setLineOrder(_ order: [Int]) { trace.files.setLineOrder(order) }

  /// Begins the next file of a log that has several.
  mutating func beginFile(_ name: String) { trace.files.begin(name, after: reader.statistics.lines) }

  mutating func read(_ chunk: Span<UInt8>, _ found: ([Finding]) throws -> Void) throws {
    try reader.read(chunk) { event, line in
      if reading.isSubject(event.id) { events += 1 }
      try sink.take(event, line, trace, found)
    }
  }

  mutating func pause(_ found: ([Finding]) throws -> Void) throws {
    try reader.pause { event, line in
      if reading.isSubject(event.id) { events += 1 }
      try sink.take(event, line, trace, found)
    }
  }

  mutating func endFile(_ found: ([Finding]) throws -> Void) throws {
    try reader.endFile { event, line in
      if reading.isSubject(event.id) { events += 1 }
      try sink.take(event, line, trace, found)
    }
  }

  /// Ends the reading, with a problem if there is one.
  mutating func endReading(isCut: Bool, _ problem: Problem?, _ found: ([Finding]) throws -> Void) throws {
    try reader.finish(isCut: isCut) { event, line in
      if reading.isSubject(event.id) { events += 1 }
      try sink.take(event, line, trace, found)
    }
    trace.statistics = reader.statistics
    trace.problem = problem ?? trace.omission
  }

  /// Takes out what was found and not handed over.
  mutating func takeFindings() -> [Finding] { sink.takeFindings(trace) }

  /// What came of the log, and what its end shows.
  mutating func finish() -> (trace: TraceReport, findings: [Finding]) {
    let findings = sink.finish(&trace)
    return (trace, findings)
  }

  // MARK: While it is not chosen

  /// Keeps findings until the log has chosen its rulebook.
  mutating func hold(_ findings: [Finding]) {
    held += findings
    heldWeight += findings.reduce(0) { $0 + Sink.Work.weight(of: $1) }
  }

  /// Whether so much is kept that no more should be.
  var isFull: Bool { heldWeight >= Sink.Work.mostUntold }

  mutating func takeHeld() -> [Finding] {
    defer { (held, heldWeight) = ([], 0) }
    return held
  }
}
