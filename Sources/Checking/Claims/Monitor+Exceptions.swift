import BasicContainers
import Rulebook
import Trace

// Exceptions: `unless C`. If C asks about the rest of the log, the verdict waits for the answers.

extension Monitor {
  /// Whether a sentence surely asks for nothing here.
  final func isExcepted(_ judged: Occurrence, at signal: Session.Signal) -> Bool {
    if compiled.exception == nil { return false }
    if case .given = excuse(of: judged, at: signal) { return true }
    return false
  }

  /// What the sentence's exception says of an offence.
  final func excuse(of judged: Occurrence, at signal: Session.Signal) -> Excuse {
    excuse(earlier: earlierExcuses[judged]) { session.excepts($0, signal, judging: judged) }
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
  private final func excuse(earlier: UInt64 = 0, _ excepts: (Guard) -> Bool) -> Excuse {
    guard let exception = compiled.exception else { return .none }
    let questions = compiled.questions.count
    if questions == 0 { return earlier != 0 || excepts(exception) ? .given : .none }
    let answers = knownAnswers
    var residual = Residual(table: earlier, questions: questions)
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

  /// What the exception says of events now, for when they are asked for again.
  final func excuses(of events: [Occurrence], at signal: Session.Signal) -> EarlierExcuses {
    var excuses = EarlierExcuses()
    if compiled.exception == nil { return excuses }
    for event in events {
      switch excuse(of: event, at: signal) {
      case .none: break
      case .given: excuses.record(.max, of: event)
      case .open(let residual, _): excuses.record(residual.table, of: event)
      }
    }
    return excuses
  }

  /// Asks again once the line is over; an event that the exception excuses now stays so.
  final func deferCheck(
    about events: [Occurrence], at signal: Session.Signal, _ body: @escaping (Session.Signal) -> Void
  ) {
    let excuses = excuses(of: events, at: signal)
    session.deferCheck(signal) { [self] again in applyExcuses(excuses) { body(again) } }
  }

  /// Calls a function while what the exception said before the line still counts.
  final func applyExcuses(_ excuses: EarlierExcuses, _ body: () -> Void) {
    earlierExcuses = excuses
    body()
    earlierExcuses = EarlierExcuses()
  }

  /// What the log has answered so far of the questions of the exception.
  private final var knownAnswers: QuestionAnswers {
    var answers = QuestionAnswers()
    for question in compiled.questions.indices {
      switch compiled.questions[question] {
      case .records(let event): if session.recording.records(event) { answers.record(question, true) }
      case .shows(let pattern, _):
        if session.recording.shows(pattern: pattern) { answers.record(question, true) }
      case .comesBefore: break
      }
      if log.isOver { answers.record(question, false) }
    }
    return answers
  }

  /// Counts that nobody knows whether the sentence was broken, unless it asks for nothing here.
  final func countUnknown(_ judged: Occurrence, at signal: Session.Signal) {
    switch excuse(of: judged, at: signal) {
    case .given: break
    case .none: log.countKept(number, isUnknown: true)
    case .open(let residual, let answers): wait(residual, answers, after: signal.asked, to: .unknown)
    }
  }

  /// A verdict waits for the answers that the exception needs.
  final func wait(
    _ residual: Residual, _ answers: QuestionAnswers, unseen: UnseenSteps? = nil, after order: Int,
    to verdict: Undecided.Verdict
  ) {
    let item = Undecided(
      number, residual, answers, unseen: unseen, after: order, verdict,
      awaitsProof: !session.app.isObserved(number))
    guard session.app.addUndecided(item, in: log) else { return }
    guard compiled.questions.contains(where: \.isOfSession) else { return }
    undecided.append(item)
    session.state.setActivation(number, isUndecided: true)
    // What the line brings about after that is judged already in part.
    for signal in session.later.signals { answer(item, by: signal) }
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
        item.answers.record(question, true)
      } else if session.fits(second, signal) {
        item.answers.record(question, false)
      }
    }
  }

  final func settleUndecided() {
    for item in undecided { item.decideIfPossible(in: log, session.recording) }
    undecided.removeAll { item in
      item.isDecided
        || compiled.questions.indices.allSatisfy {
          !compiled.questions[$0].isOfSession || item.answers.isKnown($0)
        }
    }
    session.state.setActivation(number, isUndecided: !undecided.isEmpty)
  }

  /// The session is over: neither of two events comes any more.
  final func endUndecided() {
    if undecided.isEmpty { return }
    for item in undecided {
      for question in compiled.questions.indices where compiled.questions[question].isOfSession {
        item.answers.record(question, false)
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
    if isComplete { session.state.set(Activation.unshown(number), false) }
  }
}
