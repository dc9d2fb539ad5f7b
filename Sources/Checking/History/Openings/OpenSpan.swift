/// One opening of a span.
final class OpenSpan {
  private(set) var key = Key.empty
  /// The event that opened it; for one opened by a callback's close, the callback's entry.
  private(set) var opening = Occurrence()
  /// When that happened, in the log's order.
  private(set) var told = 0
  /// Whether nobody but those who got it from here refers to that event.
  let ownsEvent: Bool
  /// When it opened, on the session's clocks.
  private(set) var moment = Moment.none
  /// When it closed; nil while it is open.
  private(set) var closedAt: Int?
  /// Its number in the ledger, while it is open.
  var number: Int32 = -1
  /// The terms that still ran when it closed, each a bit.
  var terms: UInt64 = 0
  /// Something was asked of it as an instance of a scope.
  var isAsked = false
  /// The callback that entered it, where it is a state: it is settled when that closes.
  var entering: RunningCall?
  /// The line at which it opened, where that is not the event's.
  private var line: Occurrence?
  private var more: More?

  /// What few openings have.
  private final class More {
    /// What it is open under, where that is not its key.
    var slot: Key?
    var reports: [Int: Report] = [:]
    var groups: [ReportedGroup.Membership] = []

    func forget() {
      slot = nil
      if !reports.isEmpty { reports = [:] }
    }
  }

  init(ownsEvent: Bool) { self.ownsEvent = ownsEvent }

  /// What it is open under: its key, and for a callback the process where there are several.
  var slot: Key { more?.slot ?? key }

  /// The line at which it opened, from which its length counts.
  var openedAt: Occurrence { line ?? opening }

  /// A violation that was reported about an opening, and the line by which that was certain.
  struct Report {
    let violation: ReportedViolation
    let line: Int
  }

  /// The first violation that a rule has reported about it.
  func report(by rule: Int) -> Report? { more?.reports[rule] }

  /// Remembers that a rule has reported it at a line; whether the rule had not before.
  func noteReport(_ violation: ReportedViolation, by rule: Int, at line: Int) -> Bool {
    if report(by: rule) != nil { return false }
    seldom.reports[rule] = Report(violation: violation, line: line)
    return true
  }

  private var seldom: More {
    if let more { return more }
    let new = More()
    more = new
    return new
  }

  /// Begins anew as what was written down of it. It has the event to itself.
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
    if entering != nil { entering = nil }
    if line != nil { line = nil }
    more?.forget()
  }

  /// Begins anew as one that an event opens. It may be open under something else than its key, and may open at another
  /// line than its event's.
  func begin(
    _ key: Key, in slot: Key, by opening: Occurrence, told: Int, at line: Occurrence, order: Int
  ) {
    begin(key, at: Moment(order: order, line))
    self.opening = opening
    self.told = told
    if slot != key { seldom.slot = slot }
    if line !== opening { self.line = line }
  }

  /// When it opened, in the log's order.
  var order: Int { moment.order }

  func close(at order: Int) {
    closedAt = order
    leaveGroups()
  }

  /// From here on its repeats are counted with a group of reported openings.
  func join(_ group: ReportedGroup, as violation: ReportedViolation) {
    seldom.groups.append(group.membership(of: violation))
  }

  /// Its repeats are known: it has closed, or the session is over.
  func leaveGroups() {
    guard let more else { return }
    while let membership = more.groups.popLast() { membership.end() }
  }

  /// A term ran when it closed.
  func noteAwaited(by term: Int) { terms |= 1 &<< UInt64(term) }
  /// Whether a term still ran when it closed.
  func wasAwaited(by term: Int) -> Bool { terms &>> UInt64(term) & 1 == 1 }

  /// Whether it was open just before that moment: the event that closes it is still inside.
  func contains(_ moment: Int) -> Bool { order < moment && (closedAt ?? .max) >= moment }
}
