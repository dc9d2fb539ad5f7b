import Testing

@testable import Rulebook

@Suite struct `The condition of a sentence` {
  @Test(arguments: [
    Reading("id == a", "id:text == 'a'"), Reading("id != 'a b'", "id:text != 'a b'"),
    Reading("id == \"a'b\"", "id:text == 'a'b'"), Reading("id == 5", "id:text == '5'"),
    Reading("id in last shop.config.modes", "id:text in last shop.config modes:list"),
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
    Reading("id == last", "id:text == 'last'"), Reading("id == highest", "id:text == 'highest'"),
    Reading(
      "last cart.add.price at pay.begin where id == a < last cart.add.price",
      "last cart.add price:number at [pay.begin where id:text == 'a'] < last cart.add price:number"),
    Reading(
      "price >= last cart.add.price at the close of shop.close",
      "price:number >= last cart.add price:number at [close of shop.close]"),
    Reading("price > highest cart.add.price", "price:number > highest cart.add price:number"),
    Reading(
      "highest cart.add.price since shop.open > 5",
      "highest cart.add price:number since [shop.open] > 5.0"),
    Reading(
      "highest shop.config.memory since shop.open is present",
      "highest shop.config memory:size since [shop.open] present"),
  ])
  func `compares fields`(reading: Reading) {
    Reading(reading.written, "never [cart.add] unless \(reading.understood)")
      .check("never cart.add unless \(reading.written)")
  }

  @Test(arguments: [
    Reading("cart is open", "cart open"), Reading("cart is not open", "not cart open"),
    Reading("cart(id) is open", "cart(key) open"), Reading("till.free is open", "till.free open"),
    Reading("shop.close is open", "shop.close open"),
    Reading("cart while night is open", "cart while night open"),
    Reading("cart(id) while night is not open", "not cart while night(key) open"),
    Reading("cart.add is recorded", "[cart.add] recorded"),
    Reading("pay.begin within the last 5s", "[pay.begin] in the 5000000000ns before"),
    Reading("cart.add since shop.open", "[cart.add] since [shop.open]"),
    Reading(
      "cart.add(id) since the close of shop.open", "[cart.add(id)] since [close of shop.open]"),
  ])
  func `reads open spans and past events`(reading: Reading) {
    Reading(reading.written, "none open [cart] at [shop.close] unless \(reading.understood)")
      .check("no cart is open at shop.close unless \(reading.written)")
  }

  @Test(arguments: [
    Reading("pay.begin within 5s", "[pay.begin] in 5000000000ns"),
    Reading("pay.begin where id == a within 5s", "[pay.begin where id:text == 'a'] in 5000000000ns"),
    Reading("the close of shop.close within 1ms", "[close of shop.close] in 1000000ns"),
    Reading("cart.* except (cart.add) within 5s", "[cart.remove] in 5000000000ns"),
    Reading("(pay.begin within 5s or day is open)", "([pay.begin] in 5000000000ns or day open)"),
  ])
  func `looks ahead from the moment at which no span may be open`(reading: Reading) {
    Reading(reading.written, "none open [cart] at [shop.close where \(reading.understood)]")
      .check("no cart is open at shop.close where \(reading.written)")
  }

  @Test(arguments: [
    Reading(
      "id == a or id == b and price > 5", "(id:text == 'a' or (id:text == 'b' and price:number > 5.0))"),
    Reading(
      "id == a and price > 5 or id == c", "((id:text == 'a' and price:number > 5.0) or id:text == 'c')"),
    Reading(
      "(id == a or id == b) and price > 5", "((id:text == 'a' or id:text == 'b') and price:number > 5.0)"),
    Reading("not id == a and price > 5", "(not id:text == 'a' and price:number > 5.0)"),
    Reading("not (id == a and price > 5)", "not (id:text == 'a' and price:number > 5.0)"),
    Reading("not not cart is open", "not not cart open"),
    Reading("((cart is open))", "cart open"),
    Reading(
      "id == a or id == b or id == c", "((id:text == 'a' or id:text == 'b') or id:text == 'c')"),
  ])
  func `binds not before and, and and before or`(reading: Reading) {
    Reading(reading.written, "never [cart.add] unless \(reading.understood)")
      .check("never cart.add unless \(reading.written)")
  }
}
