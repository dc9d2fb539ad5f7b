import Checking
import Project
import Reporting
import Rulebook
import Trace

/// Reads a log for a comparison: records its events, and checks it for the sessions and the verdicts.
struct DiffTask: LogTask {
  /// The rulebooks from which the log chooses one, and for each its context and its compiled rules.
  private let rulebooks: [Rulebook]
  private let contexts: [ReaderContext]
  private let programs: [Lazy<Program>]
  private let keepsText: Bool

  /// Each finding is a whole log. All of them are compared at the end, so there is no limit.
  typealias Finding = RecordedLog
  static let maxPending = Int.max

  /// `keepsText` is whether the text of the logs is kept for a page.
  init(_ input: InputOptions, _ setups: [Setup], keepsText: Bool) {
    self.keepsText = keepsText
    rulebooks = setups.map(\.rulebook)
    contexts = setups.map { ReaderContext(input, $0) }
    programs = setups.map { setup in Lazy { Program(setup.rulebook) } }
  }

  func read(
    _ log: Log, _ counter: ProgressCounter, threads: Int, _ found: ([RecordedLog]) throws -> Void
  ) throws -> TraceReport {
    var lanes = try LogLanes(log, contexts, text: keepsText ? LogText() : nil) { choice in
      DiffSink(
        context: contexts[choice], rulebook: rulebooks[choice],
        checker: Checker(
          programs[choice].value, assuming: contexts[choice].assumptions, keepsText: false,
          keepsRepeats: false,
          recordsSessions: true))
    }
    return try lanes.read(counter, threads: threads, found)
  }
}

/// Passes the events of a log to a recorder and a checker.
private struct DiffSink: EventSink, ~Copyable {
  typealias Work = DiffTask

  private let context: ReaderContext
  private var checker: Checker
  private var recorder: EventRecorder
  private var violations: [Violation] = []

  init(context: ReaderContext, rulebook: Rulebook, checker: consuming Checker) {
    self.context = context
    self.checker = checker
    recorder = EventRecorder(context.recognizer, rulebook)
  }

  mutating func consume(
    _ event: Event, _ line: Span<UInt8>, _ trace: borrowing TraceReport,
    _ found: ([RecordedLog]) throws -> Void
  ) throws {
    recorder.record(event, line)
    if checker.step(event, line: line) { violations += checker.takeViolations() }
  }

  mutating func drainFindings(_ trace: borrowing TraceReport) -> [RecordedLog] { [] }

  mutating func finish(_ trace: inout TraceReport) -> [RecordedLog] {
    checker.finish()
    violations += checker.takeViolations()
    trace.summary = checker.summary
    trace.problem =
      trace.problem ?? context.misfit(of: trace)
      ?? trace.missingEvents(among: context.recognizer.vocabulary)
    return trace.problem == nil ? [recorder.log(trace, checker.sessionLines, violations)] : []
  }
}
