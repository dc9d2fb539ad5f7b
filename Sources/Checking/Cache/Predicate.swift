import Rulebook
import Trace

/// A condition that can be told by an event and what is open alone, in postfix steps: it is evaluated on the bytes of the
/// line, before anything is copied.
struct Predicate: Sendable {
  /// Places in `PredicateTable.steps`; empty is always true.
  var steps: Range<Int>
  /// Its number in `Plan.conditions`; negative where it has none.
  var number: Int8 = -1

  static let always = Predicate(steps: 0..<0)

  struct Step: Sendable {
    var kind: Kind
    var comparison = Comparison.equal
    /// A field, a span or a mark.
    var number = 0
    /// The field of a span's key, or another mark.
    var other = 0
    /// Places in `PredicateTable.literals`.
    var literals = 0..<0
    var value = 0.0
    var steadiness = Steadiness.always
  }

  /// Whether an answer stays the same for all events of a shape.
  enum Steadiness: Sendable {
    case always
    /// As long as the process is at hand.
    case atHand
    /// Where it is false, only until the mark is set.
    case whereTrue
    case never
  }

  enum Kind: Sendable {
    case isPresent
    /// The field is one of the literals.
    case isText
    case isNumber
    case isOpen
    /// The span is open for the event's key.
    case isOpenForKey
    /// The span is open for the event's key, and for any where it has none.
    case isInside
    /// Something was asked of an opening of the span for the event's key, or of any where it has none.
    case isAsked
    /// The mark was set after the other one.
    case since
    /// The event is one of the main thread.
    case isOnMain
    case not
    case and
    case or
    /// What follows matters only where what was found is not false.
    case unlessFalse
  }

  /// Kleene's three values, and that only a closer look tells.
  enum Answer: UInt64 {
    case no
    case yes
    case unknown
    case unclear

    init(_ answer: Bool?) { self = answer.map { $0 ? .yes : .no } ?? .unknown }
  }
}

/// The steps of all tests of a program.
struct PredicateTable: Sendable {
  private(set) var steps: [Predicate.Step] = []
  private(set) var literals: [Range<Int>] = []
  private(set) var bytes: [UInt8] = []
  private var changed: [Int] = []
  /// How many values may wait for each other.
  private let depth: Int

  /// None yet.
  init(depth: Int) { self.depth = depth }

  /// A condition as a test of an event that the log tells, or of one that is derived from it; nil where it asks for
  /// more than a test can tell. The spans that the event itself opens and closes cannot be asked for.
  mutating func test(_ condition: Guard, changed: [Int]) -> Predicate? {
    let start = steps.count
    self.changed = changed
    guard add(condition, at: 1) else {
      steps.removeSubrange(start...)
      return nil
    }
    return Predicate(steps: start..<steps.count)
  }

  /// The same of a condition that matters while a span is open just before the event, for the key in a field of it.
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
    // What the line says is asked first: mostly it is enough.
    guard add(condition, at: 1), add(.init(kind: .unlessFalse)), add(inside), add(.init(kind: .and)) else {
      steps.removeSubrange(start...)
      return nil
    }
    return Predicate(steps: start..<steps.count)
  }

  /// Whether something was asked of what an event closes of a span, whose key is in a field of it.
  mutating func test(isAsked span: Int, for field: Int?) -> Predicate {
    steps.append(.init(kind: .isAsked, number: span, other: field ?? -1))
    return Predicate(steps: steps.count - 1..<steps.count)
  }

  /// Finds out which answers may change with routine events: those about keys, and about spans and marks that these change.
  mutating func settle(changing spans: Set<Int>, setting set: Set<Int>, clearing cleared: Set<Int>) {
    func steadiness(ofMark mark: Int) -> Predicate.Steadiness {
      cleared.contains(mark) ? .never : set.contains(mark) ? .whereTrue : .atHand
    }
    for place in steps.indices {
      let step = steps[place]
      steps[place].steadiness =
        switch step.kind {
        case .isPresent, .isText, .isNumber, .isOnMain, .not, .and, .or, .unlessFalse: .always
        case .isOpen: spans.contains(step.number) ? .never : .atHand
        case .isInside: step.other >= 0 || spans.contains(step.number) ? .never : .atHand
        case .since: steadiness(ofMark: step.other) == .atHand ? steadiness(ofMark: step.number) : .never
        case .isOpenForKey, .isAsked: .never
        }
    }
  }

  /// The fields that a test reads, where it asks for nothing else; nil where it does.
  func onlyFields(of test: Predicate) -> [Int]? {
    var fields: [Int] = []
    for place in test.steps {
      switch steps[place].kind {
      case .isPresent, .isText, .isNumber: fields.append(steps[place].number)
      case .not, .and, .or, .unlessFalse: break
      case .isOpen, .isOpenForKey, .isInside, .isAsked, .since, .isOnMain: return nil
      }
    }
    return fields
  }

  /// The fields that a test reads, a bit each, modulo 64.
  func fields(of test: Predicate) -> UInt64 {
    var fields: UInt64 = 0
    for place in test.steps where steps[place].kind == .isText || steps[place].kind == .isNumber {
      fields |= 1 << UInt64(steps[place].number & 63)
    }
    return fields
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

/// The key of an event, made when it is first asked for: mostly all ask for the same field.
struct KeyMemo {
  private var field: Int32 = -1
  private let seed = Key.seed
  /// The value of the field that was asked for last; absent where the event does not have it.
  private(set) var key = Key.absent

  /// Has the key be the value of a field; absent where there is no such field, which is negative.
  @inline(__always)
  mutating func become(_ field: Int32, _ event: Event, _ line: Span<UInt8>) {
    if field != self.field { makeAnew(field, event, line) }
  }

  @inline(never)
  private mutating func makeAnew(_ field: Int32, _ event: Event, _ line: Span<UInt8>) {
    make(field, at: event.place(of: Int(field)) ?? -1, event, line)
  }

  /// The same where it is known which of the event's fields it is; negative for none.
  @inline(__always)
  mutating func make(_ field: Int32, at place: Int, _ event: Event, _ line: Span<UInt8>) {
    self.field = field
    if place < 0 {
      key = .absent
    } else if let value = event.plainValue(at: place) {
      key = Key(line, value, seed)
    } else {
      key = Key(Event.text(of: event.fields[place], in: line))
    }
  }

  /// The same of a value of few plain letters; false of any other.
  @inline(__always)
  mutating func makeShort(
    _ field: Int32, at place: Int, _ event: Event, _ line: Span<UInt8>
  ) -> Bool {
    guard place >= 0, event.isPlain(at: place),
      let short = Key(short: event.fields[place].range, of: line, seed)
    else { return false }
    self.field = field
    key.become(short)
    return true
  }

  /// It stands for no thing in particular.
  mutating func empty() {
    key = .empty
    forget()
  }

  /// The next event has another one.
  @inline(__always)
  mutating func forget() { field = -2 }
}

extension Event {
  /// Where a field of the vocabulary stands among the event's fields.
  @inline(__always)
  func place(of field: Int) -> Int? {
    if field < 0 { return nil }
    for place in fields.indices {
      if fields[place].number == field { return place }
    }
    return nil
  }

  /// The bytes of a field's value, where they are the value.
  @inline(__always)
  func plainValue(at place: Int) -> Range<Int>? {
    isPlain(at: place) ? fields[place].value : nil
  }

  /// Whether the line holds it as it is.
  @inline(__always)
  func isPlain(at place: Int) -> Bool { !fields[place].isEscaped && fields[place].text == nil }
}

extension Span<UInt8> {
  /// Whether some bytes are ASCII.
  @inline(__always)
  func isASCII(in range: Range<Int>) -> Bool {
    for index in range where self[index] >= 0x80 { return false }
    return true
  }

  /// The number that some bytes are, if they are digits and few; nil where they may still be one.
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
