import Reporting

/// A run of a command that reads logs. The common part of all such commands is here: to find the logs, read them, and
/// report their problems in order.
protocol LogCommandRun: ~Copyable {
  /// The task for each log.
  associatedtype Work: LogTask
  var input: InputOptions { get }
  var report: Report { get set }
  var progress: Progress { get }
  var color: ColorChoice { get }
  /// Whether named files that are not logs are skipped, as files in folders are.
  var passesOverOthers: Bool { get }

  /// Writes findings of a log. Throws an `OutputError` if they cannot be written.
  mutating func write(_ findings: [Work.Finding]) throws
  /// Ends a log, and adds the counts of the writer to its report. Throws an `OutputError` if the output cannot be
  /// written.
  mutating func finishLog(_ trace: inout TraceReport) throws
}

extension LogCommandRun where Self: ~Copyable {
  var passesOverOthers: Bool { false }

  /// Reads all logs in order, and reports their problems.
  mutating func readAll(_ work: Work) throws { try readAll(try input.logs(), work) }

  /// Reads all logs of some sources in order.
  mutating func readAll(_ sources: [LogSource], _ work: Work) throws {
    let logs = sources.flatMap(\.logs)
    progress.setTotal(of: logs)
    defer { progress.clear() }
    let reader = ParallelLogReader(work, logs, threads: input.threadCount, progress.counter)
    defer { reader?.stop() }
    for source in sources {
      switch source {
      case .log(let log): try record(try read(log, work, reader))
      case .folder(let folder): try readAll(in: folder, work, reader)
      }
    }
  }

  private mutating func readAll(
    in folder: LogFolder, _ work: Work, _ reader: ParallelLogReader<Work>?
  ) throws {
    let others = report.logs
    for entry in folder.entries {
      switch entry {
      case .log(let log): try record(try read(log, work, reader), isInFolder: true)
      case .problem(let path, let problem):
        try record(TraceReport(path: path, problem: problem), isInFolder: true)
      }
    }
    report.passedOver += folder.passedOver
    if report.logs == others { try record(TraceReport(path: folder.path, problem: folder.noLogProblem)) }
  }

  private mutating func read(
    _ log: Log, _ work: Work, _ reader: ParallelLogReader<Work>?
  ) throws -> TraceReport {
    defer { progress.countLog() }
    if let reader, log.isFile { return try reader.readNext { try writeFindings($0) } }
    return try work.read(log, progress.counter, threads: input.threadCount) { try writeFindings($0) }
  }

  private mutating func writeFindings(_ findings: [Work.Finding]) throws {
    try write(findings)
    progress.showIfDue()
  }

  /// Ends a log and adds it to the report, unless it is skipped because it is a file of another kind.
  private mutating func record(_ trace: TraceReport, isInFolder: Bool = false) throws {
    if input.showUnread || trace.problem != nil { progress.clear() }
    if input.showUnread { StandardStream.error.tryWrite(DiagnosticText.unreadable(trace)) }
    var trace = trace
    try finishLog(&trace)
    if isInFolder || passesOverOthers, let problem = trace.problem, problem.kind != .log {
      return report.skipped.append((trace.path, problem))
    }
    report.add(trace)
    StandardStream.error.tryWrite(DiagnosticText.problem(of: trace, Style(for: .error, color)))
  }
}
