import Rulebook
import Trace

/// The state of one app over all of its sessions. Processes with the same name are one app.
final class App {
  let recording: Recording
  /// Holds back the app's lines until the returns of its callbacks are known.
  let lines: ReturnLookahead
  /// The newest values of facts that outlive a session, by index of `Program.facts`.
  var facts: [Session.Fact?]
  /// All sessions of the app as one, for sentences across sessions. It is created at the first event that needs it.
  var appSession: Session?
  /// Whether the app has no further lines. An event that the log has not shown by then is not recorded.
  private(set) var isOver = false
  /// Candidates that wait until the app shows the events that their sentence needs, by sentence.
  private var unobserved: [Int: [Candidate]] = [:]
  /// The value of `Recording.generation` at the last call of `hasNewRecords`.
  private var checkedGeneration = 0
  /// Verdicts that wait because their exception asks about the rest of the log, and their number for each sentence.
  private var undecided: [UndecidedVerdict] = []
  private var undecidedCount: [Int: Int] = [:]
  /// The sentences whose needed events the app is known to record. This never becomes false again.
  private var observed: [Bool]
  private let program: Program
  /// The index of the app among the apps of the log, in order of first appearance.
  let number: Int

  init(_ program: Program, _ declarations: Recording.Declarations, number: Int) {
    self.program = program
    self.number = number
    recording = Recording(program, declarations)
    lines = ReturnLookahead(
      program, ReturnHistory(declarations, events: program.rulebook.vocabulary.events.count))
    facts = Array(repeating: nil, count: program.facts.count)
    observed = Array(repeating: false, count: program.sentences.count)
  }

  /// Whether a sentence can be broken in this app: the app records an event of each item under `needs`, and would show an event
  /// that the claim demands, if it demands any.
  func isObserved(_ sentence: Int) -> Bool {
    if observed[sentence] { return true }
    let compiled = program.sentences[sentence]
    observed[sentence] =
      program.rulebook.rules[compiled.rule].needs.allSatisfy { $0.contains(where: recording.records) }
      && (compiled.demanded.isEmpty || compiled.demanded.contains(where: recording.wouldShow))
    return observed[sentence]
  }

  /// Ends the session that stands for all sessions of the app.
  func endAppSession(losses: Int) {
    appSession?.end(isEndOfLog: true, losses: losses)
    appSession = nil
  }

  // MARK: Verdicts that wait for the rest of the log

  /// Whether so many verdicts of a sentence wait that a further one is dropped.
  func hasTooManyUndecided(of sentence: Int) -> Bool {
    undecidedCount[sentence, default: 0] >= program.limits.waitingVerdicts
  }

  /// Stores a verdict until its exception is decided. If too many verdicts of its sentence already wait, drops it and returns
  /// false.
  func addUndecided(_ item: UndecidedVerdict, in log: LogState) -> Bool {
    guard !hasTooManyUndecided(of: item.sentence) else {
      item.giveUp(in: log)
      return false
    }
    undecidedCount[item.sentence, default: 0] += 1
    undecided.append(item)
    return true
  }

  /// Answers open questions after the app has recorded something new.
  func answerUndecided(by occurrence: Occurrence, in log: LogState) {
    if undecided.isEmpty { return }
    for item in undecided {
      if item.awaitsProof, isObserved(item.sentence) { item.noteProof(occurrence, in: log) }
      let questions = program.sentences[item.sentence].questions
      for question in questions.indices where isShown(questions[question]) {
        item.answers.record(question, true)
      }
      item.decideIfPossible(for: self, in: log)
    }
    removeDecided()
  }

  /// Answers all open questions with no, at the end of the log or of all processes of the app.
  func endUndecided(in log: LogState) {
    isOver = true
    for item in undecided {
      for question in program.sentences[item.sentence].questions.indices {
        item.answers.record(question, false)
      }
      item.decideIfPossible(for: self, in: log)
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

  // MARK: Candidates that wait for recorded events

  /// Stores a candidate until the app shows the events that its sentence needs. Drops it if too many already wait.
  func keep(_ candidate: Candidate) {
    if unobserved[candidate.sentence, default: []].count < program.limits.waitingVerdicts {
      unobserved[candidate.sentence, default: []].append(candidate)
    }
  }

  /// Whether something new was recorded since the last call.
  func hasNewRecords() -> Bool {
    defer { checkedGeneration = recording.generation }
    return recording.generation != checkedGeneration
  }

  /// Removes and returns the candidates of sentences that can be broken in this app by now.
  func removeObserved() -> [Candidate] {
    unobserved.keys.sorted().filter(isObserved).flatMap { unobserved.removeValue(forKey: $0) ?? [] }
  }

  /// Removes and returns all remaining candidates.
  func takeAll() -> [Candidate] {
    defer { unobserved = [:] }
    return unobserved.keys.sorted().flatMap { unobserved[$0] ?? [] }
  }
}
