public import Checking
public import Diagnostics
public import Project
public import Rulebook
public import Trace

/// What a run found, beside the violations themselves.
public struct Report: Sendable {
  /// What the rulebook is called; before a log has chosen, all of which it can.
  public var rulebook: String
  /// The path of the project file; nil without one.
  public var project: String?
  /// The mistakes that keep everything from being checked; nil where there is none.
  public var mistakes: [Diagnostic]?
  /// What the mistakes are in, if not in the rulebook: the project file's path, options.
  public var mistaken: [String] = []
  /// The rulebooks that logs may be checked against.
  private(set) var rulebooks: [Rulebook] = []
  /// Whether warnings fail, as errors do.
  public var isStrict = false
  /// Whether what fails is told, and the exit status is 0 all the same.
  public var exitsZero = false
  /// The project's suppressions, and what they were good for; nil without a project file.
  public var suppressions: SuppressionLedger?
  /// The rules, by id, that have to be put to the test by these logs.
  public var requiredRules: [String] = []
  /// The logs, in the order in which they were named.
  public var traces: [TraceReport] = []
  /// The files of folders that are no logs, and why.
  public var skipped: [(path: String, problem: Problem)] = []
  /// The files of folders that were not opened, for they do not have the names of logs.
  public var passedOver: [String] = []

  /// A run against that rulebook, with nothing checked yet.
  public init(rulebook: String) { self.rulebook = rulebook }

  /// Takes in a rulebook that logs may be checked against.
  public mutating func know(_ rulebook: Rulebook) { rulebooks.append(rulebook) }

  /// The events that are known to the rulebook of a log, to find the nearest to an unknown one.
  func vocabulary(of trace: TraceReport) -> Vocabulary {
    (rulebooks.first { $0.name == trace.rulebook } ?? rulebooks.first)?.vocabulary ?? Vocabulary()
  }

  /// The rulebooks that logs were checked against, and how many logs each.
  var usedRulebooks: [(name: String, logs: Int)] {
    let names = checked.map { $0.rulebook ?? rulebook }
    let known = rulebooks.map(\.name)
    return (known.filter(names.contains) + names).withoutRepeats.map { name in
      (name, names.count { $0 == name })
    }
  }

  /// What a run comes to.
  public enum Outcome: String, Sendable {
    /// Everything was checked, and nothing fails.
    case passed
    /// Everything was checked, and something fails.
    case failed
    /// Not everything could be checked.
    case noVerdict
  }

  /// What the run comes to.
  public var outcome: Outcome {
    if mistakes != nil || isNothingChecked || traces.contains(where: { $0.problem != nil }) {
      return .noVerdict
    }
    let isBroken = violations(.error) > 0 || (isStrict && violations(.warning) > 0)
    return isBroken || !unmet.isEmpty ? .failed : .passed
  }

  /// Whether all logs were read, whatever the rules say of them.
  public var isListed: Bool { mistakes == nil && !traces.isEmpty && !traces.contains { $0.problem != nil } }

  /// Whether no rule was put to the test: that is no verdict, and must not look like one.
  var isNothingChecked: Bool {
    let rules = checked.flatMap(\.summary.rules)
    return !rules.isEmpty && !rules.contains(where: \.verdict.isOfTest)
  }

  /// How many more lines repeat a violation, by the name of its log.
  var repeats: [String: [Violation.ID: Int]] {
    Dictionary(
      traces.map { trace in
        (trace.path, Dictionary(trace.summary.repeats.all.map { ($0.violation, $0.count) }) { one, _ in one })
      }
    ) { one, _ in one }
  }

  /// How many violations of a severity there are.
  public func violations(_ severity: Severity) -> Int {
    traces.reduce(0) { $0 + $1.violations[severity, default: 0] }
  }

  /// Takes in what came of a log. A file of a folder that is no log is left out; then it gives back false.
  public mutating func add(_ trace: TraceReport, isInFolder: Bool) -> Bool {
    if isInFolder, let problem = trace.problem, problem.kind != .log {
      skipped.append((trace.path, problem))
      return false
    }
    traces.append(trace)
    return true
  }

  /// The logs that could be checked.
  var checked: [TraceReport] { traces.filter { $0.problem == nil } }

  /// What all logs together say about each rule, in the rulebook's order.
  var rules: [RuleTotal] {
    let checked = checked
    if checked.count == 1 { return rules(of: checked[0]) }
    var totals: [RuleTotal] = []
    var places: [String: Int] = [:]
    for rule in checked.flatMap(rules) {
      if let place = places[rule.id] {
        totals[place].add(rule)
      } else {
        places[rule.id] = totals.count
        totals.append(rule)
      }
    }
    return totals
  }

  /// What one log says about each rule.
  func rules(of trace: TraceReport) -> [RuleTotal] {
    trace.summary.rules.map { coverage in
      RuleTotal(
        coverage: coverage, suppressed: trace.suppressed[coverage.ruleID, default: 0],
        isRequired: requiredRules.contains(coverage.ruleID),
        inconclusiveReason: trace.reasons[coverage.ruleID])
    }
  }

  /// The required rules that the logs did not put to the test, or not to its end.
  var unmet: [Requirement] {
    let rules = rules
    if checked.isEmpty { return [] }
    return rules.compactMap(Requirement.init)
      + requiredRules.filter { id in !rules.contains { $0.id == id } }.map(Requirement.init(unchosen:))
  }
}

/// What logs of a run say about one rule.
struct RuleTotal {
  var coverage: RuleCoverage
  /// How many of its violations are suppressed.
  var suppressed: Int
  var isRequired: Bool
  /// What the first test that a log left open says of that.
  var inconclusiveReason: String?

  var id: String { coverage.ruleID }
  var verdict: Verdict { coverage.verdict }

  /// Why the rule is not observable or inconclusive, if that is known: lower case, no full stop.
  var reason: String? {
    guard verdict == .inconclusive else { return coverage.lack?.text }
    return inconclusiveReason ?? (coverage.unmeasured > 0 ? Self.unmeasured : nil)
  }

  private static let unmeasured =
    "the time cannot be measured: the log is silent in it, and the app may have been suspended"

  /// Takes in another log. Of two verdicts the first in the order of `Verdict` counts, so that one broken log shows,
  /// and one that holds counts more than one that is mute.
  mutating func add(_ other: RuleTotal) {
    let verdicts = [verdict, other.verdict]
    let verdict = Verdict.allCases.first(where: verdicts.contains) ?? verdict
    if verdict != self.verdict {
      (inconclusiveReason, coverage.lack) = (other.inconclusiveReason, other.coverage.lack)
    }
    coverage.verdict = verdict
    coverage.violated += other.coverage.violated
    coverage.held += other.coverage.held
    coverage.inconclusive += other.coverage.inconclusive
    coverage.unmeasured += other.coverage.unmeasured
    suppressed += other.suppressed
  }
}

/// What a run found in one log.
public struct TraceReport: Sendable {
  /// The files that it consists of.
  public var files: LogFiles
  /// The rulebook that it was checked against; nil for a log that was not read.
  public var rulebook: String?
  /// What was read.
  public var statistics = TraceStatistics()
  /// What was checked.
  public var summary = CheckSummary()
  /// How many violations there are of each severity; those that are suppressed are not among them.
  public var violations: [Severity: Int] = [:]
  /// How many violations of each rule, by id, are suppressed.
  public var suppressed: [String: Int] = [:]
  /// These violations: what repeats one of them is as little to be told as it is.
  public var notShown: Set<Violation.ID> = []
  /// Why rules, by id, are inconclusive, as far as that is known.
  public var reasons: [String: String] = [:]
  /// Why the log could not be checked; nil where it was.
  public var problem: Problem?
  /// The contents of a log without a known event.
  public var outline: LogOutline?

  /// A log of which nothing is read yet, or that cannot be read.
  public init(path: String, problem: Problem? = nil) {
    files = LogFiles(path)
    self.problem = problem
  }

  /// A log of several files, none of which is read yet.
  public init(joining paths: [String]) { files = LogFiles(joining: paths) }

  /// The log's path as it was given; of several files what they are called together.
  public var path: String { files.name }
}
