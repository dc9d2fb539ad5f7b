import BasicContainers
import Rulebook
import Trace

/// Records what happens in a log, for a timeline. It watches the sessions and changes nothing. Its memory grows with the log.
final class TimelineRecorder {
  private let program: Program
  private var timeline = Timeline()
  /// The number of events that have a time.
  private var timedEvents = 0
  private var clock = SessionClock()
  /// The name of each owner of an event, by `Event.ownerNumber`.
  private var names: [Int: String] = [:]
  /// The owner of the event of a line, by line.
  private var owners: [Int: Int] = [:]
  /// The lives of processes, by `Session.startOrder`.
  private var lives: [Int: Life] = [:]
  private var order: [Int] = []
  /// The life in which the event of a line was judged, by line.
  private var lifeOfLine: [Int: Int] = [:]

  /// The lanes of a process in one of its lives.
  private struct Life {
    var owner = 0
    var lanes: [Name: Timeline.Lane] = [:]
    var order: [Name] = []
    /// The lane and index of each bar that has not ended, by what it stands for.
    var running: [Thing: (lane: Name, bar: Int)] = [:]
    /// The last line.
    var last = 0
    var hasEnded = false
  }

  /// What identifies a lane in a process.
  private enum Name: Hashable {
    case machine(Int, Key)
    case callbacks
    case span(Int, Key)
  }

  /// What a bar stands for. A call and an opening are identified by the log order at which they began.
  private enum Thing: Hashable {
    case state(machine: Int, Key)
    case call(Int)
    case opening(Int)
  }

  /// The spans that are shown. A span that only callbacks open would repeat the lanes of callbacks and states.
  private let isSpanShown: [Bool]
  /// The machines that are shown. One whose events move an earlier machine, too, would repeat it.
  private let isMachineShown: [Bool]

  init(_ program: Program) {
    self.program = program
    let rulebook = program.rulebook
    isSpanShown = rulebook.spans.map { span in
      guard case .declared(let from, _, _) = span.kind else { return false }
      return from.atoms.flatMap(\.events).contains { event in
        rulebook.vocabulary.declaration(of: event)?.returns != true
      }
    }
    isMachineShown = rulebook.machines.enumerated().map { index, machine in
      let events = Set(machine.transitions.keys)
      return !rulebook.machines.prefix(index).contains { events.isSubset(of: $0.transitions.keys) }
    }
  }

  // MARK: What the checker reports

  /// Records an event of the log, before it is judged.
  func add(_ event: Event, _ line: Span<UInt8>, at time: LogTime?) {
    if time != nil {
      if timedEvents == 0 { timeline.clock = event.timeText.map { String($0, of: line) } }
      timedEvents += 1
    }
    _ = clock.advance(to: time)
    timeline.times[event.line] = clock.wall
    timeline.events.append(
      Timeline.Event(line: event.line, name: program.rulebook.vocabulary.name(of: event.id)))
    owners[event.line] = event.ownerNumber
    if names[event.ownerNumber] == nil || !event.isReportedByOther, let owner = event.owner {
      let name = event.isReportedByOther ? event.subject?.process : event.process
      let text = name.map { String($0, of: line) } ?? ""
      names[event.ownerNumber] = text + (owner.pid.map { "[\($0)]" } ?? "")
    }
  }

  /// Records the effects of a line on a session, after its signals are judged.
  func record(_ session: Session, _ occurrence: Occurrence) {
    if session.isAcrossSessions { return }
    update(session, at: occurrence.line) { life in
      for index in session.signals.indices { record(session.signals[index].object, in: &life) }
      for index in session.changes.indices {
        record(session.changes[index], of: session, at: occurrence.line, in: &life)
      }
    }
    lifeOfLine[occurrence.line] = session.startOrder
  }

  /// Records a step of a machine.
  func record(_ session: Session, machine: Int, _ key: Key, to state: StateID?, by occurrence: Occurrence) {
    if session.isAcrossSessions || !isMachineShown[machine] { return }
    let states = program.rulebook.machines[machine].states
    update(session, at: occurrence.line) { life in
      let thing = Thing.state(machine: machine, key)
      let name = state.map { states[$0.rawValue].name }
      if let (lane, bar) = life.running[thing] {
        // A step to the same state does not end it.
        if life.lanes[lane]?.bars[bar].label == name { return }
        Self.end(thing, at: occurrence.line, in: &life)
      }
      if let name { open(thing, name, in: .machine(machine, key), at: occurrence.line, &life) }
    }
  }

  /// Records that a session ends before the log does.
  func end(_ session: Session) { lives[session.startOrder]?.hasEnded = true }

  private func update(_ session: Session, at line: Int, _ body: (inout Life) -> Void) {
    if lives[session.startOrder] == nil { order.append(session.startOrder) }
    var life = lives.removeValue(forKey: session.startOrder) ?? Life(owner: owners[line] ?? 0)
    body(&life)
    life.last = max(life.last, line)
    lives[session.startOrder] = life
  }

  private func record(_ signal: Session.Signal, in life: inout Life) {
    let event = signal.judged.id
    if let call = signal.runningCall {
      let thing = Thing.call(signal.judged.order)
      if let (lane, bar) = life.running[thing], call.reason != .returned {
        life.lanes[lane]?.bars[bar].isAssumed = true
      }
      Self.end(thing, at: signal.line.line, in: &life)
    } else if program.tracksCalls[event.index], !event.isEnd {
      let name = program.rulebook.vocabulary.name(of: event)
      open(.call(signal.judged.order), name, in: .callbacks, at: signal.line.line, &life)
    }
  }

  private func record(_ change: Session.Change, of session: Session, at line: Int, in life: inout Life) {
    guard isSpanShown[change.span] else { return }
    switch change.kind {
    case .opened:
      let opening = session.opening(of: change)
      let name = program.rulebook.spans[change.span].name
      let text = opening.key.isEmpty ? name : "\(name) \(opening.key.text)"
      open(
        .opening(change.opened), text, in: .span(change.span, opening.key), at: opening.openedAt.line, &life)
    case .closed: Self.end(.opening(change.opened), at: line, in: &life)
    case .settled: break
    }
  }

  // MARK: Bars

  private func open(_ thing: Thing, _ label: String, in name: Name, at line: Int, _ life: inout Life) {
    if life.lanes[name] == nil {
      life.order.append(name)
      life.lanes[name] = Timeline.Lane(kind: kind(of: name), title: title(of: name, label))
    }
    guard let count = life.lanes[name]?.bars.count else { return }
    life.lanes[name]?.bars.append(Timeline.Bar(label: label, open: line))
    life.running[thing] = (name, count)
  }

  private static func end(_ thing: Thing, at line: Int, in life: inout Life) {
    guard let (name, bar) = life.running.removeValue(forKey: thing) else { return }
    life.lanes[name]?.bars[bar].close = line
    life.lanes[name]?.bars[bar].last = line
  }

  private func kind(of name: Name) -> Timeline.Lane.Kind {
    switch name {
    case .machine(let machine, _): program.rulebook.machines[machine].key == nil ? .state : .instance
    case .callbacks: .callback
    case .span: .span
    }
  }

  private func title(of name: Name, _ label: String) -> String {
    switch name {
    case .machine(let machine, let key):
      key.isEmpty || key.isAbsent
        ? program.rulebook.machines[machine].name : "\(program.rulebook.machines[machine].name) \(key.text)"
    case .callbacks: "callbacks"
    case .span: label
    }
  }

  // MARK: The result

  /// Returns the timeline, once the log is over.
  func finished() -> Timeline {
    var result = timeline
    result.hasTimes = timedEvents > 0 && 2 * timedEvents >= timeline.events.count
    if !result.hasTimes { result.clock = nil }
    var numbers: [Int: Int] = [:]
    for start in order {
      guard let life = lives[start] else { continue }
      numbers[start] = result.processes.count
      var process = Timeline.Process(name: names[life.owner] ?? "")
      process.hasEnded = life.hasEnded
      let rank = { (kind: Timeline.Lane.Kind) in
        switch kind {
        case .state: 0
        case .instance: 1
        case .callback: 2
        case .span: 3
        }
      }
      process.lanes = life.order.compactMap { life.lanes[$0] }.enumerated()
        .sorted { (rank($0.element.kind), $0.offset) < (rank($1.element.kind), $1.offset) }.map(\.element)
      for lane in process.lanes.indices {
        for bar in process.lanes[lane].bars.indices where process.lanes[lane].bars[bar].close == nil {
          process.lanes[lane].bars[bar].last = life.last
        }
      }
      result.processes.append(process)
    }
    for index in result.events.indices {
      result.events[index].process = lifeOfLine[result.events[index].line].flatMap { numbers[$0] }
    }
    return result
  }
}
