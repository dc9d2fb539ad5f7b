import Rulebook
import Trace

extension Reference {
  /// How a call of a callback ends.
  enum Fate: Equatable {
    /// It closes at its return in this line of the log.
    case returns(Int)
    /// No return is logged in time. This is certain at this line of the log (or only at the end of the session).
    case misses(Int?)
    /// A return is not expected, because the app has never logged one and one was missing before.
    case unawaited
    /// The log ends during the call.
    case runs
  }

  /// A call of a callback, with the events that must follow its end, and its return.
  struct Callback {
    let entry: EventID
    private let machines: [Machine]
    private let isOfMachine: Bool
    private let fields: [String: String]
    private let ends: Set<EventID>

    init(_ line: Line, _ rulebook: Rulebook) { self.init(line.event, line.fields, rulebook) }

    init(_ signal: Signal, _ rulebook: Rulebook) { self.init(signal.event, signal.fields, rulebook) }

    private init(_ event: EventID, _ fields: [String: String], _ rulebook: Rulebook) {
      entry = event
      self.fields = fields
      ends = rulebook.sessions.end
      let moved = rulebook.machines.filter { $0.transitions[event] != nil }
      isOfMachine = !moved.isEmpty
      machines = isOfMachine ? moved : rulebook.machines.filter { $0.key == nil }
    }

    /// Whether the callback must have closed before a later line.
    func isOver(by line: Line) -> Bool { isOver(by: line.event) }

    func isOver(by event: EventID) -> Bool {
      if ends.contains(event) || (!isOfMachine && event == entry) { return true }
      return machines.contains { $0.transitions[event] != nil }
    }

    func returns(at line: Line) -> Bool {
      line.event == entry.end && machines.allSatisfy { isSame($0.key, line) }
    }

    private func isSame(_ key: String?, _ line: Line) -> Bool {
      guard let key, let own = fields[key], let other = line.fields[key] else { return true }
      return own == other
    }
  }
}

extension Reference.Log {
  /// The fate of each call, by the index of its line.
  func fates(of lives: [Reference.Life]) -> [Int: Reference.Fate] {
    var fates: [Int: Reference.Fate] = [:]
    for index in lines.indices where isCallback(lines[index].event) {
      guard let life = lives.first(where: { $0.lines.contains(index) }) else { continue }
      let earlier = lines.indices.prefix(index).filter { lines[$0].app == lines[index].app }
      func mayReturn(as callback: EventID) -> Bool {
        let wasShown = earlier.contains { lines[$0].event == callback.end } || declaresReturns(upTo: index)
        let wasMissed = earlier.contains { earlier in
          guard case .misses(let certain?) = fates[earlier], certain <= index else { return false }
          return returns(of: earlier, by: certain, fates).contains(callback)
        }
        return wasShown || !wasMissed
      }
      fates[index] =
        returns(of: index, by: index, fates).contains(where: mayReturn)
        ? fate(of: index, in: life, fates) : .unawaited
    }
    return fates
  }

  /// The callbacks whose return at a line is the return of a call: the callback itself, and the callbacks that may be
  /// derived from it if the log has no call of their own and no newer call from which they may be derived.
  private func returns(of entry: Int, by index: Int, _ fates: [Int: Reference.Fate]) -> Set<EventID> {
    func isUnderWay(_ call: Int) -> Bool {
      switch fates[call] {
      case .returns(let line): line >= entry
      case .misses(let certain): certain.map { $0 > entry } ?? true
      case .runs: true
      case .unawaited, nil: false
      }
    }
    let own = lines.indices.prefix(entry).filter { isOfOneProcess($0, entry) && isUnderWay($0) }
    var derived = derivedCalls(of: lines[entry].event, lines[entry].fields)
    derived.subtract(own.map { lines[$0].event })
    for newer in lines.indices where newer > entry && newer < index && isOfOneProcess(newer, entry) {
      guard isCallback(lines[newer].event) else { continue }
      derived.remove(lines[newer].event)
      derived.subtract(returns(of: newer, by: newer, fates))
    }
    return derived.union([lines[entry].event])
  }

  private func isOfOneProcess(_ a: Int, _ b: Int) -> Bool {
    lines[a].app == lines[b].app && lines[a].pid == lines[b].pid
  }

  private func isCallback(_ event: EventID) -> Bool {
    !event.isEnd && rulebook.vocabulary.declaration(of: event)?.returns == true
  }

  /// The callbacks that may be derived from an event with these fields.
  private func derivedCalls(of event: EventID, _ fields: [String: String]) -> Set<EventID> {
    var found: Set<EventID> = []
    for derived in rulebook.derived where !found.contains(derived.event) {
      let atoms = derived.forms.filter { !$0.isInferred }.flatMap(\.pattern.atoms)
      let isDerived = atoms.contains { atom in
        !atom.isClose && atom.events.contains(event)
          && atom.condition.map { mayHold($0, fields) } ?? true
      }
      guard isDerived else { continue }
      if isCallback(derived.event) { found.insert(derived.event) }
      found.formUnion(derivedCalls(of: derived.event, fields))
    }
    return found
  }

  /// Whether the fields allow that a condition is true. A condition that asks for more may be true.
  private func mayHold(_ condition: Condition, _ fields: [String: String]) -> Bool {
    switch condition {
    case .compare(.field(let name, let type), let relation, .literal(let literal)):
      guard let left = fields[name].flatMap({ Reference.Value($0, type) }),
        let right = Reference.Value(literal, type)
      else { return false }
      return left.stands(relation, to: right) == true
    case .oneOf(.field(let name, let type), let literals):
      guard let left = fields[name].flatMap({ Reference.Value($0, type) }) else { return false }
      return literals.contains { Reference.Value($0, type) == left }
    default: return true
    }
  }

  /// Searches for the return, at most 20 s of log time and 4,096 events of the app ahead.
  private func fate(
    of entry: Int, in life: Reference.Life, _ fates: [Int: Reference.Fate]
  ) -> Reference.Fate {
    let callback = Reference.Callback(lines[entry], rulebook)
    let later = lines.indices.dropFirst(entry + 1).filter {
      lines[$0].app == life.app && !isOfLog(lines[$0].event)
    }
    for (count, index) in later.enumerated() {
      if case .launch(let launch) = life.end, index >= launch { return .misses(launch) }
      let isFar = timeBetween(entry, index).map { $0 > 20_000_000_000 } ?? false
      if count == limits.heldEvents || isFar { return .misses(index) }
      guard lifeOfLine[index] == lifeOfLine[entry] else { continue }
      if rulebook.sessions.begin.contains(lines[index].event) { return .misses(index) }
      if callback.returns(at: lines[index]) { return .returns(index) }
      let returning = lines[index].event
      if returning.isEnd, returning.entry != lines[entry].event,
        returns(of: entry, by: index, fates).contains(returning.entry),
        !fates.contains(where: { lines[$0.key].event == returning.entry && $0.value == .returns(index) })
      {
        return .returns(index)
      }
      if callback.isOver(by: lines[index]) { return .misses(index) }
    }
    if case .launch(let index) = life.end { return .misses(index) }
    let isRecorded = returns(of: entry, by: lines.count, fates).contains {
      recordsReturns(of: $0, in: life.app)
    }
    return isRecorded ? .runs : .misses(nil)
  }

  /// The log time between two lines; nil if it is unknown.
  func timeBetween(_ early: Int, _ late: Int) -> Int64? {
    let isSet = isClockSet(between: min(early, late), and: max(early, late))
    guard let early = lines[early].time, let late = lines[late].time, early.kind == late.kind, !isSet else {
      return nil
    }
    return late.nanoseconds - early.nanoseconds
  }
}
