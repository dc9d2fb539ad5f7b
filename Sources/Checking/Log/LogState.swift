import BasicContainers
import Rulebook
import Trace

/// The state that all sessions of a log share: violations, counts of each sentence, apps and log order.
final class LogState {
  let program: Program
  /// Whether events may take the fast path. Without it, the results are the same.
  let usesFastPath: Bool
  /// Whether the text of witness lines is kept for reports.
  let keepsText: Bool
  let declarations = Recording.Declarations()
  private(set) var apps: [ProcessID?: App] = [:]
  var counts: UniqueArray<Counts>
  private var violations: [Violation] = []
  /// The capacity to reserve for violations: a little more than the number that was taken last, within limits.
  private var reservedCapacity = 4
  private var inconclusive: [Violation] = []
  var repetitions: Repetitions
  /// The id of the newest violation; 0 if there is none.
  private var newest = 0
  /// The merge groups of the newest line with a finding: the first group of each rule, and all other groups. An entry of
  /// `firstGroups` is of an earlier line if its `turn` differs from `groupsGeneration`.
  private var firstGroups: [MergeGroup?]
  private var otherGroups: [MergeGroup.Identity: MergeGroup] = [:]
  /// Violations that were reported at the newest line with a finding. They are held until the next such line, because more
  /// findings of the line may be merged into them.
  private var heldForLine: [ReportedViolation] = []
  /// The newest line with a finding.
  private var groupsLine = 0
  /// The number of different lines that `groupsLine` has had.
  private var groupsGeneration = 0
  /// The number of declarations for which the candidates of all apps have been checked.
  private var declared = 0
  /// The place in log order that was assigned last.
  private(set) var order = 0
  var occurrences = OccurrencePool()
  /// Whether all lines are judged. An event that the log has not shown by then is not recorded.
  var isOver = false
  /// The line that is being read, and the line that is being judged. The latter may be an earlier line that was held back.
  var currentLine = 0
  var judgedLine = 0
  /// How often the log's clock was set, how often lines were lost, and how often lines were lost before the last restart of the
  /// device.
  var clockSettings: Int32 = 0
  var losses = 0
  var lossesBeforeBoot = 0
  /// Counts of expensive steps. Tests check that they do not grow with the number of openings.
  var work = Work()
  var times = ClockAnomalies()
  var misreadings = UnreadableValues()

  /// The maximum number of inconclusive checks that are kept for reports. All of them are counted.
  private static let shownInconclusive = 1_000

  struct Work {
    /// Proofs that were made.
    var proofs = 0
    /// Openings that were looked at one by one: by `no S is open at M`, or to open a composed span.
    var openings = 0
  }

  struct Counts {
    var violated = 0
    var held = 0
    var inconclusive = 0
    /// Checks whose duration is unknown because a silence lies in it.
    var unmeasured = 0
    /// Checks whose result is unknown, because the log lacks a value or has lost lines.
    var unknown = 0
  }

  init(_ program: Program, usesFastPath: Bool = true, keepsText: Bool, keepsRepeats: Bool) {
    self.program = program
    self.usesFastPath = usesFastPath
    self.keepsText = keepsText
    repetitions = Repetitions(keepsAll: keepsRepeats)
    counts = UniqueArray(repeating: Counts(), count: program.sentences.count)
    firstGroups = Array(repeating: nil, count: program.rulebook.rules.count)
  }

  /// Counts that a sentence held, or that its result is unknown.
  func countResult(_ sentence: Int, isUnknown: Bool, count: Int = 1) {
    if isUnknown { counts[sentence].unknown += count } else { counts[sentence].held += count }
  }

  /// Counts checks of a sentence that are inconclusive because a silence lies in the measured time.
  func countUnmeasured(_ sentence: Int, count: Int = 1) { counts[sentence].unmeasured += count }

  /// Counts an inconclusive check for which no violation is kept.
  func countInconclusive(_ sentence: Int) { counts[sentence].inconclusive += 1 }

  /// Returns the next place in log order.
  func nextOrder() -> Int {
    order += 1
    return order
  }

  /// Returns several consecutive places in log order.
  func nextOrders(_ count: Int) -> Range<Int> {
    order += count
    return order - count + 1..<order + 1
  }

  /// Returns the app with a process name, and creates it if necessary.
  func app(_ process: ProcessID?) -> App {
    if let app = apps[process] { return app }
    let app = App(program, declarations, number: apps.count)
    apps[process] = app
    return app
  }

  /// Returns the context of an event that its line does not contain. `process` is the number of its process, and `life`
  /// identifies its session.
  func circumstances(of event: Event, _ process: Int, life: Int) -> SessionState.Circumstances {
    SessionState.Circumstances(
      time: event.time.map { LogTime(timestamp: $0, setting: clockSettings) }, losses: losses,
      process: process, life: life)
  }

  /// Adds the events that a line declares as recorded. This happens when the line is read, not when it is judged, because a
  /// declaration may decide which returns are awaited.
  func noteDeclaration(_ occurrence: Occurrence) {
    guard let recording = program.rulebook.recording, recording.event == occurrence.id else { return }
    let list = program.fieldIndex[recording.field].flatMap(occurrence.retainedLine.value) ?? ""
    declarations.add(list.split(separator: ",").map(String.init))
  }

  // MARK: Candidates

  /// Returns the merge group of the findings with this identity at a line. Most rules have at most one group at a line. It is
  /// found by the rule's index, without hashing.
  func mergeGroup(_ identity: MergeGroup.Identity, at line: Int) -> MergeGroup {
    if groupsLine != line {
      groupsLine = line
      groupsGeneration += 1
      if !otherGroups.isEmpty { otherGroups.removeAll(keepingCapacity: true) }
      for reported in heldForLine { repetitions.removeHolder(reported) }
      heldForLine.clear()
    }
    let rule = identity.rule
    if let first = firstGroups[rule], first.turn == groupsGeneration {
      if first.identity == identity { return first }
      if let other = otherGroups[identity] { return other }
      let mergeGroup = MergeGroup(identity, turn: groupsGeneration)
      otherGroups[identity] = mergeGroup
      return mergeGroup
    }
    if isKnownUniquelyReferenced(&firstGroups[rule]), let old = firstGroups[rule] {
      // Only the group remains of candidates that were dropped without a decision, and it still holds their violation.
      if let (reported, _) = old.reported, old.isHolding { repetitions.removeHolder(reported) }
      old.begin(identity, turn: groupsGeneration)
      return old
    }
    let mergeGroup = MergeGroup(identity, turn: groupsGeneration)
    firstGroups[rule] = mergeGroup
    return mergeGroup
  }

  /// Records that one of the conditions for which a candidate waits is met.
  func resolveWait(of candidate: Candidate) {
    candidate.openConditions -= 1
    decideIfReady(candidate)
  }

  /// Records that an open question no longer delays a candidate, because the exception does not apply. A candidate of the current
  /// line is settled later, together with the others of the line.
  func resolveAnswer(of candidate: Candidate) {
    candidate.openConditions -= 1
    if !candidate.isOfLine { decideIfReady(candidate) }
  }

  /// Decides a candidate if it no longer waits for anything. If the app does not record the needed events yet, the candidate is
  /// stored. If it rests on a guess, it is inconclusive. Otherwise it is confirmed.
  func decideIfReady(_ candidate: Candidate) {
    guard candidate.fate == .open, candidate.openConditions <= 0 else { return }
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
    // Moves the violation out of the candidate, to avoid a copy.
    guard let violation = candidate.violation.take() else { return }
    reportOrFold(violation, by: candidate.origin, repeats: candidate.repeats)
    removeCandidate(from: candidate.origin.mergeGroup)
  }

  /// Counts one more open candidate of a merge group. It may become the group's violation, or repeat the violation that was
  /// already reported.
  func add(to mergeGroup: MergeGroup) {
    mergeGroup.candidates += 1
    updateHold(mergeGroup)
  }

  /// Counts one open candidate less of a merge group.
  private func removeCandidate(from mergeGroup: MergeGroup?) {
    guard let mergeGroup else { return }
    mergeGroup.candidates -= 1
    updateHold(mergeGroup)
  }

  /// Holds the violation of a merge group as long as a candidate of the group is open.
  private func updateHold(_ mergeGroup: MergeGroup) {
    guard let (reported, _) = mergeGroup.reported, mergeGroup.isHolding != (mergeGroup.candidates > 0) else {
      return
    }
    mergeGroup.isHolding.toggle()
    if mergeGroup.isHolding { repetitions.addHolder(reported) } else { repetitions.removeHolder(reported) }
  }

  /// Reports a certain violation, which `repeats` more lines repeat. If it is folded or merged into a violation that was already
  /// reported, only that violation changes.
  func reportOrFold(_ violation: consuming Violation, by origin: CandidateOrigin, repeats: Int = 0) {
    let same = origin.mergeGroup?.reported
    if let first = origin.reported,
      first != same?.0 || origin.mergeGroup?.includes(origin.sentence, at: judgedLine) != true
    {
      return noteRepeat(of: first, count: repeats + 1)
    }
    if let (reported, line) = same {
      if origin.recordReport(as: reported, at: judgedLine, most: program.limits.foldedTexts) {
        repetitions.addHolder(reported)
        origin.mergeGroup?.addSentence(origin.sentence, at: judgedLine)
      }
      noteRepeat(of: reported, count: repeats)
      // A finding that became certain at a later line adds no related lines.
      if line == judgedLine, let place = violations.lastIndex(where: { $0.id == reported.id }) {
        violations[place].relate(violation.related)
      }
      return
    }
    if origin.canBeGrouped {
      let reported = repetitions.begin(violation, id: newest + 1, of: origin.rule)
      noteRepeat(of: reported, count: repeats)
      if origin.recordReport(as: reported, at: judgedLine, most: program.limits.foldedTexts) {
        repetitions.addHolder(reported)
      }
      if let mergeGroup = origin.mergeGroup { mergeGroup.note(reported, by: judgedLine) }
      heldForLine.append(reported)
    }
    report(violation, of: origin.sentence)
  }

  /// Reports a certain violation: counts and numbers it, and sets the line at which it became certain. The caller has made sure
  /// that it does not repeat another violation.
  func report(_ violation: consuming Violation, of sentence: Int) {
    counts[sentence].violated += 1
    newest += 1
    violation.id = newest
    violation.decidedLine = max(currentLine, violation.witness.line)
    if violations.isEmpty { violations.reserveCapacity(reservedCapacity) }
    violations.append(consume violation)
  }

  /// Counts lines that repeat a violation, which was reported or is still a candidate.
  func noteRepeat(of target: FoldTarget, count: Int = 1) {
    switch target {
    case .reported(let reported): noteRepeat(of: reported, count: count)
    case .candidate(let candidate): candidate.repeats += count
    }
  }

  /// Counts lines that repeat a reported violation.
  func noteRepeat(of reported: ReportedViolation, count: Int = 1) {
    repetitions.note(reported, count: count)
  }

  /// Dismisses a candidate. Candidates that yield to it no longer wait for it.
  func dismiss(_ candidate: Candidate) {
    guard candidate.fate == .open else { return }
    candidate.fate = .dismissed
    removeCandidate(from: candidate.origin.mergeGroup)
    for other in candidate.yielding { resolveWait(of: other) }
  }

  /// Counts a candidate as inconclusive, and dismisses it. Of a merge group, only the first candidate counts, and none if a
  /// violation was reported.
  func makeInconclusive(_ candidate: Candidate) {
    guard candidate.fate == .open else { return }
    defer { dismiss(candidate) }
    if let mergeGroup = candidate.origin.mergeGroup {
      guard mergeGroup.reported == nil, !mergeGroup.isInconclusive else { return }
      mergeGroup.isInconclusive = true
    }
    counts[candidate.sentence].inconclusive += 1
    guard inconclusive.count < Self.shownInconclusive, var violation = candidate.violation.take() else {
      return
    }
    violation.decidedLine = max(currentLine, violation.witness.line)
    inconclusive.append(consume violation)
  }

  /// Settles candidates and answers open questions after a line has shown that an app, or by a declaration every app, records
  /// more events.
  func releaseObserved(_ app: App, by occurrence: Occurrence) {
    guard declarations.count == declared else {
      declared = declarations.count
      for app in apps.values.sorted(by: { $0.number < $1.number }) { releaseObserved(app, by: occurrence) }
      return
    }
    guard app.hasNewRecords() else { return }
    for candidate in app.removeObserved() {
      candidate.noteProof(occurrence, program, keepsText: keepsText)
      decideIfReady(candidate)
    }
    app.answerUndecided(by: occurrence, in: self)
  }

  /// Dismisses candidates at the end of the log whose apps have not shown the needed events. A dismissed candidate may release
  /// others of rules that yield to its rule, so this is repeated until none is left.
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

  /// Removes and returns the violations since the last call, sorted as in `Checker.takeViolations()`.
  func takeViolations() -> [Violation] {
    var taken: [Violation] = []
    swap(&taken, &violations)
    reservedCapacity = min(max(taken.count + taken.count / 4, 4), 40)
    if taken.count > 1 { taken.sort(by: Self.isBefore) }
    return taken
  }

  /// Removes and returns the inconclusive checks, in the same order as violations.
  func takeInconclusive() -> [Violation] {
    defer { inconclusive.removeAll() }
    return inconclusive.sorted(by: Self.isBefore)
  }

  private static func isBefore(_ a: Violation, _ b: Violation) -> Bool {
    if a.decidedLine != b.decidedLine { return a.decidedLine < b.decidedLine }
    let (one, other) = (a.proof, b.proof)
    if one.witness.line != other.witness.line { return one.witness.line < other.witness.line }
    if one.witness.column != other.witness.column { return one.witness.column < other.witness.column }
    // Two violations at one line often have the same rule. Comparing the references is faster than comparing the ids.
    if a.proof.rule !== b.proof.rule, a.ruleID != b.ruleID { return a.ruleID < b.ruleID }
    return a.message < b.message
  }
}
