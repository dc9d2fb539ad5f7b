import Rulebook

// E recurs every T: at most T passes from the beginning of the scope to the first E, from each E to the next one, and from the
// last E to the end of the scope (bounded recurrence).
//
// Reported at the first event later than T, once for each gap. Related line: the beginning of the gap. Holds once for each E in
// time. An event that may be an E, because its condition is unknown, also ends a gap and begins a new one.
// Example, `while active, frame.draw recurs every 100ms`:
//   violated   10:00:00.000 frame.draw / 10:00:00.150 frame.draw
//   held       10:00:00.000 frame.draw / 10:00:00.100 frame.draw
//
// Reference: `Pairs.recurs`.

final class Recurrence: Monitor {
  /// The current gap of an instance.
  private final class Gap: ScopeInstance {
    /// The end of the longest allowed gap; nil if it has been reported or cannot be measured.
    var deadline: Deadline?
    /// The event that began the gap; nil if it is the event of the line from which the time counts.
    var judged: Occurrence?

    override func forget() {
      deadline = nil
      judged = nil
    }
  }

  override class var memory: ScopeInstance.Type { Gap.self }

  private var late = Memo<Int64, Violation.Statement>()
  /// The longest allowed gap in nanoseconds; nil if it depends on the event.
  private lazy var limit: Int64? = if case .fixed(let limit) = compiled.latest { limit } else { nil }

  override func instanceOpened(_ instance: ScopeInstance) {
    instance.with(Gap.self) { startGapTimer($0, from: $0.start, judging: $0.opening) }
  }

  override func judge(_ role: Role, _ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {
    instance.with(Gap.self) { instance in
      if let deadline = instance.deadline, signal.withLine({ $0.isComparable(with: deadline.start) }) {
        countHeld(
          instance, with: instance.judged ?? deadline.start, within: deadline.allowed,
          from: Moment(deadline.start), at: signal)
      }
      begin(instance, at: signal)
    }
  }

  override func noteUnknownMatch(_ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) {
    instance.with(Gap.self) { instance in
      log.countResult(number, isUnknown: true)
      begin(instance, at: signal)
    }
  }

  /// Begins a new gap at a signal. Reuses the running deadline if possible.
  private func begin(_ instance: Gap, at signal: Session.Signal) {
    if let deadline = instance.deadline {
      let isRenewed = signal.withLine { line in
        guard line.time != nil, let limit = limit ?? signal.withJudged(length) else { return false }
        return session.state.deadlines.renew(deadline, at: line, after: limit)
      }
      if isRenewed {
        if !signal.isOfLine {
          instance.judged = signal.judged
        } else if instance.judged != nil {
          instance.judged = nil
        }
        return
      }
      session.state.deadlines.cancel(deadline)
    }
    startGapTimer(instance, from: signal.line, judging: signal.judged)
  }

  override func deadlineExpired(_ deadline: Deadline, at signal: Session.Signal) {
    guard case .instance(let instance as Gap) = deadline.owner else { return }
    instance.deadline = nil
    reportBreach(
      Breach(
        duration: session.passed(since: deadline.start, at: signal),
        isOneWith: .gap(from: deadline.start.line)),
      of: instance.judged ?? deadline.start,
      late.text(
        of: deadline.allowed,
        statement(
          "\(demandText) does not recur in time",
          label: "\(demandText) did not occur within \(Quantity.text(nanoseconds: deadline.allowed))",
          beside: "measured from here")),
      beside: deadline.start, in: instance, at: signal)
  }

  override func instanceClosed(_ instance: ScopeInstance, at signal: Session.Signal) {
    instance.with(Gap.self) { instance in
      guard let deadline = instance.deadline, signal.line.isComparable(with: deadline.start),
        signal.line.counted > deadline.due
      else { return }
      deadlineExpired(deadline, at: signal)
      session.state.deadlines.cancel(deadline)
    }
    instanceEnded(instance)
  }

  override func instanceEnded(_ instance: ScopeInstance) {
    instance.with(Gap.self) { $0.deadline.map { session.state.deadlines.cancel($0) } }
  }

  /// Sets the deadline of a new gap. There is none if the line has no time or the limit is unknown.
  private func startGapTimer(_ instance: Gap, from start: Occurrence, judging judged: Occurrence?) {
    guard let limit = compiled.latest else { return }
    instance.judged = judged === start ? nil : judged
    instance.deadline = session.deadline(self, from: start, judging: judged, limit, of: .instance(instance))
  }

  private func length(judging judged: Occurrence) -> Int64? {
    compiled.latest.flatMap { session.length($0, judging: judged) }
  }
}
