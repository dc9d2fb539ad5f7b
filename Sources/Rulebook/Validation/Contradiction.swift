/// Why a condition can never be true: it asks at once for things that exclude each other. Only what its own words and
/// the states of machines tell is seen, so that what is called a contradiction is one.
struct Contradiction {
  /// What excludes what, as a label.
  var reason: String
  /// Why the opposite of the condition can never be false, as a label.
  var opposite: String

  /// How many alternatives of a condition are looked at; a condition of more is taken to be possible.
  private static let maximumAlternatives = 64

  /// The contradiction in a condition; nil where it can be true.
  static func find(in condition: Condition, _ rulebook: Rulebook) -> Contradiction? {
    guard let alternatives = alternatives(of: condition) else { return nil }
    var first: Contradiction?
    for facts in alternatives {
      guard let found = Facts(facts, rulebook).contradiction else { return nil }
      first = first ?? found
    }
    return first
  }

  /// Whether a condition is true wherever another one is: each alternative of that one has all that one of its own
  /// asks for.
  static func isTrue(_ condition: Condition, wherever other: Condition) -> Bool {
    guard let mine = alternatives(of: condition), let theirs = alternatives(of: other) else { return false }
    let wanted = mine.map { Set($0.map(\.identity)) }
    return theirs.allSatisfy { facts in
      let given = Set(facts.map(\.identity))
      return wanted.contains { $0.isSubset(of: given) }
    }
  }

  /// The ways in which a condition can be true, each as what it asks for at once (the disjunctive normal form, which
  /// Kleene's logic has, too); nil for too many of them.
  private static func alternatives(of condition: Condition, isNegated: Bool = false) -> [[Fact]]? {
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
      // With a value that is missing or of another kind both are unknown.
      return [[Fact(condition: .compare(a, comparison.opposite, b), isNegated: false)]]
    default: return [[Fact(condition: condition, isNegated: isNegated)]]
    }
  }
}

/// A condition without `and`, `or` and `not`, or the opposite of one.
struct Fact {
  var condition: Condition
  var isNegated: Bool

  /// The same text for the same facts.
  var identity: String { (isNegated ? "not " : "") + condition.identity }
}

extension Comparison {
  /// What holds where this does not.
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
