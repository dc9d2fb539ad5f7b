import BasicContainers

/// The openings of one span in one session. Each is found by its slot: the key under which it is open, which is empty for a span
/// without a key field. The openings are stored in the opening store of the session, which is passed to each method.
struct SpanTable: ~Copyable {
  private var open: KeyIndex
  /// Whether some slots differ from the keys of their openings.
  private(set) var hasCompositeSlots = false
  /// The openings that closed at the current line.
  private(set) var closedAtLine: [OpenSpan] = []
  /// The openings in the order in which they opened, including some that have closed since. Only maintained once this order is
  /// requested.
  private var inOrder = UniqueArray<Opened>()
  private var isInOrder = false

  /// A reference to an opening. It is stale if the opening with this number has another order.
  private struct Opened {
    let order: Int
    let number: Int32
  }

  /// Creates a table without openings.
  init(_ limits: Limits) { open = KeyIndex(sparse: limits.sparseIndex) }

  var isEmpty: Bool { open.isEmpty }
  var count: Int { open.count }
  /// Calls `body` with the numbers of all openings, in no order.
  func forEach(_ body: (Int32) -> Void) { open.forEach(body) }

  /// Returns the number of the next opening from an index of the table on, and moves the index after it; a negative number if
  /// there is none.
  func next(from place: inout Int) -> Int32 { open.next(from: &place) }

  /// Returns the number of the opening in a slot; a negative number if there is none.
  @inline(__always)
  func number(_ slot: Key, _ openingStore: borrowing OpeningStore) -> Int32 {
    open.number(slot) { openingStore.isOpen($0, under: slot) }
  }

  /// Whether the span is open in a slot.
  @inline(__always)
  func has(_ slot: Key, _ openingStore: borrowing OpeningStore) -> Bool { number(slot, openingStore) >= 0 }

  /// Opens the span in a slot. It must not be open there.
  mutating func open(_ opening: OpenSpan, in slot: Key, _ openingStore: inout OpeningStore) {
    if slot != opening.key { hasCompositeSlots = true }
    put(openingStore.enter(opening, in: slot), under: slot, at: room(for: slot, openingStore), openingStore)
  }

  /// Closes the span in a slot; if the slot is nil, in all slots. Returns the range of the closed openings in `closedAtLine`,
  /// oldest first.
  mutating func close(_ slot: Key?, order: Int, _ openingStore: inout OpeningStore) -> Range<Int> {
    let first = closedAtLine.count
    if let slot {
      let number = remove(slot, openingStore)
      if number >= 0 { closedAtLine.append(openingStore.makeObject(number, order: order)) }
    } else if !open.isEmpty {
      open.forEach { closedAtLine.append(openingStore.makeObject($0, order: order)) }
      if open.count > 1 { closedAtLine[first...].sort { $0.order < $1.order } }
      open.removeAll()
    }
    return first..<closedAtLine.count
  }

  /// Returns the opening under a key, or the place for a new one. The table grows first if it is full.
  @inline(__always)
  mutating func room(for key: Key, _ openingStore: borrowing OpeningStore) -> KeyIndex.Finding {
    open.makeRoom()
    return open.find(key) { openingStore.isOpen($0, under: key) }
  }

  /// Opens the span under a key, at the place that `room` returned.
  @inline(__always)
  mutating func put(
    _ number: Int32, under key: Key, at room: KeyIndex.Finding, _ openingStore: borrowing OpeningStore
  ) {
    open.put(number, under: key, at: room)
    if isInOrder { appendInOrder(number, openingStore) }
  }

  @inline(never)
  private mutating func appendInOrder(_ number: Int32, _ openingStore: borrowing OpeningStore) {
    // This limits the closed openings in the list to about half.
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

  /// Closes the span under a key; if the key is absent, under all keys. Used at lines at which nothing needs the closed openings.
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

  /// Calls `body` with the opening under a key, if it is an object; if the key is absent, with all openings that are objects.
  @inline(__always)
  func forEachObject(under key: Key, _ openingStore: borrowing OpeningStore, _ body: (OpenSpan) -> Void) {
    if !key.isAbsent {
      let number = number(key, openingStore)
      if number >= 0, let object = openingStore.object(number) { body(object) }
    } else {
      open.forEach { if let object = openingStore.object($0) { body(object) } }
    }
  }

  /// Ends the line: the objects of closed openings are recycled.
  mutating func endLine(_ openingStore: inout OpeningStore) {
    while let opening = closedAtLine.popLast() { openingStore.recycle(opening) }
  }

  /// Returns the log order of the newest opening that contains a moment; nil if there is none.
  func newest(containing moment: Int, _ openingStore: borrowing OpeningStore) -> Int? {
    var newest: Int?
    open.forEach {
      let order = openingStore.order(of: $0)
      if order < moment, order > newest ?? -1 { newest = order }
    }
    for opening in closedAtLine where opening.contains(moment) && opening.order > newest ?? -1 {
      newest = opening.order
    }
    return newest
  }

  /// Returns the openings that contain a moment, oldest first: those with a key and those without a key, or all openings if `key`
  /// is nil.
  mutating func containing(_ moment: Int, key: Key?, _ openingStore: inout OpeningStore) -> [OpenSpan] {
    if open.isEmpty, closedAtLine.isEmpty { return [] }
    var openings = closedAtLine.filter { key == nil || $0.key == key || $0.key.isEmpty }
    if let key, !hasCompositeSlots {
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

  /// Lists the openings that began before a moment and are still open, oldest first.
  mutating func list(openAt moment: Int, in openings: inout [OpenSpan], _ openingStore: inout OpeningStore) {
    openings.clear()
    if open.isEmpty { return }
    open.forEach { if openingStore.order(of: $0) < moment { openings.append(openingStore.opening($0)) } }
    if openings.count > 1 { openings.sort { $0.order < $1.order } }
  }

  /// Lists the openings that began in a range of the log order and are still open, oldest first. It visits only openings that
  /// began at the start of the range or later.
  mutating func list(
    openedFrom first: Int, before moment: Int, in openings: inout [OpenSpan],
    _ openingStore: inout OpeningStore
  ) {
    openings.clear()
    startOrdering(openingStore)
    var place = inOrder.count
    while place > 0, inOrder[place - 1].order >= first { place -= 1 }
    while place < inOrder.count, inOrder[place].order < moment {
      if isOpen(inOrder[place], openingStore) { openings.append(openingStore.opening(inOrder[place].number)) }
      place += 1
    }
  }

  /// Starts to maintain the order in which openings begin.
  private mutating func startOrdering(_ openingStore: borrowing OpeningStore) {
    if isInOrder { return }
    isInOrder = true
    var all: [Opened] = []
    open.forEach { all.append(Opened(order: openingStore.order(of: $0), number: $0)) }
    all.sort { $0.order < $1.order }
    for opened in all { inOrder.append(opened) }
  }

  /// Returns the opening that has been open for longest; nil if there is none.
  mutating func oldest(_ openingStore: inout OpeningStore) -> OpenSpan? {
    startOrdering(openingStore)
    var place = 0
    while place < inOrder.count, !isOpen(inOrder[place], openingStore) { place += 1 }
    if place == inOrder.count { return nil }
    let number = inOrder[place].number
    // Closed openings at the start of the list are removed before they are skipped too often.
    if place > 64 { forgetClosed(openingStore) }
    return openingStore.opening(number)
  }

  /// Lists the openings that began before a moment and are still open, oldest first: those with a key, and those without a key,
  /// which concern every key.
  mutating func list(
    openAt moment: Int, key: Key, in openings: inout [OpenSpan], _ openingStore: inout OpeningStore
  ) {
    if hasCompositeSlots {
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
    if let key, !hasCompositeSlots {
      let number = number(key, openingStore)
      return number >= 0 && openingStore.order(of: number) < moment
    }
    return open.contains { number in
      (key == nil || (openingStore.object(number)?.key ?? openingStore.slot(of: number)) == key)
        && openingStore.order(of: number) < moment
    }
  }
}
