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
  private var appCount = 0
  /// What forgotten apps recorded, without repeats, and the same as a set.
  private var formerRecordings: [Recording] = []
  private var formerlyShown: Set<Recording.Shown> = []
  var counts: UniqueArray<Counts>
  var violations: [Violation] = []
  /// The capacity to reserve for violations: a little more than the number that was taken last, within limits.
  var reservedCapacity = 4
  var inconclusive: [Violation] = []
  /// The subjects of known violations for which it is recorded whether their rules hold; nil if there are none.
  let knownSubjects: KnownSubjects?
  var heldSubjects = HeldSubjects()
  /// Records a timeline; nil if none is asked for.
  let timeline: TimelineRecorder?
  var repetitions: Repetitions
  /// The id of the newest violation; 0 if there is none.
  var newest = 0
  /// The merge groups of the newest line with a finding.
  var mergeGroups: MergeGroups
  /// The number of declarations for which the candidates of all apps have been checked.
  var declared = 0
  /// The place in log order that was assigned last.
  private(set) var order = 0
  var occurrences = OccurrencePool()
  /// Whether all lines are judged.
  var isOver = false
  /// The line that is being read, and the line that is being judged. The latter may be an earlier line that was held back.
  var currentLine = 0
  var judgedLine = 0
  /// The line by which a finding is certain that is decided now; `Int.max` if it is only the end of the log that decides it.
  var decidingLine: Int { isOver ? .max : judgedLine }
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
  static let shownInconclusive = 1_000

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

  init(
    _ program: Program, usesFastPath: Bool = true, keepsText: Bool, keepsRepeats: Bool,
    knownSubjects: KnownSubjects? = nil, timeline: TimelineRecorder? = nil
  ) {
    self.program = program
    // The fast path counts checks that hold, without their subjects, and changes spans without a record.
    self.usesFastPath = usesFastPath && knownSubjects == nil && timeline == nil
    self.knownSubjects = knownSubjects
    self.timeline = timeline
    self.keepsText = keepsText
    repetitions = Repetitions(keepsAll: keepsRepeats)
    counts = UniqueArray(repeating: Counts(), count: program.sentences.count)
    mergeGroups = MergeGroups(rules: program.rulebook.rules.count)
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
    let app = App(program, declarations, number: appCount)
    apps[process] = app
    appCount += 1
    return app
  }

  /// The apps that are not forgotten, in order of first appearance.
  var appsInOrder: [App] { apps.values.sorted { $0.number < $1.number } }

  /// Forgets an app, except what it recorded.
  func forget(_ app: App) {
    guard let entry = apps.first(where: { $0.value === app }) else { return }
    apps.removeValue(forKey: entry.key)
    if formerlyShown.insert(app.recording.shown).inserted { formerRecordings.append(app.recording) }
  }

  /// What each app recorded, in order of first appearance, then what forgotten apps recorded.
  var recordings: [Recording] { appsInOrder.map(\.recording) + formerRecordings }

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
