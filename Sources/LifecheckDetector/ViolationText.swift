package import Checking
import Reporting

/// The text of a violation, as the command prints it.
package enum ViolationText {
  /// One line for each location, in the form of compiler messages, which Xcode shows at the lines of the trace. The first line is
  /// the reported one.
  package static func lines(of violation: Violation, in path: String) -> String {
    text(of: violation, .concise, in: path)
  }

  /// The lines of the trace that prove the violation, for people.
  package static func frame(of violation: Violation, in name: String) -> String {
    text(of: violation, .full, in: name)
  }

  private static func text(of violation: Violation, _ format: ReportFormat, in path: String) -> String {
    var reporter = format.reporter(style: Style(), isQuiet: true)
    var output = TextBuffer()
    reporter.reportViolation(violation, in: LogFiles(path), to: &output)
    var text = output.string[...]
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }
}
