/// The openings of one span in one session, by slot; a span without a key has the empty one. What they are stands in the
/// ledger of the session, which is handed in.
struct SpanTable {
  private var open = KeyIndex()
  /// Whether slots are not just keys.
  private(set) var isBySlot = false
  /// Closed at the line that is being read.
  private(set) var closedNow: [OpenSpan] = []

  var isEmpty: Bool { open.isEmpty }
  var count: Int { open.count }
  /// All that are open, in no order.
  var numbers: some Sequence<Int32> { open.numbers }

  /// What is open in a slot; negative where nothing is.
  @inline(__always)
  func number(_ slot: Key, _ ledger: borrowing Ledger) -> Int32 {
    open.number(slot) { ledger.isOpen($0, under: slot) }
  }

  /// Whether something is open in a slot.
  @inline(__always)
  func has(_ slot: Key, _ ledger: borrowing Ledger) -> Bool { number(slot, ledger) >= 0 }

  /// Opens the span in a slot, where nothing is open.
  mutating func open(_ opening: OpenSpan, in slot: Key, _ ledger: inout Ledger) {
    if slot != opening.key { isBySlot = true }
    open.insert(slot, ledger.enter(opening, in: slot))
  }

  /// Closes what is open in a slot, or everything; hands back the openings that ended, oldest first, as
  /// places in `closedNow`.
  mutating func close(_ slot: Key?, order: Int, _ ledger: inout Ledger) -> Range<Int> {
    let first = closedNow.count
    if let slot {
      let number = number(slot, ledger)
      if number >= 0 {
        open.remove(slot, number)
        closedNow.append(ledger.take(number, order: order))
      }
    } else if !open.isEmpty {
      for number in open.numbers { closedNow.append(ledger.take(number, order: order)) }
      if open.count > 1 { closedNow[first...].sort { $0.order < $1.order } }
      open.removeAll()
    }
    return first..<closedNow.count
  }

  /// Opens the span under its key, where nothing is open.
  @inline(__always)
  mutating func add(_ number: Int32, under key: Key) { open.insert(key, number) }

  /// Closes what is open under a key, or where that is absent everything, at a line at which nobody asks what has
  /// closed.
  @inline(__always)
  mutating func forget(_ key: Key, order: Int, _ ledger: inout Ledger) {
    if !key.isAbsent {
      let number = number(key, ledger)
      if number < 0 { return }
      open.remove(key, number)
      ledger.strike(number, order: order)
    } else {
      for number in open.numbers { ledger.strike(number, order: order) }
      open.removeAll()
    }
  }

  /// Does something with what is open under a key, or where that is absent with everything, as far as it is told by
  /// objects.
  @inline(__always)
  func forEachObject(under key: Key, _ ledger: borrowing Ledger, _ body: (OpenSpan) -> Void) {
    if !key.isAbsent {
      let number = number(key, ledger)
      if number >= 0, let object = ledger.object(number) { body(object) }
    } else {
      for number in open.numbers { if let object = ledger.object(number) { body(object) } }
    }
  }

  /// The line is over: nobody asks any more what it has closed.
  mutating func endLine(_ ledger: inout Ledger) {
    while let opening = closedNow.popLast() { ledger.giveBack(opening) }
  }

  /// When the newest opening began inside of which that moment lies; nil where there is none.
  func newest(containing moment: Int, _ ledger: borrowing Ledger) -> Int? {
    var newest: Int?
    for number in open.numbers {
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
        let number = number(slot, ledger)
        if number >= 0 { openings.append(ledger.opening(number)) }
      }
    } else {
      for number in open.numbers {
        let opening = ledger.opening(number)
        if key == nil || opening.key == key || opening.key.isEmpty { openings.append(opening) }
      }
    }
    return openings.filter { $0.contains(moment) }.sorted { $0.order < $1.order }
  }

  /// Puts the openings that were open before that moment and still are into a list, oldest first.
  func list(openAt moment: Int, in openings: inout [OpenSpan], _ ledger: inout Ledger) {
    openings.clear()
    if open.isEmpty { return }
    for number in open.numbers where ledger.order(of: number) < moment {
      openings.append(ledger.opening(number))
    }
    if openings.count > 1 { openings.sort { $0.order < $1.order } }
  }

  func isOpen(at moment: Int, key: Key?, _ ledger: borrowing Ledger) -> Bool {
    guard let key else { return open.numbers.contains { ledger.order(of: $0) < moment } }
    if !isBySlot {
      let number = number(key, ledger)
      return number >= 0 && ledger.order(of: number) < moment
    }
    return open.numbers.contains { number in
      (ledger.object(number)?.key ?? ledger.slot(of: number)) == key && ledger.order(of: number) < moment
    }
  }
}
