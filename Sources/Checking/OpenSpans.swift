/// One opening of a span.
final class OpenSpan {
  private(set) var key: Key
  /// The event that opened it; for one opened by a callback's close, the callback's entry.
  private(set) var opening: Occurrence
  /// When it opened, in the log's order.
  private(set) var order: Int
  /// When it closed; nil while it is open.
  var closedAt: Int?
  /// The terms that run from its opening, each a bit.
  private var terms: UInt64 = 0
  /// Something was asked of it as an instance of a scope.
  var isAsked = false
  /// The callback that entered it, where it is a state: it is settled when that closes.
  var entering: Window?
  private var more: More?

  /// What few openings have.
  private final class More {
    /// What it is open under, where that is not its key, and the line at which it opened, where that is not the event's.
    var slot: Key?
    var line: Occurrence?
    var told: [Int: Candidate.Told] = [:]

    func forget() {
      slot = nil
      line = nil
      if !told.isEmpty { told = [:] }
    }
  }

  init(key: Key, opening: Occurrence, order: Int) {
    self.key = key
    self.opening = opening
    self.order = order
  }

  /// What it is open under: its key, and for a callback the process where there are several.
  var slot: Key { more?.slot ?? key }

  /// The line at which it opened, from which its length counts.
  var openedAt: Occurrence { more?.line ?? opening }

  /// The violations that rules have told of it, by rule.
  var told: [Int: Candidate.Told] {
    get { more?.told ?? [:] }
    set { seldom.told = newValue }
  }

  private var seldom: More {
    if let more { return more }
    let new = More()
    more = new
    return new
  }

  /// Begins anew as one that an event opens at its own line.
  func begin(_ key: Key, by opening: Occurrence, order: Int) {
    self.key = key
    self.opening = opening
    self.order = order
    closedAt = nil
    terms = 0
    isAsked = false
    if entering != nil { entering = nil }
    more?.forget()
  }

  /// The same of one that is open under something else than its key, or opens at another line than its event's.
  func begin(_ key: Key, in slot: Key, by opening: Occurrence, at line: Occurrence, order: Int) {
    begin(key, by: opening, order: order)
    if slot != key { seldom.slot = slot }
    if line !== opening { seldom.line = line }
  }

  /// A term begins for it.
  func await(term: Int) { terms |= 1 &<< UInt64(term) }
  /// Whether a term still runs.
  func isAwaited(by term: Int) -> Bool { terms &>> UInt64(term) & 1 == 1 }
  /// A term is over; whether it ran.
  func ceaseAwaiting(term: Int) -> Bool {
    defer { terms &= ~(1 &<< UInt64(term)) }
    return isAwaited(by: term)
  }

  /// Whether it was open just before that moment: the event that closes it is still inside.
  func contains(_ moment: Int) -> Bool { order < moment && (closedAt ?? .max) >= moment }
  /// Whether it was open before that moment and still is.
  func isOpen(at moment: Int) -> Bool { order < moment && closedAt == nil }
}

/// The openings of one span in one session, by slot; a span without a key has the empty one.
struct SpanTable {
  private(set) var open = KeyTable<OpenSpan>()
  /// Whether slots are not just keys.
  private(set) var isBySlot = false
  /// Closed at the line that is being read.
  private(set) var closedNow: [OpenSpan] = []

  /// Opens the span in a slot, where nothing is open.
  mutating func open(_ opening: OpenSpan, in slot: Key) {
    if slot != opening.key { isBySlot = true }
    open.set(slot, opening)
  }

  /// Closes what is open in a slot, or everything; hands back the openings that ended, oldest first, as
  /// places in `closedNow`.
  mutating func close(_ slot: Key?, order: Int) -> Range<Int> {
    let first = closedNow.count
    if let slot {
      if let span = open.remove(slot) { closedNow.append(span) }
    } else if !open.isEmpty {
      for span in open.values { closedNow.append(span) }
      if open.count > 1 { closedNow[first...].sort { $0.order < $1.order } }
      open.removeAll()
    }
    for span in closedNow[first...] { span.closedAt = order }
    return first..<closedNow.count
  }

  /// Opens the span under its key, where nothing is open.
  @inline(__always)
  mutating func add(_ opening: OpenSpan, under key: Key) { open.set(key, opening) }

  /// Closes what is open under a key, or where that is absent everything, at a line at which nobody asks what has
  /// closed.
  @inline(__always)
  mutating func forget(_ key: Key, order: Int) {
    if !key.isAbsent {
      open.remove(key)?.closedAt = order
    } else {
      for span in open.values { span.closedAt = order }
      open.removeAll()
    }
  }

  /// Does something with what is open under a key, or with everything.
  @inline(__always)
  func forEachOpening(under key: Key?, _ body: (OpenSpan) -> Void) {
    if let key {
      open[key].map(body)
    } else {
      for opening in open.values { body(opening) }
    }
  }

  mutating func endLine() { closedNow.clear() }

  /// Whether that moment lies in an opening.
  func contains(_ moment: Int) -> Bool { newest(containing: moment) != nil }

  /// The newest opening inside of which that moment lies.
  func newest(containing moment: Int) -> OpenSpan? {
    var newest: OpenSpan?
    for opening in open.values where opening.contains(moment) && opening.order > newest?.order ?? -1 {
      newest = opening
    }
    for opening in closedNow where opening.contains(moment) && opening.order > newest?.order ?? -1 {
      newest = opening
    }
    return newest
  }

  /// The openings inside of which that moment lies, oldest first.
  func containing(_ moment: Int) -> [OpenSpan] {
    if open.isEmpty, closedNow.isEmpty { return [] }
    return (open.values.filter { $0.contains(moment) } + closedNow.filter { $0.contains(moment) })
      .sorted { $0.order < $1.order }
  }

  /// The same of one key, with those of none; of all where it is nil.
  func containing(_ moment: Int, key: Key?) -> [OpenSpan] {
    guard let key, !isBySlot else {
      return containing(moment).filter { key == nil || $0.key == key || $0.key.isEmpty }
    }
    var openings = key.isEmpty ? [open[key]] : [open[key], open[.empty]]
    openings += closedNow.filter { $0.key == key || $0.key.isEmpty }
    return openings.compactMap { $0 }.filter { $0.contains(moment) }.sorted { $0.order < $1.order }
  }

  /// Puts the openings that were open before that moment and still are into a list, oldest first.
  func list(openAt moment: Int, in openings: inout [OpenSpan]) {
    openings.clear()
    if open.isEmpty { return }
    for opening in open.values where opening.isOpen(at: moment) { openings.append(opening) }
    if openings.count > 1 { openings.sort { $0.order < $1.order } }
  }

  func isOpen(at moment: Int, key: Key?) -> Bool {
    if let key, !isBySlot { return open[key]?.isOpen(at: moment) == true }
    return open.values.contains { (key == nil || $0.key == key) && $0.isOpen(at: moment) }
  }
}
