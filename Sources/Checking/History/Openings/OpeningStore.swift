import BasicContainers
import Trace

/// What is open in a session, by number. Of most openings nobody asks more than whether they are there: so what a routine
/// event opens is written down as plain values, with its line, and becomes an object only when it is asked for.
struct OpeningStore: ~Copyable {
  /// The first ones, as many as are open at once in nearly every session: written down in the fewest steps.
  private var entries = UniqueArray<Entry>()
  /// The bytes of each entry's line: so many each.
  private var texts = UniqueArray<UInt8>()
  /// All others, in the fewest bytes.
  private let compactOpenings: CompactOpenings
  /// What has become an object, or was one from the beginning; and which of the entries are.
  private var objects = UniqueArray<OpenSpan?>()
  private var areObjects = UniqueArray<Bool>()
  /// The numbers of entries that are free, the newest the last, and behind them room for all others. Apart from the
  /// entries, so that of many that are open none has to be looked at when it closes.
  private var free = UniqueArray<Int32>()
  private var freeCount = 0
  /// Objects that are over: those that share their event with others, and those that have it to themselves.
  private var sharing = FreeList<OpenSpan>()
  private var owning = FreeList<OpenSpan>()

  private let mostEntries: Int32
  /// How long a line may be.
  private let longest: Int

  /// The bytes of each entry's line.
  private static let mostBytes = 256
  private static let noText = Array(repeating: UInt8(0), count: mostBytes)

  /// With nothing open yet.
  init(_ limits: Limits) {
    (mostEntries, longest) = (limits.openingEntries, limits.openingLine)
    compactOpenings = CompactOpenings(limits)
  }

  /// Writes down an event that opens something under a key, at a moment; nil where there is no entry for it, as it is too
  /// long, or not all of it in the line, or there are too many.
  @inline(__always)
  mutating func write(
    _ event: Event, _ line: Span<UInt8>, _ time: LogTime?,
    _ circumstances: SessionState.Circumstances, under key: Key, at moment: Moment
  ) -> Int32? {
    guard line.count <= longest, Self.isWhole(event) else { return nil }
    let number = allocate()
    if number < 0 { return nil }
    entries[Int(number)].begin(event, time, circumstances, under: key, at: moment, length: line.count)
    var text = texts.mutableSpan
    text.write(line, at: Int(number) &* Self.mostBytes)
    return number
  }

  /// The same in the annex; nil where it is too long, or not all of it in the line.
  mutating func compactOpenings(
    _ event: Event, _ line: Span<UInt8>, _ time: LogTime?,
    _ circumstances: SessionState.Circumstances, under key: Key, at moment: Moment
  ) -> Int32? {
    guard entries.count == mostEntries, Self.isWhole(event) else { return nil }
    return compactOpenings.write(event, line, time, circumstances, under: key, at: moment).map {
      $0 + mostEntries
    }
  }

  /// Whether its line tells all of it, in few fields.
  @inline(__always)
  private static func isWhole(_ event: Event) -> Bool {
    if event.hasOrigin || event.fields.count > Entry.mostFields { return false }
    for place in event.fields.indices where event.fields[place].text != nil { return false }
    return true
  }

  /// Enters an object, and what it is open under.
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

  /// The number of an entry that is free; negative where none is.
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

  /// Makes room for four times as many: seldom, for there are several tables.
  private mutating func grow() {
    let count = max(16, entries.count * 4)
    entries.reserveCapacity(count)
    texts.reserveCapacity(count * Self.mostBytes)
    objects.reserveCapacity(count)
    areObjects.reserveCapacity(count)
    free.reserveCapacity(count)
  }

  /// Whether one stands in the annex, and where.
  @inline(__always)
  private func isAnnexed(_ number: Int32) -> Bool { Int(number) >= entries.count }
  @inline(__always)
  private func place(_ number: Int32) -> Int32 { number &- mostEntries }

  /// What one is open under.
  @inline(__always)
  func slot(of number: Int32) -> Key {
    isAnnexed(number) ? compactOpenings.slot(of: place(number)) : entries[Int(number)].key
  }

  /// Whether that is a key.
  @inline(__always)
  func isOpen(_ number: Int32, under key: Key) -> Bool {
    isAnnexed(number) ? compactOpenings.slot(of: place(number)) == key : entries[Int(number)].key == key
  }

  /// When one was opened, in the log's order.
  @inline(__always)
  func order(of number: Int32) -> Int {
    isAnnexed(number) ? compactOpenings.order(of: place(number)) : entries[Int(number)].moment.order
  }

  /// When that was.
  @inline(__always)
  func moment(of number: Int32) -> Moment {
    isAnnexed(number) ? compactOpenings.moment(of: place(number)) : entries[Int(number)].moment
  }

  /// The terms that run from one.
  @inline(__always)
  private func terms(of number: Int32) -> UInt64 {
    isAnnexed(number) ? compactOpenings.terms(of: place(number)) : entries[Int(number)].terms
  }

  @inline(__always)
  private mutating func set(_ terms: UInt64, of number: Int32) {
    if isAnnexed(number) {
      compactOpenings.set(terms, of: place(number))
    } else {
      entries[Int(number)].terms = terms
    }
  }

  /// A term begins for one.
  @inline(__always)
  mutating func await(_ number: Int32, _ term: Int) {
    set(terms(of: number) | 1 &<< UInt64(term), of: number)
  }

  /// Whether a term still runs for one that was opened at that place in the log's order, and did not close.
  @inline(__always)
  func isAwaited(_ number: Int32, openedAt order: Int, by term: Int) -> Bool {
    self.order(of: number) == order && terms(of: number) &>> UInt64(term) & 1 == 1
  }

  /// A term is over for one; whether it ran.
  @inline(__always)
  mutating func ceaseAwaiting(_ number: Int32, _ term: Int) -> Bool {
    let terms = terms(of: number)
    if terms &>> UInt64(term) & 1 == 0 { return false }
    set(terms ^ 1 &<< UInt64(term), of: number)
    return true
  }

  /// The object that one has become.
  func object(_ number: Int32) -> OpenSpan? {
    if isAnnexed(number) { return compactOpenings.object(place(number)) }
    return areObjects[Int(number)] ? objects[Int(number)] : nil
  }

  /// One as an object.
  mutating func opening(_ number: Int32) -> OpenSpan {
    if let object = object(number) { return object }
    let opening = owning.make { OpenSpan(ownsEvent: true) }
    if isAnnexed(number) {
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

  /// Strikes one that has closed.
  @inline(__always)
  mutating func strike(_ number: Int32, order: Int) {
    if Int(number) < areObjects.count, !areObjects[Int(number)] { return release(number) }
    strikeAny(number, order: order)
  }

  @inline(never)
  private mutating func strikeAny(_ number: Int32, order: Int) {
    if let object = releaseAny(number) {
      object.close(at: order)
      giveBack(object)
    }
  }

  /// Hands over the object that it has become.
  private mutating func releaseAny(_ number: Int32) -> OpenSpan? {
    if isAnnexed(number) { return compactOpenings.release(place(number)) }
    areObjects[Int(number)] = false
    release(number)
    return objects[Int(number)].take()
  }

  /// Strikes one that has closed and hands it over, to be given back.
  mutating func makeObject(_ number: Int32, order: Int) -> OpenSpan {
    let opening = opening(number)
    opening.close(at: order)
    opening.terms = terms(of: number)
    if opening.terms != 0 { set(0, of: number) }
    _ = releaseAny(number)
    return opening
  }

  /// An object that nobody refers to, to be filled in with an event that others know, too.
  mutating func makeSpare() -> OpenSpan { sharing.make { OpenSpan(ownsEvent: false) } }

  /// One that is done with.
  mutating func giveBack(_ opening: OpenSpan) {
    if opening.ownsEvent { owning.giveBack(opening) } else { sharing.giveBack(opening) }
  }
}
