import Rulebook
import Trace

/// One life of one process: what is open in it, and what its rules wait for.
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
  /// Where it began, in the log's order.
  let birth: Int

  var spans: [SpanTable]
  var machines: [MachineTable]
  var windows: [Window] = []
  var marks: [Mark]
  var facts: [String?]
  /// For each derived event that is made once a span: the opening in which it was made.
  var derivedIn: [(opening: Int, basis: Window?)?]
  var sentences: [SentenceState]
  /// The newest entries of callbacks whose length is bounded, by index of the event.
  var running: [Int: Occurrence] = [:]
  /// Candidates that wait for an event to come in time.
  var awaiting: [Awaiting] = []

  /// What the line that is being read brought about, in order.
  var signals: [Signal] = []
  var candidates: [Candidate] = []
  /// The spans that it closed.
  var closedNow: [Int] = []

  private var clock = SessionClock()
  /// The furthest launch event of this life.
  private(set) var stage: Int?
  private(set) var hasLived = false
  /// The newest event.
  private(set) var last: Occurrence?
  private(set) var isEnding = false

  /// What happened, to be judged.
  struct Signal {
    /// The event, or the close of a callback.
    var code: Int
    var order: Int
    /// What is judged: the event, or the entry of the callback that closes.
    var judged: Occurrence
    /// The line at which it happened.
    var line: Occurrence
    /// The window that closes.
    var window: Window?
  }

  /// The newest occurrence of a pattern.
  struct Mark {
    var order = -1
    var wall: Int64 = 0
    var time: Timestamp?
  }

  /// A verdict that stands only if a pattern occurs soon enough after an entry: a violation, or that the sentence held.
  struct Awaiting {
    var sentence: Int
    var candidate: Candidate?
    /// The line that raised it, which does not answer it.
    var line: Int
    var mark: Int
    var entry: Occurrence
    var limit: Int64
  }

  /// What a sentence remembers of this session.
  struct SentenceState {
    /// The event that began the scope, while that is open.
    var start: Occurrence?
    /// How often the claim was broken in it.
    var tally = Tally()
    /// Candidates that stand only if the scope's end comes.
    var pending: [Candidate] = []
  }

  init(_ program: Program, _ log: LogState, of owner: Event.Owner?) {
    self.program = program
    self.log = log
    app = log.app(owner?.process)
    hasPid = owner?.pid != nil
    birth = log.nextOrder()
    spans = Array(repeating: SpanTable(), count: program.rulebook.spans.count)
    machines = Array(repeating: MachineTable(), count: program.rulebook.machines.count)
    marks = Array(repeating: Mark(), count: program.markCount)
    facts = Array(repeating: nil, count: program.facts.count)
    derivedIn = Array(repeating: nil, count: program.derived.count)
    sentences = program.sentences.map { _ in SentenceState() }
  }

  // MARK: Beginning and end

  var recording: Recording { app.recording }

  /// Whether the event begins another life than this one.
  func isEnded(by occurrence: Occurrence) -> Bool {
    isLaunch(occurrence.id) || hidesLaunch(before: occurrence)
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
    if let begin = boundary.stage {
      if stage == nil, !hasLived { forgetOpenings() }
      stage = max(stage ?? begin, begin)
    } else if boundary.isStep {
      hasLived = true
    }
    if boundary.isEnding { isEnding = true }
  }

  /// What was open before a launch belonged to an earlier life.
  private func forgetOpenings() {
    for index in spans.indices {
      if case .declared = program.rulebook.spans[index].kind { spans[index] = SpanTable() }
    }
  }

  // MARK: A line

  /// Takes the next event of this session.
  func step(_ event: Occurrence) {
    var occurrence = event
    advanceClock(&occurrence)
    signals.removeAll(keepingCapacity: true)
    candidates.removeAll(keepingCapacity: true)
    closeOverdueWindows(at: occurrence)
    noteLife(occurrence.id)
    emit(&occurrence)
    for signal in signals { judge(signal) }
    endLine(occurrence)
    last = occurrence
  }

  private func advanceClock(_ occurrence: inout Occurrence) {
    if let time = occurrence.sighting.time, clock.advance(to: time, counting: counts) {
      log.clockStepsBack += 1
      log.firstClockStepBack = log.firstClockStepBack ?? occurrence.line
    }
    occurrence.wall = clock.wall
    occurrence.counted = clock.counted
  }

  /// Whether time that passed before a line counts for durations.
  private func counts(_ difference: Int64) -> Bool {
    if program.stoppingSpans.contains(where: { !spans[$0].open.isEmpty }) { return false }
    guard let gaps = program.gaps, difference > gaps.over else { return true }
    return !gaps.spans.contains { !spans[$0].open.isEmpty }
  }

  /// Applies an event and all that follows from it.
  func emit(_ occurrence: inout Occurrence) {
    let id = occurrence.id
    let reactions = program.reactions[Int(id.rawValue)]
    occurrence.instance = unnamedInstance(of: occurrence)
    if !reactions.machines.isEmpty || (program.hasWindow[id.index] && !id.isEnd) {
      closeWindows(before: occurrence)
    }
    occurrence.order = log.nextOrder()
    recording.note(occurrence)
    let signal = Signal(code: Int(id.rawValue), order: occurrence.order, judged: occurrence, line: occurrence)
    signals.append(signal)
    if id.isEnd {
      noteReturn(occurrence)
      judgeReturn(occurrence)
    }
    noteRecording(occurrence)
    for machine in reactions.machines { stepMachine(machine, occurrence) }
    if !id.isEnd, program.hasWindow[id.index] {
      let end = (occurrence.source ?? id).end
      openWindow(
        for: occurrence, returningAs: end, key: callbackKey(of: occurrence, for: occurrence.source ?? id))
    }
    if !id.isEnd, program.boundsOfCallback[id.index] != nil { running[id.index] = occurrence }
    apply(signal)
  }

  /// Opens and closes what the signal opens and closes, and makes the events that follow from it.
  func apply(_ signal: Signal) {
    let reactions = program.reactions[signal.code]
    for (span, condition) in reactions.closes where holds(condition, signal) {
      let before = spans[span].closedNow.count
      close(span, key(of: span, signal.judged), order: signal.order)
      guard let window = signal.window else { continue }
      for opening in spans[span].closedNow[before...] { window.closedSpans.append((span, opening)) }
    }
    for (span, condition) in reactions.opens where holds(condition, signal) {
      let opening = spans[span].open(
        key(of: span, signal.judged) ?? "", by: signal.judged, at: signal.line, order: signal.order,
        basis: signal.judged.basis
      )
      if let opening { signal.window?.openedSpans.append((span, opening)) }
    }
    for (derivation, form, condition) in reactions.forms where holds(condition, signal) {
      derive(derivation, form, from: signal)
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
      guard let opening = spans[span].containing(signal.order).last,
        derivedIn[index]?.opening != opening.order
      else { return }
      derivedIn[index] = (opening.order, signal.judged.basis)
    }
    var occurrence = signal.line
    occurrence.id = derivation.event
    occurrence.source = signal.window == nil ? signal.judged.id : signal.window?.awaitedEnd
    occurrence.isInferred = form.isInferred || signal.line.isInferred
    occurrence.basis = signal.judged.basis
    guard !folds(occurrence) else { return }
    emit(&occurrence)
  }

  private func noteRecording(_ occurrence: Occurrence) {
    if let recording = program.rulebook.recording, recording.event == occurrence.id,
      let list = program.fieldIndex[recording.field].flatMap(occurrence.sighting.value)
    {
      log.declarations.add(list.split(separator: ",").map(String.init))
    }
    if let delivery = program.rulebook.delivery, delivery.event == occurrence.id.entry,
      let name = program.fieldIndex[delivery.field].flatMap(occurrence.sighting.value),
      let callback = program.callbackOfNotification[name]
    {
      noteDelivery(occurrence, for: callback)
      self.recording.noteDelivery()
    }
  }

  private func endLine(_ occurrence: Occurrence) {
    judgeClosedSpans()
    if program.boundaries[Int(occurrence.id.rawValue)].isEnd { judgeRunning(at: occurrence) }
    resolveAwaiting(occurrence)
    for signal in signals { remember(signal) }
    settleCandidates()
    for span in closedNow { spans[span].endLine() }
    closedNow.removeAll(keepingCapacity: true)
    log.releaseObserved(app)
  }

  /// Marks and facts change after a line was judged: `last` and `since` speak of what was before it.
  private func remember(_ signal: Signal) {
    let reactions = program.reactions[signal.code]
    for (mark, condition) in reactions.marks where holds(condition, signal) {
      marks[mark] = Mark(order: signal.order, wall: signal.line.wall, time: signal.line.sighting.time)
    }
    for fact in reactions.facts {
      guard let value = signal.judged.sighting.value(program.facts[fact].field) else { continue }
      if program.facts[fact].isLasting { app.facts[fact] = value } else { facts[fact] = value }
    }
  }

  /// Closes a span for a key, or for every key.
  func close(_ span: Int, _ key: String?, order: Int) {
    spans[span].close(key, order: order)
    if !spans[span].closedNow.isEmpty, !closedNow.contains(span) { closedNow.append(span) }
  }

  // MARK: Keys

  /// The key under which an event opens or closes a span; nil if it has none and so concerns every key.
  private func key(of span: Int, _ occurrence: Occurrence) -> String? {
    guard case .declared(_, _, let field?) = program.rulebook.spans[span].kind else { return "" }
    return program.fieldIndex[field].flatMap(occurrence.sighting.value)
  }

  /// The key of the machine that a callback moves, which tells its calls from those of another instance.
  func callbackKey(of occurrence: Occurrence, for callback: EventID) -> String {
    for machine in program.reactions[Int(callback.entry.rawValue)].machines {
      if program.rulebook.machines[machine].key != nil { return machineKey(machine, occurrence) }
    }
    return ""
  }
}
