/// The reason why a condition can never be true: its parts exclude each other. Uses only the condition itself and the
/// states of machines. There are no false positives.
struct Contradiction {
  /// The label: the parts that exclude each other.
  var reason: String
  /// The label for the negated condition, which can never be false.
  var opposite: String

  /// The maximum number of alternatives. A condition with more is not checked.
  private static let maximumAlternatives = 64

  /// The contradiction in a condition; nil if it can be true.
  static func find(in condition: Condition, _ rulebook: Rulebook) -> Contradiction? {
    guard let alternatives = alternatives(of: condition) else { return nil }
    var first: Contradiction?
    for conjuncts in alternatives {
      guard let found = Conjunction(conjuncts, rulebook).contradiction else { return nil }
      first = first ?? found
    }
    return first
  }

  /// Whether a condition follows from another one: each alternative of the other one contains all parts of one of its
  /// alternatives.
  static func isTrue(_ condition: Condition, wherever other: Condition) -> Bool {
    guard let mine = alternatives(of: condition), let theirs = alternatives(of: other) else { return false }
    let wanted = mine.map { Set($0) }
    return theirs.allSatisfy { conjuncts in
      let given = Set(conjuncts)
      return wanted.contains { $0.isSubset(of: given) }
    }
  }

  /// The disjunctive normal form of a condition, which also exists in Kleene's logic: each alternative is a list of
  /// conjuncts. Nil if there are too many alternatives.
  private static func alternatives(of condition: Condition, isNegated: Bool = false) -> [[Conjunct]]? {
    switch condition {
    case .not(let inner): return alternatives(of: inner, isNegated: !isNegated)
    case .and(let a, let b), .or(let a, let b):
      guard let left = alternatives(of: a, isNegated: isNegated),
        let right = alternatives(of: b, isNegated: isNegated)
      else { return nil }
      let isBoth = if case .and = condition { !isNegated } else { isNegated }
      let count = isBoth ? left.count * right.count : left.count + right.count
      guard count <= maximumAlternatives else { return nil }
      return isBoth ? left.flatMap { first in right.map { first + $0 } } : left + right
    case .compare(let a, let comparison, let b) where isNegated:
      // If a value is missing or of another type, both comparisons are unknown.
      return [[Conjunct(condition: .compare(a, comparison.opposite, b), isNegated: false)]]
    default: return [[Conjunct(condition: condition, isNegated: isNegated)]]
    }
  }
}

/// A condition without `and`, `or` and `not`, possibly negated.
struct Conjunct: Hashable {
  var condition: Condition
  var isNegated: Bool
}

extension Comparison {
  /// The comparison that holds if this one does not.
  fileprivate var opposite: Comparison {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }
}
