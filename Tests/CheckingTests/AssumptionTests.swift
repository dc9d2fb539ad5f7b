import Checking
import Testing

@Suite struct `The assumptions about an app` {
  private static let bench = Bench.with(
    """
    lifecheck: 1
    vocabulary:
      shop.config: {fields: {modes: list, ios: version}}
      shop.close: {}
      till.lock: {}
      till.open: {fields: {ios: version}}
    facts: shop.config
    rules:
      - {id: closed, check: 'after shop.close, never till.open'}
      - {id: modern, check: never till.open unless last shop.config.ios < 13}
      - {id: own, check: never shop.close unless last till.open.ios < 13}

    """)

  private func broken(_ log: String, _ facts: [String: String]) -> [String] {
    Self.bench.check(log, assuming: Assumptions(facts: facts)).violations.map(\.ruleID)
  }

  @Test func `are facts until a log gives other facts`() {
    #expect(broken("Shop[1:1] till.open\n", [:]) == ["modern"])
    #expect(broken("Shop[1:1] till.open\n", ["ios": "17"]) == ["modern"])
    #expect(broken("Shop[1:1] till.open\n", ["ios": "12.4"]) == [])
    #expect(broken("Shop[1:1] shop.config ios=13\nShop[1:1] till.open\n", ["ios": "12"]) == ["modern"])
    #expect(broken("Shop[1:1] shop.config ios=12\nShop[1:1] till.open\n", ["ios": "13"]) == [])
  }

  @Test func `give way to a line without a process, for every app`() {
    #expect(broken("shop.config ios=12\nShop[1:1] till.open\nKiosk[2:1] till.open\n", ["ios": "13"]) == [])
  }

  @Test func `do not include fields with the name of a fact`() {
    #expect(broken("Shop[1:1] shop.close\n", ["ios": "12"]) == ["own"])
  }

  @Test(arguments: [
    ([], false), (["till"], true), (["till.lock"], true), (["end"], false),
  ])
  func `include the events that it records`(records: [String], isObservable: Bool) {
    let checked = Self.bench.check("Shop[1:1] shop.close\n", assuming: Assumptions(records: records))
    #expect((checked.coverage("closed")?.verdict != .notObservable) == isObservable)
  }
}
