import Rulebook
import Trace

/// What the log tells of one app over all of its lives.
final class App {
  let recording: Recording
  /// Its lines on their way to being judged.
  let lines: LookAhead
  /// The newest values of facts that hold beyond one life, by index of `Program.facts`.
  var facts: [Session.Fact?]
  /// All lives as one, for the sentences that speak across sessions; made with the first of them.
  var lives: Session?
  /// Candidates of sentences whose events the app has not shown yet, by sentence.
  private var unobserved: [Int: [Candidate]] = [:]
  private var released = 0
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
    lines = LookAhead(program, ReturnHabits(declarations, events: program.rulebook.vocabulary.events.count))
    facts = Array(repeating: nil, count: program.facts.count)
    observed = Array(repeating: false, count: program.sentences.count)
  }

  /// Whether the app records what a sentence needs to be broken.
  func isObserved(_ sentence: Int) -> Bool {
    if observed[sentence] { return true }
    let compiled = program.sentences[sentence]
    observed[sentence] =
      program.rulebook.rules[compiled.rule].needs.allSatisfy(recording.records)
      && (compiled.demanded.isEmpty || compiled.demanded.contains(where: recording.records(family:)))
    return observed[sentence]
  }

  func keep(_ candidate: Candidate) {
    if unobserved[candidate.sentence, default: []].count < Self.limit {
      unobserved[candidate.sentence, default: []].append(candidate)
    }
  }

  /// The candidates of sentences whose events are all recorded by now.
  func takeObserved() -> [Candidate] {
    guard recording.generation != released else { return [] }
    released = recording.generation
    return unobserved.keys.sorted().filter(isObserved).flatMap { unobserved.removeValue(forKey: $0) ?? [] }
  }

  /// All candidates that are left.
  func takeAll() -> [Candidate] {
    defer { unobserved = [:] }
    return unobserved.keys.sorted().flatMap { unobserved[$0] ?? [] }
  }
}
