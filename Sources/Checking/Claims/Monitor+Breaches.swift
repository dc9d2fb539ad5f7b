import BasicContainers
import Diagnostics
import Rulebook
import Trace

// From an offence against a sentence to the violation that tells of it.

extension Monitor {
  /// Raises an offence, unless the sentence excepts it: then nil, as where it is told at once. What it is about has the
  /// fields of the message and of the exception; the rule may have words of its own for what happened.
  @discardableResult
  final func reportBreach(
    _ breach: borrowing Breach, of judged: Occurrence, _ statement: Violation.Statement,
    beside line: Occurrence? = nil, in instance: ScopeInstance, at signal: Session.Signal,
    reserve: Reserve? = nil,
    unseen: UnseenSteps? = nil
  ) -> Candidate? {
    var excuse = excuse(of: judged, at: signal)
    if case .given = excuse { return nil }
    if let unseen, unseen.canExplain(program, session.recording) {
      if log.isOver { return nil }
      if case .none = excuse { excuse = .open(.none, QuestionAnswers()) }
    }
    if breach.isDoubtful
      || session.hasLosses && (compiled.sentence.claim.failsByAbsence || breach.isSilence)
    {
      countUnknown(judged, at: signal)
      return nil
    }
    guard case .open(let residual, let answers) = excuse else {
      return reportUnexcepted(breach, of: judged, statement, beside: line, in: instance, at: signal)
    }
    instance.breaches += 1
    let candidate = propose(
      breach, of: judged, worded(statement, breach, of: judged), beside: line, in: instance, at: signal,
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
  final func reportUnexcepted(
    _ breach: borrowing Breach, of judged: Occurrence, _ statement: Violation.Statement,
    beside line: Occurrence?, in instance: ScopeInstance, at signal: Session.Signal
  ) -> Candidate? {
    instance.breaches += 1
    return tell(
      breach, of: judged, worded(statement, breach, of: judged), beside: line, in: instance, at: signal)
  }

  /// A statement in the rule's own words, if it has any.
  private final func worded(
    _ statement: Violation.Statement, _ breach: borrowing Breach, of judged: Occurrence
  ) -> Violation.Statement {
    guard let template = compiled.sentenceText.template else { return statement }
    return self.statement(
      session.render(template, breach, of: judged), label: statement.label, beside: statement.beside,
      statement.role)
  }

  /// What counts that an instance was kept if all that was found in it turns out to be excepted; nil if the claim is not
  /// about the instance as a whole.
  private final func instanceReserve(of instance: ScopeInstance) -> Reserve? {
    if !compiled.holdsVacuously { return nil }
    let reserve = instance.reserve ?? Reserve(number, log)
    instance.reserve = reserve
    return reserve
  }

  /// An instance is over in which nothing was found, or nothing that is certain.
  final func holdUnlessBroken(_ instance: ScopeInstance) {
    if instance.breaches == 0 {
      countHeld(instance)
    } else if let reserve = instance.reserve, reserve.count == instance.breaches {
      reserve.complete(as: isAbsenceUnknown ? .unknown : .held)
    }
  }

  /// Tells an offence at once where nothing that is still to come can change it, else proposes it.
  private func tell(
    _ breach: borrowing Breach, of judged: Occurrence, _ statement: Violation.Statement,
    beside line: Occurrence?, in instance: ScopeInstance, at signal: Session.Signal
  ) -> Candidate? {
    let isInferred = signal.line.isInferred || judged.isInferred
    let isOpen = isConditional && instance.fate == .open
    let isCertain = isAlone && !isOpen && !isInferred && isObserved
    if !wasObserved { hasProposed = true }
    if isCertain, breach.isOneOfItsOwn {
      log.tell(Violation(proof(of: breach, statement, beside: line, in: instance, at: signal)), of: number)
      return nil
    }
    if isCertain, !hasProposed, breach.isOnlyOfLine, case .text(let key) = breach.isOneWith {
      let told = log.reportFoldable(
        Violation(proof(of: breach, statement, beside: line, in: instance, at: signal)), of: number)
      let isNoted = instance.note(
        told, foldKey: FoldKey(statement: statement, key: key), most: program.limits.foldedTexts)
      if !isNoted {
        log.repetitions.release(told)
      } else if key == nil {
        instance.newestSaid = (judged.id, .told(told))
      }
      return nil
    }
    return propose(
      breach, of: judged, statement, beside: line, in: instance, at: signal, isOpen: isOpen,
      isInferred: isInferred)
  }

  /// Whether the app records what the sentence needs to be broken: what is recorded once stays so.
  private var isObserved: Bool {
    if !wasObserved { wasObserved = session.app.isObserved(number) }
    return wasObserved
  }

  /// Makes a candidate of an offence, unless a violation has told the same: then nil.
  private func propose(
    _ breach: borrowing Breach, of judged: Occurrence, _ statement: Violation.Statement,
    beside line: Occurrence?, in instance: ScopeInstance, at signal: Session.Signal, isOpen: Bool,
    isInferred: Bool, isUndecided: Bool = false
  ) -> Candidate? {
    var foldKey: FoldKey?
    if case .text(let key) = breach.isOneWith { foldKey = FoldKey(statement: statement, key: key) }
    if let foldKey, !isUndecided, isRepeated(foldKey, judged, in: instance, at: signal) { return nil }
    let telling =
      isAlone && breach.isOneOfItsOwn
      ? nil
      : log.telling(
        MergeGroup.Identity(
          rule: compiled.rule, subject: breach.number,
          message: breach.subject == nil ? statement.message : nil),
        at: signal.line.line)
    let candidate = Candidate(
      Violation(proof(of: breach, statement, beside: line, in: instance, at: signal)),
      by: CandidateOrigin(
        sentence: number, rule: compiled.rule, instance: instance, foldKey: foldKey,
        opening: breach.openingOfAll, telling: telling),
      of: session.app, isInferred: isInferred)
    instance.isReferredTo = true
    if let telling { log.add(to: telling) }
    if isOpen {
      candidate.waits += 1
      candidate.endLine = .max
      // One that may turn out to be excepted is counted with no other.
      instance.wait(
        for: candidate, foldKey: isUndecided ? nil : foldKey, most: program.limits.foldedTexts)
    }
    session.candidates.append(candidate)
    return candidate
  }

  /// Whether the sentence excepts what is judged, or a violation has told the same: then it is counted with that.
  final func repeats(_ foldKey: FoldKey, _ signal: Session.Signal, in instance: ScopeInstance) -> Bool {
    switch excuse(of: signal.judged, at: signal) {
    case .given: return true
    case .open: return false
    case .none:
      guard isRepeated(foldKey, signal.judged, in: instance, at: signal) else { return false }
      instance.breaches += 1
      return true
    }
  }

  /// Counts an offence with the violation that has told of the same, where nothing else depends on it: a loop of
  /// offences costs no more than its events.
  private func isRepeated(
    _ foldKey: FoldKey, _ judged: Occurrence, in instance: ScopeInstance, at signal: Session.Signal
  ) -> Bool {
    if program.yields[compiled.rule] || signal.line.isInferred || judged.isInferred { return false }
    guard let said = instance.said(foldKey, isAwaited: isConditional && instance.fate == .open) else {
      return false
    }
    // What is asked again once the line is over is one with what was told at that line.
    if signal.isAskedAgain, case .told(let violation) = said,
      log.repetitions.line(of: violation) == signal.line.line
    {
      return false
    }
    if foldKey.key == nil { instance.newestSaid = (judged.id, said) }
    log.noteRepeat(of: said)
    return true
  }

  /// Whether the newest event that was found to say again what was told was of the same kind, and this one says no more
  /// than its name: then it is counted with that before a word is looked up.
  @inline(__always)
  final func repeatsNewest(_ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) -> Bool {
    guard key == nil, let (event, said) = instance.newestSaid, event == signal.judged.id,
      !signal.judged.isInferred, !signal.line.isInferred
    else { return false }
    instance.breaches += 1
    log.noteRepeat(of: said)
    return true
  }

  /// Counts an offence about an opening with the violation that the rule has reported about it at an earlier line: no proof
  /// is made again. False if it may be more than a repeat.
  final func repeatsReport(about opening: OpenSpan, at signal: Session.Signal, in instance: ScopeInstance)
    -> Bool
  {
    guard let told = earlierReport(about: opening), isCertainAtOnce(at: signal, in: instance) else {
      return false
    }
    instance.breaches += 1
    log.noteRepeat(of: told)
    session.noteRepeat(ofRule: compiled.rule)
    return true
  }

  /// The violation that the rule has reported about an opening at an earlier line.
  final func earlierReport(about opening: OpenSpan) -> ReportedViolation? {
    guard let report = opening.report(by: compiled.rule), report.line != log.judgedLine else { return nil }
    return report.violation
  }

  /// Whether an offence at a signal that the exception does not excuse is certain, whatever else is found at its line.
  final func isCertainAtOnce(at signal: Session.Signal, in instance: ScopeInstance) -> Bool {
    program.yieldsTo[compiled.rule].isEmpty && !signal.line.isInferred && !session.hasLosses
      && !(isConditional && instance.fate == .open) && isObserved
  }
}
