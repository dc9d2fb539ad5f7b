import Rulebook
import Trace

extension Reference {
  /// An event, or the close of a callback.
  struct Signal {
    /// The event, or the callback that closes.
    let event: EventID
    /// The entry of the callback that closes, as a signal; nil for an event.
    let closes: Int?
    /// The line, as an index of the history's lines.
    let line: Int
    let fields: [String: String]
    /// The signal from which this one was derived, and with which it shares its moment; nil if it was not derived.
    var moment: Int?
  }

  /// One opening of a span. A signal is inside if it is later than `begin` and not later than `close`. All are indices
  /// of signals.
  struct Opening {
    let span: SpanID
    /// The signal that opened it; for a composed span, that of its first span.
    let open: Int
    /// The signal after which it counts. For a scope on a state, this is the close of the callback that entered it; nil
    /// while the callback is running.
    var begin: Int?
    var close: Int?
    let key: String?
  }

  /// A transition of a machine.
  struct Step {
    let signal: Int
    let machine: MachineID
    let key: String?
    /// The state before it; nil if it is unknown.
    let from: StateID?
    /// Whether it is legal; nil if the state before it is unknown.
    let isLegal: Bool?
  }

  /// The history of a session, or of all sessions of an app: all signals, openings of spans and transitions.
  final class History {
    let log: Log
    let app: Int?
    /// Whether the lines have no process id. A launch that is not recorded may then be unseen.
    let mayRelaunch: Bool
    /// Whether it is the history of all sessions of the app.
    let isAcross: Bool
    /// Indices of the log's lines.
    let lines: [Int]
    /// The log's line from which on the beginning is known; nil if earlier events may be missing.
    let knownFrom: Int?
    /// The log's line at which the device was started; nil if the log has no such line, or if the history continues
    /// across it.
    let boot: Int?
    let end: Life.End
    /// The session's clock at each line; nil if the line has no time.
    private(set) var clock: [Instant?] = []
    /// The silences that may not count, in nanoseconds, by the line at which they end.
    private(set) var silences: [Int: Int64] = [:]
    private(set) var signals: [Signal] = []
    /// For each signal, the last one that is derived from it, or itself.
    private(set) var lasts: [Int] = []
    /// The signals of each line.
    private(set) var signalsOfLine: [Range<Int>] = []
    /// For each line, the first signal that is not before the line. Callbacks that close by time return before it.
    private(set) var eventsOfLine: [Int] = []
    /// The first signal of the current line.
    private(set) var lineStart = 0
    /// The openings of each span, in the order in which they open.
    private(set) var openings: [[Opening]]
    private(set) var steps: [Step] = []

    private var states: [MachineID: [String?: StateID]] = [:]
    /// The running calls, as signals.
    var calls: [Int] = []
    /// For each event that is derived once per span, the openings in which it was derived.
    var derivedIn: [Int: Set<Int>] = [:]
    let logClock: [Int: Instant]
    /// How the call ends that is entered at a line of the log; nil if none is.
    let fate: (Int) -> Fate?
    private var newest: (log: Instant, session: Instant)?

    init(
      _ log: Log, app: Int?, mayRelaunch: Bool, isAcross: Bool, lines: [Int], knownFrom: Int?, boot: Int?,
      end: Life.End,
      fate: @escaping (Int) -> Fate?,
      closing: (History, _ line: Int) -> Closing
    ) {
      self.log = log
      self.app = app
      self.mayRelaunch = mayRelaunch
      self.isAcross = isAcross
      self.lines = lines
      self.knownFrom = knownFrom
      self.boot = boot
      self.end = end
      self.fate = fate
      logClock = log.clock(over: lines)
      openings = Array(repeating: [], count: log.rulebook.spans.count)
      for index in lines.indices {
        clock.append(advance(to: index))
        add(index, closing(self, index))
      }
    }

    var rulebook: Rulebook { log.rulebook }

    func line(_ index: Int) -> Line { log.lines[lines[index]] }

    // MARK: The course of a line

    private func add(_ index: Int, _ closing: Closing) {
      let first = signals.count
      lineStart = first
      for call in calls where isOverByTime(call, at: index, closing) { close(call, at: index) }
      eventsOfLine.append(signals.count)
      for call in calls where isOver(call, before: index, closing) { close(call, at: index) }
      let event = line(index)
      apply(Signal(event: event.event, closes: nil, line: index, fields: event.fields))
      for entry in closing.after { closeCalls(of: entry, at: index) }
      signalsOfLine.append(first..<signals.count)
      lineStart = signals.count
    }

    /// The return of a call also closes the calls that were derived from it, which it surrounds: the newest is first.
    private func closeCalls(of entry: Int, at index: Int) {
      for call in calls.reversed() where lines[signals[call].line] == entry { close(call, at: index) }
    }

    /// Closes a call.
    func close(_ call: Int, at index: Int, moment: Int? = nil) {
      calls.removeAll { $0 == call }
      apply(
        Signal(
          event: signals[call].event, closes: call, line: index, fields: signals[call].fields, moment: moment)
      )
    }

    func apply(_ signal: Signal) {
      signals.append(signal)
      let now = signals.count - 1
      lasts.append(now)
      if let moment = signal.moment { lasts[moment] = now }
      for id in log.spans[signal.event] ?? [] { apply(now, to: id) }
      if let entry = signal.closes { settle(entry, at: now) }
      if signal.closes == nil {
        if rulebook.vocabulary.declaration(of: signal.event)?.returns == true, !signal.event.isEnd {
          calls.append(now)
        }
        for id in rulebook.machines.indices.map(MachineID.init) { step(id, by: now) }
      }
      for derivation in rulebook.derived.indices { derive(derivation, from: now) }
    }

    // MARK: Spans

    private func apply(_ now: Int, to id: SpanID) {
      switch rulebook.spans[id.rawValue].kind {
      case .declared(let from, let until, let field):
        let place = Place(line: signals[now].line, signal: now)
        let key = field.flatMap { signals[now].fields[$0] }
        if match(until, place) != nil { close(id, at: now) { key == nil || $0.key == key } }
        if match(from, place) != nil,
          !openings[id.rawValue].contains(where: { $0.close == nil && $0.key == key })
        {
          openings[id.rawValue].append(Opening(span: id, open: now, begin: now, key: key))
        }
      case .callback(let event):
        guard signals[now].event == event else { return }
        if let entry = signals[now].closes {
          close(id, at: now) { $0.open == entry }
        } else {
          openings[id.rawValue].append(Opening(span: id, open: now, begin: now, key: nil))
        }
      case .state, .composed: break
      }
    }

    private func close(_ id: SpanID, at now: Int, where isMeant: (Opening) -> Bool) {
      for index in openings[id.rawValue].indices where openings[id.rawValue][index].close == nil {
        if isMeant(openings[id.rawValue][index]) { openings[id.rawValue][index].close = now }
      }
    }

    /// A state that a callback entered applies from the close of the callback.
    private func settle(_ entry: Int, at now: Int) {
      for span in openings.indices {
        for index in openings[span].indices where openings[span][index].open == entry {
          let opening = openings[span][index]
          if opening.begin == nil, opening.close == nil { openings[span][index].begin = now }
        }
      }
    }

    // MARK: Machines

    private func step(_ id: MachineID, by now: Int) {
      let machine = rulebook.machines[id.rawValue]
      guard let cases = machine.transitions[signals[now].event] else { return }
      let key = machine.key.flatMap { signals[now].fields[$0] }
      let state = states[id]?[key]
      let place = Place(line: signals[now].line, signal: now)
      func holds(_ condition: Condition?) -> Bool {
        condition.map { self.holds($0, judged: now, place) == true } ?? true
      }
      let legal = state.flatMap { state in
        cases.first { $0.from.map { $0.contains(state) } ?? true && holds($0.condition) }
      }
      let taken =
        legal ?? cases.first { $0.condition != nil && holds($0.condition) }
        ?? cases.last { $0.condition == nil }
      guard let taken else { return }
      steps.append(
        Step(signal: now, machine: id, key: key, from: state, isLegal: state.map { _ in legal != nil }))
      states[id, default: [:]][key] = taken.to
      move(id, key, from: state, to: taken.to, at: now)
    }

    private func move(_ id: MachineID, _ key: String?, from old: StateID?, to new: StateID?, at now: Int) {
      for span in rulebook.spans.indices.map(SpanID.init) {
        guard case .state(id, let state) = rulebook.spans[span.rawValue].kind else { continue }
        let (was, `is`) = (lineage(old, id).contains(state), lineage(new, id).contains(state))
        if was, !`is` { close(span, at: now) { $0.key == key } }
        guard `is`, !was else { continue }
        let runs = rulebook.vocabulary.declaration(of: signals[now].event)?.returns == true
        let entersByCallback = runs && !signals[now].event.isEnd
        openings[span.rawValue].append(
          Opening(span: span, open: now, begin: entersByCallback ? nil : now, key: key))
      }
    }

    /// A state and the states that it refines.
    private func lineage(_ state: StateID?, _ id: MachineID) -> [StateID] {
      guard let state else { return [] }
      return [state] + lineage(rulebook.machines[id.rawValue].states[state.rawValue].refines, id)
    }

    // MARK: The clock

    /// Advances the session's clock, which does not count time while the process is stopped.
    private func advance(to index: Int) -> Instant? {
      guard let next = logClock[lines[index]] else { return nil }
      let passed = next.nanoseconds - (newest?.log.nanoseconds ?? next.nanoseconds)
      let isSilence = isSilence(passed)
      if isSilence { silences[index] = passed }
      let now = (newest?.session.nanoseconds ?? 0) + (isStopped || isSilence ? 0 : passed)
      newest = (next, Instant(era: next.era, nanoseconds: now))
      return newest?.session
    }

    private var isStopped: Bool { rulebook.clock.stopped.contains(where: isOpenNow) }

    private func isSilence(_ passed: Int64) -> Bool {
      !isStopped
        && rulebook.clock.gaps.map { passed > $0.over && $0.spans.contains(where: isOpenNow) } ?? false
    }

    private func isOpenNow(_ id: SpanID) -> Bool { openings[id.rawValue].contains { $0.close == nil } }
  }

  /// The callbacks that close at a line, by the lines of their entries: before or after the line's own event.
  struct Closing {
    /// The callbacks that close by time: they have returned before the line.
    var byTime: [Int] = []
    var before: [Int] = []
    var after: [Int] = []
  }
}
