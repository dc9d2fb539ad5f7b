import TestSupport

@testable import Checking

extension Limits {
  /// A limit and small values for it.
  private struct Choice: Sendable {
    let name: String
    /// Sets the limit to the small value at an index.
    let draw: @Sendable (inout Limits, Int) -> Void
    let count: Int
    /// Sets the limit to its default, and returns whether this is a change.
    let reset: @Sendable (inout Limits) -> Bool

    init<Number: FixedWidthInteger & Sendable>(
      _ name: String, _ limit: WritableKeyPath<Limits, Number> & Sendable, _ numbers: [Number]
    ) {
      self.name = name
      count = numbers.count
      draw = { $0[keyPath: limit] = numbers[$1] }
      reset = { limits in
        let isSmall = limits[keyPath: limit] != Limits()[keyPath: limit]
        limits[keyPath: limit] = Limits()[keyPath: limit]
        return isSmall
      }
    }
  }

  private static let choices = [
    Choice("conditions", \.conditions, [0, 1, 2]), Choice("effects", \.effects, [0, 1, 3]),
    Choice("predicateDepth", \.predicateDepth, [1, 2]), Choice("durationTimers", \.durationTimers, [0, 1]),
    Choice("openingEntries", \.openingEntries, [0, 1, 2]), Choice("openingLine", \.openingLine, [0, 30, 40]),
    Choice("compactLine", \.compactLine, [0, 35, 45]),
    Choice("compactBlockBits", \.compactBlockBits, [0, 1]),
    Choice("pieceBlockBits", \.pieceBlockBits, [7]), Choice("prototypes", \.prototypes, [0, 1, 2]),
    Choice("recentPrototypeBits", \.recentPrototypeBits, [1, 2]), Choice("sparseIndex", \.sparseIndex, [0]),
    Choice("singleOpenings", \.singleOpenings, [0, 1, 2]),
    Choice("openingGroups", \.openingGroups, [2, 0, 1]),
    Choice("recentMoments", \.recentMoments, [1, 2]), Choice("momentKeys", \.momentKeys, [0, 1]),
    Choice("cancelledDeadlines", \.cancelledDeadlines, [0, 1]),
    Choice("settledWaits", \.settledWaits, [0, 1]),
    Choice("countedKeys", \.countedKeys, [0, 1]), Choice("heldEvents", \.heldEvents, [2, 0, 5]),
    Choice("foldedTexts", \.foldedTexts, [1, 0, 2]),
  ]

  /// Limits of which some are small, and the others have their defaults. They take one number from the dice, however many limits
  /// there are, so a limit that is added or removed changes nothing else of a case.
  static func random(_ dice: inout Dice) -> Limits {
    var own = Dice(seed: dice.next())
    var limits = Limits()
    for choice in choices where Bool.random(using: &own) {
      choice.draw(&limits, Int.random(in: 0..<choice.count, using: &own))
    }
    return limits
  }

  /// Limits that are all small.
  static var small: Limits {
    var limits = Limits()
    for choice in choices { choice.draw(&limits, 0) }
    return limits
  }

  /// All limits with one more default; the first has only defaults.
  var larger: [Limits] {
    let some = Self.choices.compactMap { choice in
      var limits = self
      return choice.reset(&limits) ? limits : nil
    }
    return some.count > 1 ? [Limits()] + some : some
  }

  /// The names of the limits that differ from their defaults.
  var changed: [String] {
    Self.choices.filter { choice in
      var limits = self
      return choice.reset(&limits)
    }.map(\.name)
  }
}
