import Rulebook
import Trace

/// Compiles patterns, conditions and values.
extension Compiler {
  /// Adds an effect to the plan of each signal that fits a pattern, with the condition of the signal.
  mutating func addEffects(to pattern: EventPattern, _ add: (inout PlanBuilder, Guard?) -> Void) {
    addEffects(to: pattern) { plans, condition, _ in add(&plans, condition) }
  }

  /// Adds an effect to the plan of each signal that fits a pattern, with the condition and the key fields of the signal.
  mutating func addEffects(to pattern: EventPattern, _ add: (inout PlanBuilder, Guard?, [Int]) -> Void) {
    for signal in signals(of: pattern) { add(&plans[signal.code], signal.guard, signal.keys) }
  }

  /// Returns the signals that fit a pattern. The calls of callbacks whose close is among them are tracked.
  mutating func signals(of pattern: EventPattern) -> [PatternSignal] {
    var signals: [PatternSignal] = []
    signals.reserveCapacity(pattern.atoms.reduce(0) { $0 + $1.events.count })
    for atom in pattern.atoms {
      let compiled = atom.condition.map { compile($0) }
      let keys = atom.keys.compactMap { fieldIndex[$0] }
      for event in atom.events {
        if atom.isClose { tracksCalls[event.index] = true }
        let code = atom.isClose ? rulebook.vocabulary.events.count * 2 + event.index : Int(event.rawValue)
        signals.append(PatternSignal(code: code, guard: compiled, keys: keys))
      }
    }
    return signals
  }

  mutating func compile(_ condition: Condition) -> Guard {
    switch condition {
    case .and(let a, let b): return .and(compile(a), compile(b))
    case .or(let a, let b): return .or(compile(a), compile(b))
    case .not(let a): return .not(compile(a))
    case .compare(let left, let comparison, let right):
      return .compare(compile(left), comparison, compile(right))
    case .oneOf(let operand, let literals): return .oneOf(compile(operand), literals)
    case .contains(let operand, let literal): return .contains(compile(operand), literal)
    case .isMember(let operand, of: let list): return .isMember(compile(operand), of: compile(list))
    case .isPresent(let operand): return .isPresent(compile(operand))
    // Only the exception of a sentence can have open questions.
    case .isRecorded, .comesBefore:
      return .question(questions.firstIndex(of: condition) ?? 0)
    case .isOpen(let span):
      readSpans.insert(span.id.rawValue)
      return .isOpen(span: span.id.rawValue, key: keyField(of: span.id), isBound: span.isBound)
    case .withinTheLast(let events, let time, let clock):
      // Marks are forgotten by the time that the session's clock counts. The wall clock is never slower.
      return .withinTheLast(mark: mark(events, retention: time), keys: keys(of: events), time, clock)
    case .within(let events, let time):
      let mark = mark(events)
      lookaroundMarks.append(mark)
      return .within(mark: mark, time)
    case .since(let events, let start):
      let keys = keys(of: events)
      if keys.isEmpty {
        let (index, first) = marksOf(events, since: start)
        return .since(event: index, start: first, keys: self.keys(of: start))
      }
      if start.atoms.allSatisfy(\.keys.isEmpty) {
        // Occurrences before the start are not cleared, but recognized by log order. So conditions with different starts share a
        // mark, and only occurrences before all of its starts may be forgotten.
        let (index, first) = marksOf(events, since: start, retention: 0)
        return .keyedSince(mark: index, start: first, keys: keys)
      }
      // A start with a key clears the mark for that key, so the mark is not shared.
      let index = mark(events, isShared: false)
      addEffects(to: start) { $0.marks.append(.init(index: index, guard: $1, keys: $2, clears: true)) }
      return .keyedSince(mark: index, start: nil, keys: keys)
    }
  }

  /// Makes the marks that a condition compares by `since` keep the lines of their newest occurrences, because reports show them.
  mutating func keepLines(of condition: Guard?) {
    switch condition {
    case .and(let a, let b), .or(let a, let b):
      keepLines(of: a)
      keepLines(of: b)
    case .not(let a): keepLines(of: a)
    case .since(let event, let start, _):
      showsLine[event] = true
      showsLine[start] = true
    default: break
    }
  }

  /// Whether the fast path may handle signals as one moment. It may not if a mark that one of them sets is compared by `since`
  /// with a mark that another one sets.
  func mayShareMoment(_ signals: [Plan]) -> Bool {
    let marks = signals.map { Set($0.marks.map(\.index)) }
    return !marks.indices.contains { one in
      marks.indices.contains { other in
        one != other && marks[one].contains { !marks[other].isDisjoint(with: starts[$0]) }
      }
    }
  }

  private func keys(of events: EventPattern) -> [Int] {
    events.atoms.first?.keys.compactMap { fieldIndex[$0] } ?? []
  }

  mutating func compile(_ operand: Operand) -> Guard.Value {
    switch operand {
    case .field("thread", _): return .thread
    case .field("via", _): return .via
    case .field(let name, let type): return fieldIndex[name].map { .field($0, type) } ?? .literal(.text(""))
    case .last(let event, let field, let type, at: let moment):
      let fact = fact(event, field)
      guard let moment else { return .fact(fact, type) }
      let snapshot = snapshots.count
      snapshots.append(fact)
      addEffects(to: moment) { $0.snapshots.append((snapshot, $1)) }
      return .snapshot(snapshot, type)
    case .highest(let event, let field, let type, since: let start):
      let fact = fact(event, field, greatest: type, isOwn: start != nil)
      if let start { addEffects(to: start) { $0.facts.append(.init(index: fact, clears: true, guard: $1)) } }
      return .fact(fact, type)
    case .literal(let literal): return .literal(literal)
    }
  }

  /// Returns the number of a fact, which is added if it is new.
  private mutating func fact(
    _ event: EventID, _ field: String, greatest: FieldType? = nil, isOwn: Bool = false
  ) -> Int {
    var key = FactKey(
      event: event, field: fieldIndex[field] ?? -1,
      isLasting: greatest == nil && rulebook.facts.contains(event), isGreatest: greatest)
    if isOwn { key.number = facts.count + 1 }
    if let index = facts.firstIndex(of: key) { return index }
    facts.append(key)
    plans[Int(event.rawValue)].facts.append(.init(index: facts.count - 1))
    return facts.count - 1
  }

  mutating func compile(_ limit: Limit?) -> CompiledLimit? {
    switch limit {
    case nil: nil
    case .fixed(let nanoseconds): .fixed(nanoseconds)
    case .value(let operand): .value(compile(operand))
    }
  }

  /// Returns the marks of E and F for a condition `E since F`.
  private mutating func marksOf(_ events: EventPattern, since start: EventPattern, retention: Int64? = nil)
    -> (mark: Int, start: Int)
  {
    let (index, first) = (mark(events, retention: retention), mark(start))
    if !starts[index].contains(first) { starts[index].append(first) }
    return (index, first)
  }

  /// Returns the mark of a pattern, which is added if it is new or not shared. A shared mark has the longest retention of its
  /// conditions.
  private mutating func mark(_ events: EventPattern, retention: Int64? = nil, isShared: Bool = true) -> Int {
    let signals = signals(of: events)
    let pattern = SignalPattern(signals: signals)
    if isShared, let known = marks[pattern] {
      retentions[known] = retentions[known].flatMap { old in retention.map { max(old, $0) } }
      return known
    }
    let index = markCount
    showsLine.append(false)
    retentions.append(retention)
    starts.append([])
    if isShared { marks[pattern] = index }
    for signal in signals {
      plans[signal.code].marks.append(.init(index: index, guard: signal.guard, keys: signal.keys))
    }
    return index
  }
}

/// A signal that fits a pattern, with its condition and its key fields.
struct PatternSignal: Equatable {
  var code: Int
  var `guard`: Guard?
  var keys: [Int]
}

/// The signals that fit a pattern. The hash covers only their number and the first code, because `*` has hundreds of signals.
struct SignalPattern: Hashable {
  var signals: [PatternSignal]

  func hash(into hasher: inout Hasher) {
    hasher.combine(signals.count)
    hasher.combine(signals.first?.code)
  }
}

extension EventPattern {
  /// The event of a pattern that is only an event's name; nil for other patterns.
  var plainEvent: EventID? {
    guard atoms.count == 1, atoms[0].events.count == 1, !atoms[0].isClose, atoms[0].condition == nil else {
      return nil
    }
    return atoms[0].events[0]
  }

  /// The events of all alternatives.
  var events: [EventID] { atoms.count == 1 ? atoms[0].events : atoms.flatMap(\.events) }
}
