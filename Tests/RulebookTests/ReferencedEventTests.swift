import Testing

@testable import Rulebook

@Suite struct `The events that a rule is about` {
  @Test(arguments: [
    ("never cart.add", ["cart.add"]),
    ("while cart, never pay.begin", ["cart.add", "cart.remove", "pay.begin"]),
    ("while late-cart, never pay.begin", ["shop.close", "cart.add", "cart.remove", "pay.begin"]),
    ("while day, never pay.begin", ["shop.open", "pay.begin"]),
    ("while shop.open, never pay.begin", ["shop.open", "shop.open.end", "pay.begin"]),
    ("outside strike, never pay.begin", ["shop.open", "shop.close", "pay.begin"]),
    (
      "after shop.open until the close of shop.close, never pay.begin",
      ["shop.open", "shop.close", "shop.close.end", "pay.begin"]
    ),
    (
      "each pay.begin(id) is followed by pay.end(id) within 5s before till.lock",
      ["pay.begin", "pay.end", "till.lock"]
    ),
    (
      "each pay.begin(id) is preceded by cart.add(id) since till.unlock",
      ["cart.add", "pay.begin", "till.unlock"]
    ),
    ("each cart.add has price > 2 unless last shop.config.memory > 2MB", ["shop.config", "cart.add"]),
    ("never pay.begin where (wait > 2s and cart is open)", ["cart.add", "cart.remove", "pay.begin"]),
    (
      "never pay.begin unless pay.end within the last 2s or till.lock since till.unlock",
      ["pay.begin", "pay.end", "till.lock", "till.unlock"]
    ),
    ("never pay.begin unless not till.lock is recorded", ["pay.begin", "till.lock"]),
    ("expect pay.end within last shop.config.wait", ["shop.config", "pay.end"]),
    ("never till.*", ["till.*"]),
  ])
  func `are the events that it names and those of its spans and states`(sentence: String, events: [String])
    throws
  {
    let rulebook = try Shop.load(sentence: sentence).get()
    let rule = try #require(rulebook.rules.first)
    #expect(rulebook.referencedEvents(of: rule).map(\.name) == events)
  }

  @Test func `include the events that it needs`() throws {
    let yaml = "rules:\n  - {id: it, check: never pay.begin, needs: [till.lock or till.unlock, pay.begin]}\n"
    let rulebook = try Shop.load(adding: yaml).get()
    let names = rulebook.referencedEvents(of: rulebook.rules[0]).map(\.name)
    #expect(names == ["pay.begin", "till.lock", "till.unlock"])
  }

  @Test func `include the sources of a derived event`() throws {
    let yaml = """
      vocabulary:
        shop.empty:
      derived:
        shop.empty: the close of shop.close
        shop.open: till.unlock
      rules:
        - {id: it, check: 'never shop.empty or shop.open'}

      """
    let text = Shop.text.replacing("spans:", with: "  shop.empty:\nspans:")
    let rulebook = try Rulebook.reading([
      "a.yaml": text + yaml.replacing("vocabulary:\n  shop.empty:\n", with: "")
    ]).get()
    let names = rulebook.referencedEvents(of: rulebook.rules[0]).map(\.name)
    #expect(names == ["shop.open", "shop.close", "shop.close.end"])
  }
}

@Suite struct `A rule belongs to a rulebook itself` {
  private static let files: KeyValuePairs = [
    "a.yaml": "lifecheck: 1\nextends: b.yaml\nrules: [{id: mine, check: never x.y}]\n",
    "b.yaml": "lifecheck: 1\nextends: ios\nvocabulary: {x.y: }\nrules: [{id: its, check: never x.y}]\n",
  ]

  private func own(_ names: [String]) throws -> [String] {
    try Rulebook.load(names) { path in
      Self.files.first { $0.key == path }.map { .success(Array($0.value.utf8)) } ?? .failure(.missing)
    }.rules.filter(\.isOwn).map(\.id)
  }

  @Test func `if it is in a file that was requested`() throws {
    #expect(try own(["a.yaml"]) == ["mine"])
    #expect(try own(["b.yaml"]) == ["its"])
    #expect(try own(["a.yaml", "b.yaml"]) == ["its", "mine"])
  }

  @Test func `if the rulebook is bundled, in any of its files`() throws {
    let rulebook = try Rulebook.load(["ios"]) { _ in .failure(.missing) }
    #expect(!rulebook.rules.isEmpty)
    #expect(rulebook.rules.allSatisfy { $0.isOwn })
    #expect(try own(["a.yaml", "ios"]).count == rulebook.rules.count + 1)
  }
}
