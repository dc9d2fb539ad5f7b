import Rulebook
import Trace

/// Compiles conditions to predicates.
struct PredicateCompiler {
  private var steps: [Predicate.Step] = []
  private var literals: [Range<Int>] = []
  private var bytes: [UInt8] = []
  private var changed: [Int] = []
  /// The maximum number of values on the stack.
  private let depth: Int
  /// The predicates of the conditions that were already compiled, because all events of a family may have the same condition. Nil
  /// if it cannot be a predicate.
  private var known: [Asked: Predicate?] = [:]

  /// A condition, and the spans that its event changes. Predicates cannot read these spans.
  private struct Asked: Hashable {
    var condition: Guard
    var changed: [Int]
  }

  init(depth: Int) { self.depth = depth }

  /// The predicates that were compiled so far.
  var table: PredicateTable { PredicateTable(steps: steps, literals: literals, bytes: bytes) }

  /// Returns the predicate of a condition on an event of the log, or on an event that is derived from it. Without a condition, it
  /// is always true. Nil if the condition reads something that a predicate cannot, such as the spans that the event itself opens
  /// and closes (`changed`).
  mutating func predicate(for condition: Guard?, changed: [Int] = []) -> Predicate? {
    guard let condition else { return .always }
    let asked = Asked(condition: condition, changed: condition.readsOnlyFields ? [] : changed)
    if let known = known[asked] { return known }
    let new = compile(condition, changed: changed)
    known[asked] = .some(new)
    return new
  }

  private mutating func compile(_ condition: Guard, changed: [Int]) -> Predicate? {
    let start = steps.count
    self.changed = changed
    guard add(condition, at: 1) else {
      steps.removeSubrange(start...)
      return nil
    }
    return Predicate(steps: start..<steps.count)
  }

  /// Compiles a condition that matters only if a span is open just before the event. `field` has the key of the span.
  mutating func predicate(
    for condition: Guard?, whileOpen span: Int, key field: Int?, changed: [Int]
  ) -> Predicate? {
    let start = steps.count
    self.changed = changed
    let inside = Predicate.Step(kind: .isInside, number: span, other: field ?? -1)
    guard let condition else {
      steps.append(inside)
      return Predicate(steps: start..<steps.count)
    }
    // The condition is evaluated first, because it is mostly false, and then the span does not matter.
    guard add(condition, at: 1), add(.init(kind: .unlessFalse)), add(inside), add(.init(kind: .and)) else {
      steps.removeSubrange(start...)
      return nil
    }
    return Predicate(steps: start..<steps.count)
  }

  /// Compiles whether an opening that the event closes has a scope instance. `field` has the key of the span.
  mutating func predicate(isAsked span: Int, key field: Int?) -> Predicate {
    steps.append(.init(kind: .isAsked, number: span, other: field ?? -1))
    return Predicate(steps: steps.count - 1..<steps.count)
  }

  private mutating func add(_ condition: Guard, at depth: Int) -> Bool {
    if depth > self.depth { return false }
    switch condition {
    case .and(let a, let b): return add(a, at: depth) && add(b, at: depth + 1) && add(.init(kind: .and))
    case .or(let a, let b): return add(a, at: depth) && add(b, at: depth + 1) && add(.init(kind: .or))
    case .not(let a): return add(a, at: depth) && add(.init(kind: .not))
    case .isPresent(.field(let field, _)): return add(.init(kind: .isPresent, number: field))
    case .isOpen(let span, _, isBound: false) where !changed.contains(span):
      return add(.init(kind: .isOpen, number: span))
    case .isOpen(let span, let field?, isBound: true) where !changed.contains(span):
      return add(.init(kind: .isOpenForKey, number: span, other: field))
    case .since(let event, let start, keys: []): return add(.init(kind: .since, number: event, other: start))
    case .compare(.thread, .equal, .literal(.text("main"))):
      return add(.init(kind: .isOnMain))
    case .oneOf(.field(let field, .text), let values): return addText(field, values)
    case .compare(.field(let field, .text), .equal, .literal(let value)): return addText(field, [value])
    case .compare(.field(let field, .text), .notEqual, .literal(let value)):
      return addText(field, [value]) && add(.init(kind: .not))
    case .compare(.field(let field, .number), let comparison, .literal(.number(let value))):
      return add(.init(kind: .isNumber, comparison: comparison, number: field, value: value))
    default: return false
    }
  }

  private mutating func add(_ step: Predicate.Step) -> Bool {
    steps.append(step)
    return true
  }

  private mutating func addText(_ field: Int, _ values: [Literal]) -> Bool {
    let start = literals.count
    for value in values {
      guard case .text(let text) = value else { return false }
      literals.append(bytes.count..<bytes.count + text.utf8.count)
      bytes += text.utf8
    }
    return add(.init(kind: .isText, number: field, literals: start..<literals.count))
  }
}
