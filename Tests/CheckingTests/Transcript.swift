import Trace

@testable import Checking

/// All results of checking a log, event by event. The engine's fast path and its full path must give the same
/// transcript.
struct Transcript {
  /// The result of `step` for each event, and the lines for which it was wrong.
  private(set) var told: [Bool] = []
  private(set) var misstatedLines: [Int] = []
  private(set) var violations: [Violation] = []
  private(set) var inconclusive: [Violation] = []
  private(set) var summary = CheckSummary()
  var statistics = TraceStatistics()
  /// The number of bytes that were scanned before they were read.
  private(set) var scanned = 0

  /// When violations are taken out of the checker.
  enum Taking: CaseIterable {
    case afterEachEvent
    case atEnd
  }

  /// Checks a log. `step` has to return whether violations can be taken. This is compared with the actual violations.
  init(
    of log: [UInt8], _ program: Program, _ recognizer: Recognizer,
    assuming assumptions: Assumptions = Assumptions(),
    keepsText: Bool = true, keepsRepeats: Bool = true, usesFastPath: Bool, taking: Taking = .atEnd,
    isExplained: Bool = false, reading: LogReading = LogReading()
  ) {
    var checker = Checker(
      program, assuming: assumptions, keepsText: keepsText, keepsRepeats: keepsRepeats,
      usesFastPath: usesFastPath)
    func step(_ event: Event, _ line: Span<UInt8>) {
      told.append(checker.step(event, line: line))
      var isAny = checker.violationCount > 0
      if taking == .afterEachEvent {
        let taken = checker.takeViolations()
        isAny = !taken.isEmpty
        violations += taken
      }
      if told.last != isAny { misstatedLines.append(event.line) }
    }
    (statistics, scanned) = reading.read(log, recognizer, step)
    checker.finish(explaining: isExplained)
    violations += checker.takeViolations()
    inconclusive = checker.takeInconclusive()
    summary = checker.summary
  }

  /// The differences from another transcript, in a few words each; empty if both are the same.
  func differences(from other: Transcript) -> [String] {
    var found: [String] = []
    func compare<Value: Equatable>(_ what: String, _ value: (Transcript) -> Value) {
      let (one, two) = (value(self), value(other))
      if one != two { found.append("\(what): \(one), and \(two)") }
    }
    if !misstatedLines.isEmpty { found.append("step is wrong at lines \(misstatedLines)") }
    compare("step returns true at events") { transcript in
      transcript.told.indices.filter { transcript.told[$0] }
    }
    compare("violations") { $0.violations.map(Self.text) }
    compare("inconclusive") { $0.inconclusive.map(Self.text) }
    compare("counts") {
      $0.summary.rules.map { "\($0.ruleID) \($0.violated) \($0.held) \($0.inconclusive) \($0.verdict)" }
    }
    // The number of a violation, and so the order of repeats, depends on when it was found.
    compare("repeats") { transcript in
      transcript.summary.repeats.all.map { "rule \($0.rule) line \($0.line): \($0.count)" }.sorted()
    }
    if found.isEmpty {
      compare("details of violations") { ($0.violations + $0.inconclusive).map(Self.unnumbered) }
      compare("summary") { transcript in
        var summary = transcript.summary
        summary.repeats = RepeatSummary(keepsAll: true)
        return summary
      }
    }
    return found
  }

  private static func unnumbered(_ violation: Violation) -> Violation {
    var violation = violation
    violation.id = 0
    return violation
  }

  private static func text(_ violation: Violation) -> String {
    let related = violation.related.map { "\($0.witness.line) \($0.label)" }
    return
      "\(violation.ruleID) line \(violation.witness.line) decided \(violation.decidedLine) \(related) \(violation.message)"
  }
}
