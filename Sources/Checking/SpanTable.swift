/// The openings of one span in one session, by slot; a span without a key has the empty one. What they are stands in the
/// ledger of the session, which is handed in.
struct SpanTable {
  private(set) var open = KeyTable<Int32>()
  /// Whether slots are not just keys.
  private(set) var isBySlot = false
  /// Closed at the line that is being read.
  private(set) var closedNow: [OpenSpan] = []

  /// Opens the span in a slot, where nothing is open.
  mutating func open(_ opening: OpenSpan, in slot: Key, _ ledger: inout Ledger) {
    if slot != opening.key { isBySlot = true }
    open.set(slot, ledger.enter(opening))
  }

  /// Closes what is open in a slot, or everything; hands back the openings that ended, oldest first, as
  /// places in `closedNow`.
  mutating func close(_ slot: Key?, order: Int, _ ledger: inout Ledger) -> Range<Int> {
    let first = closedNow.count
    if let slot {
      if let number = open.remove(slot) { closedNow.append(ledger.take(number, slot, order: order)) }
    } else if !open.isEmpty {
      for (slot, number) in open.all { closedNow.append(ledger.take(number, slot, order: order)) }
      if open.count > 1 { closedNow[first...].sort { $0.order < $1.order } }
      open.removeAll()
    }
    return first..<closedNow.count
  }

  /// Opens the span under its key, where nothing is open.
  @inline(__always)
  mutating func add(_ number: Int32, under key: Key) { open.set(key, number) }

  /// Closes what is open under a key, or where that is absent everything, at a line at which nobody asks what has
  /// closed.
  @inline(__always)
  mutating func forget(_ key: Key, order: Int, _ ledger: inout Ledger) {
    if !key.isAbsent {
      if let number = open.remove(key) { ledger.strike(number, order: order) }
    } else {
      for number in open.values { ledger.strike(number, order: order) }
      open.removeAll()
    }
  }

  /// Does something with what is open under a key, or where that is absent with everything, as far as it is told by
  /// objects.
  @inline(__always)
  func forEachObject(under key: Key, _ ledger: borrowing Ledger, _ body: (OpenSpan) -> Void) {
    if !key.isAbsent {
      if let number = open[key], let object = ledger.object(number) { body(object) }
    } else {
      for number in open.values { if let object = ledger.object(number) { body(object) } }
    }
  }

  /// The line is over: nobody asks any more what it has closed.
  mutating func endLine(_ ledger: inout Ledger) {
    while let opening = closedNow.popLast() { ledger.giveBack(opening) }
  }

  /// When the newest opening began inside of which that moment lies; nil where there is none.
  func newest(containing moment: Int, _ ledger: borrowing Ledger) -> Int? {
    var newest: Int?
    for number in open.values {
      let order = ledger.order(of: number)
      if order < moment, order > newest ?? -1 { newest = order }
    }
    for opening in closedNow where opening.contains(moment) && opening.order > newest ?? -1 {
      newest = opening.order
    }
    return newest
  }

  /// The openings inside of which that moment lies, oldest first: those of one key with those of none, or where it is nil
  /// all of them.
  func containing(_ moment: Int, key: Key?, _ ledger: inout Ledger) -> [OpenSpan] {
    if open.isEmpty, closedNow.isEmpty { return [] }
    var openings = closedNow.filter { key == nil || $0.key == key || $0.key.isEmpty }
    if let key, !isBySlot {
      for slot in key.isEmpty ? [key] : [key, .empty] {
        if let number = open[slot] { openings.append(ledger.opening(number, slot)) }
      }
    } else {
      for (slot, number) in open.all {
        let opening = ledger.opening(number, slot)
        if key == nil || opening.key == key || opening.key.isEmpty { openings.append(opening) }
      }
    }
    return openings.filter { $0.contains(moment) }.sorted { $0.order < $1.order }
  }

  /// Puts the openings that were open before that moment and still are into a list, oldest first.
  func list(openAt moment: Int, in openings: inout [OpenSpan], _ ledger: inout Ledger) {
    openings.clear()
    if open.isEmpty { return }
    for (slot, number) in open.all where ledger.order(of: number) < moment {
      openings.append(ledger.opening(number, slot))
    }
    if openings.count > 1 { openings.sort { $0.order < $1.order } }
  }

  func isOpen(at moment: Int, key: Key?, _ ledger: borrowing Ledger) -> Bool {
    guard let key else { return open.values.contains { ledger.order(of: $0) < moment } }
    if !isBySlot { return open[key].map { ledger.order(of: $0) < moment } ?? false }
    return open.all.contains { slot, number in
      (ledger.object(number)?.key ?? slot) == key && ledger.order(of: number) < moment
    }
  }
}
