import Rulebook

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

/// The values of a predicate that are not combined yet. Each has two bits, and the newest has the lowest ones.
struct PredicateStack {
  private var bits: UInt64 = 0

  /// The newest value.
  var top: Predicate.Answer { Predicate.Answer(rawValue: bits & 3) ?? .unclear }

  mutating func push(_ answer: Predicate.Answer) { bits = bits << 2 | answer.rawValue }

  /// Combines the newest values in Kleene's logic.
  mutating func apply(_ kind: Predicate.Kind) {
    let top = bits & 3
    if kind == .not {
      if top != 2 { bits ^= 1 }
      return
    }
    let isOr = kind == .or ? UInt64(1) : 0
    let other = bits >> 2 & 3
    let answer = top == isOr || other == isOr ? isOr : top == 2 || other == 2 ? 2 : 1 - isOr
    bits = (bits >> 4) << 2 | answer
  }
}

/// The steps of all predicates of a program. A class, because passing it on then costs one reference count at most.
final class PredicateTable: Sendable {
  let steps: [Predicate.Step]
  private let literals: [Range<Int>]
  private let bytes: [UInt8]

  /// `literals` are the ranges of the texts in `bytes`.
  init(steps: [Predicate.Step], literals: [Range<Int>], bytes: [UInt8]) {
    self.steps = steps
    self.literals = literals
    self.bytes = bytes
  }

  /// Returns the value of a step `isText` or `isNumber` for a field whose value is a range of a line, as it is written there.
  func answer(_ step: Predicate.Step, _ value: Range<Int>, in line: Span<UInt8>) -> Predicate.Answer {
    if step.kind == .isNumber {
      guard let number = line.wholeNumber(in: value) else { return .unclear }
      return step.comparison.holds(Double(number), step.value) ? .yes : .no
    }
    for literal in step.literals where isEqual(literals[literal], line, value) { return .yes }
    // Beyond ASCII, equal texts may have different bytes.
    return line.isASCII(in: value) ? .no : .unclear
  }

  private func isEqual(_ literal: Range<Int>, _ line: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard literal.count == value.count else { return false }
    for offset in 0..<value.count
    where bytes[literal.lowerBound + offset] != line[value.lowerBound + offset] {
      return false
    }
    return true
  }
}

extension Comparison {
  fileprivate func holds(_ a: Double, _ b: Double) -> Bool {
    switch self {
    case .equal: a == b
    case .notEqual: a != b
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    }
  }
}

extension Span<UInt8> {
  /// Whether all bytes of a range are ASCII.
  @inline(__always)
  fileprivate func isASCII(in range: Range<Int>) -> Bool {
    for index in range where self[index] >= 0x80 { return false }
    return true
  }

  /// Returns the number that a range contains, if it consists of 1 to 15 digits. Nil for anything else, which may also be a
  /// number.
  @inline(__always)
  fileprivate func wholeNumber(in range: Range<Int>) -> Int? {
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
