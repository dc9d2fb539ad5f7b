import Diagnostics
import Testing

@testable import Reporting

@Suite struct `Text in columns` {
  @Test(arguments: [
    ("", 10, [""]), ("one two", 10, ["one two"]), ("one two three", 8, ["one two", "three"]),
    ("one", 2, ["one"]), ("äöü äöü äöü", 7, ["äöü äöü", "äöü"]), ("字字 字字", 8, ["字字", "字字"]),
  ])
  func `is wrapped between words`(text: String, width: Int, lines: [String]) {
    #expect(Wrapping.lines(text, width: width) == lines)
  }

  @Test func `has a hanging indent`() {
    #expect(Wrapping.hanging("one two three", width: 12, at: 4) == "one two\n    three\n")
    #expect(Wrapping.lines("one two three four", width: 14, first: 6, rest: 2) == ["one two", "three four"])
  }
}

@Suite struct `The heading of a rulebook file` {
  @Test(arguments: [
    ("# Launch: how an app begins.\nlifecheck: 1\n", "Launch: how an app begins"),
    ("# yaml-language-server: $schema=x\n# Scenes. And more.\n", "Scenes"),
    ("# What it is,\n#  over two\n# lines. The rest.\n", "What it is, over two lines"),
    ("# Timers, e.g. NSTimer: when they stop. More.", "Timers, e.g. NSTimer: when they stop"),
    ("# Timers, etc. and clocks. More.", "Timers, etc. and clocks"),
    ("##\n# Version 1.2 of all\n\nlifecheck: 1\n", "Version 1.2 of all"),
    ("lifecheck: 1\n# Not at the top.\n", "rules/mine.yaml"), ("", "rules/mine.yaml"),
  ])
  func `is the first sentence of its comment, or the name of the file`(text: String, heading: String) {
    #expect(FileHeading.text(of: SourceText(name: "rules/mine.yaml", bytes: Array(text.utf8))) == heading)
  }
}
