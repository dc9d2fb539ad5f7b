import Diagnostics
import Testing

@testable import Rulebook

@Suite struct `A condition` {
  /// The message about a condition on an added cart; nil if there is none.
  private func verdict(_ condition: String) -> String? {
    guard case .failure(let error) = Shop.load(sentence: "never cart.add where (\(condition))") else {
      return nil
    }
    #expect(error.diagnostics.count == 1)
    return error.diagnostics.first?.message
  }

  @Test(arguments: [
    "id == a and id == b", "id == a and id != a", "id in (a, b) and id == c", "id in (a, b) and id in (c, d)",
    "id in (a, b) and id != a and not id == b", "not (id != a or id != b)",
    "price > 5 and price < 5", "price >= 5 and price < 5", "price > 5 and price <= 5",
    "price == 5 and price > 6",
    "price >= 5 and price <= 5 and price != 5", "price in (1, 2) and price > 2",
    "not price <= 5 and price == 4",
    "id is present and id is not present", "id is not present and id == a",
    "cart is open and cart is not open", "cart(id) is open and not cart is open",
    "day is open and night is open", "rush is open and day is not open", "late-cart is open and day is open",
    "cart while night is open and cart is not open",
    "shop.open since shop.close and not shop.open since shop.close",
    "price > last cart.add.price and price < last cart.add.price",
    "price == last cart.add.price and not price == last cart.add.price",
    "price == last cart.add.price at pay.end and not price == last cart.add.price at pay.end",
    "(id == a or id == b) and id == c", "(day is open or rush is open) and night is open",
    "last shop.config.system > 13 and last shop.config.system < 13.0",
    "last shop.config.wait > 1min and last shop.config.wait < 59s",
    "last shop.config.modes contains a and not last shop.config.modes contains a",
    "pay.end within the last 5s and not pay.end within the last 5s",
  ])
  func `that can never be true is a mistake`(condition: String) {
    #expect(verdict(condition) == "this condition is never true, so it matches no event")
  }

  @Test(arguments: [
    "id == a or id != a", "not (id == a and id == b)", "price > 5 or price <= 5", "price > 5 or price < 6",
    "id is present or id is not present", "cart is open or not cart is open",
    "not day is open or not night is open", "day is open or not rush is open",
  ])
  func `that can never be false is a mistake`(condition: String) {
    #expect(verdict(condition) == "this condition is never false, so it has no effect")
  }

  @Test(arguments: [
    "id == a or id == b", "id in (a, b) and id in (b, c)", "id == a and thread == b",
    "price >= 5 and price <= 5", "price > 5 and price < 6", "price != 5 and price != 6",
    "id is present and id == a", "id is not present or id == a", "cart is open and cart(id) is not open",
    "cart is open and night is open",
    "till.locked is open and till.free is open",
    "cart is open or strike is open", "pay.end within the last 5s and not pay.end within the last 6s",
    "price > last cart.add.price and price < highest cart.add.price",
    "price > last cart.add.price at pay.end and price < last cart.add.price at pay.begin",
    "last shop.config.system >= 13 and last shop.config.system <= 13.0",
    "last shop.config.modes contains a and last shop.config.modes contains b",
    "id == a and (id == b or price > 5)",
  ])
  func `that can be true or false is not a mistake`(condition: String) { #expect(verdict(condition) == nil) }

  @Test func `with too many alternatives is not analysed`() {
    let many = (0..<7).map { "(id == a or id == \($0))" }.joined(separator: " and ")
    #expect(verdict("\(many) and id == b and id == c") == nil)
  }
}

@Suite struct `A rule` {
  private func mistakes(_ sentence: String) -> [String] {
    guard case .failure(let error) = Shop.load(sentence: sentence) else { return [] }
    return error.lines
  }

  @Test(arguments: [
    ("while rush, never pay.end", "«rush» `rush` is never open - no transition leads to `rush`"),
    (
      "while day while night, never pay.end",
      "«day while night» `day while night` is never open - `day` and `night` are states of one machine"
    ),
    (
      "while night, never pay.end where day is open",
      "«pay.end» no `pay.end` with this condition can occur in this scope - `night` and `day` are never open at once"
    ),
    (
      "outside cart, never pay.end where cart(id) is open",
      "«pay.end» no `pay.end` with this condition can occur in this scope - `cart` cannot be open and not open at once"
    ),
    (
      "each day closed while night is reopened by pay.end",
      "«day» `day` is never open where `night` opens - they are states of one machine"
    ),
  ])
  func `that can never trigger is a mistake`(sentence: String, mistake: String) {
    #expect(mistakes(sentence) == [mistake])
  }

  @Test(arguments: [
    ("never pay.end where id == a unless id == a", "«id == a»"),
    ("each till.lock where (id == a and cart is open) obeys till unless id == b and cart is open", nil),
    (
      "each cart.add where (id == a and cart is open) has price > 5 unless cart is open or id == b",
      "«cart is open or id == b»"
    ),
    ("never cart.add where id in (a, b) unless id == a", nil),
    ("never cart.add where id == a or pay.end unless id == a", nil),
    ("each pay.begin where cart is open is followed by pay.end unless cart is open", nil),
  ])
  func `whose exception excepts all its events never fails`(sentence: String, exception: String?) {
    let found = mistakes(sentence).filter { $0.contains("so the rule never fails") }
    let message = " this exception is true of every judged event, so the rule never fails"
    #expect(found == exception.map { [$0 + message] } ?? [])
  }

  @Test(arguments: [
    ("no strike is open at shop.open", true), ("no strike is open at shop.open or pay.end", false),
    ("no strike is open at shop.open where id == a", true),
    ("no strike is open at the close of shop.open", false),
    ("no strike is open 1s after shop.open", false), ("no cart is open at cart.remove", false),
    ("no cart is open at shop.close", false), ("no day is open at shop.close", true),
    ("no night is open at shop.close", false), ("no till.free is open at till.lock", false),
    ("no cart while day is open at shop.close", true), ("no strike while day is open at pay.end", false),
  ])
  func `never fails at the moment that closes its span`(sentence: String, isIdle: Bool) {
    #expect(
      mistakes(sentence).contains { $0.hasSuffix("it closes there, so the rule never fails") } == isIdle)
  }

  @Test(arguments: [
    (
      "each pay.begin is followed by pay.end(id)",
      "«pay.end» the key `(id)` of `pay.end` is bound to nothing - `pay.begin` has no key"
    ),
    (
      "each pay.begin(id) is followed by cart.add(id, price)",
      "«cart.add» the key `(id, price)` of `cart.add` is bound to nothing - `pay.begin` has a key of other length"
    ),
    (
      "each pay.begin(id) is followed by pay.end before cart.add(id, price)",
      "«cart.add» the key `(id, price)` of `cart.add` is bound to nothing - `pay.begin` has a key of other length"
    ),
    (
      "each pay.begin is preceded by pay.end within 5s since cart.add(id)",
      "«cart.add» the key `(id)` of `cart.add` is bound to nothing - `pay.begin` has no key"
    ),
    (
      "after pay.begin(id), never cart.add(id)",
      "«pay.begin» the key `(id)` of `pay.begin` is bound to nothing - only `during SPAN(KEY)` separates keys"
    ),
    (
      "between pay.begin and pay.end(id), never cart.add",
      "«pay.end» the key `(id)` of `pay.end` is bound to nothing - only `during SPAN(KEY)` separates keys"
    ),
    (
      "never shop.close unless cart.add(id) since shop.open",
      "«id» unknown field `id` of `shop.close` - it has no fields"
    ),
    (
      "never shop.close unless cart(id) is open", "«id» unknown field `id` of `shop.close` - it has no fields"
    ),
    (
      "never cart.add unless cart(price) is open",
      "«price» `price` is not a key of the span `cart` - its key is `id`"
    ),
    (
      "never shop.close unless cart(price) is open",
      "«price» `price` is not a key of the span `cart` - its key is `id`"
    ),
    (
      "expect shop.close unless cart(id) is open",
      "«id» `id` is a field of no event - no event is judged here"
    ),
  ])
  func `with an unbound key is a mistake`(sentence: String, mistake: String) {
    #expect(mistakes(sentence) == [mistake])
  }

  @Test(arguments: [
    "each pay.begin(id) or shop.close is followed by pay.end(id)",
    "each pay.begin(id) is followed by pay.end",
    "during cart(id), each pay.begin is followed by pay.end(id)", "never pay.begin unless cart(id) is open",
    "each cart.add(id) is followed by till.lock(id)", "never * unless cart.add(id) within the last 5s",
  ])
  func `with a bound key is not a mistake`(sentence: String) { #expect(mistakes(sentence) == []) }

  private func load(_ sentence: String, _ sessions: String) -> [String] {
    let rule = "rules: [{id: it, check: '\(sentence)'}]\n"
    guard case .failure(let error) = Shop.load(adding: sessions + "\n" + rule) else { return [] }
    return error.lines
  }

  @Test(arguments: [
    ("at least 2 cart.add", "sessions: {begin: shop.open}", true),
    ("at least 2 cart.add", "sessions: {begin: shop.open, end: shop.close}", false),
    ("across sessions, at least 2 cart.add", "sessions: {end: shop.close}", true),
    ("while night, at least 2 cart.add", "", false),
    ("across sessions, each pay.end is preceded by pay.begin", "sessions: {begin: shop.open}", true),
    ("across sessions, each pay.end is preceded by pay.begin", "", false),
    (
      "across sessions, each pay.end is preceded by pay.begin since shop.open",
      "sessions: {begin: shop.open}",
      false
    ),
    (
      "across sessions, while night, each pay.end is preceded by pay.begin", "sessions: {begin: shop.open}",
      false
    ),
    ("each pay.end is preceded by pay.begin", "sessions: {begin: shop.open}", false),
    ("across sessions, before pay.end, never pay.begin", "sessions: {begin: shop.open}", true),
    ("across sessions, before pay.end, never pay.begin", "", false),
  ])
  func `needs a known beginning or end of sessions`(sentence: String, sessions: String, isIdle: Bool) {
    #expect(!load(sentence, sessions).isEmpty == isIdle)
  }

  @Test(arguments: [
    ("each pay.end(id) is preceded by pay.begin(id)", ["pay.begin"]),
    ("after shop.open, each pay.end(id) is preceded by pay.begin(id)", ["pay.begin"]),
    ("across sessions, at most 1 cart.add(id)", ["cart.add"]),
    ("each pay.end(id) is preceded by pay.begin(id) within 5s", []),
    ("each pay.end(id) is preceded by pay.begin(id) since shop.open", []),
    ("after shop.open until shop.close, each pay.end(id) is preceded by pay.begin(id)", []),
    ("while night, each pay.end(id) is preceded by pay.begin(id)", []),
    ("each pay.end is preceded by pay.begin", []), ("at most 1 cart.add(id) per 10s", []),
    ("each pay.begin(id) is followed by pay.end(id)", []),
  ])
  func `that remembers every key forever has a warning`(sentence: String, places: [String]) throws {
    let warnings = try Shop.load(sentence: sentence).get().warnings
    #expect(warnings.map(\.severity) == places.map { _ in .warning })
    #expect(
      warnings.map { $0.range.map { String(decoding: $0.source.bytes[$0.bytes], as: UTF8.self) } } == places)
  }
}
