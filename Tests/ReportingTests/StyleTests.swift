import Reporting
import Testing

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
  func `is on as the option, the environment and the terminal say, in that order`(row: Row) {
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
  func `is a UTF-8 one by the first variable that is set`(environment: [String: String], isUnicode: Bool) {
    #expect(Style.isUnicode(environment: { environment[$0] }) == isUnicode)
  }
}
