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

  /// Returns the value of a predicate for an event. If it is that of a field condition, it is evaluated once for the event.
  @inline(__always)
  mutating func answer(
    _ test: Predicate, _ condition: Int32, _ event: Event, _ line: Span<UInt8>
  ) -> Predicate.Answer {
    if condition < 0 { return answer(test, event, line) }
    var answer = next.conditions[Int(condition)]
    if answer == .unclear {
      answer = self.answer(test, event, line)
      next.conditions[Int(condition)] = answer
    }
    return answer
  }

  /// Evaluates a predicate.
  @inline(never)
  private mutating func evaluate(_ test: Predicate, _ event: Event, _ line: Span<UInt8>) -> Predicate.Answer {
    var stack = PredicateStack()
    for place in test.steps {
      let step = table.predicates.steps[place]
      switch step.kind {
      case .unlessFalse: if stack.top == .no { return .no }
      case .not, .and, .or: stack.apply(step.kind)
      case .isOpen:
        stack.push(spans[step.number].isEmpty ? .no : .yes)
      case .isOpenForKey:
        next.key.become(Int32(step.other), event, line)
        let answer = isOpen(step.number, next.key.key)
        if answer == .unclear { return .unclear }
        stack.push(answer)
      case .isInside:
        let (span, field) = (step.number, step.other)
        var answer = spans[span].isEmpty ? Predicate.Answer.no : .yes
        if answer == .yes, field >= 0 {
          next.key.become(Int32(field), event, line)
          if !next.key.key.isAbsent { answer = isOpen(span, next.key.key) }
          if answer == .unclear { return .unclear }
        }
        stack.push(answer)
      case .isAsked:
        let (span, field) = (step.number, step.other)
        next.key.become(Int32(field), event, line)
        var isAsked = false
        spans[span].forEachObject(under: field < 0 ? .empty : next.key.key, openingStore) {
          isAsked = isAsked || $0.isAsked
        }
        stack.push(isAsked ? .yes : .no)
      case .since:
        stack.push(marks[step.number].isSet(after: marks[step.other]) ? .yes : .no)
      case .isOnMain:
        stack.push(Self.isOnMain(event, line))
      case .isPresent, .isText, .isNumber:
        let answer = answer(step, event, line)
        if answer == .unclear { return .unclear }
        stack.push(answer)
      }
    }
    return stack.top
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
    return table.predicates.answer(step, value, in: line)
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
}
