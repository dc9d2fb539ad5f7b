import Project
import Reporting
import Rulebook
import Trace

/// What a command does with one log. It is a value and tells nobody anything: it can be done on any thread.
protocol LogWork: Sendable {
  /// What is found in a log on the way, and is to be told in order.
  associatedtype Finding: Sendable
  /// So much may wait to be told.
  static var mostUntold: Int { get }
  /// How much a finding is of that: 1 if nothing else is said.
  static func weight(of finding: Finding) -> Int

  /// Reads a log to its end, or as far as it goes, and hands over what it finds: after each stretch of the log, be it
  /// nothing. Throws what the body throws.
  func read(_ log: Log, _ meter: Meter, _ found: ([Finding]) throws -> Void) throws -> TraceReport
}

extension LogWork {
  static func weight(of finding: Finding) -> Int { 1 }
}

/// How the logs of a run are read: what is the same for all of them.
struct LogReading: Sendable {
  let recognizer: Recognizer
  /// How the project says its lines begin.
  let header: HeaderTemplate?
  /// The path of the project file.
  let project: String?
  /// The one format that is to be read; nil for whatever there is.
  let format: Format?
  /// What standard input is called in the output.
  let stdinFilename: String

  init(_ input: InputOptions, _ setup: Setup) {
    recognizer = Recognizer(setup.rulebook.vocabulary)
    header = setup.header
    project = setup.project
    format = input.format
    stdinFilename = input.stdinFilename
  }

  /// A log of which nothing is read yet.
  func trace(of log: Log) -> TraceReport {
    log.paths.count == 1
      ? TraceReport(path: name(of: log.paths[0])) : TraceReport(joining: log.paths.map(name))
  }

  /// Reads the files of a log, one after the other, to their end or as far as they go.
  func read(
    _ log: Log, into trace: inout TraceReport, _ meter: Meter,
    _ body: (Event, Span<UInt8>, inout TraceReport) throws -> Void,
    afterChunk: (TraceReport) throws -> Void
  ) throws {
    let lastWritten = log.paths.first.flatMap { $0 == "-" ? nil : Platform.lastWritten($0) }
    var reader = TraceReader(recognizer, lastWritten: lastWritten, template: header, only: format)
    var ending = Input.Ending.whole
    var place: String?
    for (index, path) in log.paths.enumerated() {
      if index > 0 { try reader.endFile { try body($0, $1, &trace) } }
      if log.paths.count > 1 { place = name(of: path) }
      var file = meter.file(path)
      do {
        let input = try Input.log(path, isFirst: log.isFirst && index == 0)
        if log.paths.count > 1 { trace.files.begin(name(of: path), after: reader.statistics.lines) }
        ending = try input.forEachChunk { chunk in
          try reader.read(chunk) { try body($0, $1, &trace) }
          file.advance(by: chunk.count, to: input.position)
          try afterChunk(trace)
        } whenQuiet: {
          try reader.pause { try body($0, $1, &trace) }
          try afterChunk(trace)
        }
      } catch let problem as Problem {
        ending = .broken(problem)
      }
      file.end()
      if case .interrupted = ending, index + 1 < log.paths.count { ending = .broken(.interrupted) }
      if ending.isCut { break }
    }
    try reader.finish(isCut: ending.isCut) { try body($0, $1, &trace) }
    trace.statistics = reader.statistics
    trace.problem = ending.problem
    trace.problem?.path = place
    if trace.problem == nil { trace.problem = trace.omission }
  }

  /// What is wrong with a log that was read, where its format was told; nil for nothing.
  func misfit(of trace: TraceReport) -> Problem? {
    if let format, format != .custom || header == nil {
      guard trace.statistics.lines > 0, format.kin.allSatisfy({ trace.statistics.records[$0.rawValue] == 0 })
      else { return nil }
      return Problem(
        "has no record of the format \(format.name) (--input-format)",
        help: format == .custom
          ? "that is what `header:` in the project file describes"
          : "`lifecheck events --formats` shows what it has", trace.kindWithoutEvent)
    }
    guard let project, header != nil else { return nil }
    return trace.missingHeader(project)
  }

  /// What a path is called in the output.
  private func name(of path: String) -> String { path == "-" ? stdinFilename : path }
}
