import Checking
import Rulebook
import Trace

@testable import Reporting

/// The bundled rulebook, compiled once for all comparisons.
enum Recording {
  static let rulebook = try? Rulebook.load([RulebookReference("ios")]) { _ in .failure(.missing) }
  private static let program = rulebook.map { Program($0) }
  private static let recognizer = rulebook.map { Recognizer($0.vocabulary, platform: $0.platform) }

  /// The recording of a log; nil if the rulebook cannot be loaded.
  static func log(_ text: String, named name: String) -> RecordedLog? {
    guard let rulebook, let program, let recognizer else { return nil }
    var checker = Checker(program, keepsText: false, recordsSessions: true)
    var recorder = EventRecorder(recognizer, rulebook)
    var reader = TraceReader(recognizer)
    var violations: [Violation] = []
    func consume(_ event: Event, _ line: Span<UInt8>) {
      recorder.record(event, line)
      checker.step(event, line: line)
    }
    reader.read(Array(text.utf8).span, consume)
    reader.finish(consume)
    checker.finish()
    violations = checker.takeViolations()
    var trace = TraceReport(path: name)
    trace.rulebook = rulebook.name
    trace.processNames = reader.processNames
    trace.summary = checker.summary
    return recorder.log(trace, checker.sessionLines, violations)
  }

  /// The report of a comparison of logs, of which the last one is compared with the others.
  static func comparison(_ texts: [String]) -> String? {
    rows(of: texts).map { ComparisonText($0, Style()).text }
  }

  /// The comparison of logs, with its rows.
  static func rows(of texts: [String]) -> LogComparison? {
    let logs = texts.enumerated().compactMap { log($1, named: $0 + 1 < texts.count ? "good.log" : "bad.log") }
    guard let rulebook, let bad = logs.last, logs.count == texts.count else { return nil }
    return LogComparison(good: logs.dropLast(), bad: bad, rulebook, withRows: true)
  }
}
