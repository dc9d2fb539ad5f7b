import Reporting

/// A command on its way through logs. What is the same for all commands stands here: which logs there are, what is wrong
/// with them, and that it is reported, in their order.
protocol LogRun: ~Copyable {
  /// What is done with each log.
  associatedtype Work: LogWork
  var input: InputOptions { get }
  var report: Report { get set }
  var progress: Progress { get }
  var color: ColorChoice { get }

  /// Writes what was found in a log. Throws an `OutputError` where it cannot be written.
  mutating func write(_ findings: [Work.Finding]) throws
  /// Writes what is left of a log that was read, and adds to its report what only the writer knows. Throws an `OutputError`.
  mutating func end(_ trace: inout TraceReport) throws
}

extension LogRun where Self: ~Copyable {
  /// Reads the logs that were asked for, in their order, and tells what is wrong with them.
  mutating func readAll(_ work: Work) throws {
    let sources = input.logs
    let logs = sources.flatMap(\.logs)
    progress.expect(logs)
    let ahead = ReadAhead(work, logs, threads: input.threadCount, progress.meter)
    defer { ahead?.stop() }
    for source in sources {
      switch source {
      case .log(let log): take(try read(log, work, ahead))
      case .folder(let folder): try readAll(in: folder, work, ahead)
      }
    }
  }

  private mutating func readAll(in folder: LogFolder, _ work: Work, _ ahead: ReadAhead<Work>?) throws {
    let others = report.traces.count
    for entry in folder.entries {
      switch entry {
      case .log(let log): take(try read(log, work, ahead), isInFolder: true)
      case .problem(let path, let problem): take(TraceReport(path: path, problem: problem), isInFolder: true)
      }
    }
    report.passedOver += folder.passedOver
    if report.traces.count == others { take(TraceReport(path: folder.path, problem: folder.emptiness)) }
  }

  private mutating func read(_ log: Log, _ work: Work, _ ahead: ReadAhead<Work>?) throws -> TraceReport {
    var trace: TraceReport
    if let ahead, log.isFile {
      trace = try ahead.takeNext { try tellOnTheWay($0) }
    } else {
      trace = try work.read(log, progress.meter) { try tellOnTheWay($0) }
    }
    progress.clear()
    try end(&trace)
    return trace
  }

  private mutating func tellOnTheWay(_ findings: [Work.Finding]) throws {
    try write(findings)
    progress.showIfDue()
  }

  private mutating func take(_ trace: TraceReport, isInFolder: Bool = false) {
    if input.showUnread { Stream.error.complain(DiagnosticText.unreadable(trace)) }
    if report.add(trace, isInFolder: isInFolder) {
      Stream.error.complain(DiagnosticText.problem(of: trace, Style(for: .error, color)))
    }
  }
}
