import Testing

@testable import Checking

@Suite struct `A key of several values` {
  private static let end = "the/same/last/24/bytes.json"
  private static let long = [
    String(repeating: "a", count: 40) + end, String(repeating: "b", count: 40) + end,
  ]

  @Test(arguments: ["x", "a host", String(repeating: "h", count: 60)])
  func `differs if one of the values differs`(other: String) {
    let keys = (Self.long + ["short", ""]).map { Key($0) }
    let other = Key(other)
    for (first, key) in keys.enumerated() {
      for (second, unequal) in keys.enumerated() {
        #expect((key.joined(with: other) == unequal.joined(with: other)) == (first == second))
        #expect((other.joined(with: key) == other.joined(with: unequal)) == (first == second))
      }
    }
  }

  @Test func `depends on the order of the values`() {
    #expect(Key("a").joined(with: Key("b")) != Key("b").joined(with: Key("a")))
    #expect(Key("a").joined(with: Key("")) != Key("a"))
  }

  @Test func `shows the end of its text`() {
    let key = Key(Self.long[0]).joined(with: Key("x"))
    #expect(key.text.hasPrefix("…") && key.text.hasSuffix("json\u{1F}x"))
  }
}
