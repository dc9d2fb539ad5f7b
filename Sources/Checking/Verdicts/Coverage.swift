public import Diagnostics

extension Verdict {
  /// Whether the rule was put to the test.
  public var isOfTest: Bool {
    switch self {
    case .violated, .inconclusive, .held: true
    case .notTriggered, .notObservable: false
    }
  }
}

/// What a log says about a rule. Of several verdicts on one rule the first in this order counts.
public enum Verdict: String, Sendable, CaseIterable {
  /// Broken at least once.
  case violated
  /// Put to the test, and the log does not tell the answer: it ends before that, or the time cannot be measured.
  case inconclusive
  /// Put to the test at least once, and never broken.
  case held
  /// What the rule speaks of is recorded, but it never came to the test.
  case notTriggered
  /// The log does not record what the rule speaks of, so its silence proves nothing.
  case notObservable
}

/// Why a rule is not observable in a log: what the log would have to hold for the rule to be checked.
public struct Lack: Sendable, Equatable {
  /// Groups of events by their names. The log has none of any group, and the rule needs one of each.
  public var events: [[String]]
  /// Names of values that the rule compares: `id`, `app.config.ios`. The log lacked one of them each time.
  public var values: [String]

  /// That lack.
  public init(events: [[String]] = [], values: [String] = []) {
    self.events = events
    self.values = values
  }
}

/// How often a rule was put to the test in one log, and with which outcome.
public struct RuleCoverage: Sendable, Equatable {
  /// The rule's id.
  public var ruleID: String
  /// The rule's severity.
  public var severity: Severity
  /// The verdict that the counts amount to.
  public var verdict: Verdict
  /// How many times it was broken.
  public var violated: Int
  /// How many times it held.
  public var held: Int
  /// How many tests have no answer: they were open when the log ended, or a silence that does not count lies in their time.
  public var inconclusive: Int
  /// How many of these have none because of such a silence.
  public var unmeasured = 0
  /// Why the rule is not observable; nil for any other verdict, and where that was not looked up.
  public var lack: Lack?
}

/// A violation that more lines of the log repeat: they say the same of the same thing, and are counted with it.
public struct Repeats: Sendable, Equatable {
  /// The violation.
  public var violation: Violation.ID
  /// Its rule's place among those of the summary, from 0.
  public var rule: Int
  /// Its reported line, 1-based.
  public var line: Int
  /// How many more lines repeat it.
  public var count: Int
}

/// The violations of a log that more lines repeat.
public struct RepeatSummary: Sendable, Equatable {
  /// How many lines that are.
  public private(set) var lines = 0
  /// Of how many violations.
  public private(set) var violations = 0
  /// The violations: all of them in the order in which they were told, or those that most lines repeat, the most first.
  public private(set) var all: [Repeats] = []
  private let keepsAll: Bool

  /// So many are kept where not all are.
  private static let few = 4

  /// None yet.
  public init(keepsAll: Bool) { self.keepsAll = keepsAll }

  /// Adds a violation, if any line repeats it.
  public mutating func add(_ repeats: Repeats) {
    if repeats.count == 0 { return }
    lines += repeats.count
    violations += 1
    if keepsAll { return all.append(repeats) }
    if all.count == Self.few, !Self.isBefore(repeats, all[Self.few - 1]) { return }
    all.insert(repeats, at: all.firstIndex { Self.isBefore(repeats, $0) } ?? all.count)
    if all.count > Self.few { all.removeLast() }
  }

  /// Puts all of them in the order in which they were told.
  mutating func sort() {
    if keepsAll { all.sort { $0.violation < $1.violation } }
  }

  /// Whether one is repeated more often than another, or as often and stands before it.
  public static func isBefore(_ one: Repeats, _ other: Repeats) -> Bool {
    one.count != other.count ? one.count > other.count : one.line < other.line
  }

  /// Those that are left without some.
  public func without(_ others: Set<Violation.ID>) -> RepeatSummary {
    if others.isEmpty { return self }
    var rest = RepeatSummary(keepsAll: keepsAll)
    for repeats in all where !others.contains(repeats.violation) { rest.add(repeats) }
    return rest
  }
}

/// What was checked in one log, beside the violations.
public struct CheckSummary: Sendable, Equatable {
  /// Lives of processes that the events told of.
  public var sessions = 0
  /// Lines that told a callback again and were taken as one with the first.
  public var folded = 0
  /// Events by which the log speaks of itself, and of no process.
  public var logEvents = LogRecords()
  /// What was odd about the times of events.
  public var times = ClockAnomalies()
  /// Values that are not of their field's type and so are unknown to every rule, by field in the order of the log.
  public var misreadings: [UnreadableValue] = []
  /// The violations that more lines repeat.
  public var repeats = RepeatSummary(keepsAll: true)
  /// The rules in the rulebook's order.
  public var rules: [RuleCoverage] = []
  /// The names of the events in the log, if it put no rule to the test.
  public var events: [String] = []

  /// Nothing checked yet.
  public init() {}
}
