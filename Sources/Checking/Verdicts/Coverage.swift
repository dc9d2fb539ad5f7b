public import Diagnostics

extension Verdict {
  /// Whether the rule was tested at least once.
  public var isOfTest: Bool {
    switch self {
    case .violated, .inconclusive, .held: true
    case .notTriggered, .notObservable: false
    }
  }
}

/// The verdict on a rule for one log. If several verdicts are possible, the first in this order counts.
public enum Verdict: String, Sendable, CaseIterable {
  /// Broken at least once.
  case violated
  /// At least one test has no answer: it is undecided at the end, it is based on a guess, or its time cannot be measured.
  case inconclusive
  /// At least one test held, and none was broken or is inconclusive.
  case held
  /// The log records the events that the rule needs, but the rule was never tested.
  case notTriggered
  /// The log does not record the events that the rule needs, so a missing event proves nothing. Or all values were unknown.
  case notObservable
}

/// Why a rule is not observable in a log: the events or values that the log lacks.
public struct Lack: Sendable, Equatable {
  /// Groups of event names. The rule needs at least one event of each group, and the log has none of them.
  public var events: [[String]]
  /// Names of values that the rule compares: `id`, `app.config.ios`. At least one of them was unknown each time.
  public var values: [String]

  /// Creates a description of missing events or values.
  public init(events: [[String]] = [], values: [String] = []) {
    self.events = events
    self.values = values
  }
}

/// The outcome of the tests of a rule in one log.
public struct RuleCoverage: Sendable, Equatable {
  /// The rule's id.
  public var ruleID: String
  /// The rule's severity.
  public var severity: Severity
  /// The verdict that follows from the counts.
  public var verdict: Verdict
  /// The number of violations.
  public var violated: Int
  /// The number of tests that held.
  public var held: Int
  /// The number of tests without an answer: they were undecided at the end, are based on a guess, or have a silence in their
  /// time, in which the clock may have stopped.
  public var inconclusive: Int
  /// The number of the inconclusive tests whose time cannot be measured because of such a silence.
  public var unmeasured = 0
  /// Why the rule is not observable; nil for any other verdict, or if the reason was not asked for.
  public var lack: Lack?
}

/// The number of times that later findings repeat a violation. They are folded into it and only counted.
public struct Repeats: Sendable, Equatable {
  /// The ID of the violation.
  public var violation: Violation.ID
  /// The index of its rule in `CheckSummary.rules`.
  public var rule: Int
  /// Its reported line, 1-based.
  public var line: Int
  /// The number of repeats.
  public var count: Int
}

/// The repeated violations of a log.
public struct RepeatSummary: Sendable, Equatable {
  /// The number of repeats of all violations.
  public private(set) var lines = 0
  /// The number of violations that are repeated.
  public private(set) var violations = 0
  /// The repeated violations: all in the order in which they were reported, or the four with the most repeats, sorted by that.
  public private(set) var all: [Repeats] = []
  private let keepsAll: Bool

  /// The number of violations that are kept if not all are.
  private static let few = 4

  /// Creates an empty summary, which keeps all repeated violations or only those with the most repeats.
  public init(keepsAll: Bool) { self.keepsAll = keepsAll }

  /// Adds a violation, if it is repeated.
  public mutating func add(_ repeats: Repeats) {
    if repeats.count == 0 { return }
    lines += repeats.count
    violations += 1
    if keepsAll { return all.append(repeats) }
    if all.count == Self.few, !Self.isBefore(repeats, all[Self.few - 1]) { return }
    all.insert(repeats, at: all.firstIndex { Self.isBefore(repeats, $0) } ?? all.count)
    if all.count > Self.few { all.removeLast() }
  }

  /// Sorts the violations into the order in which they were reported, if all are kept.
  mutating func sort() {
    if keepsAll { all.sort { $0.violation < $1.violation } }
  }

  /// Whether one violation has more repeats than another, or has as many and is at an earlier line.
  public static func isBefore(_ one: Repeats, _ other: Repeats) -> Bool {
    one.count != other.count ? one.count > other.count : one.line < other.line
  }

  /// Returns the summary without some violations. Unless there are none to remove, this summary must keep all violations.
  public func without(_ others: Set<Violation.ID>) -> RepeatSummary {
    if others.isEmpty { return self }
    var rest = RepeatSummary(keepsAll: keepsAll)
    for repeats in all where !others.contains(repeats.violation) { rest.add(repeats) }
    return rest
  }
}

/// The result of checking one log, apart from its violations.
public struct CheckSummary: Sendable, Equatable {
  /// The number of sessions, which are lives of processes.
  public var sessions = 0
  /// The number of duplicate lines: they log a call of a callback or the launch of a process again, and are not a second event.
  public var folded = 0
  /// Events that describe the log itself, and belong to no process.
  public var logEvents = LogRecords()
  /// Anomalies in the times of events.
  public var times = ClockAnomalies()
  /// Fields with values that do not have the field's type, in the order of the log. Every rule treats such a value as unknown.
  public var misreadings: [UnreadableValue] = []
  /// The repeated violations.
  public var repeats = RepeatSummary(keepsAll: true)
  /// The outcome of each rule, in the order of the rulebook.
  public var rules: [RuleCoverage] = []
  /// The names of the events in the log, if no rule was tested, or if explanations were asked for.
  public var events: [String] = []

  /// Creates the summary of an empty log.
  public init() {}
}
