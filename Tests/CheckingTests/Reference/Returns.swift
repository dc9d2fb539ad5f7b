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
      let same = lines.indices.prefix(index).filter {
        lines[$0].app == lines[index].app && lines[$0].event.entry == lines[index].event
      }
      let wasShown = same.contains { lines[$0].event.isEnd } || declaresReturns(upTo: index)
      let wasMissed = same.contains { earlier in
        switch fates[earlier] {
        case .misses(let certain): certain.map { $0 <= index } ?? false
        case .unawaited: true
        default: false
        }
      }
      fates[index] = wasMissed && !wasShown ? .unawaited : fate(of: index, in: life)
    }
    return fates
  }

  private func isCallback(_ event: EventID) -> Bool {
    !event.isEnd && rulebook.vocabulary.declaration(of: event)?.returns == true
  }

  /// Searches for the return, at most 20 s of log time and 4,096 events of the app ahead.
  private func fate(of entry: Int, in life: Reference.Life) -> Reference.Fate {
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
      if callback.isOver(by: lines[index]) { return .misses(index) }
    }
    if case .launch(let index) = life.end { return .misses(index) }
    return recordsReturns(of: lines[entry].event, in: life.app) ? .runs : .misses(nil)
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
