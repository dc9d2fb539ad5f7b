import BasicContainers
import Diagnostics
import Rulebook
import Trace

// From a breach of a sentence to its violation.
//
// A breach that nothing later can change is reported directly. Any other breach becomes a candidate, which waits for the end of
// its line, the end of its scope, the answers to its exception, or a record of the app.

extension Monitor {
  /// Reports a breach, unless the exception applies. The fields of the judged event are those that the message and the exception
  /// read. If the rule has its own message, the message replaces that of the statement. `reserve` counts the check as held if all
  /// its breaches turn out to be excepted. `unseen` contains steps that may explain the breach as long as they are not recorded.
  ///
  /// Returns the candidate; nil if there is none, because the breach is excepted, unknown, folded or reported directly.
  @discardableResult
  final func reportBreach(
    _ breach: borrowing Breach, of judged: Occurrence, _ statement: @autoclosure () -> Violation.Statement,
    beside line: Occurrence? = nil, in instance: ScopeInstance, at signal: Session.Signal,
    reserve: DeferredResult? = nil,
    unseen: UnseenSteps? = nil
  ) -> Candidate? {
    var excuse = excuse(of: judged, at: signal)
    if case .given = excuse { return nil }
    if let unseen, unseen.canExplain(program, session.recording) {
      if session.app.isOver { return nil }
      if case .none = excuse { excuse = .open(.none, QuestionAnswers()) }
    }
    if breach.isDoubtful
      || session.hasLosses && (compiled.sentence.claim.failsByAbsence || breach.isSilence)
    {
      countUnknown(judged, at: signal)
      return nil
    }
    guard case .open(let residual, let answers) = excuse else {
      return reportUnexcepted(breach, of: judged, statement(), beside: line, in: instance, at: signal)
    }
    instance.breaches += 1
    let reserve = reserve ?? instanceReserve(of: instance)
    if session.app.hasTooManyUndecided(of: number) {
      reserve?.addDroppedBreach()
      return nil
    }
    let candidate = makeCandidate(
      breach, of: judged, applyingRuleMessage(statement(), breach, of: judged), beside: line, in: instance,
      at: signal,
      isOpen: isConditional && instance.fate == .open,
      isInferred: signal.line.isInferred || judged.isInferred,
      isUndecided: true)
    guard let candidate else { return nil }
    candidate.openConditions += 1
    reserve?.addBreach()
    wait(residual, answers, unseen: unseen, after: signal.asked, to: .violated(candidate, reserve))
    return candidate
  }

  /// Reports a breach to which the exception is known not to apply.
  @discardableResult
  final func reportUnexcepted(
    _ breach: borrowing Breach, of judged: Occurrence, _ statement: Violation.Statement,
    beside line: Occurrence?, in instance: ScopeInstance, at signal: Session.Signal
  ) -> Candidate? {
    instance.breaches += 1
    return reportOrPropose(
      breach, of: judged, applyingRuleMessage(statement, breach, of: judged), beside: line, in: instance,
      at: signal)
  }

  /// Returns a statement with the rule's own message, if the rule has one.
  private final func applyingRuleMessage(
    _ statement: Violation.Statement, _ breach: borrowing Breach, of judged: Occurrence
  ) -> Violation.Statement {
    guard let template = compiled.sentenceText.template else { return statement }
    return self.statement(
      session.render(template, breach, of: judged), label: statement.label, beside: statement.beside,
      statement.role)
  }

  /// Returns the object that counts an instance as held if all its breaches turn out to be excepted; nil if the claim does not
  /// judge an instance as a whole.
  private final func instanceReserve(of instance: ScopeInstance) -> DeferredResult? {
    if !compiled.holdsVacuously { return nil }
    let reserve = instance.reserve ?? DeferredResult(number, log)
    instance.reserve = reserve
    return reserve
  }

  /// Counts an instance that is over as held, if it has no breaches. If all its breaches wait for their exception, it is counted
  /// once they all turn out to be excepted.
  final func holdUnlessBroken(_ instance: ScopeInstance) {
    if instance.breaches == 0 {
      countHeld(instance, with: nil)
    } else if let reserve = instance.reserve, reserve.count == instance.breaches {
      reserve.complete(as: isAbsenceUnknown ? .unknown : .held)
    }
  }

  /// Reports a breach directly if nothing later can change it. Otherwise creates a candidate.
  private func reportOrPropose(
    _ breach: borrowing Breach, of judged: Occurrence, _ statement: Violation.Statement,
    beside line: Occurrence?, in instance: ScopeInstance, at signal: Session.Signal
  ) -> Candidate? {
    let isInferred = signal.line.isInferred || judged.isInferred
    let isOpen = isConditional && instance.fate == .open
    let isCertain = isIndependent && !isOpen && !isInferred && isObserved
    if isCertain, breach.isNeverGrouped {
      log.report(
        Violation(proof(of: breach, about: judged, statement, beside: line, in: instance, at: signal)),
        of: number)
      return nil
    }
    return makeCandidate(
      breach, of: judged, statement, beside: line, in: instance, at: signal, isOpen: isOpen,
      isInferred: isInferred)
  }

  /// Whether the app records the events without which the sentence cannot be broken. Once true, it stays true.
  private var isObserved: Bool {
    if !isKnownObserved { isKnownObserved = session.app.isObserved(number) }
    return isKnownObserved
  }

  /// Creates a candidate for a breach. Returns nil if the breach is folded into an earlier violation or candidate.
  private func makeCandidate(
    _ breach: borrowing Breach, of judged: Occurrence, _ statement: Violation.Statement,
    beside line: Occurrence?, in instance: ScopeInstance, at signal: Session.Signal, isOpen: Bool,
    isInferred: Bool, isUndecided: Bool = false
  ) -> Candidate? {
    var foldKey: FoldKey?
    if case .text(let key) = breach.isOneWith { foldKey = FoldKey(statement: statement, key: key) }
    if let foldKey, !isUndecided, foldIntoEarlier(foldKey, judged, in: instance, at: signal) { return nil }
    let mergeGroup =
      isIndependent && breach.isNeverGrouped
      ? nil
      : log.mergeGroups.group(
        MergeGroup.Identity(
          rule: compiled.rule, subject: breach.number,
          message: breach.subject == nil ? statement.message : nil),
        at: signal.line.line, &log.repetitions)
    let candidate = Candidate(
      Violation(proof(of: breach, about: judged, statement, beside: line, in: instance, at: signal)),
      by: CandidateOrigin(
        sentence: number, rule: compiled.rule, instance: instance, foldKey: foldKey,
        opening: breach.foldedOpening, mergeGroup: mergeGroup),
      of: session.app, isInferred: isInferred)
    instance.isReferredTo = true
    if let mergeGroup { log.add(to: mergeGroup) }
    if isOpen {
      candidate.openConditions += 1
      candidate.endLine = .max
      // No later breach is folded into a candidate that may turn out to be excepted, or is never reported because it is a guess.
      instance.wait(
        for: candidate, foldKey: isUndecided || isInferred ? nil : foldKey, most: program.limits.foldedTexts)
    }
    session.candidates.append(candidate)
    return candidate
  }

  /// Whether a breach at a signal needs no report, because the exception applies or because it repeats an earlier finding. A
  /// repeat is counted.
  final func repeats(_ foldKey: FoldKey, _ signal: Session.Signal, in instance: ScopeInstance) -> Bool {
    switch excuse(of: signal.judged, at: signal) {
    case .given: return true
    case .open: return false
    case .none:
      guard foldIntoEarlier(foldKey, signal.judged, in: instance, at: signal) else { return false }
      instance.breaches += 1
      return true
    }
  }

  /// Folds a breach into an earlier finding of the instance with the same text and key: counts it as a repeat. Returns false if
  /// there is no such finding, if the rule takes part in `yields`, or if an event is inferred. Avoids creating an object for each
  /// breach of a loop.
  private func foldIntoEarlier(
    _ foldKey: FoldKey, _ judged: Occurrence, in instance: ScopeInstance, at signal: Session.Signal
  ) -> Bool {
    if program.yields[compiled.rule] || signal.line.isInferred || judged.isInferred { return false }
    guard let said = instance.foldTarget(foldKey, isAwaited: isConditional && instance.fate == .open) else {
      return false
    }
    // A check that is repeated after its line does not repeat a violation at this line: the two are merged.
    if signal.isRepeatedCheck, case .reported(let violation) = said,
      log.repetitions.line(of: violation) == signal.line.line
    {
      return false
    }
    if foldKey.key == nil { instance.newestFold = (judged.id, said) }
    log.noteRepeat(of: said)
    return true
  }

  /// Counts a breach as a repeat if the newest finding of the instance is about an event of the same kind (`newestFold`).
  /// Otherwise returns false. The text of the violation must depend on the event's name only. Avoids building or looking up a
  /// text.
  @inline(__always)
  final func countIfRepeatOfNewest(_ signal: Session.Signal, _ key: Key?, in instance: ScopeInstance) -> Bool
  {
    guard key == nil, let (event, said) = instance.newestFold, event == signal.judged.id,
      !signal.judged.isInferred, !signal.line.isInferred
    else { return false }
    instance.breaches += 1
    log.noteRepeat(of: said)
    return true
  }

  /// Counts a breach about an opening as a repeat of the violation that the rule reported about the opening at an earlier line.
  /// No proof is built. Returns false if the breach may be more than a repeat.
  final func countIfRepeatOfReport(
    about opening: OpenSpan, at signal: Session.Signal, in instance: ScopeInstance
  )
    -> Bool
  {
    guard let reported = earlierReport(about: opening), isCertainAtOnce(at: signal, in: instance) else {
      return false
    }
    instance.breaches += 1
    log.noteRepeat(of: reported)
    session.noteRepeat(ofRule: compiled.rule)
    return true
  }

  /// Returns the violation that the rule has reported about an opening, if it became certain at an earlier line.
  final func earlierReport(about opening: OpenSpan) -> ReportedViolation? {
    guard let report = opening.report(by: compiled.rule), report.line != log.decidingLine else { return nil }
    return report.violation
  }

  /// Whether a breach at a signal, to which the exception does not apply, is certain regardless of other findings at its line.
  final func isCertainAtOnce(at signal: Session.Signal, in instance: ScopeInstance) -> Bool {
    program.yieldsTo[compiled.rule].isEmpty && !signal.line.isInferred && !session.hasLosses
      && !(isConditional && instance.fate == .open) && isObserved
  }
}
