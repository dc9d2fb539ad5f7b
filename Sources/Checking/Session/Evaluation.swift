import BasicContainers
import Rulebook
import Trace

// Evaluates conditions in Kleene's three-valued logic: true, false or unknown (nil). A condition is unknown if a value that it
// reads is missing. A condition holds only if it is true.

/// The value of a condition, in ascending order: `and` takes the least value, `or` the greatest.
enum Truth: Int8, Comparable {
  case no
  /// The log does not contain the value.
  case unknown
  /// The value depends on the key of the judged event, which the log lacks (*undetermined* in the language of rules). An
  /// exception with this value applies, because it may be about the same thing.
  case maybe
  case yes

  init(_ value: Bool?) { self = value.map { $0 ? .yes : .no } ?? .unknown }

  /// The value in three-valued logic; nil if it is unknown.
  var isTrue: Bool? {
    switch self {
    case .no: false
    case .unknown, .maybe: nil
    case .yes: true
    }
  }

  static func < (a: Truth, b: Truth) -> Bool { a.rawValue < b.rawValue }

  static prefix func ! (value: Truth) -> Truth {
    switch value {
    case .no: .yes
    case .unknown, .maybe: value
    case .yes: .no
    }
  }
}

extension Session {
  /// Whether a condition is true for the judged event of a signal. A missing condition is true.
  @inline(__always)
  func holds(_ condition: Guard?, _ signal: Signal) -> Bool {
    guard let condition else { return true }
    return evaluate(condition, signal, judging: signal.judged) == true
  }

  /// Whether a condition of a plan is true for the judged event of a signal. `number` is its index in `Plan.fieldConditions`, or
  /// -1 if it is not there.
  @inline(__always)
  func holds(_ condition: @autoclosure () -> Guard?, _ number: Int, of plan: Plan, _ signal: Signal) -> Bool {
    number < 0 ? holds(condition(), signal) : answer(number, of: plan, signal) == .yes
  }

  /// Returns the value of a field condition of a plan for the judged event of a signal: yes, no or unknown.
  @inline(__always)
  func answer(_ condition: Int, of plan: Plan, _ signal: Signal) -> Predicate.Answer {
    let known = signal.answers[condition]
    return known == .unclear ? evaluate(condition, of: plan, signal) : known
  }

  @inline(never)
  private func evaluate(_ condition: Int, of plan: Plan, _ signal: Signal) -> Predicate.Answer {
    var answer = Predicate.Answer.unclear
    if let test = plan.fieldTests[condition] {
      answer = signal.withJudged { $0.answer(test, predicates) }
    }
    // Comparing bytes does not decide it.
    if answer == .unclear {
      answer = Predicate.Answer(
        evaluate(plan.fieldConditions[condition], signal, judging: signal.judged))
    }
    signal.answers[condition] = answer
    return answer
  }

  /// Returns the value of a condition for an event; nil if it is unknown, or if there is no condition.
  func evaluate(_ condition: Guard?, _ signal: Signal, judging judged: Occurrence) -> Bool? {
    guard let condition else { return nil }
    return truth(of: condition, signal, judging: judged).isTrue
  }

  /// Whether an exception applies to the judged event. An undetermined exception applies, because it may be about the same thing.
  /// An unknown exception applies if lines are lost, because the event that makes it true may be among them.
  func excepts(_ exception: Guard, _ signal: Signal, judging judged: Occurrence) -> Bool {
    excepts(truth(of: exception, signal, judging: judged))
  }

  /// Whether an exception with this truth value applies.
  func excepts(_ truth: Truth) -> Bool {
    switch truth {
    case .yes, .maybe: true
    case .unknown: hasLosses
    case .no: false
    }
  }

  /// Returns the least and the greatest value that a condition has for events that differ from a sample only in their keys. If
  /// both are equal, one evaluation is enough for many openings (`OpeningGroups`).
  func bounds(of condition: Guard, _ signal: Signal, judging sample: Occurrence) -> (
    least: Truth, greatest: Truth
  ) {
    func exactly() -> (least: Truth, greatest: Truth) {
      let truth = truth(of: condition, signal, judging: sample)
      return (truth, truth)
    }
    switch condition {
    case .and(let a, let b):
      let (a, b) = (bounds(of: a, signal, judging: sample), bounds(of: b, signal, judging: sample))
      return (min(a.least, b.least), min(a.greatest, b.greatest))
    case .or(let a, let b):
      let (a, b) = (bounds(of: a, signal, judging: sample), bounds(of: b, signal, judging: sample))
      return (max(a.least, b.least), max(a.greatest, b.greatest))
    case .not(let a):
      let a = bounds(of: a, signal, judging: sample)
      return (!a.greatest, !a.least)
    // If nothing is open, or no event occurred, for any key, the value does not depend on the key.
    case .isOpen(let span, .some, isBound: true):
      return state.spans[span].isEmpty ? exactly() : (.no, .yes)
    case .withinTheLast(let mark, let keys, _, _), .since(let mark, _, let keys),
      .keyedSince(let mark, _, let keys):
      return keys.isEmpty || state.marks[mark].newest(nil) == nil ? exactly() : (.no, .yes)
    default: return exactly()
    }
  }

  /// Reference: `Conditions.truth`.
  private func truth(of condition: Guard, _ signal: Signal, judging judged: Occurrence) -> Truth {
    switch condition {
    case .and(let a, let b):
      let first = truth(of: a, signal, judging: judged)
      return first == .no ? .no : min(first, truth(of: b, signal, judging: judged))
    case .or(let a, let b):
      let first = truth(of: a, signal, judging: judged)
      return first == .yes ? .yes : max(first, truth(of: b, signal, judging: judged))
    case .not(let a): return !truth(of: a, signal, judging: judged)
    case .question(let number): return triedAnswers >> UInt8(number) & 1 == 1 ? .yes : .no
    case .isOpen(let span, let field?, isBound: true): return isOpen(span, field, signal, judged)
    case .withinTheLast(let mark, let keys, let limit, let clock):
      return isWithinTheLast(limit, clock, mark, keys, signal, judged)
    case .since(let event, let start, let keys): return hasOccurred(event, since: start, keys, signal, judged)
    case .keyedSince(let mark, let start, let keys): return isSince(mark, since: start, keys, judged)
    default: return Truth(value(of: condition, signal, judging: judged))
    }
  }

  // MARK: Conditions on the key of the judged event

  /// Whether a span is open for the key of the judged event. Without a key, the value is undetermined if any opening is open.
  private func isOpen(_ span: Int, _ field: Int, _ signal: Signal, _ judged: Occurrence) -> Truth {
    guard let key = judged.retainedLine.key(field) else {
      return state.isOpen(span, at: signal.order, key: nil) ? .maybe : shown(false)
    }
    // An opening without a key may be the one that is meant.
    return shown(
      state.isOpen(span, at: signal.order, key: key) || state.isOpen(span, at: signal.order, key: .empty))
  }

  /// Whether the newest event of a mark is at most `limit` nanoseconds ago.
  private func isWithinTheLast(
    _ limit: Int64, _ clock: DurationClock, _ mark: Int, _ keys: [Int], _ signal: Signal, _ judged: Occurrence
  ) -> Truth {
    let key = keys.isEmpty ? nil : judged.key(keys)
    guard let moment = state.marks[mark].newest(key) else { return shown(false) }
    if let timed = state.marks[mark].newestTimed(key), timed.isComparable(with: signal.line),
      timed.passed(clock, by: signal.line) <= limit
    {
      if clock == .session, isUnmeasured(limit, from: timed, to: signal.line) { return .maybe }
      return keys.isEmpty || key != nil ? .yes : .maybe
    }
    return moment.isOver(limit, clock, by: signal.line) ? shown(false) : .unknown
  }

  /// Whether an event occurred, and its start has not occurred since. Only the start may have a key, that of the judged event.
  private func hasOccurred(
    _ event: Int, since start: Int, _ keys: [Int], _ signal: Signal, _ judged: Occurrence
  ) -> Truth {
    guard let moment = state.marks[event].newest(nil) else { return shown(false) }
    let key = keys.isEmpty ? nil : judged.key(keys)
    if moment.order > state.marks[start].newest(key)?.order ?? -1 { return .yes }
    return keys.isEmpty || key != nil ? shown(false) : .maybe
  }

  /// Whether an event with the key of the judged event occurred, and its start has not occurred since. A start with a key clears
  /// the mark itself, and `start` is then nil.
  private func isSince(_ mark: Int, since start: Int?, _ keys: [Int], _ judged: Occurrence) -> Truth {
    let key = keys.isEmpty ? nil : judged.key(keys)
    guard let moment = state.marks[mark].newest(key) else { return shown(false) }
    if moment.order <= start.flatMap({ state.marks[$0].newest(nil)?.order }) ?? -1 { return shown(false) }
    return keys.isEmpty || key != nil ? .yes : .maybe
  }

  /// Returns the value of a condition that is true if an event or opening was seen. If it was not seen, the value is unknown if
  /// lines are lost, and otherwise false.
  private func shown(_ isSeen: Bool) -> Truth { isSeen ? .yes : hasLosses ? .unknown : .no }

  /// Returns the value of an atomic condition that does not read the key of the judged event; nil if it is unknown.
  private func value(of condition: Guard, _ signal: Signal, judging judged: Occurrence) -> Bool? {
    switch condition {
    case .and, .or, .not, .question, .withinTheLast, .since, .keyedSince: return nil
    case .compare(.thread, .equal, .literal(.text("main"))):
      // The most frequent condition is evaluated without creating a string.
      return judged.retainedLine.isOnMain(judged.form)
    case .compare(.field(let field, .text), .equal, .literal(.text(let text))):
      return judged.retainedLine.has(text, inField: field)
    case .compare(.via, .equal, .literal(.text(let text))):
      return via(judged).map { $0 == text }
    case .isPresent(.via):
      return hasVia(judged)
    case .compare, .oneOf, .contains, .isMember, .isPresent:
      return condition.isTrue { value($0, judged, upTo: signal.order) }
    case .isOpen(let span, _, _): return shown(state.isOpen(span, at: signal.order, key: nil)).isTrue
    case .within(let mark, let limit):
      guard let moment = state.marks[mark].newest(nil) else { return false }
      func isNear(_ moment: Moment?) -> Bool {
        guard let moment else { return false }
        return moment.isComparable(with: judged) && abs(judged.wall - moment.wall) <= limit
      }
      let isInTime =
        if let runningCall = signal.runningCall, let place = program.lookaroundMarks.firstIndex(of: mark) {
          isNear(runningCall.before[place]) || isNear(runningCall.after[place])
        } else {
          isNear(state.marks[mark].newestTimed(nil))
        }
      return isInTime ? true : moment.isComparable(with: judged) ? false : nil
    }
  }

  /// Returns the value of an operand; nil if it is unknown. Snapshots that were set after `order` are ignored.
  /// Reference: `Memory.value`.
  func value(_ value: Guard.Value, _ judged: Occurrence, upTo order: Int = .max) -> FieldValue? {
    switch value {
    case .field(let index, let type):
      judged.retainedLine.value(index).map { FieldValue(text: $0, type: type) }
    case .thread: judged.retainedLine.thread(judged.form).map { FieldValue(text: $0, type: .text) }
    case .via: via(judged).map { FieldValue(text: $0, type: .text) }
    case .fact(let index, let type): fact(index).map { FieldValue(text: $0.text, type: type) }
    case .snapshot(let index, let type):
      snapshot(index, upTo: order).map { FieldValue(text: $0.text, type: type) }
    case .literal(let literal): FieldValue(literal: literal)
    }
  }

  /// Returns the earlier lines that a condition reads, for the related lines of a violation: the lines of facts and snapshots,
  /// and the newest lines of an `X since Y` without keys.
  func evidence(for condition: Guard?, before signal: Signal) -> [Occurrence] {
    switch condition {
    case .and(let a, let b), .or(let a, let b):
      evidence(for: a, before: signal) + evidence(for: b, before: signal)
    case .not(let a): evidence(for: a, before: signal)
    case .compare(let a, _, let b), .isMember(let a, of: let b): evidence(for: a) + evidence(for: b)
    case .oneOf(let a, _), .contains(let a, _), .isPresent(let a): evidence(for: a)
    case .since(let event, let start, _): [newest[event], newest[start]].compactMap(\.self)
    case .question, .isOpen, .withinTheLast, .within, .keyedSince, nil: []
    }
  }

  /// Returns the earlier line that contains the value of an operand; none if the judged event itself contains it.
  private func evidence(for value: Guard.Value) -> [Occurrence] {
    switch value {
    case .fact(let index, _): fact(index)?.told.map { [$0] } ?? []
    case .snapshot(let index, _): snapshots[index]?.told.map { [$0] } ?? []
    case .field, .thread, .via, .literal: []
    }
  }

  /// Returns the newest value of a field. A lasting fact (`facts:`) belongs to the app, or to all apps if a line without a
  /// process contains it.
  func fact(_ index: Int) -> Fact? {
    // The session across sessions judges a line before the process's own session updates the app's facts. So it keeps its own
    // copy.
    if !program.facts[index].isLasting || isAcrossSessions && facts[index] != nil { return facts[index] }
    return app.facts[index] ?? log.apps[nil]?.facts[index]
  }

  /// Returns the source of an event (the field `via`): the field of the line; else the family of the event from which it was
  /// derived; else `notification`; nil if it is unknown.
  private func via(_ occurrence: Occurrence) -> String? {
    if let field = program.via, let text = occurrence.retainedLine.value(field) { return text }
    if let source = occurrence.source { return program.families[program.familyOfEvent[source.index]] }
    return occurrence.form == .notification ? "notification" : nil
  }

  /// Whether the source of an event is known. Same as `via(occurrence) != nil`, but creates no string.
  private func hasVia(_ occurrence: Occurrence) -> Bool {
    occurrence.source != nil || occurrence.form == .notification
      || program.via.map { occurrence.retainedLine.hasField($0) } == true
  }
}
