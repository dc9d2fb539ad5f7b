import Rulebook
import Trace

/// What the log tells of one app over all of its lives.
final class App {
  let recording: Recording
  /// The newest values of facts that hold beyond one life, by index of `Program.facts`.
  var facts: [String?]
  /// Candidates of rules whose events the app has not shown yet, by rule.
  private var unobserved: [Int: [Candidate]] = [:]
  private var released = 0
  private let program: Program
  /// Its place among the apps of the log.
  let number: Int

  /// More candidates of one rule than this are not kept while the app has not shown what the rule needs: it would
  /// have to begin to record a callback after so many violations.
  private static let limit = 100

  init(_ program: Program, _ declarations: Recording.Declarations, number: Int) {
    self.program = program
    self.number = number
    recording = Recording(program, declarations)
    facts = Array(repeating: nil, count: program.facts.count)
  }

  func keep(_ candidate: Candidate) {
    if unobserved[candidate.rule, default: []].count < Self.limit {
      unobserved[candidate.rule, default: []].append(candidate)
    }
  }

  /// The candidates of rules whose events are all recorded by now.
  func takeObserved() -> [Candidate] {
    guard recording.generation != released else { return [] }
    released = recording.generation
    let rules = unobserved.keys.sorted().filter {
      program.rulebook.rules[$0].needs.allSatisfy(recording.records)
    }
    return rules.flatMap { unobserved.removeValue(forKey: $0) ?? [] }
  }

  /// All candidates that are left.
  func takeAll() -> [Candidate] {
    defer { unobserved = [:] }
    return unobserved.keys.sorted().flatMap { unobserved[$0] ?? [] }
  }
}
