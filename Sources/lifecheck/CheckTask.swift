import Checking
import Project
import Reporting
import Rulebook
import Trace

/// Checks a log: reads its lines, and produces violations and a summary.
struct CheckTask: LogTask {
  /// The context of each candidate rulebook, from which the log chooses one.
  let contexts: [ReaderContext]
  /// The compiled rules of each candidate, compiled for the first log that chooses it.
  let programs: [Lazy<Program>]
  private let keepsText: Bool
  private let keepsRepeats: Bool
  private let recordsTimeline: Bool
  private let keepsLog: Bool
  /// The number of violations of each log that are explained.
  private let mostExplained: Int
  /// The number of violations of a run that are explained. Each takes as long as the check of a small log.
  private static let mostExplained = 20
  private let isExplained: Bool
  /// The events of each candidate that are derived from others.
  private let derived: [Set<EventID>]
  /// The subjects of known violations, for which each log may show that a rule holds; nil if there are none.
  private let subjects: KnownSubjects?

  /// The violations of some lines of a log, and the files of the log begun so far.
  struct Finding: Sendable {
    var violations: [Violation]
    /// Whether the violations are undecided at the end of the log.
    var areInconclusive = false
    /// Whether more findings follow before the next wait for input.
    var hasMore = false
    var log: LogFiles
  }

  static let maxPending = 1024
  static func weight(of finding: Finding) -> Int { finding.violations.count }

  /// The check of logs for reports in some formats, with or without statistics. `logs` is their number if violations may be explained.
  init(
    _ input: InputOptions, _ setups: [Setup], _ baseline: BaselineLedger?, for formats: [ReportFormat],
    statistics: Bool, logs: Int = 0
  ) {
    subjects = baseline.map(\.subjects).flatMap { $0.all.isEmpty ? nil : $0 }
    derived = setups.map { Set($0.rulebook.derived.map(\.event)) }
    isExplained = statistics || formats.contains(.json)
    contexts = setups.map { ReaderContext(input, $0) }
    let isExplaining = formats.contains(where: \.showsExplanations) && logs > 0
    mostExplained = isExplaining ? Self.mostExplained / logs : 0
    keepsLog = formats.contains(where: \.showsLog)
    recordsTimeline = formats.contains(where: \.showsTimeline)
    keepsText = formats.contains(where: \.showsLines)
    // The summary leaves out repeats of suppressed and known violations, so they must be counted.
    keepsRepeats =
      formats.contains(where: \.showsRepeats) || baseline != nil
      || setups.contains { !$0.suppressions.isEmpty }
    programs = setups.map { setup in Lazy { Program(setup.rulebook) } }
  }

  func read(
    _ log: Log, _ counter: ProgressCounter, threads: Int, _ found: ([Finding]) throws -> Void
  ) throws -> TraceReport {
    var lanes = try LogLanes(log, contexts, text: keepsLog ? LogText() : nil) { choice in
      CheckSink(
        context: contexts[choice],
        checker: Checker(
          programs[choice].value, assuming: contexts[choice].assumptions, keepsText: keepsText,
          keepsRepeats: keepsRepeats, knownSubjects: subjects,
          recordsTimeline: recordsTimeline),
        search: subjects.map {
          SubjectSearch($0.all, contexts[choice].recognizer, derived: derived[choice])
        },
        explainer: mostExplained == 0
          ? nil
          : Explainer(
            programs[choice].value, contexts[choice].recognizer, assuming: contexts[choice].assumptions,
            most: mostExplained),
        isExplained: isExplained)
    }
    return try lanes.read(counter, threads: threads, found)
  }
}

/// Passes the events of a log to a checker. Decided violations are reported before each wait for input, so a live log
/// shows a violation at its deciding line.
private struct CheckSink: EventSink, ~Copyable {
  typealias Work = CheckTask

  let context: ReaderContext
  var checker: Checker
  /// The search for the subjects of known violations; nil if there are none.
  private var search: SubjectSearch?
  /// Explains the first violations; nil if no report shows explanations.
  private let explainer: Explainer?
  /// The number of violations that are reported before the end of a chunk, which may contain one in each line. Small
  /// enough for the allocator to reuse the memory of one list for the next.
  private static let mostAtOnce = 32

  /// Whether the report shows why rules are not observable.
  private let isExplained: Bool

  init(
    context: ReaderContext, checker: consuming Checker, search: SubjectSearch?, explainer: Explainer?,
    isExplained: Bool
  ) {
    self.explainer = explainer
    self.context = context
    self.search = search
    self.isExplained = isExplained
    self.checker = checker
  }

  @inline(__always)
  mutating func consume(
    _ event: Event, _ line: Span<UInt8>, _ trace: borrowing TraceReport,
    _ found: ([CheckTask.Finding]) throws -> Void
  ) throws {
    if search != nil { search?.search(event, line) }
    explainer?.add(event, line)
    if checker.step(event, line: line), checker.violationCount >= Self.mostAtOnce {
      try found(Self.findings(explained(checker.takeViolations(), in: trace), trace, hasMore: true))
    }
  }

  mutating func drainFindings(_ trace: borrowing TraceReport) -> [CheckTask.Finding] {
    Self.findings(explained(checker.takeViolations(), in: trace), trace)
  }

  mutating func finish(_ trace: inout TraceReport) -> [CheckTask.Finding] {
    checker.finish(explaining: isExplained)
    var findings = Self.findings(explained(checker.takeViolations(), in: trace), trace)
    trace.summary = checker.summary
    trace.subjects = search?.found ?? []
    trace.held = checker.heldSubjects
    trace.timeline = checker.timeline
    trace.problem =
      trace.problem ?? context.misfit(of: trace)
      ?? trace.missingEvents(among: context.recognizer.vocabulary)
    if trace.problem == nil {
      findings += Self.findings(checker.takeInconclusive(), trace, areInconclusive: true)
    }
    return findings
  }

  /// Adds explanations to the violations, as notes. They name lines by number, so only a log of one file has them.
  private func explained(_ violations: [Violation], in trace: borrowing TraceReport) -> [Violation] {
    guard let explainer, !violations.isEmpty, trace.files.isOneFileInOrder else { return violations }
    return violations.map { violation in
      explainer.explanation(of: violation).map(violation.explained) ?? violation
    }
  }

  /// Not inlined into the loop over the events.
  @inline(never)
  private static func findings(
    _ violations: consuming [Violation], _ trace: borrowing TraceReport, areInconclusive: Bool = false,
    hasMore: Bool = false
  ) -> [CheckTask.Finding] {
    violations.isEmpty
      ? []
      : [
        CheckTask.Finding(
          violations: violations, areInconclusive: areInconclusive, hasMore: hasMore, log: trace.files)
      ]
  }
}
