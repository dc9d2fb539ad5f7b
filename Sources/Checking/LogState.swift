import Rulebook

/// What all sessions of one log share: what the log records, what was found, and what is counted.
final class LogState {
  let program: Program
  var recording: Recording
  var counts: [Counts]
  private(set) var violations: [Violation] = []
  private(set) var inconclusive: [Violation] = []
  /// Candidates of rules whose events the log has not shown yet, by rule.
  private var unobserved: [Int: [Candidate]] = [:]
  private var flushedGeneration = 0
  private var order = 0
  /// The line that is being read.
  var currentLine = 0
  var folded = 0
  var clockStepsBack = 0
  var firstClockStepBack: Int?

  /// More candidates of one rule than this are not kept while the log has not shown what the rule needs: a log
  /// that begins to record a callback after so many violations is no log of this world.
  private static let unobservedLimit = 100

  struct Counts {
    var violated = 0
    var held = 0
    var inconclusive = 0
    var isTriggered = false
  }

  init(_ program: Program) {
    self.program = program
    recording = Recording(program)
    counts = Array(repeating: Counts(), count: program.sentences.count)
  }

  func nextOrder() -> Int {
    order += 1
    return order
  }

  // MARK: The fate of candidates

  func resolveWait(of candidate: Candidate) {
    candidate.waits -= 1
    settle(candidate)
  }

  /// Confirms a candidate that waits for nothing any more.
  func settle(_ candidate: Candidate) {
    guard candidate.fate == .open, candidate.waits <= 0 else { return }
    let needs = program.rulebook.rules[candidate.rule].needs
    guard needs.allSatisfy(recording.records) else {
      if unobserved[candidate.rule, default: []].count < Self.unobservedLimit {
        unobserved[candidate.rule, default: []].append(candidate)
      }
      return
    }
    if candidate.isInferred {
      makeInconclusive(candidate)
    } else {
      confirm(candidate)
    }
  }

  private func confirm(_ candidate: Candidate) {
    candidate.fate = .confirmed
    candidate.violation.decidedLine = max(currentLine, candidate.violation.witness.line)
    counts[candidate.sentence].violated += 1
    violations.append(candidate.violation)
    for other in candidate.yielding { dismiss(other) }
  }

  func dismiss(_ candidate: Candidate) {
    guard candidate.fate == .open else { return }
    candidate.fate = .dismissed
    candidate.subject?.reported.removeAll { $0.rule == candidate.rule && $0.trigger == candidate.trigger }
    for tally in candidate.tallies { tally.remove(candidate.sentence) }
    for other in candidate.yielding { resolveWait(of: other) }
  }

  /// The log does not tell.
  func makeInconclusive(_ candidate: Candidate) {
    guard candidate.fate == .open else { return }
    candidate.violation.decidedLine = max(currentLine, candidate.violation.witness.line)
    counts[candidate.sentence].inconclusive += 1
    inconclusive.append(candidate.violation)
    dismiss(candidate)
  }

  /// After each line: rules whose events the log now shows may speak.
  func releaseObserved() {
    guard recording.generation != flushedGeneration else { return }
    flushedGeneration = recording.generation
    for rule in unobserved.keys.sorted() {
      guard program.rulebook.rules[rule].needs.allSatisfy(recording.records) else { continue }
      for candidate in unobserved.removeValue(forKey: rule) ?? [] { settle(candidate) }
    }
  }

  // MARK: Results

  func takeViolations() -> [Violation] {
    defer { violations.removeAll() }
    return violations.count > 1 ? violations.sorted(by: Self.isBefore) : violations
  }

  func takeInconclusive() -> [Violation] {
    defer { inconclusive.removeAll() }
    return inconclusive.sorted(by: Self.isBefore)
  }

  private static func isBefore(_ a: Violation, _ b: Violation) -> Bool {
    (a.decidedLine, a.witness.line, a.witness.column, a.ruleID, a.message)
      < (b.decidedLine, b.witness.line, b.witness.column, b.ruleID, b.message)
  }
}
