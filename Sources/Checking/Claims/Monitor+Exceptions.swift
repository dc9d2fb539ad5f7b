import BasicContainers
import Rulebook
import Trace

// Exceptions: `unless C`. If C contains questions about the rest of the log, the verdict waits for the answers.

extension Monitor {
  /// Whether the exception certainly applies to the judged event at a signal.
  final func isExcepted(_ judged: Occurrence, at signal: Session.Signal) -> Bool {
    if compiled.exception == nil { return false }
    if case .given = excuse(of: judged, at: signal) { return true }
    return false
  }

  /// Evaluates the exception for a judged event at a signal.
  /// Reference: `Judge.exemption`.
  final func excuse(of judged: Occurrence, at signal: Session.Signal) -> Excuse {
    excuse(earlier: earlierExcuses[judged]) { session.excepts($0, signal, judging: judged) }
  }

  /// Evaluates the exception for all judged events that differ from a sample only in their keys. Returns nil if the result may
  /// depend on the key, or on questions that are still open.
  final func commonExceptionResult(like sample: Occurrence, at signal: Session.Signal) -> Excuse? {
    func bounds(_ exception: Guard) -> (least: Truth, greatest: Truth) {
      session.bounds(of: exception, signal, judging: sample)
    }
    if case .none = excuse({ session.excepts(bounds($0).greatest) }) { return Excuse.none }
    if case .given = excuse({ session.excepts(bounds($0).least) }) { return .given }
    return nil
  }

  /// Evaluates the exception for each combination of answers to its open questions. `earlier` is the truth table of an evaluation
  /// before the line: where the exception applied then, it still applies.
  @inline(__always)
  private final func excuse(earlier: UInt64 = 0, _ excepts: (Guard) -> Bool) -> Excuse {
    guard let exception = compiled.exception else { return .none }
    let questions = compiled.questions.count
    if questions == 0 { return earlier != 0 || excepts(exception) ? .given : .none }
    let answers = knownAnswers
    var residual = Residual(table: earlier, questions: questions)
    for row in 0..<UInt8(1 << questions) where row & answers.known == answers.yes {
      session.triedAnswers = row
      if excepts(exception) { residual.table |= 1 << UInt64(row) }
    }
    return switch residual.value(answers) {
    case true?: .given
    case false?: .none
    case nil: .open(residual, answers)
    }
  }

  /// Evaluates the exception for events now, for a check that is repeated after the line.
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

  /// Defers a check until its line is processed. For the given events, an exception that applies now still applies then.
  final func deferCheck(
    about events: [Occurrence], at signal: Session.Signal, _ body: @escaping (Session.Signal) -> Void
  ) {
    let excuses = excuses(of: events, at: signal)
    session.deferCheck(signal) { [self] again in applyExcuses(excuses) { body(again) } }
  }

  /// Calls a function. Meanwhile, an exception that applied before the line still applies.
  final func applyExcuses(_ excuses: EarlierExcuses, _ body: () -> Void) {
    earlierExcuses = excuses
    body()
    earlierExcuses = EarlierExcuses()
  }

  /// The answers that the log has given so far to the questions of the exception.
  private final var knownAnswers: QuestionAnswers {
    var answers = QuestionAnswers()
    for question in compiled.questions.indices {
      switch compiled.questions[question] {
      case .records(let event): if session.recording.records(event) { answers.record(question, true) }
      case .shows(let pattern, _):
        if session.recording.shows(pattern: pattern) { answers.record(question, true) }
      case .comesBefore: break
      }
      if session.app.isOver { answers.record(question, false) }
    }
    return answers
  }

  /// Counts that it is unknown whether the sentence is broken, unless the exception applies.
  final func countUnknown(_ judged: Occurrence, at signal: Session.Signal) {
    switch excuse(of: judged, at: signal) {
    case .given: break
    case .none: log.countResult(number, isUnknown: true)
    case .open(let residual, let answers): wait(residual, answers, after: signal.asked, to: .unknown)
    }
  }

  /// Lets a verdict wait for the answers that the exception needs. `order` is the place in the log order after which events
  /// answer `E comes before F`.
  final func wait(
    _ residual: Residual, _ answers: QuestionAnswers, unseen: UnseenSteps? = nil, after order: Int,
    to verdict: UndecidedVerdict.Verdict
  ) {
    let item = UndecidedVerdict(
      number, residual, answers, unseen: unseen, after: order, verdict,
      awaitsProof: !session.app.isObserved(number))
    guard session.app.addUndecided(item, in: log) else { return }
    guard compiled.questions.contains(where: \.isOfSession) else { return }
    undecided.append(item)
    session.state.setActivation(number, isUndecided: true)
    // Later signals of this line also answer, and some of them are judged already.
    for signal in session.later.signals { answer(item, by: signal) }
    for place in session.signals.indices { answer(item, by: session.signals[place].object) }
    session.answered.append(number)
  }

  /// Answers `E comes before F` with a signal that matches E or F. The verdicts that this decides are reported when the line is
  /// over, because the line may also show that the app records the demanded event.
  final func answerUndecided(by signal: Session.Signal) {
    for item in undecided { answer(item, by: signal) }
    session.answered.append(number)
  }

  private final func answer(_ item: UndecidedVerdict, by signal: Session.Signal) {
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

  /// Decides verdicts whose answers suffice. Drops those that are decided, or wait only for the rest of the log (`App`).
  final func settleUndecided() {
    for item in undecided { item.decideIfPossible(for: session.app, in: log) }
    undecided.removeAll { item in
      item.isDecided
        || compiled.questions.indices.allSatisfy {
          !compiled.questions[$0].isOfSession || item.answers.isKnown($0)
        }
    }
    session.state.setActivation(number, isUndecided: !undecided.isEmpty)
  }

  /// Answers each open `E comes before F` with no, because the session is over.
  final func endUndecided() {
    if undecided.isEmpty { return }
    for item in undecided {
      for question in compiled.questions.indices where compiled.questions[question].isOfSession {
        item.answers.record(question, false)
      }
    }
    settleUndecided()
  }

  /// Notes that a signal may answer an `E where C is recorded` of the exception. Once all are answered, the subscription to such
  /// signals is disabled.
  final func noteShown(by signal: Session.Signal) {
    var isComplete = true
    for case .shows(let pattern, let signals) in compiled.questions {
      if session.fits(signals, signal) { session.recording.noteShown(pattern: pattern) }
      isComplete = isComplete && session.recording.shows(pattern: pattern)
    }
    if isComplete { session.state.set(Activation.unshown(number), false) }
  }
}

extension Session {
  /// Applies the answers of a line to open questions, after the line is judged. Violations at earlier lines are reported
  /// first.
  func applyAnswers() {
    if answered.isEmpty { return }
    for place in answered.indices { monitors.with(answered[place]) { $0.settleUndecided() } }
    answered.clear()
  }
}
