import BasicContainers
import Rulebook
import Trace

// Predicates are evaluated on the bytes of the line, the open spans and the marks.

extension SessionState {
  /// Returns the value of a predicate for an event.
  @inline(__always)
  mutating func answer(_ test: Predicate, _ event: Event, _ line: Span<UInt8>) -> Predicate.Answer {
    if test.steps.isEmpty { return .yes }
    return evaluate(test, event, line)
  }

  /// Evaluates a predicate. Each value on the stack has two bits, and the top of the stack has the lowest ones.
  @inline(never)
  private mutating func evaluate(_ test: Predicate, _ event: Event, _ line: Span<UInt8>) -> Predicate.Answer {
    var stack: UInt64 = 0
    for place in test.steps {
      let step = table.tests.steps[place]
      let top = stack & 3
      switch step.kind {
      case .unlessFalse: if top == 0 { return .no }
      case .not: stack = top == 2 ? stack : stack ^ 1
      case .and, .or:
        let isOr = step.kind == .or ? UInt64(1) : 0
        let other = stack >> 2 & 3
        stack >>= 4
        let answer = top == isOr || other == isOr ? isOr : top == 2 || other == 2 ? 2 : 1 - isOr
        stack = stack << 2 | answer
      case .isOpen:
        stack = stack << 2 | (spans[step.number].isEmpty ? 0 : 1)
      case .isOpenForKey:
        next.key.become(Int32(step.other), event, line)
        let answer = isOpen(step.number, next.key.key)
        if answer == .unclear { return .unclear }
        stack = stack << 2 | answer.rawValue
      case .isInside:
        let (span, field) = (step.number, step.other)
        var answer = spans[span].isEmpty ? Predicate.Answer.no : .yes
        if answer == .yes, field >= 0 {
          next.key.become(Int32(field), event, line)
          if !next.key.key.isAbsent { answer = isOpen(span, next.key.key) }
          if answer == .unclear { return .unclear }
        }
        stack = stack << 2 | answer.rawValue
      case .isAsked:
        let (span, field) = (step.number, step.other)
        next.key.become(Int32(field), event, line)
        var isAsked = false
        spans[span].forEachObject(under: field < 0 ? .empty : next.key.key, openingStore) {
          isAsked = isAsked || $0.isAsked
        }
        stack = stack << 2 | (isAsked ? 1 : 0)
      case .since:
        stack = stack << 2 | (marks[step.number].isSet(after: marks[step.other]) ? 1 : 0)
      case .isOnMain:
        stack = stack << 2 | Self.isOnMain(event, line).rawValue
      case .isPresent, .isText, .isNumber:
        let answer = answer(step, event, line)
        if answer == .unclear { return .unclear }
        stack = stack << 2 | answer.rawValue
      }
    }
    return Predicate.Answer(rawValue: stack & 3) ?? .unclear
  }

  private mutating func isOpen(_ span: Int, _ key: Key) -> Predicate.Answer {
    if spans[span].isEmpty { return .no }
    if key.isAbsent { return .unknown }
    if spans[span].hasCompositeSlots { return .unclear }
    // An opening without a key may be the one that is meant.
    return spans[span].has(key, openingStore) || spans[span].has(.empty, openingStore) ? .yes : .no
  }

  private mutating func answer(_ step: Predicate.Step, _ event: Event, _ line: Span<UInt8>)
    -> Predicate.Answer
  {
    guard let place = event.place(of: step.number) else { return step.kind == .isPresent ? .no : .unknown }
    if step.kind == .isPresent { return .yes }
    guard let value = event.plainValue(at: place) else { return .unclear }
    if step.kind == .isNumber {
      guard let number = line.wholeNumber(in: value) else { return .unclear }
      return Self.holds(step.comparison, Double(number), step.value) ? .yes : .no
    }
    for literal in step.literals where isEqual(table.tests.literals[literal], line, value) { return .yes }
    // Beyond ASCII, equal texts may have different bytes.
    return line.isASCII(in: value) ? .no : .unclear
  }

  private func isEqual(_ literal: Range<Int>, _ line: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard literal.count == value.count else { return false }
    for offset in 0..<value.count
    where table.tests.bytes[literal.lowerBound + offset] != line[value.lowerBound + offset] {
      return false
    }
    return true
  }

  /// Whether an event is on the main thread, as `RetainedLine.isOnMain` defines it. A thread of four characters is `unclear`,
  /// because it may be `main`.
  static func isOnMain(_ event: Event, _ line: Span<UInt8>) -> Predicate.Answer {
    if event.isMainThread == true { return .yes }
    guard event.form == .canonical || event.isMainThread == false, let thread = event.thread
    else { return .unknown }
    if thread.count == 1 { return line[thread.lowerBound] == UInt8(ascii: "1") ? .yes : .no }
    return thread.count == 4 ? .unclear : .no
  }

  private static func holds(_ comparison: Comparison, _ a: Double, _ b: Double) -> Bool {
    switch comparison {
    case .equal: a == b
    case .notEqual: a != b
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    }
  }
}
