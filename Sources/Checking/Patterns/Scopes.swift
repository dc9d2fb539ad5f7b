import Rulebook
import Trace

// A scope is the part of a session in which a claim must hold: while or outside spans, after an event, between two.

extension Session {
  /// What makes a moment lie in a scope.
  struct ScopeHit {
    /// The openings it lies in.
    var openings: [(span: Int, opening: OpenSpan)] = []
    /// The event that began it.
    var start: Occurrence?
    /// Windows on whose closing it rests.
    var bases: [Window] = []
    /// The window of the callback that entered the state, if it is over.
    var entering: Window?

    /// What the claim is asked by: the newest thing that opened the scope.
    var trigger: Int { start?.order ?? openings.last?.opening.opening.order ?? -1 }
  }

  /// How a moment lies in a sentence's scope; nil if it does not. A sentence without a scope holds always.
  func scopeHit(_ number: Int, at order: Int, judging judged: Occurrence?) -> ScopeHit? {
    switch program.sentences[number].sentence.scope {
    case nil:
      return ScopeHit()
    case .open(let references):
      var hit = ScopeHit()
      for reference in references {
        let span = reference.id.rawValue
        for opening in spans[span].containing(order) {
          if reference.isBound, judged.flatMap({ boundKey(of: span, $0) }) != opening.key { continue }
          let (isSettled, window) = settledness(of: span, key: opening.key, at: order)
          guard isSettled else { continue }
          hit.openings.append((span, opening))
          hit.bases += [window, opening.basis].compactMap(\.self)
          hit.entering = window
        }
      }
      return hit.openings.isEmpty ? nil : hit
    case .outside(let references):
      return references.allSatisfy { spans[$0.id.rawValue].containing(order).isEmpty } ? ScopeHit() : nil
    case .after, .between, .before, .during:
      guard let start = sentences[number].start, start.order < order else { return nil }
      return ScopeHit(start: start, bases: [start.basis].compactMap(\.self))
    }
  }

  /// The key of a span that an event carries.
  func boundKey(of span: Int, _ occurrence: Occurrence) -> String? {
    let field: String? =
      switch program.rulebook.spans[span].kind {
      case .declared(_, _, let key): key
      case .state(let machine, _): program.rulebook.machines[machine.rawValue].key
      case .callback, .composed: nil
      }
    return field.flatMap { program.fieldIndex[$0] }.flatMap(occurrence.sighting.value)
  }

  func beginScope(_ number: Int, _ signal: Signal) {
    guard sentences[number].start == nil else { return }
    var start = signal.judged
    start.order = signal.order
    sentences[number].start = start
    sentences[number].tally = Tally()
  }

  func endScope(_ number: Int, _ signal: Signal) {
    guard let start = sentences[number].start, start.order < signal.order else { return }
    let pending = sentences[number].pending
    if !sentences[number].tally.isBroken(number) { log.counts[number].held += 1 }
    sentences[number].start = nil
    sentences[number].pending = []
    for candidate in pending { log.resolveWait(of: candidate) }
  }
}
