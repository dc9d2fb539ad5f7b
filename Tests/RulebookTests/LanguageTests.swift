import Testing

@testable import Rulebook

/// The text of a sentence, and its parsed form.
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
    Reading("while cart while night, never pay.begin", "while [cart while night]: never [pay.begin]"),
    Reading("while late-cart, never pay.begin", "while [late-cart]: never [pay.begin]"),
    Reading("during night or cart, never pay.begin", "during [night, cart]: never [pay.begin]"),
    Reading(
      "during cart(id) while night while strike, never pay.begin(id)",
      "during [cart while night while strike(key)]: never [pay.begin(id)]"),
    Reading("while shop.close, never pay.begin", "while [shop.close]: never [pay.begin]"),
    Reading("outside day or strike, never pay.begin", "outside [day, strike]: never [pay.begin]"),
    Reading("after shop.close, never pay.begin", "after [shop.close]: never [pay.begin]"),
    Reading(
      "after shop.close or till.lock until shop.open, never pay.begin",
      "after [shop.close, till.lock] until [shop.open]: never [pay.begin]"),
    Reading(
      "for 5s after shop.open, never pay.begin", "for 5000000000ns after [shop.open]: never [pay.begin]"),
    Reading(
      "for wait after pay.begin or shop.config, never cart.add",
      "for wait:duration after [pay.begin, shop.config]: never [cart.add]"),
    Reading("before pay.begin or pay.end, never cart.add", "before [pay.begin, pay.end]: never [cart.add]"),
    Reading("across sessions, never pay.begin", "across sessions: never [pay.begin]"),
    Reading(
      "across sessions, before shop.open, never pay.begin",
      "across sessions: before [shop.open]: never [pay.begin]"),
    Reading(
      "between the close of shop.open and shop.close, never pay.begin",
      "between [close of shop.open] and [shop.close]: never [pay.begin]"),
    Reading(
      "between cart.add where (price > 5 and id == a) and shop.close, never pay.begin",
      "between [cart.add where (price:number > 5.0 and id:text == 'a')] and [shop.close]: never [pay.begin]"),
  ])
  func `has a scope`(reading: Reading) { reading.check(reading.written) }

  @Test(arguments: [
    Reading("never pay.begin or pay.end", "never [pay.begin, pay.end]"),
    Reading("never shop.*", "never [shop.open+shop.close+shop.config]"),
    Reading("never shop.open.end", "never [shop.open.end]"),
    Reading("never shop.* except (shop.config, shop.open)", "never [shop.close]"),
    Reading(
      "never * except (shop.*, cart.*, pay.*) where id == a",
      "never [till.lock+till.unlock where id:text == 'a']"),
    Reading("no cart is open wait after pay.begin", "none open [cart] at [pay.begin] + wait:duration"),
    Reading(
      "no cart is open last shop.config.wait after pay.begin",
      "none open [cart] at [pay.begin] + last shop.config wait:duration"),
    Reading("expect pay.begin", "expect [pay.begin]"),
    Reading("expect pay.begin or pay.end within 5s", "expect [pay.begin, pay.end] within 5000000000ns"),
    Reading(
      "after pay.begin, expect pay.end(id) within wait",
      "after [pay.begin]: expect [pay.end(id)] within wait:duration"),
    Reading(
      "expect pay.begin within last shop.config.wait",
      "expect [pay.begin] within last shop.config wait:duration"),
    Reading("at most 3 cart.add(id)", "<= 3 of [cart.add(id)]"),
    Reading("at most 3 cart.add or pay.begin per 10s", "<= 3 of [cart.add, pay.begin] per 10000000000ns"),
    Reading("while night, at least 2 cart.add", "while [night]: >= 2 of [cart.add]"),
    Reading("cart.add recurs every 1h", "[cart.add] recurs every 3600000000000ns"),
    Reading("cart.* except (cart.add) recurs every 1h", "[cart.remove] recurs every 3600000000000ns"),
    Reading(
      "cart.add where price > 5 recurs every last shop.config.wait",
      "[cart.add where price:number > 5.0] recurs every last shop.config wait:duration"),
    Reading(
      "after pay.begin, the close of shop.open recurs every wait",
      "after [pay.begin]: [close of shop.open] recurs every wait:duration"),
    Reading("shop.* recurs every 1s", "[shop.open+shop.close+shop.config] recurs every 1000000000ns"),
    Reading("no cart is open at shop.close", "none open [cart] at [shop.close]"),
    Reading("no cart is open 1s after shop.close", "none open [cart] at [shop.close] + 1000000000ns"),
    Reading(
      "no cart(id) while night or day is open at pay.begin(id)",
      "none open [cart while night(key), day] at [pay.begin(id)]"),
    Reading(
      "no cart(id) or strike is open at the close of shop.close or pay.end",
      "none open [cart(key), strike] at [close of shop.close, pay.end]"),
    Reading("each cart lasts at most 5s", "cart lasts <= 5000000000ns"),
    Reading("each shop.close lasts at least 250ms", "shop.close lasts >= 250000000ns"),
    Reading("each till.locked lasts at most 1h", "till.locked lasts <= 3600000000000ns"),
    Reading("each cart while night lasts at most 5s", "cart while night lasts <= 5000000000ns"),
    Reading(
      "each cart(id) lasts at most last shop.config.wait",
      "cart(key) lasts <= last shop.config wait:duration"),
    Reading(
      "each cart closed while strike is reopened by shop.open",
      "cart closed while strike is open at [shop.open]"),
    Reading(
      "each cart while night closed while late-cart while strike is reopened by the close of shop.open or pay.end",
      "cart while night closed while late-cart while strike is open at [close of shop.open, pay.end]"),
    Reading("each shop.open or shop.close obeys shop", "[shop.open, shop.close] obeys shop"),
    Reading("each shop.* obeys shop", "[shop.open+shop.close] obeys shop"),
    Reading(
      "never pay.begin unless shop.* except (shop.config) since pay.end",
      "never [pay.begin] unless [shop.open+shop.close] since [pay.end]"),
    Reading(
      "each till.lock where id == a obeys till", "[till.lock where id:text == 'a'] obeys till"),
  ])
  func `makes a claim`(reading: Reading) { reading.check(reading.written) }

  @Test(arguments: [
    Reading("cart.add has price > 5", "[cart.add] has price:number > 5.0"),
    Reading("cart.* except (cart.add) has id == a", "[cart.remove] has id:text == 'a'"),
    Reading(
      "cart.* or the close of shop.open has thread == main and not cart is open or day is open",
      "[cart.add+cart.remove, close of shop.open] has "
        + "((thread:text == 'main' and not cart open) or day open)"),
    Reading("pay.begin is followed by pay.end", "[pay.begin] then [pay.end]"),
    Reading(
      "pay.begin(id) is followed by pay.end(id) within 5s",
      "[pay.begin(id)] then [pay.end(id)] within 5000000000ns"),
    Reading(
      "pay.begin or cart.add is followed by pay.end or cart.remove within 1s to 5s before shop.close or shop.open",
      "[pay.begin, cart.add] then [pay.end, cart.remove] from 1000000000ns within 5000000000ns "
        + "before [shop.close, shop.open]"),
    Reading(
      "pay.begin is followed by pay.end within wait before shop.close",
      "[pay.begin] then [pay.end] within wait:duration before [shop.close]"),
    Reading(
      "pay.begin is followed by pay.end within wait to last shop.config.wait",
      "[pay.begin] then [pay.end] from wait:duration within last shop.config wait:duration"),
    Reading(
      "the close of shop.open is followed by the close of shop.close",
      "[close of shop.open] then [close of shop.close]"),
    Reading(
      "pay.begin where wait > 1s is followed by pay.end where cart is open before shop.close",
      "[pay.begin where wait:duration > 1000000000ns] then [pay.end where cart open] before [shop.close]"),
    Reading("pay.end is preceded by pay.begin", "[pay.end] after [pay.begin]"),
    Reading(
      "pay.end(id) is preceded by pay.begin(id) within 5s since shop.open or shop.close",
      "[pay.end(id)] after [pay.begin(id)] within 5000000000ns since [shop.open, shop.close]"),
    Reading(
      "pay.end is preceded by pay.begin where cart.add since cart.remove since shop.open",
      "[pay.end] after [pay.begin where [cart.add] since [cart.remove]] since [shop.open]"),
    Reading(
      "pay.begin(id, wait) is followed by cart.add(id, price)",
      "[pay.begin(id, wait)] then [cart.add(id, price)]"),
  ])
  func `can have a claim about each event`(reading: Reading) { reading.check("each \(reading.written)") }

  @Test(arguments: [
    Reading("expect pay.end unless cart is open", "expect [pay.end] unless cart open"),
    Reading(
      "after pay.begin, expect pay.end unless wait > 5s",
      "after [pay.begin]: expect [pay.end] unless wait:duration > 5000000000ns"),
    Reading(
      "during cart, at least 1 pay.begin unless price > 5",
      "during [cart]: >= 1 of [pay.begin] unless price:number > 5.0"),
    Reading(
      "each cart.add has price > 5 or id == a unless day is open",
      "[cart.add] has (price:number > 5.0 or id:text == 'a') unless day open"),
    Reading(
      "each pay.begin is followed by cart.add within 5s unless wait > 5s",
      "[pay.begin] then [cart.add] within 5000000000ns unless wait:duration > 5000000000ns"),
    Reading(
      "each cart closed while night is reopened by shop.open unless id == a",
      "cart closed while night is open at [shop.open] unless id:text == 'a'"),
  ])
  func `can have an exception`(reading: Reading) { reading.check(reading.written) }

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
      "never pay.begin where pay.end where id == a within the last 5s",
      "never [pay.begin where [pay.end where id:text == 'a'] in the 5000000000ns before]"),
  ])
  func `gives each event one condition, or several in brackets`(reading: Reading) {
    reading.check(reading.written)
  }

  @Test func `is one line, even if it is folded`() {
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
