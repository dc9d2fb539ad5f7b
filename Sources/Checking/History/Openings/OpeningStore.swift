import BasicContainers
import Trace

/// The open spans of a session, by number. Most openings are only checked for existence. So an opening that the fast path makes
/// is stored as plain values, together with its line. It is turned into an object (`OpenSpan`) when one is requested.
struct OpeningStore: ~Copyable {
  /// The first tier: a fixed number of entries, which is enough for nearly every session. It takes the fewest processor
  /// instructions.
  private var entries = UniqueArray<Entry>()
  /// The lines of the entries, `mostBytes` for each.
  private var texts = UniqueArray<UInt8>()
  /// The second tier, for all other openings. It takes the fewest bytes.
  private let compactOpenings: CompactOpenings
  /// The openings of the first tier that are objects, and whether an entry is one.
  private var objects = UniqueArray<OpenSpan?>()
  private var areObjects = UniqueArray<Bool>()
  /// A stack of the numbers of free entries, with a capacity for all entries. It is stored apart from the entries, so closing an
  /// opening does not load its entry into the cache.
  private var free = UniqueArray<Int32>()
  private var freeCount = 0
  /// Closed objects, to be recycled: those that share their event with other objects, and those whose event belongs to them
  /// alone.
  private var sharing = FreeList<OpenSpan>()
  private var owning = FreeList<OpenSpan>()

  private let mostEntries: Int32
  /// The maximum length of a line.
  private let longest: Int

  /// The number of bytes for the line of an entry.
  private static let mostBytes = 256
  private static let noText = Array(repeating: UInt8(0), count: mostBytes)

  /// Creates an empty store.
  init(_ limits: Limits) {
    (mostEntries, longest) = (limits.openingEntries, limits.openingLine)
    compactOpenings = CompactOpenings(limits)
  }

  /// Stores an event that opens a span under a key. Returns the number of its entry; nil if the line is too long or does not
  /// contain the whole event, or if all entries are in use.
  @inline(__always)
  mutating func write(
    _ event: Event, _ line: Span<UInt8>, _ circumstances: SessionState.Circumstances, under key: Key,
    at moment: Moment
  ) -> Int32? {
    guard line.count <= longest, Self.isWhole(event) else { return nil }
    let number = allocate()
    if number < 0 { return nil }
    entries[Int(number)].begin(event, circumstances, under: key, at: moment, length: line.count)
    var text = texts.mutableSpan
    text.write(line, at: Int(number) &* Self.mostBytes)
    return number
  }

  /// Stores an event in the second tier. Returns its number; nil if the first tier can still grow, if the line is too long, or if
  /// it does not contain the whole event.
  mutating func writeCompact(
    _ event: Event, _ line: Span<UInt8>, _ circumstances: SessionState.Circumstances, under key: Key,
    at moment: Moment
  ) -> Int32? {
    guard entries.count == mostEntries, Self.isWhole(event) else { return nil }
    return compactOpenings.write(event, line, circumstances, under: key, at: moment).map {
      $0 + mostEntries
    }
  }

  /// Whether the line contains the whole event, with not more fields than an entry can have.
  @inline(__always)
  private static func isWhole(_ event: Event) -> Bool {
    if event.hasOrigin || event.fields.count > Entry.mostFields { return false }
    for place in event.fields.indices where event.fields[place].text != nil { return false }
    return true
  }

  /// Stores an opening that is an object. Returns its number.
  mutating func enter(_ opening: OpenSpan, in slot: Key) -> Int32 {
    let number = allocate()
    if number < 0 {
      opening.number = compactOpenings.enter(opening) + mostEntries
      return opening.number
    }
    entries[Int(number)].begin(opening.moment, under: slot)
    become(opening, number)
    return number
  }

  private mutating func become(_ opening: OpenSpan, _ number: Int32) {
    opening.number = number
    objects[Int(number)] = opening
    areObjects[Int(number)] = true
  }

  /// Returns the number of a free entry; a negative number if there is none.
  @inline(__always)
  private mutating func allocate() -> Int32 {
    if freeCount == 0 { return add() }
    freeCount &-= 1
    return free[freeCount]
  }

  @inline(__always)
  private mutating func release(_ number: Int32) {
    free[freeCount] = number
    freeCount &+= 1
  }

  @inline(never)
  private mutating func add() -> Int32 {
    if entries.count == mostEntries { return -1 }
    if entries.count == entries.capacity { grow() }
    entries.append(Entry.none)
    texts.append(copying: Self.noText)
    objects.append(nil)
    areObjects.append(false)
    free.append(0)
    return Int32(entries.count - 1)
  }

  /// Grows the arrays by a factor of four. There are several, so this should be rare.
  private mutating func grow() {
    let count = max(16, entries.count * 4)
    entries.reserveCapacity(count)
    texts.reserveCapacity(count * Self.mostBytes)
    objects.reserveCapacity(count)
    areObjects.reserveCapacity(count)
    free.reserveCapacity(count)
  }

  /// Whether an opening is in the second tier, and its place there.
  @inline(__always)
  private func isCompact(_ number: Int32) -> Bool { Int(number) >= entries.count }
  @inline(__always)
  private func place(_ number: Int32) -> Int32 { number &- mostEntries }

  /// Returns the key under which an opening is open.
  @inline(__always)
  func slot(of number: Int32) -> Key {
    isCompact(number) ? compactOpenings.slot(of: place(number)) : entries[Int(number)].key
  }

  /// Whether an opening is open under a key.
  @inline(__always)
  func isOpen(_ number: Int32, under key: Key) -> Bool {
    isCompact(number) ? compactOpenings.slot(of: place(number)) == key : entries[Int(number)].key == key
  }

  /// Returns the log order at which an opening began.
  @inline(__always)
  func order(of number: Int32) -> Int {
    isCompact(number) ? compactOpenings.order(of: place(number)) : entries[Int(number)].moment.order
  }

  /// Returns the moment at which an opening began.
  @inline(__always)
  func moment(of number: Int32) -> Moment {
    isCompact(number) ? compactOpenings.moment(of: place(number)) : entries[Int(number)].moment
  }

  /// Returns the duration timers that run for an opening, one bit each.
  @inline(__always)
  private func terms(of number: Int32) -> UInt64 {
    isCompact(number) ? compactOpenings.terms(of: place(number)) : entries[Int(number)].terms
  }

  @inline(__always)
  private mutating func set(_ terms: UInt64, of number: Int32) {
    if isCompact(number) {
      compactOpenings.set(terms, of: place(number))
    } else {
      entries[Int(number)].terms = terms
    }
  }

  /// Starts a duration timer for an opening.
  @inline(__always)
  mutating func await(_ number: Int32, _ term: Int) {
    set(terms(of: number) | 1 &<< UInt64(term), of: number)
  }

  /// Whether a duration timer still runs for the opening that began at a place in the log order. False if it has closed, even if
  /// another opening has its number now.
  @inline(__always)
  func isAwaited(_ number: Int32, openedAt order: Int, by term: Int) -> Bool {
    self.order(of: number) == order && terms(of: number) &>> UInt64(term) & 1 == 1
  }

  /// Stops a duration timer for an opening. Returns whether it was running.
  @inline(__always)
  mutating func stopTimer(_ number: Int32, _ term: Int) -> Bool {
    let terms = terms(of: number)
    if terms &>> UInt64(term) & 1 == 0 { return false }
    set(terms ^ 1 &<< UInt64(term), of: number)
    return true
  }

  /// Returns the object of an opening, if it already is one.
  func object(_ number: Int32) -> OpenSpan? {
    if isCompact(number) { return compactOpenings.object(place(number)) }
    return areObjects[Int(number)] ? objects[Int(number)] : nil
  }

  /// Returns an opening as an object, which is created if necessary.
  mutating func opening(_ number: Int32) -> OpenSpan {
    if let object = object(number) { return object }
    let opening = owning.make { OpenSpan(ownsEvent: true) }
    if isCompact(number) {
      compactOpenings.become(opening, place(number))
      opening.number = number
      return opening
    }
    let text = Int(number) * Self.mostBytes
    let entry = entries[Int(number)]
    opening.begin(as: entry, texts.span.extracting(text..<text + Int(entry.length)))
    become(opening, number)
    return opening
  }

  /// Removes an opening that has closed.
  @inline(__always)
  mutating func strike(_ number: Int32, order: Int) {
    if Int(number) < areObjects.count, !areObjects[Int(number)] { return release(number) }
    removeSlow(number, order: order)
  }

  @inline(never)
  private mutating func removeSlow(_ number: Int32, order: Int) {
    if let object = releaseTakingObject(number) {
      object.close(at: order)
      recycle(object)
    }
  }

  /// Removes an opening. Returns its object, if it has one.
  private mutating func releaseTakingObject(_ number: Int32) -> OpenSpan? {
    if isCompact(number) { return compactOpenings.release(place(number)) }
    areObjects[Int(number)] = false
    release(number)
    return objects[Int(number)].take()
  }

  /// Removes an opening that has closed, and returns it as an object. The caller gives it back later.
  mutating func makeObject(_ number: Int32, order: Int) -> OpenSpan {
    let opening = opening(number)
    opening.close(at: order)
    opening.terms = terms(of: number)
    if opening.terms != 0 { set(0, of: number) }
    _ = releaseTakingObject(number)
    return opening
  }

  /// Returns an unused object for an opening whose event is shared with other objects.
  mutating func allocateObject() -> OpenSpan { sharing.make { OpenSpan(ownsEvent: false) } }

  /// Takes back an object that is no longer used.
  mutating func recycle(_ opening: OpenSpan) {
    if opening.ownsEvent { owning.recycle(opening) } else { sharing.recycle(opening) }
  }
}
