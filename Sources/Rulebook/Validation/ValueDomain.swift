import Trace

/// The domain of a field: the values that it can have under some conditions.
struct ValueDomain {
  private var lower: (value: Value, isInside: Bool)?
  private var upper: (value: Value, isInside: Bool)?
  private var allowed: Set<Value>?
  private var excluded: Set<Value> = []

  /// Whether no value is possible.
  var isEmpty: Bool {
    if let allowed { return !allowed.contains(where: contains) }
    guard let lower, let upper else { return false }
    if lower.value == upper.value {
      return !lower.isInside || !upper.isInside || excluded.contains(lower.value)
    }
    return lower.value > upper.value
  }

  private func contains(_ value: Value) -> Bool {
    if let lower, value < lower.value || value == lower.value && !lower.isInside { return false }
    if let upper, value > upper.value || value == upper.value && !upper.isInside { return false }
    return !excluded.contains(value)
  }

  /// Removes the values that a conjunct excludes.
  mutating func restrict(to conjunct: Conjunct) {
    switch conjunct.condition {
    case .compare(let operand, let comparison, .literal(let literal)):
      restrict(to: comparison, Value(literal, as: operand))
    case .oneOf(let operand, let literals):
      let values = Set(literals.map { Value($0, as: operand) })
      if conjunct.isNegated {
        excluded.formUnion(values)
      } else {
        allowed = allowed?.intersection(values) ?? values
      }
    default: break
    }
  }

  private mutating func restrict(to comparison: Comparison, _ value: Value) {
    switch comparison {
    case .equal: allowed = allowed?.intersection([value]) ?? [value]
    case .notEqual: excluded.insert(value)
    case .less, .lessOrEqual:
      let isInside = comparison == .lessOrEqual
      if let upper, (upper.value, upper.isInside ? 1 : 0) <= (value, isInside ? 1 : 0) { return }
      upper = (value, isInside)
    case .greater, .greaterOrEqual:
      let isInside = comparison == .greaterOrEqual
      if let lower, (lower.value, lower.isInside ? 0 : 1) >= (value, isInside ? 0 : 1) { return }
      lower = (value, isInside)
    }
  }
}

/// A value that a field can be compared with.
private enum Value: Hashable, Comparable {
  case number(Double)
  /// The parts of a version without trailing zeros, because 13 and 13.0 are equal.
  case version([Int])
  case text(String)

  init(_ literal: Literal, as operand: Operand) {
    switch literal {
    case .number(let number): self = .number(number)
    case .duration(let amount), .size(let amount): self = .number(Double(amount))
    case .text(let text):
      guard operand.type == .version else {
        self = .text(text)
        return
      }
      var parts = text.split(separator: ".").compactMap { Int($0) }
      while parts.last == 0 { parts.removeLast() }
      self = .version(parts)
    }
  }

  static func < (a: Value, b: Value) -> Bool {
    switch (a, b) {
    case (.number(let a), .number(let b)): a < b
    case (.version(let a), .version(let b)): a.lexicographicallyPrecedes(b)
    case (.text(let a), .text(let b)): a < b
    default: false
    }
  }
}
