import Rulebook
import Trace

/// A condition as postfix code. It reads only the event, open spans and marks, so it is evaluated on the bytes of the line before
/// anything is copied.
struct Predicate: Sendable {
  /// The range of its steps in `PredicateTable.steps`. An empty predicate is always true.
  var steps: Range<Int>

  static let always = Predicate(steps: 0..<0)

  struct Step: Sendable {
    var kind: Kind
    var comparison = Comparison.equal
    /// The number of a field, span or mark.
    var number = 0
    /// The number of the span's key field, or of the second mark.
    var other = 0
    /// The range of the texts in `PredicateTable.literals`.
    var literals = 0..<0
    var value = 0.0
  }

  enum Kind: Sendable {
    case isPresent
    /// The field is equal to one of the literals.
    case isText
    case isNumber
    case isOpen
    /// The span is open for the event's key.
    case isOpenForKey
    /// The span is open for the event's key. If the event has no key: it is open for any key.
    case isInside
    /// There is a scope instance for the opening with the event's key. If the event has no key: for any opening.
    case isAsked
    /// The mark was set later than the other mark.
    case since
    /// The event is on the main thread.
    case isOnMain
    case not
    case and
    case or
    /// If the top of the stack is false, the predicate is false.
    case unlessFalse
  }

  /// A value of Kleene's logic, or `unclear` if only the full path can decide.
  enum Answer: UInt64 {
    case no
    case yes
    case unknown
    case unclear

    init(_ answer: Bool?) { self = answer.map { $0 ? .yes : .no } ?? .unknown }
  }
}

/// The steps of all predicates of a kind of session.
struct PredicateTable: Sendable {
  private(set) var steps: [Predicate.Step] = []
  private(set) var literals: [Range<Int>] = []
  private(set) var bytes: [UInt8] = []
  private var changed: [Int] = []
  /// The maximum number of values on the stack.
  private let depth: Int

  init(depth: Int) { self.depth = depth }

  /// Compiles a condition on an event of the log, or on an event that is derived from it. Nil if it reads something that a
  /// predicate cannot, such as the spans that the event itself opens and closes (`changed`).
  mutating func test(_ condition: Guard, changed: [Int]) -> Predicate? {
    let start = steps.count
    self.changed = changed
    guard add(condition, at: 1) else {
      steps.removeSubrange(start...)
      return nil
    }
    return Predicate(steps: start..<steps.count)
  }

  /// Compiles a condition that matters only if a span is open just before the event. `field` has the key of the span.
  mutating func test(
    _ condition: Guard?, whileOpen span: Int, for field: Int?, changed: [Int]
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
  mutating func test(isAsked span: Int, for field: Int?) -> Predicate {
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

/// The key of the current event. It is computed when it is first needed. Mostly, all uses need the same field.
struct KeyMemo {
  private var field: Int32 = -1
  private let seed = Key.seed
  /// The value of the field that was used last; absent if the event lacks it.
  private(set) var key = Key.absent

  /// Sets the key to the value of a field. It is absent if the event lacks the field, or if the number is negative (no field).
  @inline(__always)
  mutating func become(_ field: Int32, _ event: Event, _ line: Span<UInt8>) {
    if field != self.field { compute(field, event, line) }
  }

  @inline(never)
  private mutating func compute(_ field: Int32, _ event: Event, _ line: Span<UInt8>) {
    self.field = field
    guard let place = event.place(of: Int(field)) else {
      key = .absent
      return
    }
    if let value = event.plainValue(at: place) {
      key = Key(line, value, seed)
    } else {
      key = Key(Event.text(of: event.fields[place], in: line))
    }
  }

  /// Sets the empty key, under which a span without a key is open.
  mutating func empty() {
    key = .empty
    forget()
  }

  /// Forgets the key, because the next event has another one.
  @inline(__always)
  mutating func forget() { field = -2 }
}

extension Event {
  /// Returns the index of a field of the vocabulary among the event's fields; nil if the event lacks it.
  @inline(__always)
  func place(of field: Int) -> Int? {
    if field < 0 { return nil }
    for place in fields.indices {
      if fields[place].number == field { return place }
    }
    return nil
  }

  /// Returns the range of a field's value in the line; nil if the line does not contain it as it is.
  @inline(__always)
  func plainValue(at place: Int) -> Range<Int>? {
    isPlain(at: place) ? fields[place].value : nil
  }

  /// Whether the line contains a field's value as it is: it has no escapes, and was not added by a template.
  @inline(__always)
  func isPlain(at place: Int) -> Bool { !fields[place].isEscaped && fields[place].text == nil }
}

extension Span<UInt8> {
  /// Whether all bytes of a range are ASCII.
  @inline(__always)
  func isASCII(in range: Range<Int>) -> Bool {
    for index in range where self[index] >= 0x80 { return false }
    return true
  }

  /// Returns the number that a range contains, if it consists of 1 to 15 digits. Nil for anything else, which may also be a
  /// number.
  @inline(__always)
  func wholeNumber(in range: Range<Int>) -> Int? {
    guard !range.isEmpty, range.count < 16 else { return nil }
    var number = 0
    for index in range {
      let digit = self[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      number = number &* 10 &+ Int(digit)
    }
    return number
  }
}
