import Diagnostics
import Testing
import YAML

@Suite struct `A mistake in a YAML text` {
  @Test(
    arguments: [
      ("a: [1, 2\nb: 3", "2:2 «:» did not find expected ',' or ']'"),
      ("a: [1, 2\n\n", "1:9 «» did not find expected ',' or ']'"),
      ("a: 'x\n", "1:6 «» found unexpected end of stream"),
      ("a: b: c", "1:5 «:» mapping values are not allowed in this context"),
      ("é: ñ: c", "1:5 «:» mapping values are not allowed in this context"),
      ("\u{FEFF}a: b: c", "1:6 «:» mapping values are not allowed in this context"),
      ("a: é\r\nü: x: y", "2:5 «:» mapping values are not allowed in this context"),
      ("a:\n\t- b", "2:1 «\t» found character that cannot start any token"),
      ("- @é", "1:3 «@» found character that cannot start any token"),
      (#"- "é\q""#, #"1:5 «\» found unknown escape character"#),
      ("a: 1\n b: 2", "2:3 «:» mapping values are not allowed in this context"),
      ("a: 1\nword\nb: 2", "3:1 «b» could not find expected ':'"),
      ("- a\nb: 1", "2:1 «b» did not find expected '-' indicator"),
      ("a: é\u{7}", "1:5 «\u{7}» control characters are not allowed"),
      ("a: x\u{0}", "1:5 «\u{0}» control characters are not allowed"),
    ])
  func `is reported with libyaml's message, at the exact place`(text: String, report: String) {
    let composed = Composed(text)
    #expect(composed.report == [report])
    #expect(composed.root == nil)
  }

  @Test(
    arguments: [
      ([0x61, 0x3A, 0x20, 0xFF], 3..<4, "invalid leading UTF-8 octet", "byte 0xFF"),
      ([0xEF, 0xBB, 0xBF, 0x61, 0xC3, 0x28], 5..<6, "invalid trailing UTF-8 octet", "byte 0x28"),
      ([0xC3, 0xA9, 0x3A, 0x20, 0xC3], 4..<5, "incomplete UTF-8 octet sequence", "byte 0xC3"),
      ([0xC3, 0xA9, 0x0A, 0x08], 3..<4, "control characters are not allowed", "byte 0x08"),
      ([0xFF, 0xFE, 0x61, 0x00], 0..<1, "invalid leading UTF-8 octet", "byte 0xFF"),
    ] as [([UInt8], Range<Int>, String, String)])
  func `in the encoding is reported with the byte`(
    bytes: [UInt8], place: Range<Int>, message: String, label: String
  )
    throws
  {
    let composed = Composed(bytes: bytes)
    let diagnostic = try #require(composed.diagnostics.first)
    #expect(diagnostic.message == message)
    #expect(diagnostic.range?.bytes == place)
    #expect(diagnostic.label == label)
    #expect(composed.root == nil)
  }

  @Test func `shows where the enclosing part began`() {
    let related = Composed("é:\n  - [1, 2\n").diagnostics.first?.related ?? []
    #expect(related.map { show($0.range) + " " + $0.label } == ["2:5 «[» while parsing a flow sequence"])
  }

  @Test func `at the beginning of its part names the part in the label`() {
    #expect(Composed("a: [1, @").diagnostics.map(\.label) == ["while scanning for the next token"])
  }

  @Test(
    arguments: [
      ("\t- x", "indent with spaces, not with tabs"), ("- `x`", "put the text in quotes"),
      ("a: when b: c", "check the indentation, or put a text with a colon in quotes"),
    ])
  func `that is common has a help text`(text: String, help: String) {
    #expect(Composed(text).diagnostics.map(\.help) == [help])
  }

  @Test(
    arguments: [
      ("é: 1\nb: 2\né: 3", "3:1 «é» the key `é` is given twice", "1:1 «é»", "[<é>: <1>, <b>: <2>]"),
      ("x:\n  {a: 1, 'a': 2}", "2:10 «'a'» the key `a` is given twice", "2:4 «a»", "[<x>: [<a>: <1>]]"),
    ])
  func `of a duplicate key shows both and keeps the first`(
    text: String, report: String, first: String, tree: String
  ) {
    let composed = Composed(text)
    #expect(composed.report == [report])
    #expect(
      composed.diagnostics.flatMap(\.related).map { show($0.range) + " " + $0.label }
        == [first + " the same key is here"])
    #expect(outline(composed.root) == tree)
  }

  @Test func `of a key that is given three times shows the first each time`() {
    let composed = Composed("a: 1\na: 2\na: 3")
    #expect(composed.report.count == 2)
    #expect(composed.diagnostics.flatMap(\.related).map { show($0.range) } == ["1:1 «a»", "1:1 «a»"])
  }

  @Test(
    arguments: [
      ("[x]: 1\nb: 2", "1:1 «[x]» expected a key, found a list"),
      ("? {x: y}\n: 1\nb: 2", "1:3 «{x: y}» expected a key, found a mapping"),
      ("? \n: 1\nb: 2", "1:2 «» expected a key, found nothing"),
    ])
  func `of a key that is not a text leaves this key out`(text: String, report: String) {
    let composed = Composed(text)
    #expect(composed.report == [report])
    #expect(outline(composed.root) == "[<b>: <2>]")
  }

  @Test(
    arguments: [
      ("a: 1\n---\nb: 2", "2:1 «---»"),
      ("a: 1\n...\n---\n", "3:1 «---»"),
      ("a: 1\n---\n'", "2:1 «---»"),
    ])
  func `of a second document is reported at its beginning`(text: String, place: String) {
    let composed = Composed(text)
    #expect(composed.report == [place + " only one document is expected, and a second one begins here"])
    #expect(outline(composed.root) == "[<a>: <1>]")
  }

  @Test(
    arguments: [
      ("a: &n x", ["1:4 «&n» anchors are not supported here"]),
      ("é: &n\n  b: c", ["1:4 «&n» anchors are not supported here"]),
      ("&n a: &m", ["1:1 «&n» anchors are not supported here", "1:7 «&m» anchors are not supported here"]),
      (
        "&n\n&m a: b", ["1:1 «&n» anchors are not supported here", "2:1 «&m» anchors are not supported here"]
      ),
      ("[&n , &m]", ["1:2 «&n» anchors are not supported here", "1:7 «&m» anchors are not supported here"]),
      ("a: !!str x", ["1:4 «!!str» tags are not supported here"]),
      ("a: !<tag:x> [x]", ["1:4 «!<tag:x>» tags are not supported here"]),
      ("a: ! x", []),
      (
        "- !t &n # why\n  - x",
        ["1:6 «&n» anchors are not supported here", "1:3 «!t» tags are not supported here"]
      ),
    ])
  func `of an anchor or a tag is reported at its place`(text: String, report: [String]) {
    let composed = Composed(text)
    #expect(composed.report == report)
    #expect(composed.root != nil)
  }

  @Test(
    arguments: [
      ("a: &n !t  word", "1:11 «word»"), ("a: !t # why\n  - x", "2:3 «- x»"), ("a: &n\nb: c", "1:6 «»"),
      ("a: &n [x]", "1:7 «[x]»"), ("a: !t |\n  x\n", "1:7 «|\n  x»"), ("a: ! \"x\"", "1:6 «\"x\"»"),
    ])
  func `of an anchor or a tag does not move the node`(text: String, place: String) throws {
    let value = try #require(Composed(text).root?.mapping?.first?.value)
    #expect(show(value.range) == place)
  }

  @Test(
    arguments: [
      (
        "a: &n x\nb: *n",
        ["1:4 «&n» anchors are not supported here", "2:4 «*n» aliases are not supported here"]
      ),
      ("- *é", ["1:4 «é» did not find expected alphabetic or numeric character"]),
      ("- *n\n- *n", ["1:3 «*n» aliases are not supported here", "2:3 «*n» aliases are not supported here"]),
      ("*n : x", ["1:1 «*n» aliases are not supported here"]),
      ("a:\n  <<: *n", ["2:7 «*n» aliases are not supported here"]),
    ])
  func `of an alias leaves no tree`(text: String, report: [String]) {
    let composed = Composed(text)
    #expect(composed.report == report)
    #expect(composed.root == nil)
  }

  @Test func `after another one is also reported`() {
    let composed = Composed("a: 1\na: 2\nb: [")
    #expect(
      composed.report == [
        "2:1 «a» the key `a` is given twice", "3:5 «» did not find expected node content",
      ])
  }
}

@Suite struct `Nesting` {
  /// Texts with the given number of nested collections.
  static let shapes: [(name: String, text: @Sendable (Int) -> String)] = [
    ("flow lists", { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }),
    ("flow mappings", { String(repeating: "{a: ", count: $0) + String(repeating: "}", count: $0) }),
    ("block lists", { String(repeating: "- ", count: $0) + "x" }),
    ("block mappings", { (0..<$0).map { String(repeating: " ", count: $0) + "a:\n" }.joined() }),
  ]

  @Test(arguments: shapes.indices) func `may be as deep as the limit`(shape: Int) {
    let composed = Composed(Self.shapes[shape].text(Composer.maximumDepth))
    #expect(composed.report == [])
    #expect(composed.root != nil)
  }

  @Test(arguments: shapes.indices, [Composer.maximumDepth + 1, 3000])
  func `beyond the limit is refused`(shape: Int, depth: Int) {
    let composed = Composed(Self.shapes[shape].text(depth))
    #expect(
      composed.diagnostics.map(\.message) == ["lists and mappings are nested more than 64 levels deep"])
    #expect(composed.root == nil)
  }

  @Test func `is refused at the first level that is too deep`() {
    #expect(
      Composed(String(repeating: "- ", count: 65) + "x").diagnostics.first?.range?.start
        == Position(line: 1, column: 129))
  }
}
