import TestSupport
import Testing

@testable import Rulebook

/// A random condition on an added cart, and its value for a single cart.
private indirect enum Guess {
  case id(isEqual: Bool, String)
  case price(String, Int)
  case oneOf([Int])
  case isPresent
  case isDay
  case isRush
  case isNight
  case isCart
  case not(Guess)
  case and(Guess, Guess)
  case or(Guess, Guess)

  /// The values that a condition can read. Nil is a missing field, and a state of nil is unknown.
  struct Cart {
    var id: String?
    var price: Double?
    var state: String?
    var isInCart: Bool

    static let all: [Cart] = [nil, "a", "b", "c"].flatMap { id in
      [nil, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4].flatMap { price in
        [nil, "day", "rush", "night", "none of them"].flatMap { state in
          [true, false].map { Cart(id: id, price: price, state: state, isInCart: $0) }
        }
      }
    }
  }

  static func random(_ depth: Int, _ dice: inout Dice) -> Guess {
    switch Int.random(in: depth > 0 ? 0..<13 : 0..<8, using: &dice) {
    case 0, 1: .id(isEqual: Bool.random(using: &dice), ["a", "b"].randomElement(using: &dice) ?? "a")
    case 2, 3:
      .price(
        Comparison.allCases.randomElement(using: &dice)?.rawValue ?? "==", Int.random(in: 1...3, using: &dice)
      )
    case 4: .oneOf([1, 2, 3].filter { _ in Bool.random(using: &dice) } + [4])
    case 5: .isPresent
    case 6: [.isDay, .isRush, .isNight].randomElement(using: &dice) ?? .isDay
    case 7: .isCart
    case 8: .not(random(depth - 1, &dice))
    case 9, 10: .or(random(depth - 1, &dice), random(depth - 1, &dice))
    default: .and(random(depth - 1, &dice), random(depth - 1, &dice))
    }
  }

  var text: String {
    switch self {
    case .id(let isEqual, let id): "id \(isEqual ? "==" : "!=") \(id)"
    case .price(let comparison, let price): "price \(comparison) \(price)"
    case .oneOf(let prices): "price in (\(prices.map(String.init).joined(separator: ", ")))"
    case .isPresent: "price is present"
    case .isDay: "day is open"
    case .isRush: "rush is open"
    case .isNight: "night is open"
    case .isCart: "cart is open"
    case .not(let inner): "not (\(inner.text))"
    case .and(let a, let b): "(\(a.text) and \(b.text))"
    case .or(let a, let b): "(\(a.text) or \(b.text))"
    }
  }

  func value(of cart: Cart) -> Bool? {
    switch self {
    case .id(let isEqual, let id): cart.id.map { ($0 == id) == isEqual }
    case .price(let comparison, let price): cart.price.map { compare($0, comparison, Double(price)) }
    case .oneOf(let prices): cart.price.map { price in prices.contains { Double($0) == price } }
    case .isPresent: cart.price != nil
    case .isDay: cart.state.map { ["day", "rush"].contains($0) }
    case .isRush: cart.state.map { $0 == "rush" }
    case .isNight: cart.state.map { $0 == "night" }
    case .isCart: cart.isInCart
    case .not(let inner): inner.value(of: cart).map { !$0 }
    case .and(let a, let b):
      switch (a.value(of: cart), b.value(of: cart)) {
      case (false, _), (_, false): false
      case (true, true): true
      default: nil
      }
    case .or(let a, let b): Guess.not(.and(.not(a), .not(b))).value(of: cart)
    }
  }

  private func compare(_ a: Double, _ comparison: String, _ b: Double) -> Bool {
    switch comparison {
    case "==": a == b
    case "!=": a != b
    case "<": a < b
    case "<=": a <= b
    case ">": a > b
    default: a >= b
    }
  }
}

@Suite struct `The diagnosis of a random condition` {
  @Test(arguments: 0..<8) func `is the same as by trying all values`(seed: UInt64) {
    var dice = Dice(seed: seed)
    var mistakes = 0
    for _ in 0..<60 {
      let parts = (0..<4).map { _ in Guess.random(1, &dice) }
      let guess = parts.dropFirst().reduce(parts[0]) {
        Bool.random(using: &dice) ? .or($0, $1) : .and($0, $1)
      }
      let values = Set(Guess.Cart.all.map { guess.value(of: $0) })
      let expected = values.contains(true) ? values.contains(false) ? nil : "never false" : "never true"
      let said: [String] =
        switch Shop.load(sentence: "never cart.add where (\(guess.text))") {
        case .success: []
        case .failure(let error): error.diagnostics.map(\.message).filter { $0.contains("condition") }
        }
      mistakes += said.count
      #expect(said.count == (expected == nil ? 0 : 1), "\(guess.text)")
      if let expected { #expect(said.first?.contains(expected) == true, "\(guess.text)") }
    }
    #expect(mistakes > 0)
  }
}
