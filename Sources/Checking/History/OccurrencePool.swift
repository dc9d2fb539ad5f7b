import Trace

/// The occurrences of one log, made anew only where none is left that nobody refers to.
struct OccurrencePool: ~Copyable {
  /// Those that have a line of their own.
  private var told = ObjectPool<Occurrence>()
  /// Those that share the line of another: what follows from it, and what it is in another session.
  private var sharing = ObjectPool<Occurrence>()
  /// Lines that nobody refers to.
  private var lines: [RetainedLine] = []

  /// An event of the log.
  mutating func make(
    _ event: Event, _ line: Span<UInt8>, _ circumstances: SessionState.Circumstances
  ) -> Occurrence {
    let occurrence = withLine()
    occurrence.assign(event, line, circumstances)
    return occurrence
  }

  /// The same event at a later line, where that proves that it is over.
  mutating func copy(_ other: Occurrence, at line: Occurrence) -> Occurrence {
    let occurrence = withLine()
    occurrence.become(other, at: line)
    return occurrence
  }

  private mutating func withLine() -> Occurrence {
    let occurrence = told.make { Occurrence() }
    if !occurrence.ownsLine() { occurrence.own(lines.popLast() ?? RetainedLine()) }
    return occurrence
  }

  /// The same event of another order.
  mutating func copy(_ other: Occurrence, order: Int) -> Occurrence {
    let occurrence = sharing.make { Occurrence() }
    if occurrence.ownsLine() { lines.append(occurrence.retainedLine) }
    occurrence.become(other, order: order)
    return occurrence
  }
}
