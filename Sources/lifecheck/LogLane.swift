import Project
import Reporting
import Trace

/// Reads one log under one rulebook, and produces findings.
struct LogLane<Sink: EventSink & ~Copyable>: ~Copyable {
  typealias Finding = Sink.Work.Finding

  let context: ReaderContext
  private var reader: TraceReader
  private var trace: TraceReport
  private var sink: DeferredSink<Sink>
  /// The number of events that the rules of the rulebook are about.
  private var events = 0
  /// Findings held back until the log has chosen a rulebook.
  private var held: [Finding] = []
  private var heldWeight = 0

  /// `makeSink` makes the sink once the log has chosen the rulebook.
  init(
    _ context: ReaderContext, _ log: Log, lastWritten: Timestamp?, _ makeSink: @escaping () -> Sink
  ) {
    self.context = context
    sink = DeferredSink(makeSink)
    reader = TraceReader(
      context.recognizer, lastWritten: lastWritten, template: context.header, layouts: context.documents,
      only: context.format, app: context.app, mode: context.mode)
    trace = context.trace(of: log)
    trace.app = context.app?.name
  }

  /// The evidence for the rulebook so far.
  var vote: RulebookVote { context.vote(reader, events: events) }

  /// Sets the reading order of the only file: for each line read, its 1-based number in the file.
  mutating func setLineOrder(_ order: [Int]) { trace.files.setLineOrder(order) }

  /// Begins the next file of a joined log.
  mutating func beginFile(_ name: String) { trace.files.beginFile(name, after: reader.statistics.lines) }

  /// The scanner for the next chunks, if they are worth scanning on another thread.
  var scanner: BlockScanner? { reader.scanner }

  mutating func read(
    _ chunk: Span<UInt8>, _ scanned: ScannedBlock?, _ found: ([Finding]) throws -> Void
  ) throws {
    // Copied once, because a stored property would be copied for each event.
    let trace = trace
    try reader.read(chunk, scanned: scanned) { event, line in
      if context.isSubject(event.id) { events += 1 }
      try sink.consume(event, line, trace, found)
    }
  }

  mutating func pause(_ found: ([Finding]) throws -> Void) throws {
    let trace = trace
    try reader.pause { event, line in
      if context.isSubject(event.id) { events += 1 }
      try sink.consume(event, line, trace, found)
    }
  }

  mutating func endFile(_ found: ([Finding]) throws -> Void) throws {
    let trace = trace
    try reader.endFile { event, line in
      if context.isSubject(event.id) { events += 1 }
      try sink.consume(event, line, trace, found)
    }
  }

  /// Ends the log, with the problem that ended it, if any.
  mutating func endReading(isCut: Bool, _ problem: Problem?, _ found: ([Finding]) throws -> Void) throws {
    let trace = trace
    try reader.finish(isCut: isCut) { event, line in
      if context.isSubject(event.id) { events += 1 }
      try sink.consume(event, line, trace, found)
    }
    self.trace.statistics = reader.statistics
    self.trace.processNames = reader.processNames
    self.trace.problem = problem ?? self.trace.omission
  }

  /// Removes and returns the findings so far.
  mutating func drainFindings() -> [Finding] { sink.drainFindings(trace) }

  /// The report of the log, and the findings at its end.
  mutating func finish() -> (trace: TraceReport, findings: [Finding]) {
    let findings = sink.finish(&trace)
    return (trace, findings)
  }

  // MARK: Before a rulebook is chosen

  /// Processes the events that wait for the choice of a rulebook. The findings are held.
  mutating func start() throws {
    var news: [Finding] = []
    try sink.start(trace) { news += $0 }
    hold(news)
  }

  /// Holds findings back until the log has chosen a rulebook.
  mutating func hold(_ findings: [Finding]) {
    held += findings
    heldWeight += findings.reduce(0) { $0 + Sink.Work.weight(of: $1) }
  }

  /// Whether the limit of held findings is reached.
  var isFull: Bool { heldWeight >= Sink.Work.maxPending }

  mutating func drainHeld() -> [Finding] {
    defer { (held, heldWeight) = ([], 0) }
    return held
  }
}
