import Diagnostics
import Rulebook
import Trace

// From an offence against a sentence to the violation that tells of it.

/// Something that breaks a sentence.
struct Offence {
  /// What it is about: its fields stand in the message and in the exception.
  var judged: Occurrence
  /// What happened, where the rule has no words of its own for it.
  var message: String
  /// What stands under the reported line.
  var label: String
  /// The line that takes part beside the reported one and those that opened the scope, and where there are more of them.
  var line: Line?
  var others: [Line] = []
  /// What was measured, in nanoseconds, and how many came.
  var duration: Int64?
  var count: Int?
  var notes: [String] = []
  typealias Line = (occurrence: Occurrence, label: String, role: Violation.Role)

  /// Which offences are told as one.
  var isOneWith = Same.nothing
  /// Whether it is one because something did not come, in a claim that may be broken otherwise, too.
  var isSilence = false
  /// The opening that it is about.
  var subject: OpenSpan?

  /// What one violation tells of, so that it is told once.
  enum Same {
    /// Each offence is one of its own: it has a trigger, at that moment.
    case trigger(Int)
    /// Each gap is one of its own: it began at that line.
    case gap(from: Int)
    /// Those in one instance of the scope that say the same of the same key.
    case text(key: Key?)
    /// Those of one rule about one opening of a span.
    case opening
    case nothing
  }

  /// Whether no other offence of its sentence is told with it, where its scope has one instance at a time.
  var isOneOfItsOwn: Bool {
    switch isOneWith {
    // Of one opening more than one thing can be found at a line.
    case .trigger, .gap: subject == nil
    case .text, .opening, .nothing: false
    }
  }

  /// The opening of which all that the rule says is one.
  var openingOfAll: OpenSpan? { if case .opening = isOneWith { subject } else { nil } }

  /// What tells one thing that is found at a line from another.
  var number: Int {
    switch isOneWith {
    case .trigger(let order): order
    case .gap(let line): -1 - line
    case .opening: subject?.order ?? -1
    case .text, .nothing: -1
    }
  }
}

extension Monitor {
  /// Whether a sentence asks for nothing here.
  final func isExcepted(_ judged: Occurrence, at signal: Session.Signal) -> Bool {
    guard let exception = compiled.exception else { return false }
    // Where lines are lost, what makes it true may be among them.
    return session.evaluate(exception, signal, judging: judged) ?? session.hasLosses
  }

  /// Raises an offence, unless the sentence excepts it: then nil, as where it is told at once.
  @discardableResult
  final func raise(_ offence: Offence, in instance: Instance, at signal: Session.Signal) -> Candidate? {
    if isExcepted(offence.judged, at: signal) { return nil }
    if session.hasLosses, compiled.sentence.claim.isBrokenBySilence || offence.isSilence {
      log.countKept(number, isUnknown: true)
      return nil
    }
    instance.offences += 1
    let isInferred = signal.line.isInferred || offence.judged.isInferred
    let isOpen = isConditional && instance.fate == .open
    if isAlone, offence.isOneOfItsOwn, !isOpen, !isInferred, session.app.isObserved(number) {
      log.tell(violation(of: offence, message(of: offence), in: instance, at: signal), of: number)
      return nil
    }
    return propose(offence, in: instance, at: signal, isOpen: isOpen, isInferred: isInferred)
  }

  /// Makes a candidate of an offence, unless a violation has told the same: then nil.
  private func propose(
    _ offence: Offence, in instance: Instance, at signal: Session.Signal, isOpen: Bool, isInferred: Bool
  ) -> Candidate? {
    let message = message(of: offence)
    var saying: Saying?
    if case .text(let key) = offence.isOneWith { saying = Saying(message: message, key: key) }
    if let saying, isRepeated(saying, offence.judged, in: instance, at: signal) { return nil }
    let violation = violation(of: offence, message, in: instance, at: signal)
    let telling =
      isAlone && offence.isOneOfItsOwn
      ? nil
      : log.telling(
        Telling.Identity(
          rule: compiled.rule, subject: offence.number, message: offence.subject == nil ? message : nil),
        at: violation.witness.line)
    let finder = Finder(
      sentence: number, rule: compiled.rule, instance: instance, saying: saying,
      opening: offence.openingOfAll,
      telling: telling)
    let candidate = Candidate(violation, by: finder, of: session.app, isInferred: isInferred)
    if isOpen {
      candidate.waits += 1
      instance.wait(for: candidate, saying: saying)
    }
    session.candidates.append(candidate)
    return candidate
  }

  /// Whether the sentence excepts what is judged, or a violation has told the same: then it is counted with that.
  final func repeats(_ saying: Saying, _ signal: Session.Signal, in instance: Instance) -> Bool {
    if isExcepted(signal.judged, at: signal) { return true }
    guard isRepeated(saying, signal.judged, in: instance, at: signal) else { return false }
    instance.offences += 1
    return true
  }

  /// Counts an offence with the violation that has told of the same, where nothing else depends on it: a loop of
  /// offences costs no more than its events.
  private func isRepeated(
    _ saying: Saying, _ judged: Occurrence, in instance: Instance, at signal: Session.Signal
  ) -> Bool {
    if program.yields[compiled.rule] || signal.line.isInferred || judged.isInferred { return false }
    guard let said = instance.said(saying, isAwaited: isConditional && instance.fate == .open) else {
      return false
    }
    if saying.key == nil { instance.newestSaid = (judged.id, said) }
    log.noteRepeat(of: said)
    return true
  }

  /// Whether the newest event that was found to say again what was told was of the same kind, and this one says no more
  /// than its name: then it is counted with that before a word is looked up.
  @inline(__always)
  final func repeatsNewest(_ signal: Session.Signal, _ key: Key?, in instance: Instance) -> Bool {
    guard key == nil, let (event, said) = instance.newestSaid, event == signal.judged.id,
      !signal.judged.isInferred, !signal.line.isInferred
    else { return false }
    instance.offences += 1
    log.noteRepeat(of: said)
    return true
  }

  @inline(__always)
  private func message(of offence: Offence) -> String {
    guard let template = compiled.wording.template else { return offence.message }
    return session.render(template, offence)
  }

  private func violation(
    of offence: Offence, _ message: String, in instance: Instance, at signal: Session.Signal
  ) -> Violation {
    let (session, wording) = (session, compiled.wording)
    return Violation(
      Violation.Proof(
        rule: wording.rule, severity: wording.severity, message: message,
        witness: session.witness(of: signal.line), label: offence.label,
        related: related(to: offence, in: instance, at: signal),
        state: session.stateNotes(before: signal.order), notes: offence.notes))
  }

  /// The other lines that take part, in order, each once: those of the offence, where a callback closes its entry, and
  /// those that opened the scope.
  private func related(
    to offence: Offence, in instance: Instance, at signal: Session.Signal
  ) -> [Violation.Related] {
    // Most often it is one of the offence and one of the scope.
    if offence.others.isEmpty, signal.window == nil, compiled.scopeKind != .open,
      compiled.scopeKind != .during
    {
      let first = offence.line.flatMap { relation($0, at: signal) }
      guard compiled.hasScopeStart,
        let second = relation((instance.start, "after this", .trigger), at: signal)
      else { return first.map { [$0] } ?? [] }
      guard let first else { return [second] }
      let (one, other) = (first.witness.line, second.witness.line)
      return one == other ? [first] : one < other ? [first, second] : [second, first]
    }
    var lines = offence.others
    if let line = offence.line { lines.insert(line, at: 0) }
    if let entry = signal.window?.entry {
      let source = entry.source.map { " with \(program.rulebook.vocabulary.name(of: $0))" } ?? ""
      lines.append((entry, "\(name(entry)) is entered here\(source)", .trigger))
    }
    switch compiled.scopeKind {
    case .session, .outside: break
    case .byStart, .byEnd:
      if compiled.hasScopeStart { lines.append((instance.start, "after this", .trigger)) }
    case .open, .during:
      // What begins at the moment at which it is over is none of it.
      for (span, opening, moment, _) in instance.parts
      where opening.order < signal.order && (moment < signal.moment || instance.order >= signal.moment) {
        let span = program.rulebook.spans[span]
        let isState = if case .state = span.kind { true } else { false }
        lines.append((opening.opening, "\(span.name) begins here", isState ? .state : .trigger))
      }
    }
    var related = lines.compactMap { relation($0, at: signal) }
    guard related.count > 1 else { return related }
    // What was said of a line first stands: the order of those of one line stays.
    related.sort { $0.witness.line < $1.witness.line }
    var last: Int?
    related.drop { other in
      defer { last = other.witness.line }
      return other.witness.line == last
    }
    return related
  }

  private func relation(_ line: Offence.Line, at signal: Session.Signal) -> Violation.Related? {
    if line.occurrence.line == signal.line.line { return nil }
    return Violation.Related(
      witness: session.witness(of: line.occurrence), label: line.label, role: line.role)
  }

  /// Where the claim holds: `while background`; empty for the whole session.
  final func scopeText(_ instance: Instance) -> String {
    switch compiled.scopeKind {
    case .open, .during:
      instance.parts.last.map { spanText.text(of: $0.span, "while \(name(ofSpan: $0.span))") } ?? ""
    case .session, .outside, .byStart, .byEnd: wholeScope
    }
  }

  private final func name(ofSpan span: Int) -> String { program.rulebook.spans[span].name }

  /// The name of an event, with its key if it has one.
  final func name(_ occurrence: Occurrence, key: Key? = nil) -> String {
    let name = program.rulebook.vocabulary.name(of: occurrence.id)
    return key.map { "\(name) \($0.text.replacing("\u{1F}", with: " "))" } ?? name
  }
}

extension Session {
  /// Once all of a line was judged: a rule is silent where one that it yields to speaks.
  func settleCandidates() {
    guard !candidates.isEmpty else { return }
    for candidate in candidates {
      guard program.yields[candidate.rule] else { continue }
      let yields = program.rulebook.rules[candidate.rule].yields
      for other in candidates
      where other.fate == .open && yields.contains(program.rulebook.rules[other.rule].id) {
        other.yielding.append(candidate)
        candidate.waits += 1
      }
    }
    // The surest first: what it says is what counts.
    for candidate in candidates where !candidate.isInferred { log.settle(candidate) }
    for candidate in candidates where candidate.isInferred { log.settle(candidate) }
  }

  // MARK: Text

  func witness(of occurrence: Occurrence) -> Witness {
    occurrence.witness ?? occurrence.makeWitness(program.rulebook.vocabulary.name(of: occurrence.id))
  }

  @inline(never)
  func render(_ template: MessageTemplate, _ offence: Offence) -> String {
    template.pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .field(let name): program.fieldIndex[name].flatMap(offence.judged.sighting.value) ?? "(no \(name))"
      case .event: program.rulebook.vocabulary.name(of: offence.judged.id)
      case .duration: offence.duration.map { Quantity.text(nanoseconds: $0) } ?? "too long"
      case .count: offence.count.map(String.init) ?? "too many"
      }
    }.joined()
  }
}
