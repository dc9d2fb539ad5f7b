import Rulebook
import Trace

/// What the log tells of one app over all of its lives.
final class App {
  let recording: Recording
  /// Its lines on their way to being judged.
  let lines: ReturnLookahead
  /// The newest values of facts that hold beyond one life, by index of `Program.facts`.
  var facts: [Session.Fact?]
  /// All lives as one, for the sentences that speak across sessions; made with the first of them.
  var appSession: Session?
  /// Candidates of sentences whose events the app has not shown yet, by sentence.
  private var unobserved: [Int: [Candidate]] = [:]
  private var released = 0
  /// Verdicts whose exception asks for the rest of the log, and how many there are of each sentence.
  private var undecided: [Undecided] = []
  private var undecidedCount: [Int: Int] = [:]
  /// The sentences of which the app is known to record what they need: what is recorded once stays so.
  private var observed: [Bool]
  private let program: Program
  /// Its place among the apps of the log.
  let number: Int

  /// More candidates of one sentence than this are not kept while the app has not shown what it needs: it would
  /// have to begin to record a callback after so many violations.
  private static let limit = 100

  init(_ program: Program, _ declarations: Recording.Declarations, number: Int) {
    self.program = program
    self.number = number
    recording = Recording(program, declarations)
    lines = ReturnLookahead(
      program, ReturnHistory(declarations, events: program.rulebook.vocabulary.events.count))
    facts = Array(repeating: nil, count: program.facts.count)
    observed = Array(repeating: false, count: program.sentences.count)
  }

  /// Whether the app records what a sentence needs to be broken.
  func isObserved(_ sentence: Int) -> Bool {
    if observed[sentence] { return true }
    let compiled = program.sentences[sentence]
    observed[sentence] =
      program.rulebook.rules[compiled.rule].needs.allSatisfy { $0.contains(where: recording.records) }
      && (compiled.demanded.isEmpty || compiled.demanded.contains(where: recording.wouldShow))
    return observed[sentence]
  }

  // MARK: Verdicts that wait for the rest of the log

  /// Keeps a verdict until its exception is decided; false if too many of its sentence wait, and then nothing is said of it.
  func addUndecided(_ item: Undecided, in log: LogState) -> Bool {
    guard undecidedCount[item.sentence, default: 0] < Self.limit else {
      item.giveUp(in: log)
      return false
    }
    undecidedCount[item.sentence, default: 0] += 1
    undecided.append(item)
    return true
  }

  /// The app records more than before: answers what was asked about that.
  func answerUndecided(by occurrence: Occurrence, in log: LogState) {
    if undecided.isEmpty { return }
    for item in undecided {
      if item.awaitsProof, isObserved(item.sentence) { item.noteProof(occurrence, in: log) }
      let questions = program.sentences[item.sentence].questions
      for question in questions.indices where isShown(questions[question]) {
        item.answers.record(question, true)
      }
      item.decideIfPossible(in: log, recording)
    }
    removeDecided()
  }

  /// The log is over: no is the answer to all that is still asked.
  func endUndecided(in log: LogState) {
    for item in undecided {
      for question in program.sentences[item.sentence].questions.indices {
        item.answers.record(question, false)
      }
      item.decideIfPossible(in: log, recording)
    }
    removeDecided()
  }

  private func isShown(_ question: OpenQuestion) -> Bool {
    switch question {
    case .records(let event): recording.records(event)
    case .shows(let pattern, _): recording.shows(pattern: pattern)
    case .comesBefore: false
    }
  }

  private func removeDecided() {
    for item in undecided where item.isDecided { undecidedCount[item.sentence, default: 1] -= 1 }
    undecided.removeAll(where: \.isDecided)
  }

  // MARK: Candidates that wait for what they demand

  func keep(_ candidate: Candidate) {
    if unobserved[candidate.sentence, default: []].count < Self.limit {
      unobserved[candidate.sentence, default: []].append(candidate)
    }
  }

  /// Whether more is recorded than when that was asked last.
  func hasNewRecords() -> Bool {
    defer { released = recording.generation }
    return recording.generation != released
  }

  /// The candidates of sentences whose events are all recorded by now.
  func takeObserved() -> [Candidate] {
    unobserved.keys.sorted().filter(isObserved).flatMap { unobserved.removeValue(forKey: $0) ?? [] }
  }

  /// All candidates that are left.
  func takeAll() -> [Candidate] {
    defer { unobserved = [:] }
    return unobserved.keys.sorted().flatMap { unobserved[$0] ?? [] }
  }
}
