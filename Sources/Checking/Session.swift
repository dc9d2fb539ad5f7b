import Rulebook
import Trace

/// One life of one process: what is open in it, and the monitors of its sentences. Sentences across sessions have one
/// more, in which all lives of an app are one.
///
/// A line is taken in two phases. First everything that it brings about is applied: windows close, machines step,
/// spans open and close, events are derived. Then each of these signals is judged in order. So a thing that the line
/// itself closes counts as closed in time, while a scope that the line ends still holds it.
final class Session {
  let program: Program
  let log: LogState
  let app: App
  /// Whether the process is told apart by a number.
  let hasPid: Bool
  /// Whether it stands for all lives of an app.
  let isAcrossSessions: Bool
  /// Where it began, in the log's order.
  let birth: Int

  var spans: [SpanTable]
  var machines: [MachineTable]
  var windows: [Window] = []
  var marks: [KeyedMoments]
  /// The newest occurrence of each mark without keys.
  private(set) var newest: [Occurrence?]
  var facts: [Fact?]
  var snapshots: [Fact?]
  var deadlines = Deadlines()
  /// Verdicts that wait for an event to come in time.
  var awaiting: [Awaiting] = []

  /// What the line that is being read brought about, in order, and the spans that it opened and closed.
  var signals: [Signal] = []
  var changes: [Change] = []
  var candidates: [Candidate] = []
  /// The states that the line has entered.
  private var entered: [(span: Int, opening: OpenSpan)] = []
  /// The instances of machines that are gone with the line.
  var gone: [(machine: Int, key: String)] = []

  /// By sentence; nil for those of the other kind of session.
  private var monitors: [Monitor?] = []
  private var calls: [CallDuration] = []
  /// For each derived event that is made once a span: the opening in which it was made.
  private var derivedIn: [(opening: Int, isInferred: Bool)?]
  private var clock = SessionClock()
  /// The furthest launch event of this life.
  private var stage: Int?
  private var hasLived = false
  /// The newest event.
  private(set) var last: Occurrence?
  private var isEnding = false
  /// Whether the log tells how the session began; nil while only facts have been told.
  private var tellsBeginning: Bool?

  /// A value that an event carried, and where.
  struct Fact {
    var text: String
    /// Nil where a project file tells it.
    var told: Occurrence?

    init(_ text: String, _ told: Occurrence?) {
      self.text = text
      self.told = told
    }
  }

  /// What happened, to be judged.
  struct Signal {
    /// The event, or the close of a callback.
    var code: Int
    var order: Int
    /// The signal that the event was derived from, or its own: they happen at one moment.
    var moment: Int
    /// What is judged: the event, or the entry of the callback that closes.
    var judged: Occurrence
    /// The line at which it happened.
    var line: Occurrence
    /// The window that closes.
    var window: Window?

    /// An event of a line, at its own moment or at that of what it was derived from.
    init(_ occurrence: Occurrence, at moment: Int? = nil) {
      code = Int(occurrence.id.rawValue)
      order = occurrence.order
      self.moment = moment ?? occurrence.order
      judged = occurrence
      line = occurrence
    }

    /// The close of a callback at a line.
    init(closing window: Window, code: Int, order: Int, at line: Occurrence) {
      self.code = code
      self.order = order
      moment = order
      judged = window.entry
      self.line = line
      self.window = window
    }
  }

  /// A span has opened or closed, to be judged with the signal of that order.
  struct Change {
    var order: Int
    var span: Int
    var opening: OpenSpan
    var kind: Kind
    /// The signal that brought it about.
    var by: Signal

    var moment: Int { by.moment }

    enum Kind: Equatable {
      /// A state is settled only once the callback that entered it has closed.
      case opened(isSettled: Bool)
      case settled
      case closed
    }

    /// Whether from here on the span is in force as a scope.
    var isInForce: Bool { kind == .settled || kind == .opened(isSettled: true) }
  }

  init(_ program: Program, _ log: LogState, _ app: App, hasPid: Bool, isAcrossSessions: Bool = false) {
    self.program = program
    self.log = log
    self.app = app
    self.hasPid = hasPid
    self.isAcrossSessions = isAcrossSessions
    birth = log.nextOrder()
    spans = Array(repeating: SpanTable(), count: program.rulebook.spans.count)
    machines = Array(repeating: MachineTable(), count: program.rulebook.machines.count)
    marks = Array(repeating: KeyedMoments(), count: program.markCount)
    newest = Array(repeating: nil, count: program.markCount)
    facts = Array(repeating: nil, count: program.facts.count)
    snapshots = Array(repeating: nil, count: program.snapshots.count)
    derivedIn = Array(repeating: nil, count: program.derived.count)
    monitors = program.sentences.indices.map { number in
      program.sentences[number].sentence.isAcrossSessions == isAcrossSessions
        ? Monitor.monitor(of: number, in: self) : nil
    }
    calls = monitors.compactMap { $0 as? CallDuration }
  }

  var recording: Recording { app.recording }

  // MARK: Beginning and end

  /// Whether nothing of the session came before the log.
  var isBeginningKnown: Bool { tellsBeginning ?? program.rulebook.sessions.begin.isEmpty }

  /// Whether the event begins another life than this one.
  func isEnded(by occurrence: Occurrence) -> Bool {
    isLaunch(occurrence.id) || hidesLaunch(before: occurrence)
      || program.boundaries[Int(occurrence.id.rawValue)].stage != nil && holdsEarlierLife
  }

  /// What came before the first launch of a process belonged to an earlier life, but for facts.
  private var holdsEarlierLife: Bool {
    stage == nil && tellsBeginning != nil
  }

  /// Without a process number and without launch events in the log, a callback that cannot come may be one of
  /// another life, whose launch is not told.
  private func hidesLaunch(before occurrence: Occurrence) -> Bool {
    guard !hasPid, !program.rulebook.sessions.begin.contains(where: recording.has) else { return false }
    return program.reactions[Int(occurrence.id.rawValue)].machines.contains { machine in
      program.rulebook.machines[machine].key == nil && !isLegal(machine, occurrence)
    }
  }

  private func isLaunch(_ event: EventID) -> Bool {
    let boundary = program.boundaries[Int(event.rawValue)]
    guard let begin = boundary.stage else { return false }
    if isEnding { return true }
    if hasPid, boundary.isOfSameProcess { return false }
    if hasLived { return true }
    return stage.map { begin <= $0 } ?? false
  }

  /// What the event says about where this life stands.
  private func noteLife(_ event: EventID) {
    let boundary = program.boundaries[Int(event.rawValue)]
    if tellsBeginning == nil, !program.isAside(event) {
      tellsBeginning = program.rulebook.sessions.begin.isEmpty || (boundary.stage != nil && !isAcrossSessions)
    }
    if isAcrossSessions { return }
    if let begin = boundary.stage {
      stage = max(stage ?? begin, begin)
    } else if boundary.isStep {
      hasLived = true
    }
    if boundary.isEnding { isEnding = true }
  }

  /// Ends the session: with its log, or because the process is gone.
  func end(isEndOfLog: Bool) {
    guard last != nil else { return }
    candidates.removeAll()
    for window in windows { leave(window) }
    for item in awaiting { item.candidate.map(log.dismiss) }
    for monitor in monitors { monitor?.leaveAll(isEndOfLog: isEndOfLog) }
    monitors = []
    calls = []
  }

  /// A callback that has not returned by the last line: what is asked for at its close is not known.
  private func leave(_ window: Window) {
    let signal = Signal(
      closing: window, code: program.code(of: window.callback, isClose: true), order: log.nextOrder(),
      at: window.entry)
    let judgings = program.reactions[signal.code].monitors.filter {
      $0.role == .event && holdsOrAwaits($0.guard, signal).holds
    }
    for sentence in Set(judgings.map(\.sentence)) {
      (monitors[sentence] as? OpenAtMoment)?.leaveUndecided(signal)
    }
  }

  /// A moment after the newest line.
  func endSignal(of occurrence: Occurrence) -> Signal {
    var end = Signal(occurrence)
    end.order = log.nextOrder()
    end.line = last ?? occurrence
    return end
  }

  // MARK: A line

  /// Takes the next event of this session.
  func step(_ event: Occurrence) {
    var occurrence = event
    advanceClock(&occurrence)
    signals.removeAll(keepingCapacity: true)
    candidates.removeAll(keepingCapacity: true)
    noteLife(occurrence.id)
    if last == nil {
      for monitor in monitors { monitor?.begin(at: occurrence) }
    }
    expireDeadlines(at: occurrence)
    closeOverdueWindows(at: occurrence)
    let before = snapshots
    emit(&occurrence)
    // A value at a moment is that of the moments up to the signal that is judged.
    if !snapshots.isEmpty { snapshots = before }
    for (index, signal) in signals.enumerated() {
      judge(signal)
      if !signals[(index + 1)...].contains(where: { $0.moment == signal.moment }) { follow(signal.moment) }
    }
    endLine(occurrence)
    last = occurrence
  }

  private func advanceClock(_ occurrence: inout Occurrence) {
    let step = clock.advance(to: occurrence.sighting.time, counting: counts)
    if !isAcrossSessions { log.times.note(step, at: occurrence.line) }
    occurrence.wall = clock.wall
    occurrence.counted = clock.counted
  }

  /// Whether time that passed before a line counts for durations.
  private func counts(_ difference: Int64) -> Bool {
    if program.stoppingSpans.contains(where: { !spans[$0].open.isEmpty }) { return false }
    guard let gaps = program.gaps, difference > gaps.over else { return true }
    return !gaps.spans.contains { !spans[$0].open.isEmpty }
  }

  /// Before anything else of a line: what should have come before it.
  private func expireDeadlines(at occurrence: Occurrence) {
    guard occurrence.sighting.time != nil else { return }
    let expired = deadlines.takeExpired(at: occurrence)
    if expired.isEmpty { return }
    var passing = occurrence
    passing.order = log.nextOrder()
    let signal = Signal(passing)
    for deadline in expired {
      deadline.monitor.pass(deadline, at: signal)
      deadline.forget()
    }
  }

  /// Applies an event and all that follows from it.
  func emit(_ occurrence: inout Occurrence, at moment: Int? = nil) {
    let id = occurrence.id
    let reactions = program.reactions[Int(id.rawValue)]
    let opensWindow = program.hasWindow[id.index] && !id.isEnd
    occurrence.instance = unnamedInstance(of: occurrence)
    if !reactions.machines.isEmpty || opensWindow || program.boundaries[Int(id.rawValue)].isEnd {
      closeWindows(before: occurrence)
    }
    occurrence.order = log.nextOrder()
    recording.note(occurrence)
    let signal = Signal(occurrence, at: moment)
    signals.append(signal)
    entered.removeAll(keepingCapacity: true)
    for machine in reactions.machines { stepMachine(machine, signal) }
    if opensWindow {
      openWindow(
        for: signal, returningAs: (occurrence.source ?? id).end,
        key: program.callbackKey(occurrence, for: occurrence.source))
    }
    apply(signal)
    noteRecording(occurrence)
    if id.isEnd { noteReturn(occurrence) }
  }

  /// Opens and closes what the signal opens and closes, and makes the events that follow from it.
  func apply(_ signal: Signal) {
    let reactions = program.reactions[signal.code]
    takeSnapshots(signal)
    for (span, condition) in reactions.closes where holds(condition, signal) {
      close(span, key(of: span, signal.judged), by: signal)
    }
    for (span, condition) in reactions.opens where holds(condition, signal) {
      open(span, key(of: span, signal.judged) ?? "", by: signal.judged, at: signal)
    }
    for (derivation, form, condition) in reactions.forms where holds(condition, signal) {
      derive(derivation, form, from: signal)
    }
  }

  /// Remembers the values that are asked for as they were at this moment.
  private func takeSnapshots(_ signal: Signal) {
    for (snapshot, condition) in program.reactions[signal.code].snapshots where holds(condition, signal) {
      snapshots[snapshot] = fact(program.snapshots[snapshot])
    }
  }

  private func derive(_ index: Int, _ number: Int, from signal: Signal) {
    let derivation = program.derived[index]
    let form = derivation.forms[number]
    // A guess counts only in a log that does not tell.
    if form.isInferred,
      derivation.forms.contains(where: { !$0.isInferred && $0.events.contains(where: recording.has) })
    {
      return
    }
    if let scope = form.scope, spans[scope].containing(signal.order).isEmpty { return }
    if let exception = form.exception, holds(exception, signal) { return }
    if let span = derivation.oncePer {
      guard let opening = spans[span].containing(signal.order).last else { return }
      // What is told comes even where it was guessed before.
      if let made = derivedIn[index], made.opening == opening.order, form.isInferred || !made.isInferred {
        return
      }
      derivedIn[index] = (opening.order, form.isInferred)
    }
    var occurrence = signal.line
    occurrence.id = derivation.event
    occurrence.source = signal.window == nil ? signal.judged.id : signal.window?.awaitedEnd
    occurrence.call = signal.window == nil ? signal.judged.call : nil
    occurrence.isInferred = form.isInferred || signal.line.isInferred
    guard !folds(occurrence) else { return }
    emit(&occurrence, at: signal.moment)
  }

  private func noteRecording(_ occurrence: Occurrence) {
    if let callback = program.deliveredCallback(occurrence) { noteDelivery(occurrence, for: callback) }
  }

  /// Judges a signal, and then has the scopes follow what it opened and closed.
  private func judge(_ signal: Signal) {
    takeSnapshots(signal)
    let judgings = program.reactions[signal.code].monitors
    var judged: (sentence: Int, role: Role)?
    for judging in judgings {
      guard let monitor = monitors[judging.sentence],
        judged.map({ $0 != (judging.sentence, judging.role) }) != false
      else { continue }
      if let condition = judging.guard, condition.looksAhead {
        let (holds, futures) = holdsOrAwaits(condition, signal)
        if holds { (monitor as? OpenAtMoment)?.judge(signal, awaiting: futures) }
        continue
      }
      guard holds(judging.guard, signal) else { continue }
      judged = (judging.sentence, judging.role)
      if judging.role == .return {
        (monitor as? CallDuration)?.returned(at: signal)
      } else {
        monitor.take(
          judging.role, signal, key: signal.judged.key(judging.keys),
          scopeKey: judging.scopeKey.flatMap(signal.judged.sighting.value))
      }
    }
  }

  /// After all that happens at one moment was judged: what was opened and closed at it.
  private func follow(_ moment: Int) {
    for change in changes where change.moment == moment {
      for number in program.claimsOfSpan[change.span] { monitors[number]?.judge(change) }
    }
    // What opens with a signal goes on what closes with it.
    for change in changes where change.moment == moment && change.kind != .closed {
      for number in program.scopesOfSpan[change.span] { monitors[number]?.follow(change) }
    }
    for change in changes where change.moment == moment && change.kind == .closed {
      for number in program.scopesOfSpan[change.span] { monitors[number]?.follow(change) }
    }
  }

  private func endLine(_ occurrence: Occurrence) {
    if program.boundaries[Int(occurrence.id.rawValue)].isEnd, let signal = signals.last {
      for monitor in monitors { monitor?.processEnds(at: signal) }
    }
    resolveAwaiting(occurrence)
    for signal in signals { remember(signal) }
    log.releaseObserved(app, by: occurrence)
    settleCandidates()
    for change in changes where change.kind == .closed { spans[change.span].endLine() }
    changes.removeAll(keepingCapacity: true)
    removeGoneInstances()
  }

  /// Marks and facts change after a line was judged: `last` and `since` speak of what was before it.
  private func remember(_ signal: Signal) {
    let reactions = program.reactions[signal.code]
    for mark in reactions.marks where holds(mark.guard, signal) {
      let key = signal.judged.key(mark.keys)
      if mark.clears {
        marks[mark.index].clear(key, at: signal.order)
      } else {
        marks[mark.index].note(key, Moment(signal), horizon: mark.horizon)
        if mark.keys.isEmpty { newest[mark.index] = signal.line }
      }
    }
    for fact in reactions.facts where holds(fact.guard, signal) {
      remember(fact, signal)
    }
  }

  private func remember(_ fact: Reactions.Fact, _ signal: Signal) {
    let key = program.facts[fact.index]
    if fact.clears {
      facts[fact.index] = nil
    } else if let value = signal.judged.sighting.value(key.field) {
      if key.isLasting {
        if !isAcrossSessions { app.facts[fact.index] = Fact(value, signal.line) }
      } else if let type = key.isGreatest {
        let new = FieldValue(text: value, type: type)
        let isGreater = facts[fact.index].map {
          new.compares(.greater, to: FieldValue(text: $0.text, type: type)) == true
        }
        if isGreater ?? (new.compares(.equal, to: new) == true) {
          facts[fact.index] = Fact(value, signal.line)
        }
      } else {
        facts[fact.index] = Fact(value, signal.line)
      }
    }
  }

  /// Before a step: callbacks whose return did not come.
  func forgetRunning(before step: Occurrence) {
    if program.boundaries[Int(step.id.rawValue)].isEnd { return }
    for monitor in calls { monitor.forget(before: step) }
  }

  // MARK: Spans

  /// Opens a span for a key, unless it is open.
  @discardableResult
  func open(_ span: Int, _ key: String, by opening: Occurrence, at signal: Signal) -> OpenSpan? {
    guard let opened = spans[span].open(key, by: opening, at: signal.line, order: log.nextOrder())
    else { return nil }
    let isState = if case .state = program.rulebook.spans[span].kind { true } else { false }
    let isSettled = !isState || opening.id.isEnd || !program.hasWindow[opening.id.index]
    if !isSettled { entered.append((span, opened)) }
    note(
      Change(
        order: signal.order, span: span, opening: opened, kind: .opened(isSettled: isSettled), by: signal))
    for (composed, isFirst) in program.composedOf[span] {
      guard case .composed(let first, let other) = program.rulebook.spans[composed].kind else { continue }
      if isFirst {
        if !spans[other.rawValue].open.isEmpty { open(composed, key, by: opening, at: signal) }
      } else if spans[span].open.count == 1 {
        for part in spans[first.rawValue].open.values.sorted(by: { $0.order < $1.order }) {
          open(composed, part.key, by: part.opening, at: signal)
        }
      }
    }
    return opened
  }

  /// Closes a span for a key, or for every key.
  func close(_ span: Int, _ key: String?, by signal: Signal) {
    let closed = spans[span].close(key, order: signal.order)
    if closed.isEmpty { return }
    for opening in closed {
      note(Change(order: signal.order, span: span, opening: opening, kind: .closed, by: signal))
      for (composed, isFirst) in program.composedOf[span] where isFirst {
        close(composed, opening.key, by: signal)
      }
    }
    for (composed, isFirst) in program.composedOf[span] where !isFirst && spans[span].open.isEmpty {
      close(composed, nil, by: signal)
    }
  }

  func note(_ change: Change) { changes.append(change) }

  /// The states that the line has entered since the newest event.
  func takeEntered() -> [(span: Int, opening: OpenSpan)] {
    defer { entered.removeAll(keepingCapacity: true) }
    return entered
  }

  // MARK: Keys and times

  /// The key under which an event opens or closes a span; nil if it has none and so concerns every key.
  private func key(of span: Int, _ occurrence: Occurrence) -> String? {
    guard case .declared(_, _, let field?) = program.rulebook.spans[span].kind else { return "" }
    return program.fieldIndex[field].flatMap(occurrence.sighting.value)
  }

  /// How long a limit is, in nanoseconds; nil where it is not known.
  func length(_ limit: CompiledLimit, judging judged: Occurrence) -> Int64? {
    switch limit {
    case .fixed(let nanoseconds): nanoseconds
    case .value(let value): self.value(value, judged)?.nanoseconds
    }
  }

  /// Sets a deadline; nil where the line tells no time or the limit is not known.
  func deadline(
    _ monitor: Monitor, from start: Occurrence, judging judged: Occurrence?, _ limit: CompiledLimit,
    of subject: Deadline.Subject
  ) -> Deadline? {
    guard start.sighting.time != nil, let length = length(limit, judging: judged ?? start) else { return nil }
    let deadline = Deadline(monitor, from: start, after: length, of: subject)
    deadlines.add(deadline)
    return deadline
  }

  /// The time that a deadline gave, as people write it.
  func allowed(by deadline: Deadline) -> String {
    Quantity.text(nanoseconds: deadline.due - deadline.start.counted)
  }

  /// The time that has passed between two lines; nil where that is not known.
  func passed(since start: Occurrence, at signal: Signal) -> String? {
    guard signal.line.isComparable(with: start) else { return nil }
    return Quantity.text(nanoseconds: signal.line.counted - start.counted)
  }
}
