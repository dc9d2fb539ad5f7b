extension Formula {
  /// Reads a formula; nil for any other text.
  init?(_ text: String) {
    var reader = Reader(text)
    guard let formula = reader.implication(), reader.isAtEnd else { return nil }
    self = formula
  }

  /// A recursive-descent parser. From the weakest to the strongest operator: `→`; `∨`; `∧`; `U` and `S`; the unary
  /// operators.
  private struct Reader {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    var isAtEnd: Bool { rest.allSatisfy { $0 == " " } }

    private mutating func take(_ text: String) -> Bool {
      rest = rest.drop { $0 == " " }
      guard rest.hasPrefix(text) else { return false }
      rest = rest.dropFirst(text.count)
      return true
    }

    mutating func implication() -> Formula? {
      guard let left = disjunction() else { return nil }
      guard take("→") else { return left }
      return implication().map { .implies(left, $0) }
    }

    private mutating func disjunction() -> Formula? {
      guard let left = conjunction() else { return nil }
      guard take("∨") else { return left }
      return disjunction().map { .or(left, $0) }
    }

    private mutating func conjunction() -> Formula? {
      guard let left = pair() else { return nil }
      guard take("∧") else { return left }
      return conjunction().map { .and(left, $0) }
    }

    private mutating func pair() -> Formula? {
      guard let left = unary() else { return nil }
      let isUntil = take("U")
      guard isUntil || take("S") else { return left }
      let bounds = bounds()
      return unary().map { isUntil ? .until(left, bounds, $0) : .since(left, bounds, $0) }
    }

    private mutating func unary() -> Formula? {
      if take("¬") { return unary().map(Formula.not) }
      if take("□") { return unary().map(Formula.always) }
      if take("◇") {
        let bounds = bounds()
        return unary().map { .eventually(bounds, $0) }
      }
      if take("∀k") { return unary().map { .all("k", $0) } }
      if take("∀s") { return unary().map { .all("s", $0) } }
      if take("∃j∼k") { return unary().map { .some("j", agreesWith: "k", $0) } }
      if take("(") {
        let inner = implication()
        return take(")") ? inner : nil
      }
      if take("#") { return counted() }
      for name in ["↑s", "↓s", "open s", "end"] where take(name) { return .atom(name, nil) }
      return event().map(Formula.atom)
    }

    private mutating func event() -> (String, Key?)? {
      for name in ["E", "F", "G", "M"] where take(name) {
        for variable: Character in ["k", "j"] {
          if take("[\(variable)]") { return (name, Key(variable: variable, isExact: true)) }
          if take("⟨\(variable)⟩") { return (name, Key(variable: variable, isExact: false)) }
        }
        return (name, nil)
      }
      return nil
    }

    private mutating func counted() -> Formula? {
      let isRecent = take("[<T]")
      guard let (name, key) = event() else { return nil }
      let isMost = take("≤")
      guard isMost || take("≥"), take("N") else { return nil }
      return .count(name, key, isRecent: isRecent, isMost: isMost)
    }

    private mutating func bounds() -> Bounds {
      for least: Character in ["0", "L"] {
        if take("[\(least),T]") { return Bounds(least: least, most: "T") }
        if take("[\(least),T)") { return Bounds(least: least, most: "T", isOpen: true) }
      }
      return Bounds()
    }
  }
}
