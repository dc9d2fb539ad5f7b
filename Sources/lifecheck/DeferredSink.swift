import Reporting
import Trace

/// A sink that is made when it is needed. Until then, events wait with their lines.
///
/// Most logs choose their rulebook after a few events. The rules of the other rulebooks are then never compiled, which would take
/// longer than checking a small log.
struct DeferredSink<Sink: EventSink & ~Copyable>: ~Copyable {
  private let make: () -> Sink
  private var sink: Sink?
  private var events: [Event] = []
  /// The lines of the events, one after the other, and where each of them ends.
  private var lines: [UInt8] = []
  private var lineEnds: [Int] = []

  /// The numbers of events and of bytes with which the sink is made in any case, so that the memory for them is limited.
  private static var mostEvents: Int { 1 << 12 }
  private static var mostBytes: Int { 1 << 20 }

  init(_ make: @escaping () -> Sink) { self.make = make }

  /// Makes the sink, and hands the waiting events over to it.
  mutating func start(_ trace: borrowing TraceReport, _ found: ([Sink.Work.Finding]) throws -> Void) throws {
    guard sink == nil else { return }
    sink = make()
    let (events, lines, lineEnds) = (self.events, self.lines, self.lineEnds)
    (self.events, self.lines, self.lineEnds) = ([], [], [])
    var start = 0
    for (event, end) in zip(events, lineEnds) {
      try sink?.consume(event, lines.span.extracting(start..<end), trace, found)
      start = end
    }
  }

  @inline(__always)
  mutating func consume(
    _ event: Event, _ line: Span<UInt8>, _ trace: borrowing TraceReport,
    _ found: ([Sink.Work.Finding]) throws -> Void
  ) throws {
    if sink == nil { return try hold(event, line, trace, found) }
    try sink?.consume(event, line, trace, found)
  }

  @inline(never)
  private mutating func hold(
    _ event: Event, _ line: Span<UInt8>, _ trace: borrowing TraceReport,
    _ found: ([Sink.Work.Finding]) throws -> Void
  ) throws {
    events.append(event)
    lines.append(line)
    lineEnds.append(lines.count)
    if events.count == Self.mostEvents || lines.count >= Self.mostBytes { try start(trace, found) }
  }

  mutating func drainFindings(_ trace: borrowing TraceReport) -> [Sink.Work.Finding] {
    sink?.drainFindings(trace) ?? []
  }

  /// Ends the log; the sink must have been started.
  mutating func finish(_ trace: inout TraceReport) -> [Sink.Work.Finding] { sink?.finish(&trace) ?? [] }
}
