import BasicContainers
import Rulebook
import Trace

/// What all sessions of one log share: what was found, and what is counted.
final class LogState {
  let program: Program
  /// Whether routine events are taken by what is known of others like them. The full path gives the same results.
  let usesCache: Bool
  /// Whether anybody will ask for the text of the lines that prove what is found.
  let keepsText: Bool
  let declarations = Recording.Declarations()
  private(set) var apps: [ProcessID?: App] = [:]
  var counts: UniqueArray<Counts>
  private var violations: [Violation] = []
  /// So many were taken last, and some more, as far as there is room made for them.
  private var usual = 4
  private var inconclusive: [Violation] = []
  var repetitions: Repetitions
  private var newest = 0
  /// What each rule has found first at a line, and what was found beside that at the newest line with anything to tell.
  private var firstTellings: [MergeGroup?]
  private var otherTellings: [MergeGroup.Identity: MergeGroup] = [:]
  /// The violations that were told of these: more may be found at that line that they tell of.
  private var toldOfLine: [ReportedViolation] = []
  private var tellingsLine = 0
  /// How often that was another line than before.
  private var tellingsTurn = 0
  /// How many declarations all apps have been asked about.
  private var declared = 0
  private(set) var order = 0
  var occurrences = OccurrencePool()
  /// Whether all lines were judged: what the log has not shown by then, it does not record.
  var isOver = false
  /// The line that is being read, and the one that is being judged: it may have been held back.
  var currentLine = 0
  var judgedLine = 0
  /// How often the log's clock was set, and how often lines were lost: in all, and before the newest start of the device.
  var clockSettings: Int32 = 0
  var losses = 0
  var lossesBeforeBoot = 0
  /// What the judging of open spans has cost: tests see to it that it does not grow with how many are open.
  var work = Work()
  var times = ClockAnomalies()
  var misreadings = UnreadableValues()

  /// How many inconclusive tests are kept to be shown; all are counted.
  private static let shownInconclusive = 1_000

  struct Work {
    /// Proofs that were made.
    var proofs = 0
    /// Open spans that a sentence of the form `no S is open at M` has looked at.
    var openings = 0
  }

  struct Counts {
    var violated = 0
    var held = 0
    var inconclusive = 0
    /// Tests of a time that nobody can measure, for a silence lies in it that the clock does not count.
    var unmeasured = 0
    /// Events of which it is not known whether they are as asked for.
    var unknown = 0
  }

  init(_ program: Program, usesCache: Bool = true, keepsText: Bool, keepsRepeats: Bool) {
    self.program = program
    self.usesCache = usesCache
    self.keepsText = keepsText
    repetitions = Repetitions(keepsAll: keepsRepeats)
    counts = UniqueArray(repeating: Counts(), count: program.sentences.count)
    firstTellings = Array(repeating: nil, count: program.rulebook.rules.count)
  }

  /// Counts how often a sentence was kept, or that it is not known whether it was.
  func countKept(_ sentence: Int, isUnknown: Bool, count: Int = 1) {
    if isUnknown { counts[sentence].unknown += count } else { counts[sentence].held += count }
  }

  /// Counts that it is not known whether a sentence was kept, because a silence lies in the time that it gives.
  func countUnmeasured(_ sentence: Int, count: Int = 1) { counts[sentence].unmeasured += count }

  func countInconclusive(_ sentence: Int) { counts[sentence].inconclusive += 1 }

  func nextOrder() -> Int {
    order += 1
    return order
  }

  /// So many in a row.
  func nextOrders(_ count: Int) -> Range<Int> {
    order += count
    return order - count + 1..<order + 1
  }

  func app(_ process: ProcessID?) -> App {
    if let app = apps[process] { return app }
    let app = App(program, declarations, number: apps.count)
    apps[process] = app
    return app
  }

  /// What is known of an event beside its line, of a process of that number and a life of it.
  func circumstances(of event: Event, _ process: Int, life: Int) -> SessionState.Circumstances {
    SessionState.Circumstances(
      time: event.time.map { LogTime(timestamp: $0, setting: clockSettings) }, losses: losses,
      process: process, life: life)
  }

  /// What the log says that it records holds at once: it may tell which returns are awaited.
  func noteDeclaration(_ occurrence: Occurrence) {
    guard let recording = program.rulebook.recording, recording.event == occurrence.id else { return }
    let list = program.fieldIndex[recording.field].flatMap(occurrence.retainedLine.value) ?? ""
    declarations.add(list.split(separator: ",").map(String.init))
  }

  // MARK: The fate of candidates

  /// What all have in common that find the same at one line. Most rules find one thing: nothing is looked up for it.
  func telling(_ identity: MergeGroup.Identity, at line: Int) -> MergeGroup {
    if tellingsLine != line {
      tellingsLine = line
      tellingsTurn += 1
      if !otherTellings.isEmpty { otherTellings.removeAll(keepingCapacity: true) }
      for told in toldOfLine { repetitions.release(told) }
      toldOfLine.clear()
    }
    let rule = identity.rule
    if let first = firstTellings[rule], first.turn == tellingsTurn {
      if first.identity == identity { return first }
      if let other = otherTellings[identity] { return other }
      let telling = MergeGroup(identity, turn: tellingsTurn)
      otherTellings[identity] = telling
      return telling
    }
    if isKnownUniquelyReferenced(&firstTellings[rule]), let old = firstTellings[rule] {
      // Of candidates that were given up nothing is left but that.
      if let (told, _) = old.told, old.isHolding { repetitions.release(told) }
      old.begin(identity, turn: tellingsTurn)
      return old
    }
    let telling = MergeGroup(identity, turn: tellingsTurn)
    firstTellings[rule] = telling
    return telling
  }

  func resolveWait(of candidate: Candidate) {
    candidate.waits -= 1
    settle(candidate)
  }

  /// Takes the answer that the exception does not apply. A candidate of the current line is settled with the others of it.
  func resolveAnswer(of candidate: Candidate) {
    candidate.waits -= 1
    if !candidate.isOfLine { settle(candidate) }
  }

  /// Confirms a candidate that waits for nothing any more.
  func settle(_ candidate: Candidate) {
    guard candidate.fate == .open, candidate.waits <= 0 else { return }
    guard candidate.app.isObserved(candidate.sentence) else {
      candidate.app.keep(candidate)
      return
    }
    if candidate.isInferred {
      makeInconclusive(candidate)
    } else {
      confirm(candidate)
    }
  }

  private func confirm(_ candidate: Candidate) {
    candidate.fate = .confirmed
    for other in candidate.yielding { dismiss(other) }
    // It is moved on, and not copied.
    guard let violation = candidate.violation.take() else { return }
    tell(violation, by: candidate.origin, repeats: candidate.repeats)
    releaseMonitors(candidate.origin.telling)
  }

  /// One more candidate is open that may turn out to be what is told there, or was told already.
  func add(to telling: MergeGroup) {
    telling.candidates += 1
    holdWhileOpen(telling)
  }

  /// A candidate is open no more.
  private func releaseMonitors(_ telling: MergeGroup?) {
    guard let telling else { return }
    telling.candidates -= 1
    holdWhileOpen(telling)
  }

  /// Of what candidates have in common the violation is held only while one of them is open.
  private func holdWhileOpen(_ telling: MergeGroup) {
    guard let (told, _) = telling.told, telling.isHolding != (telling.candidates > 0) else { return }
    telling.isHolding.toggle()
    if telling.isHolding { repetitions.countHeld(told) } else { repetitions.release(told) }
  }

  /// Tells a violation that is certain, unless another has told of it; so many more lines say the same.
  func tell(_ violation: consuming Violation, by origin: CandidateOrigin, repeats: Int = 0) {
    let same = origin.telling?.told
    if let first = origin.told,
      first != same?.0 || origin.telling?.isToldBy(origin.sentence, at: judgedLine) != true
    {
      return noteRepeat(of: first, count: repeats + 1)
    }
    if let (told, line) = same {
      if origin.noteTold(as: told, at: judgedLine, most: program.limits.foldedTexts) {
        repetitions.countHeld(told)
        origin.telling?.addSentence(origin.sentence, at: judgedLine)
      }
      noteRepeat(of: told, count: repeats)
      // What is certain by a later line adds nothing to what was told.
      if line == judgedLine, let place = violations.lastIndex(where: { $0.id == told.id }) {
        violations[place].relate(violation.related)
      }
      return
    }
    if origin.isOneOfMany {
      let told = repetitions.begin(violation, id: newest + 1, of: origin.rule)
      noteRepeat(of: told, count: repeats)
      if origin.noteTold(as: told, at: judgedLine, most: program.limits.foldedTexts) {
        repetitions.countHeld(told)
      }
      if let telling = origin.telling { telling.note(told, by: judgedLine) }
      toldOfLine.append(told)
    }
    tell(violation, of: origin.sentence)
  }

  /// Tells a violation of a sentence that is certain, and that no other can have told.
  func tell(_ violation: consuming Violation, of sentence: Int) {
    counts[sentence].violated += 1
    newest += 1
    violation.id = newest
    violation.decidedLine = max(currentLine, violation.witness.line)
    if violations.isEmpty { violations.reserveCapacity(usual) }
    violations.append(consume violation)
  }

  /// The same of one of which more lines may say the same: it is held once.
  func reportFoldable(_ violation: consuming Violation, of sentence: Int) -> ReportedViolation {
    let told = repetitions.begin(violation, id: newest + 1, of: violation.proof.rule.number)
    tell(violation, of: sentence)
    return told
  }

  /// So many lines say again what was said.
  func noteRepeat(of said: FoldTarget, count: Int = 1) {
    switch said {
    case .told(let told): noteRepeat(of: told, count: count)
    case .awaited(let candidate): candidate.repeats += count
    }
  }

  /// A line says again what a violation has told.
  func noteRepeat(of told: ReportedViolation, count: Int = 1) {
    repetitions.note(told, count: count)
  }

  func dismiss(_ candidate: Candidate) {
    guard candidate.fate == .open else { return }
    candidate.fate = .dismissed
    releaseMonitors(candidate.origin.telling)
    for other in candidate.yielding { resolveWait(of: other) }
  }

  /// The log does not tell.
  func makeInconclusive(_ candidate: Candidate) {
    guard candidate.fate == .open else { return }
    defer { dismiss(candidate) }
    if let telling = candidate.origin.telling {
      guard telling.told == nil, !telling.isInconclusive else { return }
      telling.isInconclusive = true
    }
    counts[candidate.sentence].inconclusive += 1
    guard inconclusive.count < Self.shownInconclusive, var violation = candidate.violation.take() else {
      return
    }
    violation.decidedLine = max(currentLine, violation.witness.line)
    inconclusive.append(consume violation)
  }

  /// After each line: rules whose events the app now shows may speak.
  func releaseObserved(_ app: App, by occurrence: Occurrence) {
    guard declarations.count == declared else {
      declared = declarations.count
      for app in apps.values.sorted(by: { $0.number < $1.number }) { releaseObserved(app, by: occurrence) }
      return
    }
    guard app.hasNewRecords() else { return }
    for candidate in app.takeObserved() {
      candidate.noteProof(occurrence, program, keepsText: keepsText)
      settle(candidate)
    }
    app.answerUndecided(by: occurrence, in: self)
  }

  /// The log is over: what an app did not show, it does not record.
  func dismissUnobserved() {
    for app in apps.values.sorted(by: { $0.number < $1.number }) {
      var unobserved = app.takeAll()
      while !unobserved.isEmpty {
        for candidate in unobserved { dismiss(candidate) }
        unobserved = app.takeAll()
      }
    }
  }

  // MARK: Results

  var hasViolations: Bool { !violations.isEmpty }
  var violationCount: Int { violations.count }

  func takeViolations() -> [Violation] {
    var taken: [Violation] = []
    swap(&taken, &violations)
    usual = min(max(taken.count + taken.count / 4, 4), 40)
    if taken.count > 1 { taken.sort(by: Self.isBefore) }
    return taken
  }

  func takeInconclusive() -> [Violation] {
    defer { inconclusive.removeAll() }
    return inconclusive.sorted(by: Self.isBefore)
  }

  private static func isBefore(_ a: Violation, _ b: Violation) -> Bool {
    if a.decidedLine != b.decidedLine { return a.decidedLine < b.decidedLine }
    let (one, other) = (a.proof, b.proof)
    if one.witness.line != other.witness.line { return one.witness.line < other.witness.line }
    if one.witness.column != other.witness.column { return one.witness.column < other.witness.column }
    // Those of one line are often of one rule, and say the same.
    if a.proof.rule !== b.proof.rule, a.ruleID != b.ruleID { return a.ruleID < b.ruleID }
    return a.message < b.message
  }
}
