import Project
import Reporting
import Trace

extension InputOptions {
  /// The logs that the paths name.
  var logs: [LogSource] { LogSource.all(paths, areJoined: join) }

  /// A log of which nothing is read yet.
  func trace(of paths: [String]) -> TraceReport {
    paths.count == 1 ? TraceReport(path: name(of: paths[0])) : TraceReport(joining: paths.map(name))
  }

  /// A reader of a log of a project.
  func reader(of paths: [String], _ recognizer: Recognizer, _ header: HeaderTemplate?) -> TraceReader {
    let lastWritten = paths.first.flatMap { $0 == "-" ? nil : Platform.lastWritten($0) }
    return TraceReader(recognizer, lastWritten: lastWritten, template: header, only: format)
  }

  /// Reads the files of a log, one after the other, to their end or as far as they go.
  func read(
    _ paths: [String], isFirst: Bool, _ reader: inout TraceReader, into trace: inout TraceReport,
    _ progress: Progress, _ body: (borrowing Event, Span<UInt8>, TraceReport) throws -> Void,
    afterChunk: () throws -> Void
  ) throws {
    var ending = Input.Ending.whole
    var place: String?
    for (index, path) in paths.enumerated() {
      if index > 0 { try reader.endFile { try body($0, $1, trace) } }
      if paths.count > 1 { place = name(of: path) }
      do {
        let input = try Input.log(path, isFirst: isFirst && index == 0)
        if paths.count > 1 { trace.files.begin(name(of: path), after: reader.statistics.lines) }
        ending = try input.forEachChunk { chunk in
          try reader.read(chunk) { try body($0, $1, trace) }
          try afterChunk()
          progress.advance(by: chunk.count, to: input.position)
        } whenQuiet: {
          try reader.pause { try body($0, $1, trace) }
          try afterChunk()
        }
      } catch let problem as Problem {
        ending = .broken(problem)
      }
      progress.endFile(path)
      if case .interrupted = ending, index + 1 < paths.count { ending = .broken(.interrupted) }
      if ending.isCut { break }
    }
    try reader.finish(isCut: ending.isCut) { try body($0, $1, trace) }
    try afterChunk()
    trace.statistics = reader.statistics
    trace.problem = ending.problem
    trace.problem?.path = place
    progress.clear()
  }

  /// What is wrong with a log that was read, where its format was told; nil for nothing.
  func misfit(of trace: TraceReport, _ header: HeaderTemplate?, in project: String?) -> Problem? {
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
