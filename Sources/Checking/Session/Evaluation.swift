import BasicContainers
import Rulebook
import Trace

// A condition is true, false or unknown (nil); what is missing is unknown, and `and`, `or` and `not` are
// Kleene's. Only what is true holds.

/// The value of a condition, in the order in which `and` takes the least and `or` the greatest.
enum Truth: Int8, Comparable {
  case no
  /// The log does not say.
  case unknown
  /// It depends on which thing is judged, and the log does not say which: an exception that may be about it counts.
  case maybe
  case yes

  init(_ value: Bool?) { self = value.map { $0 ? .yes : .no } ?? .unknown }

  /// Nil if it is not known.
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
  /// Whether a condition on the judged event of a signal is true; no condition always is.
  @inline(__always)
  func holds(_ condition: Guard?, _ signal: Signal) -> Bool {
    guard let condition else { return true }
    return evaluate(condition, signal, judging: signal.judged) == true
  }

  /// The same of one that has a number among the conditions on fields, or is none of them.
  @inline(__always)
  func holds(_ condition: @autoclosure () -> Guard?, as number: Int, _ signal: Signal) -> Bool {
    if number >= 0 {
      let answer = signal.fieldAnswers[number]
      if answer != .unclear { return answer == .yes }
    }
    return holds(condition(), signal)
  }

  /// Whether a condition is true of an event; nil where that is not known, or there is none.
  func evaluate(_ condition: Guard?, _ signal: Signal, judging judged: Occurrence) -> Bool? {
    guard let condition else { return nil }
    return truth(of: condition, signal, judging: judged).isTrue
  }

  /// Whether an exception excepts what is judged. One that may be about the same thing does; and where lines are lost, what
  /// makes it true may be among them.
  func excepts(_ exception: Guard, _ signal: Signal, judging judged: Occurrence) -> Bool {
    excepts(truth(of: exception, signal, judging: judged))
  }

  /// Whether an exception of that truth value does.
  func excepts(_ truth: Truth) -> Bool {
    switch truth {
    case .yes, .maybe: true
    case .unknown: hasLosses
    case .no: false
    }
  }

  /// The least and the greatest truth value that a condition has for things that differ only in their keys.
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
    // What is open or has come for no key is so for none.
    case .isOpen(let span, .some, isBound: true):
      return state.spans[span].isEmpty ? exactly() : (.no, .yes)
    case .withinTheLast(let mark, let keys, _, _), .since(let mark, _, let keys),
      .standsSince(let mark, _, let keys):
      return keys.isEmpty || state.marks[mark].newest(nil) == nil ? exactly() : (.no, .yes)
    default: return exactly()
    }
  }

  private func truth(of condition: Guard, _ signal: Signal, judging judged: Occurrence) -> Truth {
    switch condition {
    case .and(let a, let b):
      let first = truth(of: a, signal, judging: judged)
      return first == .no ? .no : min(first, truth(of: b, signal, judging: judged))
    case .or(let a, let b):
      let first = truth(of: a, signal, judging: judged)
      return first == .yes ? .yes : max(first, truth(of: b, signal, judging: judged))
    case .not(let a): return !truth(of: a, signal, judging: judged)
    case .question(let number): return answersToQuestions >> UInt8(number) & 1 == 1 ? .yes : .no
    case .isOpen(let span, let field?, isBound: true): return isOpen(span, field, signal, judged)
    case .withinTheLast(let mark, let keys, let limit, let clock):
      return isWithinTheLast(limit, clock, mark, keys, signal, judged)
    case .since(let event, let start, let keys): return hasCome(event, since: start, keys, signal, judged)
    case .standsSince(let mark, let start, let keys): return stands(mark, since: start, keys, judged)
    default: return Truth(value(of: condition, signal, judging: judged))
    }
  }

  // MARK: Conditions that ask for the key of what is judged. Without the key it may be about any.

  private func isOpen(_ span: Int, _ field: Int, _ signal: Signal, _ judged: Occurrence) -> Truth {
    guard let key = judged.retainedLine.key(field) else {
      return state.isOpen(span, at: signal.order, key: nil) ? .maybe : shown(false)
    }
    // What was opened without the key may be the one that is meant.
    return shown(
      state.isOpen(span, at: signal.order, key: key) || state.isOpen(span, at: signal.order, key: .empty))
  }

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

  private func hasCome(
    _ event: Int, since start: Int, _ keys: [Int], _ signal: Signal, _ judged: Occurrence
  ) -> Truth {
    guard let moment = state.marks[event].newest(nil) else { return shown(false) }
    let key = keys.isEmpty ? nil : judged.key(keys)
    if moment.order > state.marks[start].newest(key)?.order ?? -1 { return .yes }
    return keys.isEmpty || key != nil ? shown(false) : .maybe
  }

  private func stands(_ mark: Int, since start: Int?, _ keys: [Int], _ judged: Occurrence) -> Truth {
    let key = keys.isEmpty ? nil : judged.key(keys)
    guard let moment = state.marks[mark].newest(key) else { return shown(false) }
    if moment.order <= start.flatMap({ state.marks[$0].newest(nil)?.order }) ?? -1 { return shown(false) }
    return keys.isEmpty || key != nil ? .yes : .maybe
  }

  /// What was not seen may have come where lines are lost.
  private func shown(_ isSeen: Bool) -> Truth { isSeen ? .yes : hasLosses ? .unknown : .no }

  /// The value of a condition that asks for no key and is made of no others.
  private func value(of condition: Guard, _ signal: Signal, judging judged: Occurrence) -> Bool? {
    switch condition {
    case .and, .or, .not, .question, .withinTheLast, .since, .standsSince: return nil
    case .compare(.thread, .equal, .literal(.text("main"))):
      // What is asked most often needs no text.
      return judged.retainedLine.isOnMain(judged.form)
    case .compare(.field(let field, .text), .equal, .literal(.text(let text))):
      return judged.retainedLine.has(text, inField: field)
    case .compare(.via, .equal, .literal(.text(let text))):
      return via(judged).map { $0 == text }
    case .isPresent(.via):
      return isSaidHow(judged)
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
        if let runningCall = signal.runningCall, let place = program.nearMarks.firstIndex(of: mark) {
          isNear(runningCall.before[place]) || isNear(runningCall.after[place])
        } else {
          isNear(state.marks[mark].newestTimed(nil))
        }
      return isInTime ? true : moment.isComparable(with: judged) ? false : nil
    }
  }

  /// The value of an operand. Snapshots that were set after `order` are ignored.
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

  /// The earlier lines that a condition reads.
  func evidence(for condition: Guard?, before signal: Signal) -> [Occurrence] {
    switch condition {
    case .and(let a, let b), .or(let a, let b):
      evidence(for: a, before: signal) + evidence(for: b, before: signal)
    case .not(let a): evidence(for: a, before: signal)
    case .compare(let a, _, let b), .isMember(let a, of: let b): [a, b].compactMap(told)
    case .oneOf(let a, _), .contains(let a, _), .isPresent(let a): [a].compactMap(told)
    case .since(let event, let start, _): [newest[event], newest[start]].compactMap(\.self)
    case .question, .isOpen, .withinTheLast, .within, .standsSince, nil: []
    }
  }

  private func told(_ value: Guard.Value) -> Occurrence? {
    switch value {
    case .fact(let index, _): fact(index)?.told
    case .snapshot(let index, _): snapshots[index]?.told
    case .field, .thread, .via, .literal: nil
    }
  }

  /// The newest value of a field. One that lasts may have been told by a line that names no process.
  func fact(_ index: Int) -> Fact? {
    // All lives as one have judged a line before the life itself changes what is known of the app.
    if !program.facts[index].isLasting || isAcrossSessions && facts[index] != nil { return facts[index] }
    return app.facts[index] ?? log.apps[nil]?.facts[index]
  }

  /// How the event came to be known: as the line says, else `notification`, or the family that it was derived from.
  private func via(_ occurrence: Occurrence) -> String? {
    if let field = program.via, let text = occurrence.retainedLine.value(field) { return text }
    if let source = occurrence.source { return program.families[program.familyOfEvent[source.index]] }
    return occurrence.form == .notification ? "notification" : nil
  }

  /// Whether anything says that.
  private func isSaidHow(_ occurrence: Occurrence) -> Bool {
    occurrence.source != nil || occurrence.form == .notification
      || program.via.map { occurrence.retainedLine.hasField($0) } == true
  }
}
