import Testing

@testable import Reporting

@Suite struct `A JSON document that is written in parts` {
  private struct Document: Encodable {
    var first = [1, 2]
    var last: [Element] = []
  }

  private struct Element: Encodable {
    var number: Int
    var text = "a \"0\"\n{\u{1b}\u{e9}}"
    var more: [String: [Int]] = ["last": [], "list": [0, 1]]
  }

  @Test(arguments: [0, 1, 2, 63, 64, 65, 128, 300])
  func `is the same as in one piece`(count: Int) throws {
    let elements = (0..<count).map { Element(number: $0) }
    var pieces: [String] = []
    try JSONText.write(Document(), "last", elements) { pieces.append($0) }
    #expect(pieces.joined() == (try JSONText.text(of: Document(last: elements))))
    #expect(pieces.count > count / 64)
  }

  @Test func `ends at the first part that cannot be written`() {
    struct Full: Error {}
    var pieces = 0
    #expect(throws: Full.self) {
      try JSONText.write(Document(), "last", (0..<1_000).lazy.map { Element(number: $0) }) { _ in
        pieces += 1
        if pieces == 3 { throw Full() }
      }
    }
    #expect(pieces == 3)
  }
}
