import Diagnostics
import Testing
import YAML

@Suite struct `The composer` {
  @Test(
    arguments: [
      ("", "none"),
      ("\n\n", "none"),
      ("# only a comment\n", "none"),
      ("---\n", "none"),
      ("---\n...\n", "none"),
      ("\u{FEFF}", "none"),
      ("word", "<word>"),
      ("~", "<~>"),
      ("''", "<>"),
      ("a: 1\nb: [x, y]", "[<a>: <1>, <b>: [<x>, <y>]]"),
      ("a:\n- x\n- y: z\n", "[<a>: [<x>, [<y>: <z>]]]"),
      ("a:\nb: ", "[<a>: <>, <b>: <>]"),
      ("-\n- \n- x", "[<>, <>, <x>]"),
      ("{a: b, c: }", "[<a>: <b>, <c>: <>]"),
      ("[a: b]", "[[<a>: <b>]]"),
      ("[]", "[]"),
      ("a: |\n  x\n   y\n", "[<a>: <x\n y\n>]"),
      ("a: >-\n  x\n  y\n", "[<a>: <x y>]"),
      ("a: x\n  y\n\n  z\n", "[<a>: <x y\nz>]"),
      (#"a: "x\ty\u00e9""#, "[<a>: <x\ty\u{e9}>]"),
      ("%YAML 1.1\n---\na: b\n", "[<a>: <b>]"),
      ("! word", "<word>"),
      ("\u{FEFF}a: 1\nb: 2\n", "[<a>: <1>, <b>: <2>]"),
      ("a: 1\r\nb:\r\n  - x\r\n", "[<a>: <1>, <b>: [<x>]]"),
    ])
  func `builds the tree of a valid text without diagnostics`(text: String, tree: String) {
    let composed = Composed(text)
    #expect(outline(composed.root) == tree)
    #expect(composed.report == [])
  }

  @Test(
    arguments: [
      // Scalars: with their quotes, without the blanks, comments and line ends around them.
      ("a:  word  # why\n", ["1:1 «a:  word»", "1:1 «a»", "1:5 «word»"]),
      (
        "a: two\n  lines \nb: c",
        ["1:1 «a: two\n  lines \nb: c»", "1:1 «a»", "1:4 «two\n  lines»", "3:1 «b»", "3:4 «c»"]
      ),
      (#"- "q\"r"  "#, [#"1:1 «- "q\"r"»"#, #"1:3 «"q\"r"»"#]),
      ("- 'it''s' # so", ["1:1 «- 'it''s'»", "1:3 «'it''s'»"]),
      ("- ''", ["1:1 «- ''»", "1:3 «''»"]),
      // Block scalars: from the indicator to the last line that is not blank.
      (
        "a: |\n  x\n\n  y \n\n\nb: c",
        ["1:1 «a: |\n  x\n\n  y \n\n\nb: c»", "1:1 «a»", "1:4 «|\n  x\n\n  y»", "7:1 «b»", "7:4 «c»"]
      ),
      ("- >2-  # folded\n   x\n# end\n", ["1:1 «- >2-  # folded\n   x»", "1:3 «>2-  # folded\n   x»"]),
      ("- |-  # empty\n\n- x", ["1:1 «- |-  # empty\n\n- x»", "1:3 «|-»", "3:3 «x»"]),
      // Missing values: the place after the indicator.
      ("a:  \nb: ~", ["1:1 «a:  \nb: ~»", "1:1 «a»", "1:3 «»", "2:1 «b»", "2:4 «~»"]),
      ("-  # later\n- x", ["1:1 «-  # later\n- x»", "1:2 «»", "2:3 «x»"]),
      ("{a: , b}", ["1:1 «{a: , b}»", "1:2 «a»", "1:4 «»", "1:7 «b»", "1:8 «»"]),
      // Lists and mappings: from their first to their last byte.
      ("[ x, [y] ]  # end", ["1:1 «[ x, [y] ]»", "1:3 «x»", "1:6 «[y]»", "1:7 «y»"]),
      ("- {}\n- []\n", ["1:1 «- {}\n- []»", "1:3 «{}»", "2:3 «[]»"]),
      (
        "a:\n- x\n- y\n\nb: c\n",
        [
          "1:1 «a:\n- x\n- y\n\nb: c»", "1:1 «a»", "2:1 «- x\n- y»", "2:3 «x»", "3:3 «y»", "5:1 «b»",
          "5:4 «c»",
        ]
      ),
      ("a:\n  b: c\n\n# end\n", ["1:1 «a:\n  b: c»", "1:1 «a»", "2:3 «b: c»", "2:3 «b»", "2:6 «c»"]),
      ("[a: b , c]", ["1:1 «[a: b , c]»", "1:2 «a: b»", "1:2 «a»", "1:5 «b»", "1:9 «c»"]),
      ("? a\n: b\n", ["1:1 «? a\n: b»", "1:3 «a»", "2:3 «b»"]),
      // Columns are code points, and bytes are bytes.
      (
        "ключ: \"é🎈\" # ü\nb: [ñ, x]",
        [
          "1:1 «ключ: \"é🎈\" # ü\nb: [ñ, x]»", "1:1 «ключ»", "1:7 «\"é🎈\"»", "2:1 «b»", "2:4 «[ñ, x]»",
          "2:5 «ñ»", "2:8 «x»",
        ]
      ),
      ("é: x\r\n\r\nü:\t y\r\n", ["1:1 «é: x\r\n\r\nü:\t y»", "1:1 «é»", "1:4 «x»", "3:1 «ü»", "3:5 «y»"]),
    ])
  func `gives the place of each node`(text: String, places: [String]) {
    let composed = Composed(text)
    #expect(composed.nodes.map { show($0.range) } == places)
    #expect(composed.report == [])
  }

  @Test func `leaves a byte order mark out of the first node`() {
    let composed = Composed("\u{FEFF}é: x")
    #expect(composed.nodes.map { $0.range.bytes } == [3..<8, 3..<5, 7..<8])
  }

  @Test(
    arguments: [
      ("", "nothing", true), ("~", "nothing", true), ("null", "nothing", true),
      ("'null'", "a text", false), ("\"\"", "a text", false), ("! null", "a text", false),
      ("|\n", "a text", false), ("0", "a text", false), ("nullable", "a text", false),
      ("[]", "a list", false), ("{}", "a mapping", false),
    ])
  func `gives the kind of a node`(text: String, kind: String, isNull: Bool) throws {
    let item = try #require(Composed("- " + text).root?.sequence?.first)
    #expect(item.kindName == kind)
    #expect(item.isNull == isNull)
  }

  @Test func `gives each kind of node under its own name`() throws {
    let root = try #require(Composed("a: [1]").root)
    let entry = try #require(root.mapping?.first)
    #expect(entry.key.scalar == "a")
    #expect(entry.value.sequence?.map(\.scalar) == ["1"])
    #expect(root.scalar == nil && root.sequence == nil && entry.key.mapping == nil)
  }
}
