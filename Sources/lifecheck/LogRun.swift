import Reporting

/// A command on its way through logs. What is the same for all commands stands here: which logs there are, what is wrong
/// with them, and that it is told.
protocol LogRun {
  /// What all logs are read with.
  associatedtype Means
  var input: InputOptions { get }
  var report: Report { get set }
  var progress: Progress { get }

  /// Reads a log to its end, or as far as it goes. Throws an `OutputError` where something cannot be written.
  mutating func read(_ paths: [String], isFirst: Bool, _ means: Means) throws -> TraceReport
}

extension LogRun {
  /// Reads the logs that were asked for, in their order, and tells what is wrong with them.
  mutating func readAll(_ means: Means) throws {
    let sources = input.logs
    progress.expect(sources)
    for (index, source) in sources.enumerated() {
      switch source {
      case .log(let paths): take(try read(paths, isFirst: index == 0, means))
      case .folder(let folder): try readAll(in: folder, means)
      }
    }
  }

  private mutating func readAll(in folder: LogFolder, _ means: Means) throws {
    let others = report.traces.count
    for entry in folder.entries {
      let trace =
        try entry.problem.map { TraceReport(path: entry.path, problem: $0) }
        ?? read([entry.path], isFirst: false, means)
      take(trace, isInFolder: true)
    }
    report.passedOver += folder.passedOver
    if report.traces.count == others { take(TraceReport(path: folder.path, problem: folder.emptiness)) }
  }

  private mutating func take(_ trace: TraceReport, isInFolder: Bool = false) {
    if input.showUnread { Stream.error.complain(DiagnosticText.unreadable(trace)) }
    if report.add(trace, isInFolder: isInFolder) { Stream.error.complain(DiagnosticText.problem(of: trace)) }
  }
}
