import Diagnostics
import Rulebook
import Testing

@testable import Checking

@Suite struct `The examples of a rule` {
  /// The mistakes in the examples of `no-draw`: the underlined text of the rulebook, the message and the label.
  private func diagnostics(of examples: String) throws -> [Diagnostic] {
    let rulebook = try Rulebook.load(["views.yaml"]) { _ in .success(Array((Self.rulebook + examples).utf8)) }
    return ExampleCheck(rulebook).result(of: try #require(rulebook.rules.last)).diagnostics
  }

  private func mistakes(in examples: String) throws -> [String] {
    let rulebook = try Rulebook.load(["views.yaml"]) { _ in .success(Array((Self.rulebook + examples).utf8)) }
    let rule = try #require(rulebook.rules.last)
    let result = ExampleCheck(rulebook).result(of: rule)
    #expect(result.differing <= result.examples)
    #expect(result.diagnostics.isEmpty == (result.differing == 0))
    return (result.lacks + result.diagnostics).map { diagnostic in
      let place =
        diagnostic.range.map { "\(String(decoding: $0.source.bytes[$0.bytes], as: UTF8.self)): " } ?? ""
      return place + diagnostic.message + (diagnostic.label.map { " - " + $0 } ?? "")
    }
  }

  private static let rulebook = """
    lifecheck: 1
    vocabulary:
      app.hide:
      app.show:
      view.draw: {fields: {id: text}}
      view.layout: {fields: {id: text}}
    rules:
      - id: no-layout
        check: after app.hide until app.show, never view.layout
        message: the view is laid out
      - id: no-draw
        check: after app.hide until app.show, never view.draw
        message: view {id} is drawn

    """

  private static let good = "    good: 10:00:00 A[7:1] view.draw id=a\n"
  private static let bad = """
        bad: |
          10:00:00 A[7:1] app.hide
          10:00:01 A[7:1] view.draw id=a  # expect: no-draw

    """

  /// A bad example that breaks the rule twice and is marked at the first line.
  private static func repeats(expecting mark: String) -> String {
    good + """
          bad: |
            10:00:00 A[7:1] app.hide
            10:00:01 A[7:1] view.draw id=a  # expect: \(mark)
            10:00:02 A[7:1] view.draw id=a

      """
  }

  struct Row: CustomTestStringConvertible {
    var case_: String
    var examples: String
    var mistakes: [String]
    var testDescription: String { case_ }

    init(_ name: String, _ examples: String, _ mistakes: String...) {
      case_ = name
      self.examples = examples
      self.mistakes = mistakes
    }
  }

  static let rows = [
    Row("a good one and a bad one", good + bad),
    Row(
      "one whose lines end in two characters",
      good + #"""
            bad: "10:00:00 A[7:1] app.hide\r\n10:00:01 A[7:1] view.draw id=a # expect: no-draw\r\n10:00:02 A[7:1] app.show"

        """#),
    Row(
      "a bad one that breaks another rule, too",
      good + bad + "      10:00:02 A[7:1] view.layout id=a  # expect: no-layout\n"),
    Row(
      "two violations at one line",
      good + """
            bad: |
              10:00:00 A[7:1] app.hide
              10:00:01 A[7:1] view.draw id=a  # expect: no-draw
              10:00:02 A[7:1] view.draw id=a
              10:00:03 A[7:1] view.draw id=b  # expect: no-draw x1

        """),
    Row("repeats that are counted", repeats(expecting: "no-draw x2")),
    Row(
      "repeats that are miscounted", repeats(expecting: "no-draw x3"),
      "no-draw x3: `no-draw` covers 2 lines here, expected 3 lines - expected here"),
    Row(
      "a rule that is expected twice",
      good + """
            bad: |
              10:00:00 A[7:1] app.hide
              10:00:01 A[7:1] view.draw id=a  # expect: no-draw, no-draw

        """, "no-draw: `no-draw` reports this line once, expected 2 times - expected here"),
    Row(
      "no examples", "", "no-draw: the rule `no-draw` has no examples"),
    Row("no good one", bad, "no-draw: the rule `no-draw` has no `good` example"),
    Row("no bad one", good, "no-draw: the rule `no-draw` has no `bad` example"),
    Row(
      "a bad one that expects another rule only",
      good + """
            bad: |
              10:00:00 A[7:1] app.hide
              10:00:01 A[7:1] view.layout id=a  # expect: no-layout

        """, "no-draw: no `bad` example of `no-draw` expects the rule itself"),
    Row(
      "a good one that breaks the rule",
      bad + """
            good: |
              10:00:00 A[7:1] app.hide
              10:00:01 A[7:1] view.draw id=a

        """, "view.draw: `no-draw` reports a line of its `good` example - view a is drawn"),
    Row(
      "a good one that breaks another rule",
      bad + """
            good: |
              10:00:00 A[7:1] app.hide
              10:00:01 A[7:1] view.layout

        """,
      "view.layout: `no-layout` reports a line of the `good` example of `no-draw` - the view is laid out"
    ),
    Row(
      "a good one with a mark", bad + "    good: '10:00:00 A[7:1] view.draw id=a  # expect: no-draw'\n",
      "no-draw: a `good` example of `no-draw` marks a line - it must break no rule"),
    Row(
      "a bad one without a mark",
      good + """
            bad:
              - 10:00:00 A[7:1] view.draw id=a
              - |
                10:00:00 A[7:1] app.hide
                10:00:01 A[7:1] view.draw id=a  # expect: no-draw

        """,
      "10:00:00 A[7:1] view.draw id=a: a `bad` example of `no-draw` marks no line"),
    Row(
      "a mark at the wrong line",
      good + """
            bad: |
              10:00:00 A[7:1] app.hide  # expect: no-draw
              10:00:01 A[7:1] view.draw id=a

        """,
      "no-draw: `no-draw` does not report a marked line of its `bad` example - expected, and not reported"),
    Row(
      "a mark that names no rule", good + bad + "      10:00:02 A[7:1] app.show  # expect: no-darw, x\n",
      "no-darw: unknown rule `no-darw` - did you mean `no-draw`?", "x: unknown rule `x`"),
    Row(
      "a malformed mark", good + bad + "      10:00:02 A[7:1] app.show  # expect: no-draw twice,\n",
      "no-draw twice: a mark that cannot be read - `# expect: ID`, `# expect: ID x2, ID`",
      ": a mark that cannot be read - `# expect: ID`, `# expect: ID x2, ID`"),
    Row(
      "an unknown event", good + bad + "      10:00:02 A[7:1] app.shwo\n",
      "app.shwo: unknown event `app.shwo` in an example - did you mean `app.show`?"),
    Row(
      "an unknown field", bad + "    good: 10:00:02 A[7:1] view.draw it=a\n",
      "it: unknown field `it` of `view.draw` in an example - did you mean `id`?"),
    Row("no event at all", bad + "    good: all is well\n", ": no line of an example is an event"),
    Row(
      "letters beyond ASCII, and a line between",
      good + """
            bad: "10:00:00 Bücher[7:1] app.hide\\n\\n10:00:01 Bücher[7:1] view.draw id=ä"

        """, "no-draw: no `bad` example of `no-draw` expects the rule itself",
      "10:00:00 Bücher[7:1] app.hide: a `bad` example of `no-draw` marks no line",
      "view.draw: `no-draw` reports a line of its `bad` example that does not expect it - view ä is drawn"),
  ]

  @Test(arguments: rows) func `must give the violations that they mark`(row: Row) throws {
    #expect(try mistakes(in: row.examples) == row.mistakes)
  }

  @Test func `show the line that is reported instead of a marked one`() throws {
    let found = try diagnostics(
      of: """
            bad: |
              10:00:00 A[7:1] app.hide  # expect: no-draw
              10:00:01 A[7:1] view.draw id=a

        """)
    #expect(found.count == 1)
    #expect(found.first?.related.map(\.label) == ["reported here instead: view a is drawn"])
    #expect(found.first?.help == nil)
  }

  @Test(arguments: [
    ("app.show", "nothing in this example triggers the rule"),
    ("app.hide", "the rule is not checked, because the example lacks view.draw"),
  ])
  func `say why a marked line is not reported`(event: String, reason: String) throws {
    let last = event == "app.show" ? "view.draw id=a\n      10:00:02 A[7:1] app.show" : event
    let found = try diagnostics(of: "    bad: |\n      10:00:01 A[7:1] \(last)  # expect: no-draw\n")
    #expect(found.first?.help == reason)
  }
}
