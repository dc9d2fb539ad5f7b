import Trace

/// An instance of a sentence's scope: an interval of a session in which the claim must hold. Subclasses hold what a claim
/// remembers of an instance. Instances are pooled, so a steady log needs no new ones.
class ScopeInstance {
  /// The line from which its time counts.
  private final var startReference: UnretainedReference<Occurrence>
  /// Whether an event opened it, and this event if it is not that of `start`. An instance that begins with the session has none.
  private(set) final var isOpened: Bool
  private final var otherOpening: Occurrence?
  /// The sequence number of the signal or opening that opened it.
  private(set) final var order: Int
  /// The key under which the monitor stores the instance: that of its opening, for `during S`; nil if it is stored without a key.
  private(set) final var key: Key?
  /// The openings of which it consists, for `while` and `during`; otherwise nil.
  final var openings: ScopeOpenings?
  /// Whether a finding may refer to it after it has closed.
  final var isReferredTo = false
  /// The deadline that closes it, for `for D after E`.
  final var end: Deadline?
  /// The number of breaches of the claim in it.
  final var breaches = 0
  final var fate = Fate.open
  /// Counts the claim as held in it if all of its breaches turn out to be excepted; nil before the first undecided breach, and
  /// for claims that are not about the instance as a whole.
  final var reserve: DeferredResult?
  /// The number of held results that count only if the end of the scope occurs.
  final var heldIfEnded = 0
  /// The known subjects for which it then held.
  final var heldSubjectsIfEnded: [(subject: KnownSubject, line: Int)] = []
  /// The event of the newest breach without a key, and the violation or candidate that includes it. Another breach by the same
  /// event can be added to it without making a text.
  final var newestFold: (event: EventID, FoldTarget)?
  private final var findings: Findings?

  enum Fate {
    case open
    case closed
  }

  /// Fields that few instances need.
  private final class Findings {
    /// Candidates that count only if the end of the scope occurs.
    var pending: [Candidate] = []
    /// The candidate with which later breaches with the same fold key are folded.
    var awaited = SmallDictionary<FoldKey, Candidate>()
    /// The violation that was reported with each fold key.
    var reported = SmallDictionary<FoldKey, ReportedViolation>()

    func removeAll() {
      pending.clear()
      awaited.removeAll()
      reported.removeAll()
    }
  }

  required init(_ opening: Occurrence?, from start: Occurrence, order: Int, key: Key?) {
    startReference = UnretainedReference(start)
    isOpened = opening != nil
    otherOpening = opening === start ? nil : opening
    self.order = order
    self.key = key
  }

  final var start: Occurrence { startReference.object }

  /// Calls a function with `start`, without retaining it.
  @inline(__always)
  final func withStart<Result>(_ body: (Occurrence) -> Result) -> Result { startReference.with(body) }

  /// The event that opened it; nil if it began with the session.
  final var opening: Occurrence? { isOpened ? otherOpening ?? start : nil }

  /// Resets a pooled instance, as if it were new.
  final func begin(_ opening: Occurrence?, from start: Occurrence, order: Int, key: Key?) {
    startReference = UnretainedReference(start)
    isOpened = opening != nil
    if opening !== start || otherOpening != nil { otherOpening = opening === start ? nil : opening }
    begin(order: order, key: key)
  }

  /// Resets a pooled instance that a signal opens. Its time counts from the line of the signal.
  final func begin(at signal: Session.Signal) {
    startReference = UnretainedReference(signal.line)
    isOpened = true
    if signal.judged !== signal.line {
      otherOpening = signal.judged
    } else if otherOpening != nil {
      otherOpening = nil
    }
    begin(order: signal.order, key: nil)
  }

  private final func begin(order: Int, key: Key?) {
    self.order = order
    self.key = key
    isReferredTo = false
    breaches = 0
    if reserve != nil { reserve = nil }
    fate = .open
    heldIfEnded = 0
    if !heldSubjectsIfEnded.isEmpty { heldSubjectsIfEnded = [] }
    if case .some = newestFold { newestFold = nil }
    findings?.removeAll()
    forget()
  }

  /// Calls a function with this instance as the subclass of a claim, if it is one. The instance is not retained, which assigning
  /// it to a name would do.
  @inline(__always)
  final func with<Memory: ScopeInstance>(_ kind: Memory.Type, _ body: (Memory) -> Void) {
    switch self {
    case let memory as Memory: body(memory)
    default: break
    }
  }

  /// Resets what a claim remembers of it. Subclasses override this.
  func forget() {}

  /// The openings of which it consists, oldest first.
  final var parts: [ScopeOpenings.Part] { openings?.all ?? [] }

  /// Makes it an instance that consists of exactly one opening.
  final func become(_ opening: OpenSpan, of span: Int) {
    let openings = openings ?? ScopeOpenings()
    openings.removeAll()
    openings.add(opening, of: span, at: opening.order)
    self.openings = openings
  }

  /// Whether it consists of an opening, among others.
  final func has(_ opening: OpenSpan) -> Bool { openings?.has(opening) == true }

  /// The candidates that count only if the end of the scope occurs.
  final var pending: [Candidate] { findings?.pending ?? [] }

  /// Adds a candidate that counts only if the end of the scope occurs. Later breaches with its fold key are folded with it,
  /// unless `most` fold keys are stored already.
  final func wait(for candidate: Candidate, foldKey: FoldKey?, most: Int) {
    let findings = rareFields
    findings.pending.append(candidate)
    if let foldKey, findings.awaited.count < most { findings.awaited.set(foldKey, candidate) }
    newestFold = nil
  }

  /// Whether a violation or pending candidate is stored with which a later breach can be folded.
  final var hasSaid: Bool {
    guard let findings else { return false }
    return findings.reported.count > 0 || findings.awaited.count > 0
  }

  /// Returns what a breach with a fold key is folded with: a pending candidate if `isAwaited`, otherwise a reported violation.
  final func foldTarget(_ foldKey: FoldKey, isAwaited: Bool) -> FoldTarget? {
    guard let findings else { return nil }
    return isAwaited
      ? findings.awaited[foldKey].map { .candidate($0) } : findings.reported[foldKey].map { .reported($0) }
  }

  /// Returns the violation that was reported with a fold key.
  final func reported(_ foldKey: FoldKey) -> ReportedViolation? {
    guard let findings else { return nil }
    return findings.reported[foldKey]
  }

  /// Removes all reported violations, and calls a function with each of them.
  final func removeReported(_ body: (ReportedViolation) -> Void) {
    guard let findings, findings.reported.count > 0 else { return }
    findings.reported.forEach(body)
    findings.reported.removeAll()
    newestFold = nil
  }

  /// Stores a reported violation under its fold key, if fewer than `most` are stored and none has this fold key. Returns whether
  /// it was stored.
  final func note(_ reported: ReportedViolation, foldKey: FoldKey, most: Int) -> Bool {
    newestFold = nil
    let findings = rareFields
    if findings.reported.count >= most || findings.reported[foldKey] != nil { return false }
    findings.reported.set(foldKey, reported)
    return true
  }

  /// The rarely used fields, which are allocated on first use.
  private final var rareFields: Findings {
    if let findings { return findings }
    let new = Findings()
    findings = new
    return new
  }

  /// Removes the pending candidates. This breaks reference cycles, because candidates refer to the instance.
  final func clearPending() {
    newestFold = nil
    guard let findings else { return }
    findings.pending.clear()
    findings.awaited.removeAll()
  }
}
