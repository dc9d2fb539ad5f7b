import Trace

/// An event of one session: what happened, where, and when on the session's clocks. A class, so that handing it on
/// costs one reference; whoever says more of it makes a copy.
final class Occurrence {
  private(set) var id: EventID
  private(set) var form: Event.Form
  /// Where it stands.
  private var lent: UnretainedReference<RetainedLine>
  /// When its line says that it happened.
  private(set) var time: LogTime?
  /// Whether another process tells it than the one that it is an event of.
  var isReportedByOther = false
  /// What the event was derived from; nil for one that the log tells.
  private(set) var source: EventID?
  /// The number of the process that tells it, and which of its lives that is.
  var process = 0
  var life = 0
  /// For the entry of a callback: what is known of its return.
  var call: PendingCall?
  /// The instance of a machine that it is taken to mean, where it does not say.
  var instance: Key?
  /// Its place in the order of everything that happens in the log; higher is later.
  var order = 0
  /// Nanoseconds on the session's clock, which never goes back; meaningless where the line has no time.
  var wall: Int64 = 0
  /// The same, without the time that counts for nothing.
  var counted: Int64 = 0
  /// The times of one era can be compared.
  var era: Int32 = 0
  /// How often the log had lost lines by then.
  var losses = 0
  /// What its signal's tests say of its fields, where that was asked.
  var fieldAnswers = TruthVector.unclear
  /// It is guessed, not told.
  private(set) var isInferred = false

  /// An event that was routine, as far as anybody asks for it afterwards.
  convenience init(_ newest: SessionState.Newest, _ clock: SessionClock, losses: Int) {
    self.init(id: newest.event, form: .canonical, retainedLine: RetainedLine(line: newest.line))
    time = newest.time
    order = newest.order
    self.losses = losses
    clock.stamp(self)
  }

  /// One that was not used yet.
  convenience init() { self.init(id: .unknown, form: .canonical, retainedLine: RetainedLine()) }

  init(id: EventID, form: Event.Form, retainedLine: RetainedLine) {
    self.id = id
    self.form = form
    lent = UnretainedReference(retainedLine)
  }

  var retainedLine: RetainedLine { lent.object }

  /// Whether nobody else refers to its line.
  func ownsLine() -> Bool { lent.isOnlyOne() }

  /// Has a line of its own from here on.
  func own(_ line: RetainedLine) { lent = UnretainedReference(line) }

  /// Begins anew as another one of another order, with its line.
  func become(_ other: Occurrence, order: Int) {
    id = other.id
    form = other.form
    lent = UnretainedReference(other.retainedLine)
    time = other.time
    isReportedByOther = other.isReportedByOther
    source = other.source
    process = other.process
    life = other.life
    call = other.call
    instance = other.instance
    self.order = order
    wall = other.wall
    counted = other.counted
    era = other.era
    losses = other.losses
    fieldAnswers = .unclear
    isInferred = other.isInferred
  }

  /// Begins anew as another one, with its fields, that happens at a later line.
  func become(_ other: Occurrence, at line: Occurrence) {
    let own = retainedLine
    become(other, order: line.order)
    lent = UnretainedReference(own)
    own.assign(other.retainedLine, at: line.retainedLine)
    time = line.time
    (wall, counted, era, losses) = (line.wall, line.counted, line.era, line.losses)
  }

  /// Turns into an event that follows from others, at its line.
  func follow(as event: EventID, from source: EventID?, _ call: PendingCall?, isInferred: Bool) {
    id = event
    self.source = source
    self.call = call
    self.isInferred = isInferred || self.isInferred
  }

  /// Begins anew with another event of the log, whose line it writes into its own.
  func assign(_ event: Event, _ line: Span<UInt8>, _ circumstances: SessionState.Circumstances) {
    assign(line: line, of: event)
    begin(event.id, event.form, circumstances, isReportedByOther: event.isReportedByOther)
  }

  /// Begins anew with an event that was written down.
  func assign(_ entry: OpeningStore.Entry, _ text: Span<UInt8>) {
    if !ownsLine() { own(RetainedLine()) }
    lent.with { $0.assign(entry, text) }
    begin(entry.telling.id, entry.telling.form, entry.circumstances, isReportedByOther: false)
    order = entry.moment.order
    wall = entry.moment.wall
    counted = entry.moment.counted
    era = entry.moment.era
  }

  private func begin(
    _ id: EventID, _ form: Event.Form, _ circumstances: SessionState.Circumstances, isReportedByOther: Bool
  ) {
    self.id = id
    self.form = form
    self.isReportedByOther = isReportedByOther
    time = circumstances.time
    process = circumstances.process
    life = circumstances.life
    losses = circumstances.losses
    fieldAnswers = .unclear
    source = nil
    if call != nil { call = nil }
    if case .some = instance { instance = nil }
    isInferred = false
  }

  private func assign(line: Span<UInt8>, of event: Event) {
    lent.with { $0.assign(event, line) }
  }

  var line: Int { lent.with { $0.line } }
  var isCanonical: Bool { source == nil && form == .canonical }

  /// The line as a witness of the event, once it was made.
  var witness: Witness? { lent.with { $0.witness(of: id) } }
  func makeWitness(_ program: Program, keepsText: Bool) -> Witness {
    lent.with { $0.makeWitness(of: id, at: time, program, keepsText: keepsText) }
  }

  /// Whether the time between the two is known.
  @inline(__always)
  func isComparable(with other: Occurrence) -> Bool {
    time != nil && other.time != nil && era == other.era
  }

  /// The values of some fields as one key; nil where there are no fields, or the line lacks one of them, so that it
  /// concerns every key.
  func key(_ fields: [Int]) -> Key? {
    guard let first = fields.first, var key = lent.with({ $0.key(first) }) else { return nil }
    for field in fields.dropFirst() {
      guard let other = lent.with({ $0.key(field) }) else { return nil }
      key = key.joined(with: other)
    }
    return key
  }
}
