import Diagnostics
import TestSupport
import Testing

@testable import Reporting

@Suite struct `A code frame` {
  private func frame(_ marks: [CodeFrame.Mark], path: String = "a.log") -> String {
    let marks = marks.map { mark in
      var mark = mark
      if mark.path.isEmpty { mark.path = path }
      return mark
    }
    return CodeFrame(marks: marks, severity: .error).text(Style(isUnicode: true))
  }

  private func mark(
    _ line: Int, _ text: String, _ columns: Range<Int>, _ label: String = "", isPrimary: Bool = true
  ) -> CodeFrame.Mark {
    .init(
      path: "", line: line, order: line, text: text, columns: columns, label: label, isPrimary: isPrimary)
  }

  @Test func `shows lines in order, and a gap only if lines are left out`() {
    let frame = frame([
      mark(12, "c.end", 1..<6, "here"),
      mark(9, "a.start", 1..<8, "first", isPrimary: false),
      mark(10, "b.start", 1..<8, "second", isPrimary: false),
    ])
    #expect(
      frame == """
          --> a.log:12:1
            |
          9 | a.start
            | ------- first
         10 | b.start
            | ------- second
            ⋮
         12 | c.end
            | ^^^^^ here
            |

        """)
  }

  @Test func `stacks the labels of the same columns, the offending one first`() {
    let frame = frame([
      mark(7, "x a.start", 3..<10, "is started", isPrimary: false), mark(7, "x a.start", 3..<10, "breaks"),
    ])
    #expect(
      frame == """
          --> a.log:7:3
           |
         7 | x a.start
           |   ^^^^^^^ breaks
           |           is started
           |

        """)
  }

  @Test func `marks different columns of a line in separate rows`() {
    let frame = frame([mark(7, "ab cd", 4..<6, "two"), mark(7, "ab cd", 1..<3, "one", isPrimary: false)])
    #expect(frame.contains("| -- one\n   |    ^^ two\n"))
  }

  struct Row: CustomTestStringConvertible {
    /// The line, with `«»` around the marked text.
    var marked: String
    var shown: String
    var carets: String
    var testDescription: String { marked.debugDescription }

    var text: String { marked.filter { $0 != "«" && $0 != "»" } }
    var columns: Range<Int> {
      let start = marked.prefix { $0 != "«" }.unicodeScalars.count + 1
      return start..<marked.prefix { $0 != "»" }.unicodeScalars.count
    }
  }

  @Test(arguments: [
    Row(marked: "\t«a.start»", shown: "|     a.start\n", carets: "|     ^^^^^^^\n"),
    Row(marked: "日本 «a.start»", shown: "| 日本 a.start\n", carets: "|      ^^^^^^^\n"),
    Row(marked: "«日本»", shown: "| 日本\n", carets: "| ^^^^\n"),
    Row(marked: "🚀 «a.start»", shown: "| 🚀 a.start\n", carets: "|    ^^^^^^^\n"),
    Row(marked: "e\u{301} «a.start»", shown: "| e\u{301} a.start\n", carets: "|   ^^^^^^^\n"),
    Row(marked: "\u{1b}[m «a.start»", shown: "| \\u{1b}[m a.start\n", carets: "|          ^^^^^^^\n"),
    Row(marked: "a.start«»", shown: "| a.start\n", carets: "|        ^\n"),
    Row(marked: "«»", shown: "|\n", carets: "| ^\n"),
  ])
  func `keeps the caret under its character`(row: Row) {
    let frame = frame([mark(1, row.text, row.columns)])
    #expect(frame.contains(row.shown) && frame.contains(row.carets), "\n\(frame)")
  }

  @Test func `marks the end of a line if the columns are beyond it`() {
    #expect(frame([mark(1, "a", 40..<50)]).contains("| a\n   |  ^\n"))
  }

  @Test(arguments: [0, 1, 139, 140, 150, 160, 161, 1_000], [0, 1, 159, 1_000])
  func `cuts a long line around its mark`(before: Int, after: Int) throws {
    let text = String(repeating: "<", count: before) + "a.start" + String(repeating: ">", count: after)
    let lines = frame([mark(1, text, before + 1..<before + 8)]).split(separator: "\n")
    let shown = try #require(lines.dropFirst(2).first)
    let carets = try #require(lines.dropFirst(3).first)
    #expect(shown.count <= 5 + Style.defaultWidth)
    let indent = carets.prefix { $0 != "^" }.count
    #expect(shown.dropFirst(indent).hasPrefix("a.start"))
    #expect(carets.hasSuffix("^^^^^^^"))
    #expect(shown.contains("…") == (text.count > Style.defaultWidth))
  }

  @Test(arguments: 20...220)
  func `shows each part of a long line once, in order`(width: Int) throws {
    let line =
      "2026-11-24 18:06:55.700118+0100 Earshot[733:40211] Background Task 5, was created over 30 seconds ago. "
      + "In applications running in the background, this creates a risk of termination."
    for focus in [1..<5, 18..<60, 52..<180, 100..<110, 170..<181] {
      var output = TextBuffer()
      _ = DisplayLine.write(line, focus: focus, room: width, cut: "…", to: &output)
      var rest = line[...]
      for part in output.string.split(separator: "…") {
        let place = try #require(rest.firstRange(of: part), "\(part) is shown twice, or out of order")
        rest = rest[place.upperBound...]
      }
    }
  }

  @Test func `escapes a path that begins like a CI command`() {
    #expect(
      frame([mark(1, "a", 1..<2)], path: "::error::\u{1b}.log").hasPrefix(
        "  --> \\u{3a}:error::\\u{1b}.log:1:1"))
  }
}

@Suite struct `A mistake in a rulebook` {
  private let source = SourceText(
    name: "mine.yaml", bytes: Array("lifecheck: 1\nrules:\n  - id: a\n    sevrity: error\n  - id: a\n".utf8))
  private let base = SourceText(name: "base.yaml", bytes: Array("name: base\n".utf8))

  @Test func `is shown with the wrong word underlined`() throws {
    let unknown = Diagnostic(
      "unknown key `sevrity`", at: SourceRange(source, 34..<41), label: "did you mean `severity`?")
    let twice = Diagnostic(
      "rule `a` is declared twice", at: SourceRange(source, 58..<59),
      related: [
        .init(SourceRange(source, 28..<29), "first declared here"),
        .init(SourceRange(base, 0..<4), "and extended here"),
      ], help: "give each rule its own id")
    let unreadable = Diagnostic("cannot read `x.yaml`: no such file", at: nil)
    let text = DiagnosticText.text(of: [unknown, twice, unreadable], Style(isUnicode: true))
    #expect(text == (try Golden().expected("mistakes.txt", recording: text)))
    let lines = DiagnosticText.text(of: [unknown, twice, unreadable], Style(), inLines: true)
    #expect(
      lines == """
        mine.yaml:4:5: error: unknown key `sevrity`; did you mean `severity`?
        mine.yaml:5:10: error: rule `a` is declared twice; give each rule its own id
        mine.yaml:3:9: note: first declared here
        base.yaml:1:1: note: and extended here
        lifecheck: error: cannot read `x.yaml`: no such file

        """)
    if Vim.isThere {
      #expect(try Vim.places(in: lines) == ["4:5", "5:10", "3:9", "1:1", "0:0"])
    }
  }
}
