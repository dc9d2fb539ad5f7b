import Checking
import Diagnostics

/// What stands above and below the frame of a violation.
extension Style {
  /// Writes what a statement says in one line.
  func writeHeader(of statement: Violation.Statement, to output: inout ReportText) {
    let address = statement.rule.guidance.first { $0.hasPrefix("https://") }
    writeHeader(statement.severity, statement.rule.id, statement.message, address, to: &output)
  }

  /// Writes a line that says something of a rule.
  func writeHeader(
    _ severity: Severity, _ ruleID: String, _ message: String, _ address: String? = nil,
    to output: inout ReportText
  ) {
    let id = "\(severity.rawValue)[\(Escaping.line(ruleID))]"
    output += link(paint(id, .severity(severity)), to: address)
    paint(.strong, to: &output) {
      $0 += ": "
      $0 += wrapped(Escaping.line(message), first: Wrapping.columns(id) + 2, at: 2)
    }
    output.append("\n")
  }

  /// Why a rule exists and what to do, below its first violation.
  func explanation(of rule: Violation.Rule) -> String {
    [("why", rule.why), ("help", rule.help)].map { name, text in text.map { footer(name, $0) } ?? "" }
      .joined()
  }

  /// A text in as many lines as a terminal needs: the first one begins after `first` columns, and all others after so many
  /// blanks.
  func wrapped(_ text: String, first: Int? = nil, at indent: Int) -> String {
    guard let width else { return text }
    return Wrapping.lines(text, width: width, first: first ?? indent, rest: indent)
      .joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// A line below a frame.
  func footer(_ name: String, _ text: String) -> String {
    let indent = String(repeating: " ", count: max(0, 5 - name.utf8.count))
    return "\(indent)\(paint(name + ":", .frame)) \(wrapped(Escaping.line(text), at: 7))\n"
  }
}
