public import Checking
public import Diagnostics
public import Project
public import Trace

/// What a run found, beside the violations themselves.
public struct Report: Sendable {
  /// What the rulebook is called.
  public var rulebook: String
  /// The path of the project file; nil without one.
  public var project: String?
  /// The mistakes that keep everything from being checked; nil where there is none.
  public var mistakes: [Diagnostic]?
  /// What the mistakes are in, if not in the rulebook: the project file's path, options.
  public var mistaken: [String] = []
  /// The events that the rulebook knows, to find the nearest to an unknown one.
  private(set) var vocabulary = Vocabulary()
  /// Whether warnings fail, as errors do.
  public var isStrict = false
  /// Whether what fails is told, and the exit status is 0 all the same.
  public var exitsZero = false
  /// The project's suppressions, and what they were good for; nil without a project file.
  public var suppressions: SuppressionLedger?
  /// The rules, by id, that have to be put to the test by these logs.
  public var requiredRules: Set<String> = []
  /// The logs, in the order in which they were named.
  public var traces: [TraceReport] = []
  /// The files of folders that are no logs, and why.
  public var skipped: [(path: String, problem: Problem)] = []
  /// The files of folders that were not opened, for they do not have the names of logs.
  public var passedOver: [String] = []

  /// A run against that rulebook, with nothing checked yet.
  public init(rulebook: String) { self.rulebook = rulebook }

  /// Takes over the events of a rulebook.
  public mutating func know(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

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
    if mistakes != nil || traces.contains(where: { $0.problem != nil }) { return .noVerdict }
    let isBroken = violations(.error) > 0 || (isStrict && violations(.warning) > 0)
    return isBroken || !unmet.isEmpty ? .failed : .passed
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
        isRequired: requiredRules.contains(coverage.ruleID), reason: trace.reason(of: coverage))
    }
  }

  /// The required rules that the logs did not put to the test, or not to its end.
  var unmet: [Requirement] { rules.compactMap(Requirement.init) }
}

/// What logs of a run say about one rule.
struct RuleTotal {
  var coverage: RuleCoverage
  /// How many of its violations are suppressed.
  var suppressed: Int
  var isRequired: Bool
  /// Why the rule is not observable or inconclusive, if that is known: lower case, no full stop.
  var reason: String?

  var id: String { coverage.ruleID }
  var verdict: Verdict { coverage.verdict }

  /// Takes in another log. Of two verdicts the first in the order of `Verdict` counts, so that one broken log shows,
  /// and one that holds counts more than one that is mute.
  mutating func add(_ other: RuleTotal) {
    let verdicts = [verdict, other.verdict]
    let verdict = Verdict.allCases.first(where: verdicts.contains) ?? verdict
    if verdict != self.verdict { (reason, coverage.lack) = (other.reason, other.coverage.lack) }
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

  /// A log of which nothing is read yet, or that cannot be read.
  public init(path: String, problem: Problem? = nil) {
    files = LogFiles(path)
    self.problem = problem
  }

  /// A log of several files, none of which is read yet.
  public init(joining paths: [String]) { files = LogFiles(joining: paths) }

  /// The log's path as it was given; of several files what they are called together.
  public var path: String { files.name }

  private static let unmeasured =
    "the time cannot be measured: the log is silent in it, and the app may have been suspended"

  /// Why a rule has its verdict, if that is to be explained.
  fileprivate func reason(of coverage: RuleCoverage) -> String? {
    guard coverage.verdict == .inconclusive else { return coverage.lack?.text }
    return reasons[coverage.ruleID] ?? (coverage.unmeasured > 0 ? Self.unmeasured : nil)
  }
}
