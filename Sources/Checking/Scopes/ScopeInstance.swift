import Trace

/// One stretch of a session in which a sentence's claim must hold. Used again once it is over, so that a steady log makes
/// no new ones.
class ScopeInstance {
  /// From where its time counts.
  private final var lentStart: UnretainedReference<Occurrence>
  /// Whether anything opened it, and what that is, where it is not that from where its time counts.
  private(set) final var isOpened: Bool
  private final var otherOpening: Occurrence?
  /// When it opened, in the log's order.
  private(set) final var order: Int
  /// The key that the sentence binds to it.
  private(set) final var key: Key?
  /// The openings of the scope's spans that it consists of, if it is bounded by spans.
  final var openings: ScopeOpenings?
  /// Whether what is found in it may refer to it after it has closed.
  final var isReferredTo = false
  /// When it closes by itself.
  final var end: Deadline?
  /// How often the claim was broken in it.
  final var breaches = 0
  final var fate = Fate.open
  /// Counts that the claim was kept in it if all that was found turns out to be excepted.
  final var reserve: Reserve?
  /// How often the claim has held, where that counts only if the scope's end comes.
  final var heldIfEnded = 0
  /// The newest event of no key that was found to say what was said, and what has.
  final var newestSaid: (event: EventID, FoldTarget)?
  private final var findings: Findings?

  enum Fate {
    case open
    case closed
  }

  /// What is found in few of them.
  private final class Findings {
    var pending: [Candidate] = []
    var awaited = SmallDictionary<FoldKey, Candidate>()
    var told = SmallDictionary<FoldKey, ReportedViolation>()

    func removeAll() {
      pending.clear()
      awaited.removeAll()
      told.removeAll()
    }
  }

  required init(_ opening: Occurrence?, from start: Occurrence, order: Int, key: Key?) {
    lentStart = UnretainedReference(start)
    isOpened = opening != nil
    otherOpening = opening === start ? nil : opening
    self.order = order
    self.key = key
  }

  final var start: Occurrence { lentStart.object }

  /// The same, lent.
  @inline(__always)
  final func withStart<Result>(_ body: (Occurrence) -> Result) -> Result { lentStart.with(body) }

  /// What opened it; nil where it began with the session.
  final var opening: Occurrence? { isOpened ? otherOpening ?? start : nil }

  /// Begins anew, as if it had just been made.
  final func begin(_ opening: Occurrence?, from start: Occurrence, order: Int, key: Key?) {
    lentStart = UnretainedReference(start)
    isOpened = opening != nil
    if opening !== start || otherOpening != nil { otherOpening = opening === start ? nil : opening }
    begin(order: order, key: key)
  }

  /// The same with a signal, from its line on.
  final func begin(at signal: Session.Signal) {
    lentStart = UnretainedReference(signal.line)
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
    if case .some = newestSaid { newestSaid = nil }
    findings?.removeAll()
    forget()
  }

  /// Has what a claim remembers of it do something, if it is of that kind. It is lent: to give it a name counts a reference.
  @inline(__always)
  final func with<Memory: ScopeInstance>(_ kind: Memory.Type, _ body: (Memory) -> Void) {
    switch self {
    case let memory as Memory: body(memory)
    default: break
    }
  }

  /// Forgets what a claim remembers of it.
  func forget() {}

  /// The openings that it consists of, oldest first.
  final var parts: [ScopeOpenings.Part] { openings?.all ?? [] }

  /// It is one opening, and no other.
  final func become(_ opening: OpenSpan, of span: Int) {
    let openings = openings ?? ScopeOpenings()
    openings.removeAll()
    openings.add(opening, of: span, at: opening.order)
    self.openings = openings
  }

  /// Whether an opening is one of those.
  final func has(_ opening: OpenSpan) -> Bool { openings?.has(opening) == true }

  /// Candidates that stand only if the scope's end comes.
  final var pending: [Candidate] { findings?.pending ?? [] }

  /// Takes up a candidate that stands only if the scope's end comes, the first that says so: no more than so many texts are
  /// compared with what comes later.
  final func wait(for candidate: Candidate, foldKey: FoldKey?, most: Int) {
    let findings = seldom
    findings.pending.append(candidate)
    if let foldKey, findings.awaited.count < most { findings.awaited.set(foldKey, candidate) }
    newestSaid = nil
  }

  /// Whether anything was said in it that may be said again.
  final var hasSaid: Bool {
    guard let findings else { return false }
    return findings.told.count > 0 || findings.awaited.count > 0
  }

  /// What has said that in it: of what waits for the scope's end the first candidate, else a violation.
  final func said(_ foldKey: FoldKey, isAwaited: Bool) -> FoldTarget? {
    guard let findings else { return nil }
    return isAwaited
      ? findings.awaited[foldKey].map { .awaited($0) } : findings.told[foldKey].map { .told($0) }
  }

  /// The violation that was told in it and says that.
  final func told(_ foldKey: FoldKey) -> ReportedViolation? {
    guard let findings else { return nil }
    return findings.told[foldKey]
  }

  /// Forgets what was told in it, and hands it out.
  final func forgetTold(_ body: (ReportedViolation) -> Void) {
    guard let findings, findings.told.count > 0 else { return }
    findings.told.forEach(body)
    findings.told.removeAll()
    newestSaid = nil
  }

  /// Remembers what was told in it, if no more than so many texts are; whether it does, and did not before.
  final func note(_ told: ReportedViolation, foldKey: FoldKey, most: Int) -> Bool {
    newestSaid = nil
    let findings = seldom
    if findings.told.count >= most || findings.told[foldKey] != nil { return false }
    findings.told.set(foldKey, told)
    return true
  }

  private final var seldom: Findings {
    if let findings { return findings }
    let new = Findings()
    findings = new
    return new
  }

  /// Nothing waits for its end any more: candidates know it, too.
  final func releaseMonitors() {
    newestSaid = nil
    guard let findings else { return }
    findings.pending.clear()
    findings.awaited.removeAll()
  }
}
