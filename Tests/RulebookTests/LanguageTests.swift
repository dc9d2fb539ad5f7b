import Testing

@testable import Rulebook

/// What is written, and what is understood.
struct Reading: CustomTestStringConvertible {
  var written: String
  var understood: String
  var testDescription: String { written }

  init(_ written: String, _ understood: String) {
    self.written = written
    self.understood = understood
  }

  func check(_ written: String, sourceLocation: SourceLocation = #_sourceLocation) {
    switch Shop.load(sentence: written) {
    case .success(let rulebook):
      let sentences = rulebook.rules.flatMap(\.sentences).map {
        Outline(rulebook: rulebook).text($0.sentence)
      }
      #expect(sentences == [understood], sourceLocation: sourceLocation)
    case .failure(let error):
      Issue.record("\(error.lines)", sourceLocation: sourceLocation)
    }
  }
}

@Suite struct `A sentence` {
  @Test(arguments: [
    Reading("never pay.begin", "never [pay.begin]"),
    Reading("while night, never pay.begin", "while [night]: never [pay.begin]"),
    Reading("while night or cart, never pay.begin", "while [night, cart]: never [pay.begin]"),
    Reading("while shop.night, never pay.begin", "while [night]: never [pay.begin]"),
    Reading("while till.locked(id), never pay.begin", "while [till.locked(key)]: never [pay.begin]"),
    Reading("while shop.close, never pay.begin", "while [shop.close]: never [pay.begin]"),
    Reading("outside day or strike, never pay.begin", "outside [day, strike]: never [pay.begin]"),
    Reading("after shop.close, never pay.begin", "after [shop.close]: never [pay.begin]"),
    Reading(
      "after shop.close or till.lock until shop.open, never pay.begin",
      "after [shop.close, till.lock] until [shop.open]: never [pay.begin]"),
    Reading(
      "between the close of shop.open and shop.close, never pay.begin",
      "between [close of shop.open] and [shop.close]: never [pay.begin]"),
    Reading(
      "between cart.add where (price > 5 and id == a) and shop.close, never pay.begin",
      "between [cart.add where (price:number > 5.0 and id:text == 'a')] and [shop.close]: never [pay.begin]"),
  ])
  func `holds in its scope`(reading: Reading) { reading.check(reading.written) }

  @Test(arguments: [
    Reading("never pay.begin or pay.end", "never [pay.begin, pay.end]"),
    Reading("never shop.*", "never [shop.open+shop.close+shop.config]"),
    Reading("never shop.open.end", "never [shop.open.end]"),
    Reading("no cart is open at shop.close", "none open [cart] at [shop.close]"),
    Reading(
      "no cart(id) or strike is open at the close of shop.close or pay.end",
      "none open [cart(key), strike] at [close of shop.close, pay.end]"),
    Reading("each cart lasts at most 5s", "cart lasts <= 5000000000ns"),
    Reading("each shop.close lasts at least 250ms", "shop.close lasts >= 250000000ns"),
    Reading("each till.locked lasts at most 1h", "till.locked lasts <= 3600000000000ns"),
    Reading("each shop.open or shop.close obeys shop", "[shop.open, shop.close] obeys shop"),
    Reading("each shop.* obeys shop", "[shop.open+shop.close] obeys shop"),
    Reading(
      "each till.lock where id == a obeys till", "[till.lock where id:text == 'a'] obeys till"),
  ])
  func `makes a claim`(reading: Reading) { reading.check(reading.written) }

  @Test(arguments: [
    Reading("id == a", "id:text == 'a'"), Reading("id != 'a b'", "id:text != 'a b'"),
    Reading("id == \"a'b\"", "id:text == 'a'b'"), Reading("id == 5", "id:text == '5'"),
    Reading("price <= 1.5", "price:number <= 1.5"), Reading("price >= 0", "price:number >= 0.0"),
    Reading("price < 3", "price:number < 3.0"), Reading("price > 3", "price:number > 3.0"),
    Reading("id in (a, 'b c', 5)", "id:text in ['a', 'b c', '5']"),
    Reading("id is present", "id:text present"), Reading("id is not present", "not id:text present"),
    Reading("thread != main", "thread:text != 'main'"),
    Reading("last shop.config.system < 13.1", "last shop.config system:version < '13.1'"),
    Reading("last shop.config.open-on == sunday", "last shop.config open-on:text == 'sunday'"),
    Reading("last shop.config.modes contains audio", "last shop.config modes:list contains 'audio'"),
    Reading("last shop.config.memory > 64MB", "last shop.config memory:size > 64000000B"),
    Reading("last shop.config.wait > 2min", "last shop.config wait:duration > 120000000000ns"),
    Reading("last shop.config.modes is not present", "not last shop.config modes:list present"),
    Reading("price > last cart.add.price", "price:number > last cart.add price:number"),
    Reading("id == last", "id:text == 'last'"),
  ])
  func `compares fields`(reading: Reading) {
    Reading(reading.written, "never [cart.add] unless \(reading.understood)")
      .check("never cart.add unless \(reading.written)")
  }

  @Test(arguments: [
    Reading("cart is open", "cart open"), Reading("cart is not open", "not cart open"),
    Reading("cart(id) is open", "cart(key) open"), Reading("till.free is open", "till.free open"),
    Reading("shop.close is open", "shop.close open"),
    Reading("pay.begin within 5s", "[pay.begin] in 5000000000ns"),
    Reading("pay.begin within the last 5s", "[pay.begin] in the 5000000000ns before"),
    Reading("pay.begin where id == a within 5s", "[pay.begin where id:text == 'a'] in 5000000000ns"),
    Reading("the close of shop.close within 1ms", "[close of shop.close] in 1000000ns"),
    Reading("cart.add since shop.open", "[cart.add] since [shop.open]"),
    Reading(
      "cart.add(id) since the close of shop.open", "[cart.add(id)] since [close of shop.open]"),
  ])
  func `looks at what is open and at what was`(reading: Reading) {
    Reading(reading.written, "none open [cart] at [shop.close] unless \(reading.understood)")
      .check("no cart is open at shop.close unless \(reading.written)")
  }

  @Test(arguments: [
    Reading("id == a or id == b and id == c", "(id:text == 'a' or (id:text == 'b' and id:text == 'c'))"),
    Reading("id == a and id == b or id == c", "((id:text == 'a' and id:text == 'b') or id:text == 'c')"),
    Reading("(id == a or id == b) and id == c", "((id:text == 'a' or id:text == 'b') and id:text == 'c')"),
    Reading("not id == a and id == b", "(not id:text == 'a' and id:text == 'b')"),
    Reading("not (id == a and id == b)", "not (id:text == 'a' and id:text == 'b')"),
    Reading("not not cart is open", "not not cart open"),
    Reading("((cart is open))", "cart open"),
    Reading(
      "id == a or id == b or id == c", "((id:text == 'a' or id:text == 'b') or id:text == 'c')"),
  ])
  func `binds not before and before or`(reading: Reading) {
    Reading(reading.written, "never [cart.add] unless \(reading.understood)")
      .check("never cart.add unless \(reading.written)")
  }

  @Test(arguments: [
    Reading(
      "never cart.add where price > 5 or pay.begin", "never [cart.add where price:number > 5.0, pay.begin]"),
    Reading(
      "never cart.add where (price > 5 or id == a) or pay.begin",
      "never [cart.add where (price:number > 5.0 or id:text == 'a'), pay.begin]"),
    Reading(
      "never cart.add where not price > 5 unless cart is open",
      "never [cart.add where not price:number > 5.0] unless cart open"),
    Reading(
      "never pay.begin where pay.end where id == a within 5s",
      "never [pay.begin where [pay.end where id:text == 'a'] in 5000000000ns]"),
  ])
  func `gives each event one condition, or several in brackets`(reading: Reading) {
    reading.check(reading.written)
  }

  @Test func `is one line, however it is folded`() {
    let reading = Reading("", "while [night]: never [pay.begin] unless cart open")
    reading.check("while night,\n\n        never\tpay.begin\n      unless cart\n      is open")
  }

  @Test func `keeps its text and its place`() throws {
    let rulebook = try Shop.load(sentence: "while  night,\n      never pay.begin").get()
    let sentence = try #require(rulebook.rules.first?.sentences.first?.sentence)
    #expect(sentence.text == "while night, never pay.begin")
    #expect(
      sentence.range.start.line == Shop.text.split(separator: "\n", omittingEmptySubsequences: false).count
        + 3)
  }
}

@Suite struct `A quantity` {
  @Test(
    arguments: [
      ("5", .number(5)), ("1.5", .number(1.5)), ("5ns", .duration(5)), ("5us", .duration(5000)),
      ("5µs", .duration(5000)), ("5ms", .duration(5_000_000)), ("1.5s", .duration(1_500_000_000)),
      ("2min", .duration(120_000_000_000)), ("1h", .duration(3_600_000_000_000)), ("0s", .duration(0)),
      ("64KB", .size(64_000)), ("64MB", .size(64_000_000)), ("1.5GB", .size(1_500_000_000)),
      ("0.4ns", .duration(0)), ("9223372036s", .duration(9_223_372_036_000_000_000)),
    ] as [(String, Literal)])
  func `has a unit`(text: String, value: Literal) { #expect(Quantity.literal(text) == value) }

  @Test(arguments: [
    "", "s", "5 s", "5sec", "5S", "1.2.3", "-5s", "9223372037s", "1e3", ".", "5mb", "٥s",
    String(repeating: "9", count: 400),
  ])
  func `is nothing else`(text: String) { #expect(Quantity.literal(text) == nil) }

  @Test(
    arguments: [
      (0, "0 ns"), (999, "999 ns"), (1500, "1.5 µs"), (250_000_000, "250 ms"), (5_700_000_000, "5.7 s"),
      (90_000_000_000, "1.5 min"), (-5_000_000_000, "-5 s"), (.max, "153722867.281 min"),
      (.min, "-153722867.281 min"),
    ] as [(Int64, String)])
  func `is shown in the largest unit that fits`(nanoseconds: Int64, text: String) {
    #expect(Quantity.text(nanoseconds: nanoseconds) == text)
  }
}
