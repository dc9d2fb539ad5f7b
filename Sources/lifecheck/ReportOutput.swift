import Checking
import Project
import Reporting

/// One report of a run: a format and a destination.
final class ReportOutput {
  let format: ReportFormat
  private var reporter: any Reporter & ~Copyable
  private var text = TextBuffer()
  private let destination: Destination
  /// The file that is written until the report is complete.
  private var file: OutputFile?

  /// Where a report goes.
  enum Destination: Equatable {
    case standardOutput
    /// A file, which is replaced when the report is complete.
    case file(String)
    /// A file to whose end the report is added. If this fails, there is only a warning.
    case endOfFile(String)
  }

  /// The number of bytes at which buffered output is written before the next wait for input. A write costs as much as
  /// the formatting of a hundred lines.
  private static let maxBuffered = 64 << 10

  init(_ format: ReportFormat, to destination: Destination, _ reporter: consuming any Reporter & ~Copyable) {
    self.format = format
    self.destination = destination
    self.reporter = reporter
  }

  /// Creates the file of the report, so that a wrong path is reported before the logs are read. Throws an `OutputError`.
  func open() throws(OutputError) {
    if case .file(let path) = destination { file = try OutputFile(path) }
  }

  func report(_ violation: borrowing Violation, in log: LogFiles) {
    reporter.reportViolation(violation, in: log, to: &text)
  }

  func reportExempt(_ violation: Violation, by exemption: Exemption, in log: LogFiles) {
    reporter.reportExempt(violation, by: exemption, in: log, to: &text)
  }

  func reportInconclusive(_ violation: Violation, in log: LogFiles) {
    reporter.reportInconclusive(violation, in: log, to: &text)
  }

  func finishLog(_ trace: TraceReport, in report: Report) throws {
    try reporter.finishLog(trace, in: report, to: &text)
  }

  /// Writes the buffered text, if the report goes to standard output and a reader may wait for it, or if there is much of it.
  func flush(_ progress: Progress, isWaiting: Bool) throws {
    switch destination {
    case .standardOutput: if isWaiting || text.count >= Self.maxBuffered { try flush(progress) }
    case .file: if text.count >= Self.maxBuffered { try flush(progress) }
    case .endOfFile: break
    }
  }

  /// Writes the end of the report, and completes its file.
  func finish(_ report: Report, _ progress: Progress) throws {
    try reporter.finish(report, to: &text) { [file, destination] text in
      try Self.write(&text, to: destination, file, progress)
    }
    try flush(progress)
    switch destination {
    case .standardOutput: break
    case .file: try file?.complete()
    case .endOfFile(let path):
      do throws(OutputError) {
        try text.withUTF8 { bytes throws(OutputError) in try OutputFile.append(bytes, to: path) }
      } catch { StandardStream.error.tryWrite("warning: \(error.message)\n") }
    }
  }

  private func flush(_ progress: Progress) throws { try Self.write(&text, to: destination, file, progress) }

  private static func write(
    _ text: inout TextBuffer, to destination: Destination, _ file: OutputFile?, _ progress: Progress
  ) throws {
    switch destination {
    case .standardOutput:
      if !text.isEmpty { progress.clear() }
      try text.withUTF8 { try StandardStream.output.write($0) }
    case .file: try text.withUTF8 { try file?.write($0) }
    case .endOfFile: return
    }
    text.removeAll()
  }
}
