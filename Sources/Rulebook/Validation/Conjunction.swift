import Trace

/// A conjunction: the parts of a condition that must all be true.
struct Conjunction {
  private let conjuncts: [Conjunct]
  private let rulebook: Rulebook

  init(_ conjuncts: [Conjunct], _ rulebook: Rulebook) {
    var seen: Set<Conjunct> = []
    self.conjuncts = conjuncts.filter { seen.insert($0).inserted }
    self.rulebook = rulebook
  }

  /// The first contradiction between the conjuncts; nil if all can be true.
  var contradiction: Contradiction? { values ?? relations ?? spans ?? opposites }

  // MARK: Values

  private var values: Contradiction? {
    var operands: [(operand: Operand, conjuncts: [Conjunct])] = []
    for conjunct in conjuncts {
      for operand in conjunct.condition.operands {
        if let index = operands.firstIndex(where: { $0.operand == operand }) {
          operands[index].conjuncts.append(conjunct)
        } else {
          operands.append((operand, [conjunct]))
        }
      }
    }
    for (operand, conjuncts) in operands {
      let name = rulebook.text(of: operand)
      let missing = conjuncts.count { $0.isAbsence }
      if missing > 0, missing < conjuncts.count {
        return Contradiction(
          reason: "`\(name)` has no value where it is not present",
          opposite: "never false, whatever `\(name)` is")
      }
      var values = ValueDomain()
      for conjunct in conjuncts { values.restrict(to: conjunct) }
      if values.isEmpty {
        return Contradiction(
          reason: "`\(name)` cannot be all of this at once",
          opposite: "never false, whatever `\(name)` is")
      }
    }
    return nil
  }

  /// Comparisons of the same two values that exclude each other.
  private var relations: Contradiction? {
    var orders: [[Operand]: Set<Int>] = [:]
    for conjunct in conjuncts {
      guard case .compare(let a, let comparison, let b) = conjunct.condition else { continue }
      let pair = [a, b]
      orders[pair] = orders[pair]?.intersection(comparison.orders) ?? comparison.orders
      if orders[pair]?.isEmpty == true {
        return Contradiction(
          reason: "`\(rulebook.text(of: a))` cannot be all of this at once",
          opposite: "never false, whatever `\(rulebook.text(of: a))` is")
      }
    }
    return nil
  }

  // MARK: Spans

  private var spans: Contradiction? {
    let open = conjuncts.compactMap { $0.isNegated ? nil : $0.span }
    let closed = conjuncts.compactMap { $0.isNegated ? $0.span : nil }.filter { !$0.isBound }
    for (index, span) in open.enumerated() {
      if let other = open[..<index].first(where: { rulebook.areExclusive($0.id, span.id) }) {
        return Contradiction(
          reason: "`\(other.name)` and `\(span.name)` are never open at once",
          opposite: "never false, as `\(other.name)` and `\(span.name)` are never open at once")
      }
      if closed.contains(where: { $0.id == span.id }) {
        return Contradiction(
          reason: "`\(span.name)` cannot be open and not open at once",
          opposite: "never false, open or not")
      }
      if let other = closed.first(where: { rulebook.isOpen($0.id, with: span.id) }) {
        return Contradiction(
          reason: "`\(span.name)` is never open without `\(other.name)`",
          opposite: "never false, as `\(span.name)` is never open without `\(other.name)`")
      }
    }
    return nil
  }

  // MARK: Opposites

  private var opposites: Contradiction? {
    let denied = Set(conjuncts.filter(\.isNegated).map(\.condition))
    guard conjuncts.contains(where: { !$0.isNegated && denied.contains($0.condition) }) else {
      return nil
    }
    return Contradiction(
      reason: "one part says the opposite of another", opposite: "one part says the opposite of another")
  }
}

extension Conjunct {
  fileprivate var span: SpanReference? { if case .isOpen(let span) = condition { span } else { nil } }

  fileprivate var isAbsence: Bool { if case .isPresent = condition { isNegated } else { false } }
}

extension Comparison {
  /// The orders of two values for which the comparison is true: -1, 0, 1.
  fileprivate var orders: Set<Int> {
    switch self {
    case .equal: [0]
    case .notEqual: [-1, 1]
    case .less: [-1]
    case .lessOrEqual: [-1, 0]
    case .greater: [1]
    case .greaterOrEqual: [0, 1]
    }
  }
}

extension Rulebook {
  /// The text of an operand in a sentence.
  fileprivate func text(of operand: Operand) -> String {
    switch operand {
    case .field(let name, _): name
    case .last(let event, let field, _, _): "last \(vocabulary.name(of: event)).\(field)"
    case .highest(let event, let field, _, _): "highest \(vocabulary.name(of: event)).\(field)"
    case .literal(let value): "\(value)"
    }
  }
}
