import BasicContainers
import Diagnostics
import Rulebook
import Trace

// From an offence against a sentence to the violation that tells of it.

extension Monitor {
  /// Whether a sentence surely asks for nothing here.
  final func isExcepted(_ judged: Occurrence, at signal: Session.Signal) -> Bool {
    if compiled.exception == nil { return false }
    if case .given = excuse(of: judged, at: signal) { return true }
    return false
  }

  /// What the sentence's exception says of an offence.
  final func excuse(of judged: Occurrence, at signal: Session.Signal) -> Excuse {
    excuse { session.excepts($0, signal, judging: judged) }
  }

  /// The same of all offences about things that differ from a sample only in their keys; nil if it may differ, or is open.
  final func commonExcuse(like sample: Occurrence, at signal: Session.Signal) -> Excuse? {
    func bounds(_ exception: Guard) -> (least: Truth, greatest: Truth) {
      session.bounds(of: exception, signal, judging: sample)
    }
    if case .none = excuse({ session.excepts(bounds($0).greatest) }) { return Excuse.none }
    if case .given = excuse({ session.excepts(bounds($0).least) }) { return .given }
    return nil
  }

  @inline(__always)
  private final func excuse(_ excepts: (Guard) -> Bool) -> Excuse {
    guard let exception = compiled.exception else { return .none }
    let questions = compiled.questions.count
    if questions == 0 { return excepts(exception) ? .given : .none }
    let answers = knownAnswers
    var residual = Residual(table: 0, questions: questions)
    for row in 0..<UInt8(1 << questions) where row & answers.known == answers.yes {
      session.answersToQuestions = row
      if excepts(exception) { residual.table |= 1 << UInt64(row) }
    }
    return switch residual.value(answers) {
    case true?: .given
    case false?: .none
    case nil: .open(residual, answers)
    }
  }

  /// What the log has answered so far of the questions of the exception.
  private final var knownAnswers: Answers {
    var answers = Answers()
    for question in compiled.questions.indices {
      switch compiled.questions[question] {
      case .records(let event): if session.recording.records(event) { answers.note(question, true) }
      case .shows(let pattern, _):
        if session.recording.shows(pattern: pattern) { answers.note(question, true) }
      case .comesBefore: break
      }
      if log.isOver { answers.note(question, false) }
    }
    return answers
  }

  /// Counts that nobody knows whether the sentence was broken, unless it asks for nothing here.
  final func leaveUnknown(_ judged: Occurrence, at signal: Session.Signal) {
    switch excuse(of: judged, at: signal) {
    case .given: break
    case .none: log.countKept(number, isUnknown: true)
    case .open(let residual, let answers): wait(residual, answers, after: signal.asked, to: .unknown)
    }
  }

  /// A verdict waits for the answers that the exception needs.
  final func wait(
    _ residual: Residual, _ answers: Answers, unseen: UnseenSteps? = nil, after order: Int,
    to verdict: Undecided.Verdict
  ) {
    let item = Undecided(
      number, residual, answers, unseen: unseen, after: order, verdict,
      awaitsProof: !session.app.isObserved(number))
    guard session.app.keep(item, in: log) else { return }
    guard compiled.questions.contains(where: \.isOfSession) else { return }
    undecided.append(item)
    session.state.setGate(number, isUndecided: true)
    // What the line brings about after that is judged already in part.
    for place in session.signals.indices { answer(item, by: session.signals[place]) }
    session.answered.append(number)
  }

  /// One of two events has come. What that decides is told when the line is over: it may show what the sentence demands.
  final func answerUndecided(by signal: Session.Signal) {
    for item in undecided { answer(item, by: signal) }
    session.answered.append(number)
  }

  private final func answer(_ item: Undecided, by signal: Session.Signal) {
    guard signal.order > item.order else { return }
    for question in compiled.questions.indices {
      guard case .comesBefore(let first, let second) = compiled.questions[question] else { continue }
      if session.fits(first, signal) {
        item.answers.note(question, true)
      } else if session.fits(second, signal) {
        item.answers.note(question, false)
      }
    }
  }

  final func settleUndecided() {
    for item in undecided { item.settle(in: log, session.recording) }
    undecided.removeAll { item in
      item.isDecided
        || compiled.questions.indices.allSatisfy {
          !compiled.questions[$0].isOfSession || item.answers.isKnown($0)
        }
    }
    session.state.setGate(number, isUndecided: !undecided.isEmpty)
  }

  /// The session is over: neither of two events comes any more.
  final func endUndecided() {
    if undecided.isEmpty { return }
    for item in undecided {
      for question in compiled.questions.indices where compiled.questions[question].isOfSession {
        item.answers.note(question, false)
      }
    }
    settleUndecided()
  }

  /// The log shows an event of which the exception may ask whether it is recorded.
  final func noteShown(by signal: Session.Signal) {
    var isComplete = true
    for case .shows(let pattern, let signals) in compiled.questions {
      if session.fits(signals, signal) { session.recording.noteShown(pattern: pattern) }
      isComplete = isComplete && session.recording.shows(pattern: pattern)
    }
    if isComplete { session.state.set(Gate.unshown(number), false) }
  }

  /// Raises an offence, unless the sentence excepts it: then nil, as where it is told at once. What it is about has the
  /// fields of the message and of the exception; the rule may have words of its own for what happened.
  @discardableResult
  final func raise(
    _ offence: borrowing Offence, of judged: Occurrence, _ statement: Violation.Statement,
    beside line: Occurrence? = nil, in instance: Instance, at signal: Session.Signal, reserve: Reserve? = nil,
    unseen: UnseenSteps? = nil
  ) -> Candidate? {
    var excuse = excuse(of: judged, at: signal)
    if case .given = excuse { return nil }
    if let unseen, unseen.canExplain(program, session.recording) {
      if log.isOver { return nil }
      if case .none = excuse { excuse = .open(.none, Answers()) }
    }
    if offence.isDoubtful
      || session.hasLosses && (compiled.sentence.claim.isBrokenBySilence || offence.isSilence)
    {
      leaveUnknown(judged, at: signal)
      return nil
    }
    guard case .open(let residual, let answers) = excuse else {
      return raiseUnexcused(offence, of: judged, statement, beside: line, in: instance, at: signal)
    }
    instance.offences += 1
    let candidate = propose(
      offence, of: judged, worded(statement, offence, of: judged), beside: line, in: instance, at: signal,
      isOpen: isConditional && instance.fate == .open,
      isInferred: signal.line.isInferred || judged.isInferred,
      isUndecided: true)
    guard let candidate else { return nil }
    candidate.waits += 1
    hasProposed = true
    let reserve = reserve ?? instanceReserve(of: instance)
    reserve?.addOffence()
    wait(residual, answers, unseen: unseen, after: signal.asked, to: .violated(candidate, reserve))
    return candidate
  }

  /// The same of an offence that the exception was found not to excuse.
  @discardableResult
  final func raiseUnexcused(
    _ offence: borrowing Offence, of judged: Occurrence, _ statement: Violation.Statement,
    beside line: Occurrence?, in instance: Instance, at signal: Session.Signal
  ) -> Candidate? {
    instance.offences += 1
    return tell(
      offence, of: judged, worded(statement, offence, of: judged), beside: line, in: instance, at: signal)
  }

  /// A statement in the rule's own words, if it has any.
  private final func worded(
    _ statement: Violation.Statement, _ offence: borrowing Offence, of judged: Occurrence
  ) -> Violation.Statement {
    guard let template = compiled.wording.template else { return statement }
    return self.statement(
      session.render(template, offence, of: judged), label: statement.label, beside: statement.beside,
      statement.role)
  }

  /// What counts that an instance was kept if all that was found in it turns out to be excepted; nil if the claim is not
  /// about the instance as a whole.
  private final func instanceReserve(of instance: Instance) -> Reserve? {
    if !compiled.isKeptUnasked { return nil }
    let reserve = instance.reserve ?? Reserve(number, log)
    instance.reserve = reserve
    return reserve
  }

  /// An instance is over in which nothing was found, or nothing that is certain.
  final func holdUnlessBroken(_ instance: Instance) {
    if instance.offences == 0 {
      hold(instance)
    } else if let reserve = instance.reserve, reserve.count == instance.offences {
      reserve.complete(isUnknown: isSilenceUnknown)
    }
  }

  /// Tells an offence at once where nothing that is still to come can change it, else proposes it.
  private func tell(
    _ offence: borrowing Offence, of judged: Occurrence, _ statement: Violation.Statement,
    beside line: Occurrence?, in instance: Instance, at signal: Session.Signal
  ) -> Candidate? {
    let isInferred = signal.line.isInferred || judged.isInferred
    let isOpen = isConditional && instance.fate == .open
    let isCertain = isAlone && !isOpen && !isInferred && isObserved
    if !wasObserved { hasProposed = true }
    if isCertain, offence.isOneOfItsOwn {
      log.tell(Violation(proof(of: offence, statement, beside: line, in: instance, at: signal)), of: number)
      return nil
    }
    if isCertain, !hasProposed, offence.isOnlyOfLine, case .text(let key) = offence.isOneWith {
      let told = log.tellFirst(
        Violation(proof(of: offence, statement, beside: line, in: instance, at: signal)), of: number)
      let isNoted = instance.note(
        told, saying: Saying(statement: statement, key: key), most: program.limits.foldedTexts)
      if !isNoted {
        log.repetitions.release(told)
      } else if key == nil {
        instance.newestSaid = (judged.id, .told(told))
      }
      return nil
    }
    return propose(
      offence, of: judged, statement, beside: line, in: instance, at: signal, isOpen: isOpen,
      isInferred: isInferred)
  }

  /// Whether the app records what the sentence needs to be broken: what is recorded once stays so.
  private var isObserved: Bool {
    if !wasObserved { wasObserved = session.app.isObserved(number) }
    return wasObserved
  }

  /// Makes a candidate of an offence, unless a violation has told the same: then nil.
  private func propose(
    _ offence: borrowing Offence, of judged: Occurrence, _ statement: Violation.Statement,
    beside line: Occurrence?, in instance: Instance, at signal: Session.Signal, isOpen: Bool,
    isInferred: Bool, isUndecided: Bool = false
  ) -> Candidate? {
    var saying: Saying?
    if case .text(let key) = offence.isOneWith { saying = Saying(statement: statement, key: key) }
    if let saying, !isUndecided, isRepeated(saying, judged, in: instance, at: signal) { return nil }
    let telling =
      isAlone && offence.isOneOfItsOwn
      ? nil
      : log.telling(
        Telling.Identity(
          rule: compiled.rule, subject: offence.number,
          message: offence.subject == nil ? statement.message : nil),
        at: signal.line.line)
    let candidate = Candidate(
      Violation(proof(of: offence, statement, beside: line, in: instance, at: signal)),
      by: Finder(
        sentence: number, rule: compiled.rule, instance: instance, saying: saying,
        opening: offence.openingOfAll, telling: telling),
      of: session.app, isInferred: isInferred)
    instance.isReferredTo = true
    telling?.candidates += 1
    if isOpen {
      candidate.waits += 1
      candidate.endLine = .max
      // One that may turn out to be excepted is counted with no other.
      instance.wait(
        for: candidate, saying: isUndecided ? nil : saying, most: program.limits.foldedTexts)
    }
    session.candidates.append(candidate)
    return candidate
  }

  /// Whether the sentence excepts what is judged, or a violation has told the same: then it is counted with that.
  final func repeats(_ saying: Saying, _ signal: Session.Signal, in instance: Instance) -> Bool {
    switch excuse(of: signal.judged, at: signal) {
    case .given: return true
    case .open: return false
    case .none:
      guard isRepeated(saying, signal.judged, in: instance, at: signal) else { return false }
      instance.offences += 1
      return true
    }
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

  /// Counts an offence about an opening with the violation that the rule has reported about it at an earlier line: no proof
  /// is made again. False if it may be more than a repeat.
  final func repeatsReport(about opening: OpenSpan, at signal: Session.Signal, in instance: Instance) -> Bool
  {
    guard let told = earlierReport(about: opening), isCertainAtOnce(at: signal, in: instance) else {
      return false
    }
    instance.offences += 1
    log.noteRepeat(of: told)
    session.noteRepeat(ofRule: compiled.rule)
    return true
  }

  /// The violation that the rule has reported about an opening at an earlier line.
  final func earlierReport(about opening: OpenSpan) -> Told? {
    guard let report = opening.report(by: compiled.rule), report.line != log.judgedLine else { return nil }
    return report.violation
  }

  /// Whether an offence at a signal that the exception does not excuse is certain, whatever else is found at its line.
  final func isCertainAtOnce(at signal: Session.Signal, in instance: Instance) -> Bool {
    program.yieldsTo[compiled.rule].isEmpty && !signal.line.isInferred && !session.hasLosses
      && !(isConditional && instance.fate == .open) && isObserved
  }

  /// What a violation of the sentence says, and of a line beside the reported one if it speaks of one.
  final func statement(
    _ message: String, label: String, beside: String = "", _ role: Violation.Role = .trigger
  ) -> Violation.Statement {
    Violation.Statement(
      compiled.wording.rule, compiled.wording.severity, message, label: label, beside: beside, role)
  }

  private func proof(
    of offence: borrowing Offence, _ statement: Violation.Statement, beside line: Occurrence?,
    in instance: Instance, at signal: Session.Signal
  ) -> Violation.Proof {
    log.work.proofs += 1
    let witness = session.witness(of: signal.line)
    // Most often it is one of the offence and one of the scope.
    guard !offence.hasOthers, signal.window == nil, compiled.scopeKind != .open,
      compiled.scopeKind != .during
    else {
      return Violation.Proof(
        statement, witness: witness,
        related: related(to: offence, statement, beside: line, in: instance, at: signal),
        state: session.stateNotes(before: signal.asked), notes: offence.notes)
    }
    var (other, start): (Witness?, Witness?)
    if let line, line.line != witness.line { other = session.witness(of: line) }
    if compiled.hasScopeStart {
      start = instance.withStart {
        let line = $0.line
        return line == witness.line || line == other?.line ? nil : session.witness(of: $0)
      }
    }
    return Violation.Proof(
      statement, witness: witness, line: other, start: start, details(of: offence, at: signal))
  }

  private func details(of offence: borrowing Offence, at signal: Session.Signal) -> Violation.Proof.Details? {
    if !session.hasMachines, !offence.hasMore { return nil }
    let (state, notes) = (session.stateNotes(before: signal.asked), offence.notes)
    return state.isEmpty && notes.isEmpty ? nil : Violation.Proof.Details(state: state, notes: notes)
  }

  /// The other lines that take part, in order, each once: those of the offence, where a callback closes its entry, and
  /// those that opened the scope.
  private func related(
    to offence: borrowing Offence, _ statement: Violation.Statement, beside line: Occurrence?,
    in instance: Instance, at signal: Session.Signal
  ) -> [Violation.Related] {
    var lines = offence.others
    if let line { lines.insert((line, statement.beside, statement.role), at: 0) }
    if let entry = signal.window?.entry {
      let source = entry.source.map { " with \(program.rulebook.vocabulary.name(of: $0))" } ?? ""
      lines.append((entry, "\(name(entry)) is entered here\(source)", .trigger))
    }
    switch compiled.scopeKind {
    case .session, .outside: break
    case .byStart, .byEnd:
      if compiled.hasScopeStart { lines.append((instance.start, Violation.Related.start, .trigger)) }
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

  /// The span by which that is told; nil where it is the same for all instances of the scope.
  final func scopeSpan(_ instance: Instance) -> Int? {
    switch compiled.scopeKind {
    case .open, .during: instance.parts.last?.span
    case .session, .outside, .byStart, .byEnd: nil
    }
  }

  private final func name(ofSpan span: Int) -> String { program.rulebook.spans[span].name }

  /// The name of an event, with its key if it has one.
  final func name(_ occurrence: Occurrence, key: Key? = nil) -> String { name(of: occurrence.id, key: key) }
  final func name(of event: EventID, key: Key? = nil) -> String {
    let name = program.rulebook.vocabulary.name(of: event)
    return key.map { "\(name) \($0.text.replacing("\u{1F}", with: " "))" } ?? name
  }
}

extension Session {
  /// Once all of a line was judged: a rule is silent where one that it yields to speaks.
  func settleCandidates() {
    defer { repeatedRules.clear() }
    if candidates.isEmpty { return }
    for candidate in candidates {
      guard program.yields[candidate.rule] else { continue }
      for other in candidates
      where other.fate == .open && program.yieldsTo[candidate.rule].contains(other.rule) {
        other.yielding.append(candidate)
        candidate.waits += 1
      }
    }
    for candidate in candidates
    where repeatedRules.contains(where: program.yieldsTo[candidate.rule].contains) {
      log.dismiss(candidate)
    }
    // The surest first: what it says is what counts.
    for candidate in candidates where !candidate.isInferred { log.settle(candidate) }
    for candidate in candidates where candidate.isInferred { log.settle(candidate) }
    candidates.clear()
  }

  /// An offence against a rule only repeats a violation.
  func noteRepeat(ofRule rule: Int) {
    if program.yields[rule], repeatedRules.last != rule { repeatedRules.append(rule) }
  }

  /// Once all of a line was judged: what its answers to open questions decide.
  func settleAnswered() {
    if answered.isEmpty { return }
    for place in answered.indices { monitors.with(answered[place]) { $0.settleUndecided() } }
    answered.clear()
  }

  // MARK: Text

  @inline(__always)
  func witness(of occurrence: Occurrence) -> Witness { occurrence.witness ?? makeWitness(of: occurrence) }

  @inline(never)
  private func makeWitness(of occurrence: Occurrence) -> Witness {
    occurrence.makeWitness(program, keepsText: log.keepsText)
  }

  @inline(never)
  func render(_ template: MessageTemplate, _ offence: borrowing Offence, of judged: Occurrence) -> String {
    var message = ""
    for piece in template.pieces {
      let text =
        switch piece {
        case .text(let text): text
        case .field(let name):
          program.fieldIndex[name].flatMap(judged.sighting.value) ?? "(no \(name))"
        case .event: program.rulebook.vocabulary.name(of: judged.id)
        case .duration: offence.duration.map { Quantity.text(nanoseconds: $0) } ?? "too long"
        case .count: offence.count.map(String.init) ?? "too many"
        }
      message += text
    }
    return message
  }
}
