import BasicContainers
import Rulebook
import Trace

/// A point in the log, with the readings of the session's clocks.
struct Moment {
  var order: Int
  var wall: Int64
  var counted: Int64
  var era: Int32
  /// Whether the line has a time.
  var isTimed: Bool

  init(_ signal: Session.Signal) {
    self = signal.withLine { Moment(order: signal.order, $0) }
  }

  /// Creates the moment of an event.
  init(_ line: Occurrence) { self.init(order: line.order, line) }

  /// Creates a moment at the line of an event, with another place in the log order.
  init(order: Int, _ line: Occurrence) {
    self.order = order
    wall = line.wall
    counted = line.counted
    era = line.era
    isTimed = line.time != nil
  }

  /// Creates a moment with a time, in nanoseconds of the session's clocks.
  @inline(__always)
  init(order: Int, wall: Int64, counted: Int64, era: Int32) {
    self.order = order
    self.wall = wall
    self.counted = counted
    self.era = era
    isTimed = true
  }

  /// A placeholder that belongs to no event.
  static var none: Moment { Moment(order: 0, wall: 0, counted: 0, era: 0) }
  /// A placeholder for an event that may have been forgotten: it has no time and may be earlier than all other events.
  fileprivate static var lost: Moment {
    var moment = Moment(order: -1, wall: 0, counted: 0, era: 0)
    moment.isTimed = false
    return moment
  }

  /// Copies the clock readings to an event.
  func stamp(_ line: Occurrence) {
    line.wall = wall
    line.counted = counted
    line.era = era
  }

  /// Whether the time between the moment and an event is known.
  func isComparable(with line: Occurrence) -> Bool {
    isTimed && line.time != nil && era == line.era
  }
  func isComparable(with other: Moment) -> Bool { isTimed && other.isTimed && era == other.era }

  /// Whether more than `length` nanoseconds are known to have passed at a line, on the given clock. Clock readings only grow, so
  /// time that is known to have passed counts even if the two times cannot be compared.
  func isOver(_ length: Int64, _ clock: DurationClock = .session, by line: Occurrence) -> Bool {
    isTimed && passed(clock, by: line) > length
  }

  /// Returns the nanoseconds that the given clock has counted up to a line.
  func passed(_ clock: DurationClock, by line: Occurrence) -> Int64 {
    clock == .wall ? line.wall - wall : line.counted - counted
  }
}

/// A mark: when an event was last seen, for each key. An event without the key field concerns every key.
struct LastSeen: ~Copyable {
  private var moments = KeyTable<Moment>()
  /// A write buffer of the newest moments, all with a time, that are not in `moments` yet. Most of them expire before a condition
  /// reads the mark. So they are put into the table only when it is read.
  private var writeBuffer: RecentMoments
  /// The number of keys above which old ones are forgotten: initially, and now.
  private let least: Int
  private var size: Int
  /// The newest moment with a time, for each key whose newest moment has none.
  private var timed = KeyTable<Moment>()
  private var any: Moment?
  private var anyTimed: Moment?
  /// For each key that was cleared after the newest event that concerns every key: the log order of the clear. For this key, that
  /// event no longer counts.
  private var cleared = KeyTable<Int>()
  /// The maximum number of keys whose newest event has no time, and whether any were forgotten because there were more.
  private let mostUntimed: Int
  private var isIncomplete = false

  /// Creates a mark that was never set.
  init(_ limits: Limits) {
    writeBuffer = RecentMoments(most: limits.recentMoments)
    least = limits.momentKeys
    mostUntimed = limits.untimedKeys
    size = least
  }

  /// Appends an event of a key to the write buffer. Returns false if the event has to be noted by `note`: it has no key or no
  /// time, there are too many keys, or events without a time are remembered.
  @inline(__always)
  mutating func write(_ key: Key, _ moment: Moment) -> Bool {
    guard !key.isAbsent, moment.isTimed, timed.isEmpty, !isLarge else { return false }
    writeBuffer.append(key, moment)
    return true
  }

  /// Moves the write buffer into the table.
  @inline(__always)
  private mutating func flush() {
    if !writeBuffer.isEmpty { flushAll() }
  }

  @inline(never)
  private mutating func flushAll() {
    for place in writeBuffer.indices { moments.set(writeBuffer[place].key, writeBuffer[place].moment) }
    writeBuffer.removeAll()
  }

  /// Records an event of a key; if the key is absent, of every key.
  mutating func note(_ key: Key, _ moment: Moment) {
    if key.isAbsent { return note(moment) }
    flush()
    if !moment.isTimed || !timed.isEmpty { updateTimed(key, moment) }
    moments.set(key, moment)
  }

  /// Records an event of a key; if the key is absent, of every key. Events that are more than `retention` counted nanoseconds
  /// older may be forgotten.
  mutating func note(_ key: Key, _ moment: Moment, retention: Int64) {
    note(key, moment)
    if isLarge, retention < .max { forget(before: moment.counted - retention, keepsUntimed: true) }
  }

  /// Updates `timed` before an event of a key is recorded.
  @inline(never)
  private mutating func updateTimed(_ key: Key, _ moment: Moment) {
    if moment.isTimed {
      timed.remove(key)
    } else if let older = moments[key], older.isTimed {
      timed.set(key, older)
    }
  }

  /// Whether there are so many keys that old ones may be forgotten.
  @inline(__always)
  var isLarge: Bool { writeBuffer.isFull || moments.count > size }

  /// Forgets the moments that are before a counted time and not after a place in the log order. The age of an event without a
  /// time is not known. It is kept if `keepsUntimed` is true, unless there are too many of them.
  mutating func forget(before counted: Int64, upTo order: Int = .max, keepsUntimed: Bool) {
    func isKept(_ moment: Moment) -> Bool {
      moment.counted >= counted || moment.order > order || keepsUntimed && !moment.isTimed
    }
    let kept = writeBuffer.indices.first { isKept(writeBuffer[$0].moment) } ?? writeBuffer.count
    writeBuffer.removeFirst(kept)
    if writeBuffer.isHalfFull { flush() }
    moments.keep(isKept)
    timed.keep(isKept)
    if keepsUntimed, moments.count > mostUntimed { forgetUntimed(upTo: order) }
    size = max(least, moments.count * 2)
  }

  /// Forgets the oldest events without a time. For their keys, it is then unknown whether the event occurred.
  @inline(never)
  private mutating func forgetUntimed(upTo order: Int) {
    var orders: [Int] = []
    moments.forEach { if !$1.isTimed, $1.order <= order { orders.append($1.order) } }
    if orders.count <= mostUntimed { return }
    orders.sort()
    let last = orders[orders.count - mostUntimed / 2 - 1]
    moments.keep { $0.isTimed || $0.order > last }
    isIncomplete = true
  }

  /// Records an event that concerns every key.
  mutating func note(_ moment: Moment) {
    if moment.isTimed {
      anyTimed = nil
    } else {
      anyTimed = anyTimed ?? any.flatMap { $0.isTimed ? $0 : nil }
    }
    any = moment
    cleared.removeAll()
  }

  /// Clears the mark of one key; if the key is nil, of all keys.
  mutating func clear(_ key: Key?, at order: Int) {
    guard let key else {
      timed.removeAll()
      anyTimed = nil
      writeBuffer.removeAll()
      moments.removeAll()
      cleared.removeAll()
      any = nil
      isIncomplete = false
      return
    }
    flush()
    moments.remove(key)
    timed.remove(key)
    if any != nil { cleared.set(key, order) }
  }

  /// Whether the event was seen, and its newest occurrence is after the newest one of the other mark.
  func isSet(after other: borrowing LastSeen) -> Bool {
    guard let newest = newestOfAny else { return false }
    return newest.order > other.newestOfAny?.order ?? -1
  }

  /// Returns the newest event that concerns a key; if the key is nil, the newest event of any key.
  mutating func newest(_ key: Key?) -> Moment? {
    flush()
    let forgotten: Moment? = isIncomplete ? .lost : nil
    if moments.isEmpty, cleared.isEmpty { return any ?? forgotten }
    guard let key else { return newestOfAny ?? forgotten }
    return later(moments[key], any.flatMap { $0.order > cleared[key] ?? -1 ? $0 : nil }) ?? forgotten
  }

  private var newestOfAny: Moment? {
    var newest = any
    moments.forEach { newest = later(newest, $1) }
    for place in writeBuffer.indices { newest = later(newest, writeBuffer[place].moment) }
    return newest
  }

  /// Returns the newest event with a time that concerns a key; if the key is nil, that of any key.
  mutating func newestTimed(_ key: Key?) -> Moment? {
    flush()
    func timedOf(_ moment: Moment?) -> Moment? { moment?.isTimed == true ? moment : nil }
    guard let key else {
      let all = timedOf(any) ?? anyTimed
      var newest = all
      moments.forEach { newest = later(newest, timedOf($1)) }
      timed.forEach { newest = later(newest, $1) }
      return newest
    }
    let own = timedOf(moments[key]) ?? timed[key]
    let all = (timedOf(any) ?? timedOf(anyTimed)).flatMap { $0.order > cleared[key] ?? -1 ? $0 : nil }
    return later(own, all)
  }

  private func later(_ a: Moment?, _ b: Moment?) -> Moment? {
    guard let a, let b else { return a ?? b }
    return a.order > b.order ? a : b
  }
}
