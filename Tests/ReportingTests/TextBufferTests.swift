import Testing

@testable import Reporting

@Suite struct `The text of a report` {
  @Test(arguments: [0, 7, 10, 4_096, 99_999_999, 100_000_000, .max, -5])
  func `has numbers in decimal digits`(number: Int) {
    var text = TextBuffer()
    text.append(number)
    #expect(text.string == String(number))
    text.removeAll()
    text.append(7, ":", number)
    #expect(text.string == "7:\(number)")
  }

  @Test(arguments: ["", "plain ~", "\u{7f}", "a\nb", "\u{1b}[2J", "日本語 🚀", "e\u{301}\u{202e}"])
  func `escapes the text of log lines`(line: String) {
    var text = TextBuffer()
    text += "é "
    text.append(line: line)
    #expect(text.string == "é " + Escaping.line(line))
  }
}
