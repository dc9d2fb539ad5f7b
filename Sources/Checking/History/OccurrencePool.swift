import Trace

/// Recycles the occurrences of a log. A new object is allocated only if all others are in use.
struct OccurrencePool: ~Copyable {
  /// Occurrences with a line of their own.
  private var owning = ObjectPool<Occurrence>()
  /// Occurrences that share the line of another one: derived events, and copies with another log order.
  private var sharing = ObjectPool<Occurrence>()
  /// Lines that nothing refers to.
  private var lines: [RetainedLine] = []

  /// Returns an occurrence of an event of the log.
  mutating func make(
    _ event: Event, _ line: Span<UInt8>, _ circumstances: SessionState.Circumstances
  ) -> Occurrence {
    let occurrence = withLine()
    occurrence.assign(event, line, circumstances)
    return occurrence
  }

  /// Returns a copy of an event that is moved to a later line: the entry of a callback, at the line at which the call closes.
  mutating func copy(_ other: Occurrence, at line: Occurrence) -> Occurrence {
    let occurrence = withLine()
    occurrence.become(other, at: line)
    return occurrence
  }

  private mutating func withLine() -> Occurrence {
    let occurrence = owning.make { Occurrence() }
    if !occurrence.ownsLine() { occurrence.own(lines.popLast() ?? RetainedLine()) }
    return occurrence
  }

  /// Returns a copy of an event at another place in the log order. Both share the line.
  mutating func copy(_ other: Occurrence, order: Int) -> Occurrence {
    let occurrence = sharing.make { Occurrence() }
    if occurrence.ownsLine() { lines.append(occurrence.retainedLine) }
    occurrence.become(other, order: order)
    return occurrence
  }
}
