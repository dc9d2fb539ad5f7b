import Rulebook
import Trace

/// A question of an exception that only the rest of the log answers. The verdict on an offence waits for the answer.
enum OpenQuestion: Sendable {
  /// Does the log record the event? Answered yes by the first line that shows or declares it, no by the end of the log.
  case records(EventID)
  /// Does the log show an event of the pattern, of that number? Answered in the same way.
  case shows(Int, SignalPattern)
  /// Does the first event come before the second? Answered by whichever comes first, no by the end of the session.
  case comesBefore(SignalPattern, SignalPattern)

  /// Whether the rest of one session answers it.
  var isOfSession: Bool { if case .comesBefore = self { true } else { false } }
}

/// The answers to the questions of one sentence, a bit each.
struct QuestionAnswers {
  /// Which questions are answered, and which of these with yes.
  var known: UInt8 = 0
  var yes: UInt8 = 0

  mutating func record(_ question: Int, _ answer: Bool) {
    let bit = UInt8(1) << UInt8(question)
    if known & bit != 0 { return }
    known |= bit
    if answer { yes |= bit }
  }

  func isKnown(_ question: Int) -> Bool { known >> UInt8(question) & 1 == 1 }
}

/// What is left of an exception when everything but its open questions is known: a truth table.
struct Residual {
  /// Bit a is whether the exception holds if bit i of a is the answer to question i.
  var table: UInt64
  let questions: Int

  /// That of no exception.
  static var none: Residual { Residual(table: 0, questions: 0) }

  /// Whether the exception holds; nil if that depends on questions that are still open.
  func value(_ answers: QuestionAnswers) -> Bool? {
    var found: Bool?
    // What else is answered does not matter here.
    let all = UInt8(truncatingIfNeeded: 1 << questions - 1)
    for row in 0..<UInt8(1 << questions) where row & answers.known == answers.yes & all {
      let holds = table >> UInt64(row) & 1 == 1
      if let found, found != holds { return nil }
      found = holds
    }
    return found
  }
}

/// Of the events that are asked for again once a line is over, what the exception said before the line.
struct EarlierExcuses {
  /// By an event's place in the log's order, as the table of a `Residual`.
  private var tables: [Int: UInt64] = [:]

  mutating func record(_ table: UInt64, of event: Occurrence) { tables[event.order] = table }

  subscript(_ event: Occurrence) -> UInt64 { tables.isEmpty ? 0 : tables[event.order] ?? 0 }
}

/// What an exception says of an offence.
enum Excuse {
  case none
  case given
  /// It depends on what the rest of the log answers.
  case open(Residual, QuestionAnswers)
}

/// A verdict that waits until an exception is known to hold or not.
final class Undecided {
  let sentence: Int
  let residual: Residual
  var answers: QuestionAnswers
  /// What may explain it, as long as the log does not record it.
  let unseen: UnseenSteps?
  /// Events after this place in the log's order answer which of two comes first.
  let order: Int
  let verdict: Verdict
  /// Whether the app had not shown what the sentence demands when it was found.
  var awaitsProof: Bool
  private(set) var isDecided = false

  /// What counts if the exception does not hold.
  enum Verdict {
    case violated(Candidate, Reserve?)
    case inconclusive
    /// Nobody knows whether the sentence was broken.
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

  /// By a line the app shows what the sentence demands.
  func noteProof(_ occurrence: Occurrence, in log: LogState) {
    awaitsProof = false
    guard case .violated(let candidate, _) = verdict else { return }
    candidate.noteProof(occurrence, log.program, keepsText: log.keepsText)
  }

  /// Decides if the answers, and what the app records, suffice.
  func decideIfPossible(in log: LogState, _ recording: Recording) {
    if isDecided { return }
    let isExcepted = residual.value(answers)
    if isExcepted != true, let unseen, unseen.canExplain(log.program, recording) {
      if log.isOver { decide(true, in: log) }
      return
    }
    if let isExcepted { decide(isExcepted, in: log) }
  }

  private func decide(_ isExcepted: Bool, in log: LogState) {
    isDecided = true
    switch verdict {
    case .violated(let candidate, let reserve):
      reserve?.note(isExcepted)
      if isExcepted { log.dismiss(candidate) } else { log.resolveAnswer(of: candidate) }
    case .inconclusive: if !isExcepted { log.countInconclusive(sentence) }
    case .unknown: if !isExcepted { log.countKept(sentence, isUnknown: true) }
    }
  }

  /// There are too many to wait for: nothing is said of it.
  func giveUp(in log: LogState) {
    if !isDecided { decide(true, in: log) }
  }
}

/// Counts that a claim was kept if everything that could have broken it turns out to be excepted.
final class Reserve {
  private let sentence: Int
  private let log: LogState
  /// Where it counts only if the end of that comes.
  private let instance: ScopeInstance?
  /// How many offences were noted, and how many of them are still undecided.
  private(set) var count = 0
  private var open = 0
  private var isBroken = false
  /// Nothing more can break it; what it then counts as.
  private var outcome: Outcome?

  /// What a claim counts as that nothing breaks.
  enum Outcome {
    case held
    /// It is kept by silence in a log that has lost lines.
    case unknown
    /// A silence that does not count lies in the time that is asked for.
    case unmeasured
  }

  init(_ sentence: Int, _ log: LogState, in instance: ScopeInstance? = nil) {
    self.sentence = sentence
    self.log = log
    self.instance = instance
  }

  func addOffence() {
    count += 1
    open += 1
  }

  func note(_ isExcepted: Bool) {
    open -= 1
    if !isExcepted { isBroken = true }
    settle()
  }

  /// Nothing else has broken the claim, and nothing more can.
  func complete(as outcome: Outcome) {
    self.outcome = outcome
    settle()
  }

  private func settle() {
    guard open == 0, !isBroken, let outcome else { return }
    self.outcome = nil
    switch outcome {
    case .held:
      if let instance, instance.fate == .open {
        instance.heldIfEnded += 1
      } else {
        log.countKept(sentence, isUnknown: false)
      }
    case .unknown: log.countKept(sentence, isUnknown: true)
    case .unmeasured: log.countUnmeasured(sentence)
    }
  }
}
