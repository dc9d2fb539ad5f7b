/// An opening of a span, as an object.
final class OpenSpan {
  private(set) var key = Key.empty
  /// The event that opened the span. If the close of a callback opened it, this is the entry of the callback.
  private(set) var opening = Occurrence()
  /// The log order of the event or close that opened the span.
  private(set) var told = 0
  /// Whether the event was created for this object alone, so that it can be overwritten when the object is recycled.
  let ownsEvent: Bool
  /// The moment at which it opened.
  private(set) var moment = Moment.none
  /// The log order at which it closed; nil while it is open.
  private(set) var closedAt: Int?
  /// Its number in the opening store while it is open.
  var number: Int32 = -1
  /// The duration timers that were still running when it closed, one bit each.
  var terms: UInt64 = 0
  /// Whether a claim has an instance of its scope for this opening.
  var isAsked = false
  /// For a state: the call in which it was entered. The state is settled when this call closes.
  var enteringCall: RunningCall?
  /// The line at which it opened, if this is not the line of `opening`.
  private var line: Occurrence?
  private var more: More?

  /// Properties that few openings have.
  private final class More {
    /// The key under which it is open, if this is not `key`.
    var slot: Key?
    var reports: [Int: Report] = [:]
    var groups: [ReportedGroup.Membership] = []

    func forget() {
      slot = nil
      if !reports.isEmpty { reports = [:] }
    }
  }

  init(ownsEvent: Bool) { self.ownsEvent = ownsEvent }

  /// The key under which it is open. If calls of several processes are distinguished, it contains the number of the process;
  /// otherwise it is `key`.
  var slot: Key { more?.slot ?? key }

  /// The line at which it opened. Its duration is measured from there.
  var openedAt: Occurrence { line ?? opening }

  /// A violation that was reported about an opening, and the line at which it became certain.
  struct Report {
    let violation: ReportedViolation
    let line: Int
  }

  /// Returns the first violation that a rule has reported about the opening.
  func report(by rule: Int) -> Report? { more?.reports[rule] }

  /// Records a violation that a rule has reported, unless the rule has already reported one. Returns whether it was recorded.
  func noteReport(_ violation: ReportedViolation, by rule: Int, at line: Int) -> Bool {
    if report(by: rule) != nil { return false }
    rareFields.reports[rule] = Report(violation: violation, line: line)
    return true
  }

  private var rareFields: More {
    if let more { return more }
    let new = More()
    more = new
    return new
  }

  /// Overwrites this object with an opening that was stored as plain values. `opening` then belongs to this object alone.
  func begin(as entry: OpeningStore.Entry, _ text: Span<UInt8>) {
    begin(entry.key, at: entry.moment)
    if !isKnownUniquelyReferenced(&opening) { opening = Occurrence() }
    opening.assign(entry, text)
    told = opening.order
  }

  private func begin(_ key: Key, at moment: Moment) {
    self.key = key
    self.moment = moment
    closedAt = nil
    terms = 0
    isAsked = false
    if enteringCall != nil { enteringCall = nil }
    if line != nil { line = nil }
    more?.forget()
  }

  /// Overwrites this object with an opening that an event opens. `slot` is the key under which it is open, and `line` the line at
  /// which it opens; both may differ from those of the event.
  func begin(
    _ key: Key, in slot: Key, by opening: Occurrence, told: Int, at line: Occurrence, order: Int
  ) {
    begin(key, at: Moment(order: order, line))
    self.opening = opening
    self.told = told
    if slot != key { rareFields.slot = slot }
    if line !== opening { self.line = line }
  }

  /// The log order at which it opened.
  var order: Int { moment.order }

  func close(at order: Int) {
    closedAt = order
    leaveGroups()
  }

  /// Adds the opening to a group of reported openings, which counts its repeats.
  func join(_ group: ReportedGroup, as violation: ReportedViolation) {
    rareFields.groups.append(group.membership(of: violation))
  }

  /// Removes the opening from its groups, because it has closed or the session is over. Its repeats are added to the violation.
  func leaveGroups() {
    guard let more else { return }
    while let membership = more.groups.popLast() { membership.end() }
  }

  /// Records that a duration timer was still running when it closed.
  func noteRunningTimer(by term: Int) { terms |= 1 &<< UInt64(term) }
  /// Whether a duration timer was still running when it closed.
  func hadRunningTimer(by term: Int) -> Bool { terms &>> UInt64(term) & 1 == 1 }

  /// Whether it was open just before a moment. The event that closes it is still inside.
  func contains(_ moment: Int) -> Bool { order < moment && (closedAt ?? .max) >= moment }
}
