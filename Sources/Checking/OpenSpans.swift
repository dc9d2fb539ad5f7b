/// One opening of a span. Used again once nothing refers to it any more.
final class OpenSpan {
  private(set) var key: String
  /// The event that opened it; for one opened by a callback's close, the callback's entry.
  private(set) var opening: Occurrence
  /// The line at which it opened, from which its length counts.
  private(set) var openedAt: Occurrence
  /// When it opened, in the log's order.
  private(set) var order: Int
  /// When it closed; nil while it is open.
  var closedAt: Int?
  /// The window on whose closing the opening rests, if on one.
  private(set) var basis: Window?
  /// The sentences that were broken in it; nil if none was.
  private(set) var tally: Tally?
  /// Which rules have spoken of it, each with the order of its newest trigger: a rule speaks of one thing once
  /// a trigger.
  var reported: [Int: Int] = [:]

  init(key: String, opening: Occurrence, openedAt: Occurrence, order: Int, basis: Window?) {
    self.key = key
    self.opening = opening
    self.openedAt = openedAt
    self.order = order
    self.basis = basis
  }

  func take(key: String, opening: Occurrence, openedAt: Occurrence, order: Int, basis: Window?) {
    self.key = key
    self.opening = opening
    self.openedAt = openedAt
    self.order = order
    self.basis = basis
    closedAt = nil
    tally = nil
    reported.removeAll()
  }

  /// The tally, made where there was none.
  func makeTally() -> Tally {
    let tally = tally ?? Tally()
    self.tally = tally
    return tally
  }

  /// Whether it was open just before that moment: the event that closes it is still inside.
  func contains(_ moment: Int) -> Bool { order < moment && (closedAt ?? .max) >= moment }
  /// Whether it was open before that moment and still is.
  func isOpen(at moment: Int) -> Bool { order < moment && closedAt == nil }
}

/// How often each sentence was broken in one stretch of a session.
final class Tally {
  private var offences: [Int: Int] = [:]
  /// Sentences that would be broken if the callback that is running returned here.
  private(set) var doubts: Set<Int> = []

  func add(_ sentence: Int) { offences[sentence, default: 0] += 1 }
  func remove(_ sentence: Int) { offences[sentence, default: 1] -= 1 }
  func doubt(_ sentence: Int) { doubts.insert(sentence) }
  func isBroken(_ sentence: Int) -> Bool { offences[sentence, default: 0] > 0 }
}

/// The openings of one span in one session, by key; a span without a key has the empty one.
struct SpanTable {
  private(set) var open: [String: OpenSpan] = [:]
  /// Closed at the line that is being read.
  private(set) var closedNow: [OpenSpan] = []
  private var free: [OpenSpan] = []

  /// Opens the span for a key, unless it is open already.
  @discardableResult
  mutating func open(
    _ key: String, by opening: Occurrence, at line: Occurrence? = nil, order: Int, basis: Window?
  ) -> OpenSpan? {
    guard open[key] == nil else { return nil }
    let span: OpenSpan
    if let used = free.popLast() {
      used.take(key: key, opening: opening, openedAt: line ?? opening, order: order, basis: basis)
      span = used
    } else {
      span = OpenSpan(key: key, opening: opening, openedAt: line ?? opening, order: order, basis: basis)
    }
    open[key] = span
    return span
  }

  /// Closes the span for a key, or for every key; the openings that ended are added to `closedNow`.
  mutating func close(_ key: String?, order: Int) {
    if open.isEmpty { return }
    if let key {
      guard let span = open.removeValue(forKey: key) else { return }
      span.closedAt = order
      closedNow.append(span)
      return
    }
    for span in open.values.sorted(by: { $0.order < $1.order }) {
      span.closedAt = order
      closedNow.append(span)
    }
    open.removeAll(keepingCapacity: true)
  }

  /// Takes an opening back that should not have been.
  mutating func retract(_ span: OpenSpan) {
    if open[span.key] === span { open[span.key] = nil }
  }

  /// Takes a closing back that should not have been.
  mutating func reopen(_ span: OpenSpan) {
    guard open[span.key] == nil else { return }
    span.closedAt = nil
    open[span.key] = span
  }

  mutating func endLine() {
    for index in closedNow.indices where isKnownUniquelyReferenced(&closedNow[index]) {
      free.append(closedNow[index])
    }
    closedNow.removeAll(keepingCapacity: true)
  }

  /// The openings inside of which that moment lies, oldest first.
  func containing(_ moment: Int) -> [OpenSpan] {
    if open.isEmpty, closedNow.isEmpty { return [] }
    return (open.values.filter { $0.contains(moment) } + closedNow.filter { $0.contains(moment) })
      .sorted { $0.order < $1.order }
  }

  /// The openings that were open before that moment and still are, oldest first.
  func openings(at moment: Int) -> [OpenSpan] {
    if open.isEmpty { return [] }
    return open.values.filter { $0.isOpen(at: moment) }.sorted { $0.order < $1.order }
  }

  func isOpen(at moment: Int, key: String?) -> Bool {
    if let key { return open[key]?.isOpen(at: moment) == true }
    return open.values.contains { $0.isOpen(at: moment) }
  }
}
