import Diagnostics
import Testing
import YAML

@Suite struct `A part of a scalar` {
  /// A text with a value under the key `k`, a part of the value, and the expected place of the part.
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var part: String
    var place: String
    var testDescription: String { "\(part) in \(text)" }

    init(_ text: String, _ part: String, _ place: String) {
      (self.text, self.part, self.place) = (text, part, place)
    }
  }

  static let cases = [
    // Plain.
    Case("k: never two words", "two", "1:10 «two»"),
    Case("k: né vér two", "two", "1:11 «two»"),
    Case("k: né vér two", "vér", "1:7 «vér»"),
    Case("k: a\u{20}\n  b  \n\n  two\n", "b", "2:3 «b»"),
    Case("k: a\u{20}\n  b  \n\n  two\n", "two", "4:3 «two»"),
    Case("k: a\n  two b", "a two", "1:4 «a\n  two»"),
    Case("k: a\r\n  é\r\n  two b", "two", "3:3 «two»"),
    Case("k: ! a two", "two", "1:8 «two»"),
    // Single quotes.
    Case("k: 'it''s two'", "two", "1:11 «two»"),
    Case("k: 'it''s two'", "it's", "1:5 «it''s»"),
    Case("k: 'a\n\n\n  ''two'' '", "'two'", "4:3 «''two''»"),
    Case("k: '  a  two '", "two", "1:10 «two»"),
    // Double quotes.
    Case(#"k: "a \"two\" b""#, "two", #"1:9 «two»"#),
    Case(#"k: "\u00e9\x41\U0001F388\n two""#, "two", "1:28 «two»"),
    Case(#"k: "\u00e9\x41\U0001F388\n two""#, "\u{1F388}", #"1:15 «\U0001F388»"#),
    Case("k: \"a \\\n   b\n   two\"", "b", "2:4 «b»"),
    Case("k: \"a \\\n   b\n   two\"", "two", "3:4 «two»"),
    Case("k: \"a\\\n\n   two\"", "two", "3:4 «two»"),
    Case("k: \"a\\\\ \t two\"", "two", "1:11 «two»"),
    // Literal blocks.
    Case("k: |\n  a\n   two\n", "two", "3:4 «two»"),
    Case("k: |  # why\n\n\n  a é\n\n  two\n", "two", "6:3 «two»"),
    Case("k: |2\n    a\n  two\n", "two", "3:3 «two»"),
    Case("k: |+\r\n  a\r\n  é two\r\n\r\n", "two", "3:5 «two»"),
    Case("k: |\n  a\n  two\n", "a\ntwo", "2:3 «a\n  two»"),
    Case("k: |-\n  a\n  \tb  \n  two", "two", "4:3 «two»"),
    // Folded blocks.
    Case("k: >\n  a\n  two b\n", "two", "3:3 «two»"),
    Case("k: >-\n  a\n\n\n  é\n    c\n  two\n", "two", "7:3 «two»"),
    Case("k: >-\n  a\n\n\n  é\n    c\n  two\n", "c", "6:5 «c»"),
    Case("k: >1-\n\n   a\n b\n two\n", "two", "5:2 «two»"),
    Case("k: >\n  a\n  two b\n", "a two", "2:3 «a\n  two»"),
  ]

  @Test(arguments: cases) func `has its place in the source`(each: Case) throws {
    let value = try #require(Composed(each.text).root?.mapping?.first?.value)
    let part = try #require(offsets(of: each.part, in: value))
    #expect(show(value.range(ofUTF8: part)) == each.place)
  }

  @Test(
    arguments: [
      ("k: a two", 5, "1:9 «»"), ("k: 'a two'", 5, "1:10 «»"), ("k: |\n  a two\n\n", 6, "2:8 «»"),
      ("k: >\n  a\n  two\n", 5, "3:6 «»"), ("k: a two", 2, "1:6 «»"), ("k: a two", 0, "1:4 «»"),
    ])
  func `may be a place between two bytes`(text: String, offset: Int, place: String) throws {
    let value = try #require(Composed(text).root?.mapping?.first?.value)
    #expect(show(value.range(ofUTF8: offset..<offset)) == place)
  }

  @Test(
    arguments: [
      ("k: a two", 4..<9, "a two"), ("k: a two", -1..<2, "a two"), ("k: [a, two]", 0..<1, "[a, two]"),
      ("k:", 0..<1, ""),
      ("k: a\u{2028}\n  two", 0..<1, "a\u{2028}\n  two"),
    ])
  func `that is out of range is the whole node`(text: String, part: Range<Int>, place: String) throws {
    let value = try #require(Composed(text).root?.mapping?.first?.value)
    #expect(excerpt(value.range(ofUTF8: part)) == place)
  }

  @Test func `of a node whose text is not in its source is the whole node`() {
    let source = SourceText(name: "test.yaml", bytes: Array("'".utf8))
    let node = Node(.scalar("other", isPlain: false), at: SourceRange(source, 0..<1))
    #expect(excerpt(node.range(ofUTF8: 0..<1)) == "'")
  }

  private func offsets(of part: String, in node: Node) -> Range<Int>? {
    guard let value = node.scalar.map({ Array($0.utf8) }) else { return nil }
    let wanted = Array(part.utf8)
    return value.indices.first { value[$0...].starts(with: wanted) }.map { $0..<$0 + wanted.count }
  }
}
