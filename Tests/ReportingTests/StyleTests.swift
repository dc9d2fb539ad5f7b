import Testing

@testable import Checking
@testable import Reporting

@Suite struct `Colour` {
  struct Row: CustomTestStringConvertible {
    var choice = ColorChoice.auto
    var environment: [String: String] = [:]
    var isTerminal = true
    var isOn: Bool

    var testDescription: String {
      let variables = environment.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
      return (["--color \(choice)"] + variables + [isTerminal ? "terminal" : "pipe"]).joined(separator: " ")
    }
  }

  static let rows = [
    Row(isOn: true),
    Row(isTerminal: false, isOn: false),
    Row(environment: ["TERM": "xterm"], isOn: true),
    Row(environment: ["TERM": "dumb"], isOn: false),
    Row(environment: ["FORCE_COLOR": "1"], isTerminal: false, isOn: true),
    Row(environment: ["FORCE_COLOR": "0"], isTerminal: false, isOn: true),
    Row(environment: ["FORCE_COLOR": ""], isTerminal: false, isOn: false),
    Row(environment: ["CLICOLOR_FORCE": "1"], isTerminal: false, isOn: true),
    Row(environment: ["CLICOLOR_FORCE": "0"], isTerminal: false, isOn: false),
    Row(environment: ["CLICOLOR_FORCE": ""], isTerminal: false, isOn: false),
    Row(environment: ["FORCE_COLOR": "1", "TERM": "dumb"], isOn: true),
    Row(environment: ["NO_COLOR": "1"], isOn: false),
    Row(environment: ["NO_COLOR": "0"], isOn: false),
    Row(environment: ["NO_COLOR": ""], isOn: true),
    Row(environment: ["NO_COLOR": "1", "FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"], isOn: false),
    Row(choice: .always, environment: ["NO_COLOR": "1", "TERM": "dumb"], isTerminal: false, isOn: true),
    Row(choice: .never, environment: ["FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"], isOn: false),
  ]

  @Test(arguments: rows)
  func `depends on the option, the environment and the terminal, in that order`(row: Row) {
    let isOn = row.choice.isOn(environment: { row.environment[$0] }, isTerminal: row.isTerminal)
    #expect(isOn == row.isOn)
  }
}

@Suite struct `A locale` {
  @Test(arguments: [
    ([:], false),
    (["LANG": "en_GB.UTF-8"], true),
    (["LANG": "de_DE.utf8"], true),
    (["LANG": "C"], false),
    (["LANG": "en_GB.UTF-8", "LC_ALL": "C"], false),
    (["LANG": "C", "LC_CTYPE": "UTF-8"], true),
    (["LANG": "en_GB.UTF-8", "LC_ALL": ""], true),
  ])
  func `is UTF-8 if the first variable that is set says so`(environment: [String: String], isUnicode: Bool) {
    #expect(Style.isUnicode(environment: { environment[$0] }) == isUnicode)
  }
}

@Suite struct `A link` {
  private let linked = Violation(
    "no-draw", .error, "drawn", at: Witness(3, "10:00:00 «view.draw»"), "here",
    guidance: ["G-1", "https://example.com/drawing"])

  private func header(_ violation: Violation, _ style: Style) -> Substring {
    var reporter = ReportFormat.full.reporter(style: style, isQuiet: true)
    var output = TextBuffer()
    reporter.reportViolation(violation, in: LogFiles("a.log"), to: &output)
    return output.string.prefix { $0 != "\n" }
  }

  @Test func `is on the id of a rule that has a public URL`() {
    let style = Style(hasLinks: true)
    #expect(
      header(linked, style)
        == "\u{1b}]8;;https://example.com/drawing\u{1b}\\error[no-draw]\u{1b}]8;;\u{1b}\\: drawn")
    #expect(header(linked, Style()) == "error[no-draw]: drawn")
    let other = Violation("no-draw", .error, "drawn", at: linked.witness, "here", guidance: ["G-1"])
    #expect(header(other, style) == "error[no-draw]: drawn")
  }

  @Test(arguments: [
    "https://example.com/\u{1b}]0;x\u{7}", "https://example.com/ü", "https://example.com/a b",
  ])
  func `is left out if the URL contains unsafe characters`(address: String) {
    let violation = Violation("no-draw", .error, "drawn", at: linked.witness, "here", guidance: [address])
    #expect(header(violation, Style(hasLinks: true)) == "error[no-draw]: drawn")
  }

  @Test(arguments: [
    ([:], false), (["TERM_PROGRAM": "Apple_Terminal"], false), (["TERM_PROGRAM": "iTerm.app"], true),
    (["VTE_VERSION": "4800"], false), (["VTE_VERSION": "6800"], true), (["KITTY_WINDOW_ID": "1"], true),
  ])
  func `is used in terminals that are known to support links`(environment: [String: String], hasLinks: Bool) {
    #expect(Style.hasLinks(environment: { environment[$0] }) == hasLinks)
  }
}
