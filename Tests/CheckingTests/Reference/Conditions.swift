import Rulebook
import Trace

extension Reference {
  /// The value of a condition in Kleene's logic. An additional value between unknown and true is for a condition on an
  /// unknown key, which may be true for the judged event.
  enum Truth: Int {
    case no, unknown, maybe, yes

    init(_ value: Bool?) { self = value.map { $0 ? .yes : .no } ?? .unknown }

    var isTrue: Bool? { self == .yes ? true : self == .no ? false : nil }
  }
}

/// Conditions in Kleene's logic: true, false, or nil for unknown.
extension Reference.History {
  typealias Value = Reference.Value
  typealias Truth = Reference.Truth

  /// Whether the condition holds at the place for the judged event.
  func holds(_ condition: Condition, judged: Int?, _ place: Place) -> Bool? {
    truth(of: condition, judged: judged, place).isTrue
  }

  /// Whether an exception applies to the judged event, if its open questions have these answers.
  func excepts(_ exception: Condition, judged: Int?, _ place: Place, _ answers: [Condition: Bool]) -> Bool {
    switch truth(of: exception, judged: judged, place, answers) {
    case .yes, .maybe: true
    // If lines are lost, the event that makes it true may be among them.
    case .unknown: hasLosses(place)
    case .no: false
    }
  }

  func truth(
    of condition: Condition, judged: Int?, _ place: Place, _ answers: [Condition: Bool] = [:]
  ) -> Truth {
    func ask(_ condition: Condition) -> Truth { truth(of: condition, judged: judged, place, answers) }
    func isKeyless(_ pattern: EventPattern) -> Bool {
      pattern.atoms.contains { !$0.keys.isEmpty && key($0.keys, of: judged).values == nil }
    }
    switch condition {
    case .not(let a):
      let a = ask(a)
      return a == .yes ? .no : a == .no ? .yes : a
    case .and(let a, let b): return Truth(rawValue: min(ask(a).rawValue, ask(b).rawValue)) ?? .no
    case .or(let a, let b): return Truth(rawValue: max(ask(a).rawValue, ask(b).rawValue)) ?? .no
    case .isRecorded, .comesBefore: return answers[condition] == true ? .yes : .no
    case .isOpen(let span) where span.isBound && keyOfSpan(span, judged) == nil:
      let isAnyOpen = openings(span.id).contains { isOpen($0, place) }
      return isAnyOpen ? .maybe : hasLosses(place) ? .unknown : .no
    case .since(let event, let start) where isKeyless(event) || isKeyless(start):
      // The key may be that of any event. The result is certain if no event of the second pattern is later.
      let events = (0..<remembered(place)).filter { match(event, at($0)) != nil }
      let starts = (0..<remembered(place)).filter { match(start, at($0)) != nil }
      guard let newest = events.last else { return hasLosses(place) ? .unknown : .no }
      if isKeyless(event) {
        // For each key, the events since its newest start.
        let stands = events.contains { event in
          !starts.contains { $0 >= event && concerns($0, start, event, condition) }
        }
        return stands ? .maybe : hasLosses(place) ? .unknown : .no
      }
      return starts.allSatisfy { $0 < newest } ? .yes : .maybe
    case .withinTheLast(let event, let limit, .session)
    where (0..<remembered(place)).contains { signal in
      match(event, at(signal)) != nil && isMatch(event, judged: judged, signal)
        && isUnmeasured(limit, from: signals[signal].line, to: place.line)
    }:
      // Events that are certainly in time are later than that.
      let inTime = (0..<remembered(place)).contains { signal in
        isMatch(event, judged: judged, signal)
          && longest(from: signals[signal].line, to: place.line).map { $0 <= limit } ?? false
      }
      return inTime && !isKeyless(event) ? .yes : .maybe
    case .withinTheLast(let event, let limit, let clock) where isKeyless(event):
      let all = (0..<remembered(place)).filter { match(event, at($0)) != nil }
      let inTime = all.map { isWithin(limit, clock, from: signals[$0].line, to: place.line) }
      if inTime.contains(true) { return .maybe }
      guard let last = inTime.last else { return hasLosses(place) ? .unknown : .no }
      return last == nil ? .unknown : hasLosses(place) ? .unknown : .no
    default: return Truth(plain(condition, judged: judged, place))
    }
  }

  /// Whether the event that ends a `since` has the same key. Both keys are values of one field.
  private func concerns(_ start: Int, _ pattern: EventPattern, _ event: Int, _ condition: Condition) -> Bool {
    guard case .since(let events, _) = condition, let first = match(events, at(event)),
      let second = match(pattern, at(start))
    else { return false }
    if second.key.fields.isEmpty { return true }
    return (second.key.values == nil || first.key.values != nil) && second.key.fits(first.key)
  }

  private func keyOfSpan(_ span: SpanReference, _ judged: Int?) -> String? {
    judged.flatMap { signals[$0].fields[keyField(of: span.id)] }
  }

  /// An atomic condition without unknown keys and without questions about the rest of the log.
  private func plain(_ condition: Condition, judged: Int?, _ place: Place) -> Bool? {
    func value(_ operand: Operand) -> Value? { self.value(operand, judged: judged, place) }
    func newest(_ pattern: EventPattern) -> Int? {
      newestMatch(pattern, judged: judged, before: remembered(place))
    }
    // If lines are lost, an unseen event may have occurred.
    func shown(_ isSeen: Bool) -> Bool? { isSeen || !hasLosses(place) ? isSeen : nil }
    func all(_ pattern: EventPattern) -> [Int] {
      (0..<remembered(place)).filter { isMatch(pattern, judged: judged, $0) }
    }
    switch condition {
    case .not, .and, .or, .isRecorded, .comesBefore: return nil
    case .compare(let a, let relation, let b):
      guard let left = value(a), let right = literal(b, beside: a) ?? value(b) else { return nil }
      return left.stands(relation, to: right)
    case .oneOf(let a, let literals):
      guard let left = value(a) else { return nil }
      return literals.contains { Value($0, type(of: a)) == left }
    case .contains(let a, let literal):
      guard case .list(let words)? = value(a), case .text(let word) = literal else { return nil }
      return words.contains(word)
    case .isPresent(let a): return told(a, judged: judged, place) != nil
    case .isMember(let a, let list):
      guard let word = told(a, judged: judged, place)?.text,
        case .list(let words)? = value(list)
      else { return nil }
      return words.contains(word)
    case .isOpen(let span):
      return isOpen(span, judged: judged, place).flatMap(shown)
    case .since(let event, let start):
      guard let event = newest(event) else { return shown(false) }
      return shown(newest(start).map { event > $0 } ?? true)
    case .withinTheLast(let event, let limit, let clock):
      // All events before one that is too old are also too old.
      let inTime = all(event).map { isWithin(limit, clock, from: signals[$0].line, to: place.line) }
      return inTime.contains(true) ? true : (inTime.last ?? false).flatMap(shown)
    case .within(let event, let limit): return isNear(event, judged: judged, place, limit)
    }
  }

  /// The line of the log at a place; at the end, the last line.
  func logLine(of place: Place) -> Int {
    if lines.indices.contains(place.line) { return lines[place.line] }
    return switch end {
    case .log: log.lines.count - 1
    case .launch(let launch): launch - 1
    case .process: lines.last ?? 0
    }
  }

  // MARK: Spans and events

  /// Whether the opening was open before the moment and is still open after the line.
  func isOpen(_ opening: Reference.Opening, _ place: Place) -> Bool {
    let end = endOfPlace(place)
    return opening.begin.map { $0 < horizon(place) } ?? false && opening.close.map { $0 >= end } ?? true
  }

  /// Whether a span with the key is open; unknown if the key is unknown.
  private func isOpen(_ span: SpanReference, judged: Int?, _ place: Place) -> Bool? {
    let open = openings(span.id).filter { isOpen($0, place) }
    guard span.isBound else { return !open.isEmpty }
    let key = judged.flatMap { signals[$0].fields[keyField(of: span.id)] }
    // An opening without the key may have any key.
    return key.map { key in open.contains { $0.key == key || $0.key == nil } }
  }

  func newestMatch(_ pattern: EventPattern, judged: Int?, before limit: Int) -> Int? {
    (0..<limit).last { isMatch(pattern, judged: judged, $0) }
  }

  /// Whether the pattern matches a signal with the key of the judged event.
  private func isMatch(_ pattern: EventPattern, judged: Int?, _ signal: Int) -> Bool {
    match(pattern, at(signal)).map { $0.key.fits(key($0.key.fields, of: judged)) } ?? false
  }

  /// Whether the event occurs within a limit before or after the judged event's entry. After it, only events before a
  /// machine's next transition count.
  private func isNear(_ pattern: EventPattern, judged: Int?, _ place: Place, _ limit: Int64) -> Bool? {
    guard let judged else { return nil }
    let entry = signals[judged].closes ?? judged
    let near = candidates(pattern, place)
    let step = steps.first { $0.signal > place.signal ?? signals.count }?.signal
    let times = near.map { match in
      let lines = [signals[entry].line, signals[match.signal].line].sorted()
      return logTime(from: lines[0], to: lines[1])
    }
    if times.contains(where: { $0.map { $0 <= limit } ?? false }) { return true }
    let mayCome =
      step == nil && end == .log
      && logTime(from: signals[entry].line, to: lines.count).map { $0 <= limit } ?? false
    if mayCome, place.line == lines.count { return true }
    return times.contains { $0 == nil } || mayCome ? nil : false
  }

  /// The candidates for a nearby event: those before a machine's next transition.
  private func candidates(_ pattern: EventPattern, _ place: Place) -> [Match] {
    let step = steps.first { $0.signal > place.signal ?? signals.count }?.signal
    return matches(pattern).filter { $0.signal <= step.map(lastOfMoment) ?? signals.count }
  }

  /// The line at which it is certain that a pattern matches the signal at a place. A required nearby event may be
  /// later.
  func lineOfCertainty(_ pattern: EventPattern, _ place: Place) -> Int? {
    guard let signal = place.signal else { return nil }
    let entry = signals[signal].closes ?? signal
    func certain(_ condition: Condition) -> Int? {
      switch condition {
      case .and(let a, let b):
        guard let first = certain(a), let second = certain(b) else { return nil }
        return max(first, second)
      case .or(let a, let b): return [a, b].compactMap(certain).min()
      case .within(let event, let limit):
        let near = candidates(event, place).filter { match in
          let lines = [signals[entry].line, signals[match.signal].line].sorted()
          return logTime(from: lines[0], to: lines[1]).map { $0 <= limit } ?? false
        }
        return near.map { max(place.line, signals[$0.signal].line) }.min()
      default: return holds(condition, judged: signal, place) == true ? place.line : nil
      }
    }
    return atoms(pattern, place).compactMap { $0.condition.map(certain) ?? place.line }.min()
  }
}
