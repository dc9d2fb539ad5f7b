import Trace

/// An event that is stored: what happened, in which line, and when on the session's clocks. A class, so that passing it on costs
/// one reference count. A derived event and the same event in another session are copies of it.
final class Occurrence {
  private(set) var id: EventID
  private(set) var form: Event.Form
  /// The line that reports it.
  private var lineReference: UnretainedReference<RetainedLine>
  /// The time of the line; nil if it has none.
  private(set) var time: LogTime?
  /// Whether another process logged the event than the one that it belongs to.
  var isReportedByOther = false
  /// The event that it was derived from; nil for an event that is logged.
  private(set) var source: EventID?
  /// The number of its process, and the session: `Session.startOrder` of this life of the process.
  var process = 0
  var life = 0
  /// For the entry of a callback whose return may be logged: what is known of the return.
  var call: PendingCall?
  /// The machine instance that it is assumed to refer to, if its line lacks the machine's key.
  var instance: Key?
  /// The log order: the sequence number among everything that happens in the log. Higher is later.
  var order = 0
  /// The session's clock, in nanoseconds. It never goes back. If the line has no time, this is the clock's last reading.
  var wall: Int64 = 0
  /// The same without the time that does not count: while the process is stopped, and in silences.
  var counted: Int64 = 0
  /// The era of the clock. Only times of the same era can be compared.
  var era: Int32 = 0
  /// How often the log has lost lines up to the event.
  var losses = 0
  /// The values of the field conditions of its plan in the session of its process, as far as the fast path has found them out.
  var answers = TruthVector.unclear
  /// Whether the event is derived by a guess (`inferred: yes`).
  private(set) var isInferred = false

  /// Creates the newest event of a session if the fast path handled it, with only those properties that are needed later.
  convenience init(_ newest: SessionState.Newest, _ clock: SessionClock, losses: Int) {
    self.init(id: newest.event, form: .canonical, retainedLine: RetainedLine(line: newest.line))
    time = newest.time
    order = newest.order
    self.losses = losses
    clock.stamp(self)
  }

  /// Creates a placeholder.
  convenience init() { self.init(id: .unknown, form: .canonical, retainedLine: RetainedLine()) }

  init(id: EventID, form: Event.Form, retainedLine: RetainedLine) {
    self.id = id
    self.form = form
    lineReference = UnretainedReference(retainedLine)
  }

  var retainedLine: RetainedLine { lineReference.object }

  /// Whether no other object refers to the line.
  func ownsLine() -> Bool { lineReference.isUnique() }

  /// Replaces the line by one that belongs to this event alone.
  func own(_ line: RetainedLine) { lineReference = UnretainedReference(line) }

  /// Overwrites this event with another one at another place in the log order. Both share the line.
  func become(_ other: Occurrence, order: Int) {
    id = other.id
    form = other.form
    lineReference = UnretainedReference(other.retainedLine)
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
    isInferred = other.isInferred
    answers = .unclear
  }

  /// Overwrites this event with another one and its fields, moved to a later line. It keeps a line of its own.
  func become(_ other: Occurrence, at line: Occurrence) {
    let own = retainedLine
    become(other, order: line.order)
    lineReference = UnretainedReference(own)
    own.assign(other.retainedLine, at: line.retainedLine)
    time = line.time
    (wall, counted, era, losses) = (line.wall, line.counted, line.era, line.losses)
  }

  /// Turns a copy of an event into an event that is derived from it, at the same line.
  func follow(as event: EventID, from source: EventID?, _ call: PendingCall?, isInferred: Bool) {
    id = event
    self.source = source
    self.call = call
    self.isInferred = isInferred || self.isInferred
  }

  /// Overwrites this event with an event of the log, and its line with the event's line.
  func assign(_ event: Event, _ line: Span<UInt8>, _ circumstances: SessionState.Circumstances) {
    assign(line: line, of: event)
    begin(event.id, event.form, circumstances, isReportedByOther: event.isReportedByOther)
  }

  /// Overwrites this event with one that opened a span and was stored as plain values.
  func assign(_ entry: OpeningStore.Entry, _ text: Span<UInt8>) {
    if !ownsLine() { own(RetainedLine()) }
    lineReference.with { $0.assign(entry, text) }
    begin(entry.record.id, entry.record.form, entry.circumstances, isReportedByOther: false)
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
    source = nil
    if call != nil { call = nil }
    if case .some = instance { instance = nil }
    isInferred = false
    answers = .unclear
  }

  private func assign(line: Span<UInt8>, of event: Event) {
    lineReference.with { $0.assign(event, line) }
  }

  /// Returns the value of a predicate that reads only fields of the event; `unclear` if the bytes of its line cannot decide it.
  func answer(_ test: Predicate, _ predicates: PredicateTable) -> Predicate.Answer {
    lineReference.with { $0.answer(test, predicates) }
  }

  var line: Int { lineReference.with { $0.line } }
  var isCanonical: Bool { source == nil && form == .canonical }

  /// The line as a witness of the event; nil if `makeWitness` was not called yet.
  var witness: Witness? { lineReference.with { $0.witness(of: id) } }
  func makeWitness(_ program: Program, keepsText: Bool) -> Witness {
    lineReference.with { $0.makeWitness(of: id, at: time, program, keepsText: keepsText) }
  }

  /// Whether the time between the two events is known.
  @inline(__always)
  func isComparable(with other: Occurrence) -> Bool {
    time != nil && other.time != nil && era == other.era
  }

  /// Returns the values of some fields as one key. Nil if there are no fields, or if the line lacks one of them and so concerns
  /// every key.
  func key(_ fields: [Int]) -> Key? {
    guard let first = fields.first, var key = lineReference.with({ $0.key(first) }) else { return nil }
    for field in fields.dropFirst() {
      guard let other = lineReference.with({ $0.key(field) }) else { return nil }
      key = key.joined(with: other)
    }
    return key
  }
}
