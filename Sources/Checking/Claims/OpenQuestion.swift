import Rulebook
import Trace

/// A question in an exception that only the rest of the log can answer. The verdict on a breach waits for the answer.
enum OpenQuestion: Sendable {
  /// Is the event recorded? Yes from the first line that logs or declares it; no at the end of the log.
  case records(EventID)
  /// Does the log contain an event that fits the pattern with this number? Yes from the first such event; no at the end of the
  /// log.
  case shows(Int, SignalPattern)
  /// Does the first event occur before the second? Answered by whichever occurs first; no at the end of the session.
  case comesBefore(SignalPattern, SignalPattern)

  /// Whether the question is about one session. The end of the session then answers it at the latest.
  var isOfSession: Bool { if case .comesBefore = self { true } else { false } }
}

/// The answers to the questions of one sentence: one bit for each question.
struct QuestionAnswers {
  /// The questions that are answered, and those whose answer is yes.
  var known: UInt8 = 0
  var yes: UInt8 = 0

  /// Records an answer. The first answer to a question stays.
  mutating func record(_ question: Int, _ answer: Bool) {
    let bit = UInt8(1) << UInt8(question)
    if known & bit != 0 { return }
    known |= bit
    if answer { yes |= bit }
  }

  func isKnown(_ question: Int) -> Bool { known >> UInt8(question) & 1 == 1 }
}

/// An exception with everything evaluated except its open questions: a truth table over their answers.
struct Residual {
  /// Bit `a` says whether the exception holds if bit i of `a` is the answer to question i.
  var table: UInt64
  let questions: Int

  /// The table of an exception that never holds.
  static var none: Residual { Residual(table: 0, questions: 0) }

  /// Whether the exception holds; nil if that depends on questions that are not answered yet.
  func value(_ answers: QuestionAnswers) -> Bool? {
    var found: Bool?
    // Answers to other questions of the sentence are ignored.
    let all = UInt8(truncatingIfNeeded: 1 << questions - 1)
    for row in 0..<UInt8(1 << questions) where row & answers.known == answers.yes & all {
      let holds = table >> UInt64(row) & 1 == 1
      if let found, found != holds { return nil }
      found = holds
    }
    return found
  }
}

/// For events that are judged again after a line: the result of their exception before the line. An exception that held then
/// still counts.
struct EarlierExcuses {
  /// The table of the `Residual`, by the sequence number of the event.
  private var tables: [Int: UInt64] = [:]

  mutating func record(_ table: UInt64, of event: Occurrence) { tables[event.order] = table }

  subscript(_ event: Occurrence) -> UInt64 { tables.isEmpty ? 0 : tables[event.order] ?? 0 }
}

/// Whether the exception of a sentence excuses a breach.
enum Excuse {
  /// The exception does not apply.
  case none
  /// The exception applies.
  case given
  /// The result depends on questions that are not answered yet.
  case open(Residual, QuestionAnswers)
}

/// A verdict that waits until it is known whether its exception holds.
final class UndecidedVerdict {
  let sentence: Int
  let residual: Residual
  var answers: QuestionAnswers
  /// The illegal step of a machine that unlogged callbacks may explain; nil for other breaches. The verdict also waits until the
  /// events that the app records rule out such an explanation.
  let unseen: UnseenSteps?
  /// The sequence number of the signal at which the breach was found. Only later events answer which of two events occurs first.
  let order: Int
  let verdict: Verdict
  /// Whether the app has not yet shown that it records the events that the sentence needs.
  var awaitsProof: Bool
  private(set) var isDecided = false

  /// The verdict if the exception does not hold.
  enum Verdict {
    case violated(Candidate, DeferredResult?)
    case inconclusive
    /// It is unknown whether the sentence was broken.
    case unknown
  }

  init(
    _ sentence: Int, _ residual: Residual, _ answers: QuestionAnswers, unseen: UnseenSteps?, after order: Int,
    _ verdict: Verdict, awaitsProof: Bool
  ) {
    self.sentence = sentence
    self.unseen = unseen
    self.residual = residual
    self.answers = answers
    self.order = order
    self.verdict = verdict
    self.awaitsProof = awaitsProof
  }

  /// Notes the line at which the app shows that it records the events that the sentence needs. A demanded event on this line is
  /// too late and becomes a related line.
  func noteProof(_ occurrence: Occurrence, in log: LogState) {
    awaitsProof = false
    guard case .violated(let candidate, _) = verdict else { return }
    candidate.noteProof(occurrence, log.program, keepsText: log.keepsText)
  }

  /// Decides the verdict, if the answers and the events that the app records suffice for it.
  func decideIfPossible(for app: App, in log: LogState) {
    if isDecided { return }
    let isExcepted = residual.value(answers)
    if isExcepted != true, let unseen, unseen.canExplain(log.program, app.recording) {
      if app.isOver { decide(true, in: log) }
      return
    }
    if let isExcepted { decide(isExcepted, in: log) }
  }

  private func decide(_ isExcepted: Bool, in log: LogState) {
    isDecided = true
    switch verdict {
    case .violated(let candidate, let reserve):
      reserve?.note(isExcepted)
      if isExcepted { log.dismiss(candidate) } else { log.resolveWait(of: candidate) }
    case .inconclusive: if !isExcepted { log.countInconclusive(sentence) }
    case .unknown: if !isExcepted { log.countResult(sentence, isUnknown: true) }
    }
  }

  /// Drops the verdict, because too many verdicts of the sentence wait. Nothing is reported.
  func giveUp(in log: LogState) {
    if !isDecided { decide(true, in: log) }
  }
}

/// The result of a check in which every breach so far may still be excepted. It is counted once all of them turn out to be
/// excepted, and never if one of them counts.
final class DeferredResult {
  private let sentence: Int
  private let log: LogState
  /// The instance in which a held check counts only if the end of the scope occurs; nil in other scopes.
  private let instance: ScopeInstance?
  /// The number of breaches, and how many of them are still undecided.
  private(set) var count = 0
  private var open = 0
  private var isBroken = false
  /// The result to count; nil until the check is complete.
  private var outcome: Outcome?

  /// The result of a check without a breach.
  enum Outcome {
    case held
    /// It holds because an event is missing, but the log has lost lines.
    case unknown
    /// The time that it measures contains a silence in which the clock may have stopped.
    case unmeasured
  }

  init(_ sentence: Int, _ log: LogState, in instance: ScopeInstance? = nil) {
    self.sentence = sentence
    self.log = log
    self.instance = instance
  }

  func addBreach() {
    count += 1
    open += 1
  }

  /// Adds a breach whose verdict is dropped, because too many of the sentence wait. It counts as excepted.
  func addDroppedBreach() { count += 1 }

  /// Notes whether one of the breaches is excepted.
  func note(_ isExcepted: Bool) {
    open -= 1
    if !isExcepted { isBroken = true }
    countIfDecided()
  }

  /// Completes the check with the result that it has if all breaches are excepted. All breaches of the check must have been
  /// added.
  func complete(as outcome: Outcome) {
    self.outcome = outcome
    countIfDecided()
  }

  private func countIfDecided() {
    guard open == 0, !isBroken, let outcome else { return }
    self.outcome = nil
    switch outcome {
    case .held:
      if let instance, instance.fate == .open {
        instance.heldIfEnded += 1
      } else {
        log.countResult(sentence, isUnknown: false)
      }
    case .unknown: log.countResult(sentence, isUnknown: true)
    case .unmeasured: log.countUnmeasured(sentence)
    }
  }
}
