public import Checking
public import Diagnostics
public import Project
public import Rulebook
public import Trace

/// The results of a run, except the violations themselves.
public struct Report: Sendable {
  /// The names of the rulebooks.
  public var rulebook: String
  /// The path of the project file; nil without one.
  public var project: String?
  /// The options of the command line that choose rulebooks and project file, to be repeated in suggested commands.
  public var rulebookOptions: [String] = []
  /// The mistakes that end the run before a log is read; nil if there are none.
  public var mistakes: [Diagnostic]?
  /// The inputs with the mistakes, if not the rulebook: the path of the project file, or options.
  public var invalidSources: [String] = []
  /// The rulebooks that the logs may be checked against.
  private(set) var rulebooks: [Rulebook] = []
  /// Whether warnings fail the run, as errors do.
  public var isStrict = false
  /// Whether the exit status is 0 even if the run fails.
  public var exitsZero = false
  /// The suppressions of the project and their uses; nil without a project file.
  public var suppressions: SuppressionLedger?
  /// The baseline and its uses; nil if none is used.
  public var baseline: BaselineLedger?
  /// The ids of the rules that these logs must exercise.
  public var requiredRules: [String] = []
  /// The logs, in the order of the command line. Without `keepsLogs`, only the first one, and others that the summary mentions.
  public private(set) var traces: [TraceReport] = []
  /// The totals of all logs.
  private(set) var totals = LogTotals()
  /// The number of logs that the summary would mention if there were not so many of them.
  private(set) var unmentioned = 0
  /// The totals of each rule over all logs that could be checked, in the order of the rulebook.
  private(set) var rules: [RuleTotal] = []
  private var placeOfRule: [String: Int] = [:]
  /// Whether all logs are kept, with their verdicts. Without this, the memory of a run does not grow with the number of logs.
  public var keepsLogs = true
  /// The number of logs that are kept otherwise.
  private static let mostMentioned = 100
  /// The files in folders that are not logs, and why.
  public var skipped: [(path: String, problem: Problem)] = []
  /// The files in folders that were not opened, because they are not named like logs.
  public var passedOver: [String] = []

  /// A run with nothing checked yet.
  public init(rulebook: String) { self.rulebook = rulebook }

  /// Adds a rulebook that the logs may be checked against.
  public mutating func addRulebook(_ rulebook: Rulebook) { rulebooks.append(rulebook) }

  /// A command for the user to run next, with the rulebooks of this run: `lifecheck rules --rulebook mine.yaml`.
  func command(_ name: String) -> String {
    ([Tool.name, name] + rulebookOptions.map(Escaping.line)).joined(separator: " ")
  }

  /// The vocabulary of a log's rulebook, for suggestions about unknown names.
  func vocabulary(of trace: TraceReport) -> Vocabulary {
    (rulebooks.first { $0.name == trace.rulebook } ?? rulebooks.first)?.vocabulary ?? Vocabulary()
  }

  /// The rulebooks that logs were checked against, with the number of logs of each.
  var usedRulebooks: [(name: String, logs: Int)] {
    let order = rulebooks.map(\.name)
    func place(_ name: String) -> Int { order.firstIndex(of: name) ?? order.count }
    // The sort keeps the order of names at the same place.
    return totals.rulebooks.sorted { place($0.name) < place($1.name) }
  }

  /// The outcome of a run.
  public enum Outcome: String, Sendable {
    /// All logs were checked, and nothing fails the run.
    case passed
    /// All logs were checked, and something fails the run.
    case failed
    /// A log could not be checked, or no rule was checked.
    case noVerdict
  }

  /// The outcome of the run.
  public var outcome: Outcome {
    if mistakes != nil || isNothingChecked || totals.checked < totals.logs { return .noVerdict }
    let isBroken = violations(.error) > 0 || (isStrict && violations(.warning) > 0)
    return isBroken || !unmet.isEmpty ? .failed : .passed
  }

  /// Whether all logs could be read, regardless of violations.
  public var hasReadAllLogs: Bool {
    mistakes == nil && totals.logs > 0 && totals.checked == totals.logs
  }

  /// Whether no rule was checked. Such a run has no verdict, and must not look successful.
  var isNothingChecked: Bool { !rules.isEmpty && !rules.contains(where: \.verdict.isOfTest) }

  /// The number of further lines that repeat each violation, by the name of the log.
  var repeats: [String: [Violation.ID: Int]] {
    Dictionary(
      traces.map { trace in
        (trace.path, Dictionary(trace.summary.repeats.all.map { ($0.violation, $0.count) }) { one, _ in one })
      }
    ) { one, _ in one }
  }

  /// The number of violations of a severity.
  public func violations(_ severity: Severity) -> Int { totals.violations[severity, default: 0] }

  /// The number of logs so far.
  public var logs: Int { totals.logs }

  /// Adds the results of a log.
  public mutating func add(_ trace: TraceReport) {
    totals.add(trace, rulebook: trace.rulebook ?? rulebook)
    if trace.problem == nil { for rule in rules(of: trace) { add(rule) } }
    if keepsLogs || totals.logs == 1 { return traces.append(trace) }
    let isTested = trace.summary.rules.contains { $0.verdict.isOfTest }
    if trace.problem == nil, isTested, Summary(self).remarks(trace).isEmpty { return }
    // Reports name every log that could not be checked.
    if trace.problem != nil || traces.count < Self.mostMentioned {
      traces.append(trace)
    } else {
      unmentioned += 1
    }
  }

  private mutating func add(_ rule: RuleTotal) {
    if let place = placeOfRule[rule.id] {
      rules[place].add(rule)
    } else {
      placeOfRule[rule.id] = rules.count
      rules.append(rule)
    }
  }

  /// The logs that could be checked.
  var checked: [TraceReport] { traces.filter { $0.problem == nil } }

  /// The totals of each rule in one log.
  func rules(of trace: TraceReport) -> [RuleTotal] {
    trace.summary.rules.map { coverage in
      RuleTotal(
        coverage: coverage, suppressed: trace.suppressed[coverage.ruleID, default: 0],
        known: trace.known[coverage.ruleID, default: 0],
        isRequired: requiredRules.contains(coverage.ruleID),
        inconclusiveReason: trace.inconclusiveReasons[coverage.ruleID])
    }
  }

  /// The required rules that were not checked, or that are inconclusive.
  var unmet: [UnmetRequirement] {
    if totals.checked == 0 { return [] }
    return rules.compactMap(UnmetRequirement.init)
      + requiredRules.filter { id in !rules.contains { $0.id == id } }.map(UnmetRequirement.init(unchosen:))
  }
}

/// The totals of one rule over some logs.
struct RuleTotal {
  var coverage: RuleCoverage
  /// The number of suppressed violations.
  var suppressed: Int
  /// The number of known violations.
  var known: Int
  var isRequired: Bool
  /// The reason of the first inconclusive check.
  var inconclusiveReason: String?

  var id: String { coverage.ruleID }
  var verdict: Verdict { coverage.verdict }

  /// The reason if the rule is not observable or inconclusive, if known: lower case, no full stop.
  var reason: String? {
    guard verdict == .inconclusive else { return coverage.lack?.text }
    return inconclusiveReason ?? (coverage.unmeasured > 0 ? Self.unmeasured : Self.undecided)
  }

  static let undecided = "the log ends before it is decided, or does not show enough"
  private static let unmeasured =
    "a time cannot be measured: it contains a gap without events, in which the app may have been suspended"

  /// Adds the totals of another log. The first verdict in the order of `Verdict` counts: a violation in one log is
  /// always shown, and `held` counts more than a verdict without evidence.
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
    known += other.known
  }
}

/// The results of one log.
public struct TraceReport: Sendable {
  /// The files of the log.
  public var files: LogFiles
  /// The rulebook that the log was checked against; nil if the log was not read.
  public var rulebook: String?
  /// The platform that the rulebook is for; nil if it is for any.
  public var platform: Platform?
  /// The statistics of the reader.
  public var statistics = TraceStatistics()
  /// The names of the processes, as logged. A `ProcessID` is an index.
  public var processNames: [String] = []
  /// The process name of the only app whose events were read; nil for all apps.
  public var app: String?
  /// The summary of the checker.
  public var summary = CheckSummary()
  /// The number of violations for each severity, without suppressed and known ones.
  public var violations: [Severity: Int] = [:]
  /// The number of suppressed violations of each rule, by id.
  public var suppressed: [String: Int] = [:]
  /// The number of known violations of each rule, by id.
  public var known: [String: Int] = [:]
  /// The ids of the suppressed and known violations. Lines that repeat them are not reported either.
  public var exemptIDs: Set<Violation.ID> = []
  /// The subjects of known violations that occur in the log.
  public var subjects: Set<KnownSubject> = []
  /// The subjects of known violations for which a rule held.
  public var held = HeldSubjects()
  /// What happened in the log; nil if no report shows it.
  public var timeline: Timeline?
  /// The text of the log; nil if no report shows all of it.
  public var text: LogText?
  /// The reasons why rules are inconclusive, if known, by rule id.
  public var inconclusiveReasons: [String: String] = [:]
  /// The reason why the log could not be checked; nil if it was.
  public var problem: Problem?
  /// An outline of the contents of a log without a known event.
  public var outline: LogOutline?

  /// A log of one file that is not read yet, or cannot be read.
  public init(path: String, problem: Problem? = nil) {
    files = LogFiles(path)
    self.problem = problem
  }

  /// A log of several files that are not read yet.
  public init(joining paths: [String]) { files = LogFiles(joining: paths) }

  /// The path as given, or the displayed name of several files.
  public var path: String { files.name }
}
