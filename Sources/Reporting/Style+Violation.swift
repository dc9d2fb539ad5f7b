import Checking
import Diagnostics

/// The text above and below the frame of a violation.
extension Style {
  /// Writes the first line of a violation: severity, rule id and message.
  func writeHeader(of statement: Violation.Statement, to output: inout TextBuffer) {
    let address = statement.rule.guidance.first { $0.hasPrefix("https://") }
    writeHeader(statement.severity, statement.rule.id, statement.message, address, to: &output)
  }

  /// Writes a severity, a rule id and a message in one line.
  func writeHeader(
    _ severity: Severity, _ ruleID: String, _ message: String, _ address: String? = nil,
    to output: inout TextBuffer
  ) {
    let id = "\(severity.rawValue)[\(Escaping.line(ruleID))]"
    output += link(paint(id, .severity(severity)), to: address)
    paint(.strong, to: &output) {
      $0 += ": "
      $0 += wrapped(Escaping.line(message), first: Wrapping.columns(id) + 2, at: 2)
    }
    output.append("\n")
  }

  /// The reason and the remedy of a rule, for its first violation.
  func explanation(of rule: Violation.Rule) -> String {
    [("why", rule.why), ("help", rule.help)].map { name, text in text.map { labelledLine(name, $0) } ?? "" }
      .joined()
  }

  /// A text wrapped to the width of the terminal. The first line starts at column `first`, all others are indented by
  /// `indent` spaces.
  func wrapped(_ text: String, first: Int? = nil, at indent: Int) -> String {
    guard let width else { return text }
    return Wrapping.lines(text, width: width, first: first ?? indent, rest: indent)
      .joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// A labelled line below a frame: `state: app=background`.
  func labelledLine(_ name: String, _ text: String) -> String {
    let indent = String(repeating: " ", count: max(0, 5 - name.utf8.count))
    return "\(indent)\(paint(name + ":", .frame)) \(wrapped(Escaping.line(text), at: 7))\n"
  }
}
