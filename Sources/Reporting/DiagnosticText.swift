public import Diagnostics
import Trace

/// Text for mistakes in rulebooks and for logs that cannot be checked.
public enum DiagnosticText {
  /// Mistakes for standard error: for people, or for editors (`inLines`).
  public static func text(of diagnostics: [Diagnostic], _ style: Style, inLines: Bool) -> String {
    inLines ? lines(of: diagnostics) : text(of: diagnostics, style)
  }

  /// Mistakes for editors: one line for each location, in the form of `ConciseReporter`.
  ///
  ///     mine.yaml:3:5: error: unknown key `sevrity`; did you mean `severity`?
  private static func lines(of diagnostics: [Diagnostic]) -> String {
    diagnostics.map { diagnostic in
      let texts = [diagnostic.message, diagnostic.label, diagnostic.help].compactMap(\.self)
      let message =
        "\(diagnostic.severity.conciseName): \(texts.map(Escaping.line).joined(separator: "; "))\n"
      return place(of: diagnostic.range) + message
        + diagnostic.related.map { "\(place(of: $0.range))note: \(Escaping.line($0.label))\n" }.joined()
    }.joined()
  }

  private static func place(of range: SourceRange?) -> String {
    guard let range else { return "\(Tool.name): " }
    return "\(Escaping.path(range.source.name)):\(range.start.line):\(range.start.column): "
  }

  /// Mistakes, each with a frame of its source line, separated by empty lines.
  public static func text(of diagnostics: [Diagnostic], _ style: Style) -> String {
    diagnostics.map { text(of: $0, style) }.joined(separator: "\n")
  }

  private static func text(of diagnostic: Diagnostic, _ style: Style) -> String {
    var result =
      style.paint(diagnostic.severity.rawValue, .severity(diagnostic.severity))
      + style.paint(": " + Escaping.line(diagnostic.message), .strong) + "\n"
    if let range = diagnostic.range {
      let (here, elsewhere) = places(diagnostic.related, around: range)
      let marks =
        [CodeFrame.Mark(range, diagnostic.label ?? "", isPrimary: true)]
        + here.map { CodeFrame.Mark($0.range, $0.label, isPrimary: false) }
      result += CodeFrame(marks: marks, severity: diagnostic.severity).text(style)
      for place in elsewhere {
        let mark = CodeFrame.Mark(place.range, place.label, isPrimary: false)
        result += CodeFrame(marks: [mark], severity: .note).text(style)
      }
    } else if let label = diagnostic.label {
      result += " note: \(Escaping.line(label))\n"
    }
    if let help = diagnostic.help { result += " help: \(Escaping.line(help))\n" }
    return result
  }

  /// `error: notes.txt: no such file; did you mean …`, with its line end, and the log lines that explain it. Empty for
  /// a log without a problem.
  public static func problem(of trace: TraceReport, _ style: Style) -> String {
    guard let problem = trace.problem else { return "" }
    return style.paint("error", .severity(.error))
      + ": \(Escaping.line(problem.path ?? trace.path)): \(problem.messageAndHelp)\n"
      + headerMismatches(trace)
      + likely(trace)
  }

  /// Notes about the files of folders that were not checked.
  public static func skippedFiles(_ report: Report, _ style: Style) -> String {
    report.skippedFileNotes.map { style.paint("note", .severity(.note)) + ": \($0)\n" }.joined()
  }

  /// Notes about the log's lines that look like events but cannot be read.
  public static func unreadable(_ trace: TraceReport) -> String {
    let statistics = trace.statistics
    var result = statistics.unreadable.reduce(into: "") {
      let place = trace.files.place(of: $1.line)
      $0 +=
        "\(Escaping.path(place.path)):\(place.line):\($1.column): note: cannot be read: \(Escaping.line($1.reason))\n"
    }
    let more = statistics.unreadableCount - statistics.unreadable.count
    if more > 0 {
      result += "note: \(Escaping.line(trace.path)): \(TextFormat.count(more, "more line"))\n"
    }
    return result
  }

  /// A note about the line that looks most like a callback.
  private static func likely(_ trace: TraceReport) -> String {
    guard let likely = trace.outline?.likely else { return "" }
    let place = trace.files.place(of: likely.line)
    return "\(Escaping.path(place.path)):\(place.line): note: this line looks like a callback; "
      + "`\(likely.callback)` would be recognised\n"
  }

  /// Notes about the first lines that do not match the `header:` of the project file.
  private static func headerMismatches(_ trace: TraceReport) -> String {
    trace.statistics.headerMismatches.reduce(into: "") {
      let place = trace.files.place(of: $1.line)
      $0 += "\(Escaping.path(place.path)):\(place.line):\($1.column): note: \(Escaping.line($1.reason))\n"
    }
  }

  private static func places(
    _ related: [Diagnostic.Related], around range: SourceRange
  ) -> (here: [Diagnostic.Related], elsewhere: [Diagnostic.Related]) {
    let here = related.filter { $0.range.source === range.source }
    return (here, related.filter { $0.range.source !== range.source })
  }
}

extension CodeFrame.Mark {
  /// A range of several lines is marked up to the end of its first line.
  fileprivate init(_ range: SourceRange, _ label: String, isPrimary: Bool) {
    let start = range.start
    let end = range.end
    path = range.source.name
    line = start.line
    order = line
    text = range.source.line(start.line)
    let last = end.line == start.line ? end.column : text.unicodeScalars.count + 1
    columns = start.column..<max(start.column, last)
    self.label = label
    self.isPrimary = isPrimary
  }
}

extension Problem {
  /// The message and the help, on one line.
  var messageAndHelp: String { Escaping.line(message) + (help.map { "; " + Escaping.line($0) } ?? "") }
}
