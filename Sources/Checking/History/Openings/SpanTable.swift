import BasicContainers

/// The openings of one span in one session, by slot; a span without a key has the empty one. What they are stands in the
/// ledger of the session, which is handed in.
struct SpanTable: ~Copyable {
  private var open: KeyIndex
  /// Whether it was open at least once: before that nothing can close.
  var wasOpen = false
  /// Whether slots are not just keys.
  private(set) var isBySlot = false
  /// Closed at the line that is being read.
  private(set) var closedNow: [OpenSpan] = []
  /// The open spans in the order in which they opened, and some that have closed since. Kept from when it is asked for first.
  private var inOrder = UniqueArray<Opened>()
  private var isInOrder = false

  /// An open span, as long as its number stands for one that opened then.
  private struct Opened {
    let order: Int
    let number: Int32
  }

  /// With nothing open yet.
  init(_ limits: Limits) { open = KeyIndex(sparse: limits.sparseIndex) }

  var isEmpty: Bool { open.isEmpty }
  var count: Int { open.count }
  /// Hands over all that are open, in no order.
  func forEach(_ body: (Int32) -> Void) { open.forEach(body) }

  /// The next one that is open, from a place of the table on, which moves behind it; negative where there is none.
  func next(from place: inout Int) -> Int32 { open.next(from: &place) }

  /// What is open in a slot; negative where nothing is.
  @inline(__always)
  func number(_ slot: Key, _ openingStore: borrowing OpeningStore) -> Int32 {
    open.number(slot) { openingStore.isOpen($0, under: slot) }
  }

  /// Whether something is open in a slot.
  @inline(__always)
  func has(_ slot: Key, _ openingStore: borrowing OpeningStore) -> Bool { number(slot, openingStore) >= 0 }

  /// Opens the span in a slot, where nothing is open.
  mutating func open(_ opening: OpenSpan, in slot: Key, _ openingStore: inout OpeningStore) {
    if slot != opening.key { isBySlot = true }
    put(openingStore.enter(opening, in: slot), under: slot, at: room(for: slot, openingStore), openingStore)
  }

  /// Closes what is open in a slot, or everything; hands back the openings that ended, oldest first, as
  /// places in `closedNow`.
  mutating func close(_ slot: Key?, order: Int, _ openingStore: inout OpeningStore) -> Range<Int> {
    let first = closedNow.count
    if let slot {
      let number = remove(slot, openingStore)
      if number >= 0 { closedNow.append(openingStore.makeObject(number, order: order)) }
    } else if !open.isEmpty {
      open.forEach { closedNow.append(openingStore.makeObject($0, order: order)) }
      if open.count > 1 { closedNow[first...].sort { $0.order < $1.order } }
      open.removeAll()
    }
    return first..<closedNow.count
  }

  /// What is open under a key, or room for what is about to open.
  @inline(__always)
  mutating func room(for key: Key, _ openingStore: borrowing OpeningStore) -> KeyIndex.Finding {
    open.makeRoom()
    return open.find(key) { openingStore.isOpen($0, under: key) }
  }

  /// Opens the span under its key, where there is room for it.
  @inline(__always)
  mutating func put(
    _ number: Int32, under key: Key, at room: KeyIndex.Finding, _ openingStore: borrowing OpeningStore
  ) {
    open.put(number, under: key, at: room)
    if isInOrder { appendInOrder(number, openingStore) }
  }

  @inline(never)
  private mutating func appendInOrder(_ number: Int32, _ openingStore: borrowing OpeningStore) {
    // At most half of many have closed.
    if inOrder.count > 2 * open.count + 64 { forgetClosed(openingStore) }
    inOrder.makeRoom()
    inOrder.append(Opened(order: openingStore.order(of: number), number: number))
  }

  private mutating func forgetClosed(_ openingStore: borrowing OpeningStore) {
    var kept = 0
    for place in inOrder.indices {
      let opened = inOrder[place]
      if !isOpen(opened, openingStore) { continue }
      inOrder[kept] = opened
      kept += 1
    }
    inOrder.removeLast(inOrder.count - kept)
  }

  private func isOpen(_ opened: Opened, _ openingStore: borrowing OpeningStore) -> Bool {
    openingStore.order(of: opened.number) == opened.order
      && number(openingStore.slot(of: opened.number), openingStore) == opened.number
  }

  @inline(__always)
  private mutating func remove(_ slot: Key, _ openingStore: borrowing OpeningStore) -> Int32 {
    open.remove(slot) { openingStore.isOpen($0, under: slot) }
  }

  /// Closes what is open under a key, or where that is absent everything, at a line at which nobody asks what has
  /// closed.
  @inline(__always)
  mutating func forget(_ key: Key, order: Int, _ openingStore: inout OpeningStore) {
    if !key.isAbsent {
      let number = remove(key, openingStore)
      if number >= 0 { openingStore.strike(number, order: order) }
    } else {
      open.forEach { openingStore.strike($0, order: order) }
      open.removeAll()
    }
  }

  /// Does something with what is open under a key, or where that is absent with everything, as far as it is told by
  /// objects.
  @inline(__always)
  func forEachObject(under key: Key, _ openingStore: borrowing OpeningStore, _ body: (OpenSpan) -> Void) {
    if !key.isAbsent {
      let number = number(key, openingStore)
      if number >= 0, let object = openingStore.object(number) { body(object) }
    } else {
      open.forEach { if let object = openingStore.object($0) { body(object) } }
    }
  }

  /// The line is over: nobody asks any more what it has closed.
  mutating func endLine(_ openingStore: inout OpeningStore) {
    while let opening = closedNow.popLast() { openingStore.giveBack(opening) }
  }

  /// When the newest opening began inside of which that moment lies; nil where there is none.
  func newest(containing moment: Int, _ openingStore: borrowing OpeningStore) -> Int? {
    var newest: Int?
    open.forEach {
      let order = openingStore.order(of: $0)
      if order < moment, order > newest ?? -1 { newest = order }
    }
    for opening in closedNow where opening.contains(moment) && opening.order > newest ?? -1 {
      newest = opening.order
    }
    return newest
  }

  /// The openings inside of which that moment lies, oldest first: those of one key with those of none, or where it is nil
  /// all of them.
  mutating func containing(_ moment: Int, key: Key?, _ openingStore: inout OpeningStore) -> [OpenSpan] {
    if open.isEmpty, closedNow.isEmpty { return [] }
    var openings = closedNow.filter { key == nil || $0.key == key || $0.key.isEmpty }
    if let key, !isBySlot {
      for slot in key.isEmpty ? [key] : [key, .empty] {
        let number = number(slot, openingStore)
        if number >= 0 { openings.append(openingStore.opening(number)) }
      }
    } else {
      open.forEach {
        let opening = openingStore.opening($0)
        if key == nil || opening.key == key || opening.key.isEmpty { openings.append(opening) }
      }
    }
    return openings.filter { $0.contains(moment) }.sorted { $0.order < $1.order }
  }

  /// Puts the openings that were open before that moment and still are into a list, oldest first.
  mutating func list(openAt moment: Int, in openings: inout [OpenSpan], _ openingStore: inout OpeningStore) {
    openings.clear()
    if open.isEmpty { return }
    open.forEach { if openingStore.order(of: $0) < moment { openings.append(openingStore.opening($0)) } }
    if openings.count > 1 { openings.sort { $0.order < $1.order } }
  }

  /// Puts the openings from one moment on until before another into a list, if they are still open, oldest first. Of many that
  /// are open it looks at no others.
  mutating func list(
    openedFrom first: Int, before moment: Int, in openings: inout [OpenSpan],
    _ openingStore: inout OpeningStore
  ) {
    openings.clear()
    keepOrder(openingStore)
    var place = inOrder.count
    while place > 0, inOrder[place - 1].order >= first { place -= 1 }
    while place < inOrder.count, inOrder[place].order < moment {
      if isOpen(inOrder[place], openingStore) { openings.append(openingStore.opening(inOrder[place].number)) }
      place += 1
    }
  }

  /// From here on the order is kept in which they opened.
  private mutating func keepOrder(_ openingStore: borrowing OpeningStore) {
    if isInOrder { return }
    isInOrder = true
    var all: [Opened] = []
    open.forEach { all.append(Opened(order: openingStore.order(of: $0), number: $0)) }
    all.sort { $0.order < $1.order }
    for opened in all { inOrder.append(opened) }
  }

  /// The one that is open the longest.
  mutating func oldest(_ openingStore: inout OpeningStore) -> OpenSpan? {
    keepOrder(openingStore)
    var place = 0
    while place < inOrder.count, !isOpen(inOrder[place], openingStore) { place += 1 }
    if place == inOrder.count { return nil }
    let number = inOrder[place].number
    // What has closed is passed over a few times at most.
    if place > 64 { forgetClosed(openingStore) }
    return openingStore.opening(number)
  }

  /// The same of those of one key, and of those without a key, which concern every key.
  mutating func list(
    openAt moment: Int, key: Key, in openings: inout [OpenSpan], _ openingStore: inout OpeningStore
  ) {
    if isBySlot {
      list(openAt: moment, in: &openings, &openingStore)
      openings.drop { !$0.key.isEmpty && $0.key != key }
      return
    }
    openings.clear()
    for slot in key.isEmpty ? [key] : [key, .empty] {
      let number = number(slot, openingStore)
      if number >= 0, openingStore.order(of: number) < moment {
        openings.append(openingStore.opening(number))
      }
    }
    if openings.count > 1, openings[0].order > openings[1].order { openings.swapAt(0, 1) }
  }

  func isOpen(at moment: Int, key: Key?, _ openingStore: borrowing OpeningStore) -> Bool {
    if let key, !isBySlot {
      let number = number(key, openingStore)
      return number >= 0 && openingStore.order(of: number) < moment
    }
    return open.contains { number in
      (key == nil || (openingStore.object(number)?.key ?? openingStore.slot(of: number)) == key)
        && openingStore.order(of: number) < moment
    }
  }
}
