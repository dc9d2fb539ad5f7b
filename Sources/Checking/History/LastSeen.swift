import BasicContainers
import Rulebook
import Trace

/// When something happened, on the session's clocks.
struct Moment {
  var order: Int
  var wall: Int64
  var counted: Int64
  var era: Int32
  /// Whether its line tells the time.
  var isTimed: Bool

  init(_ signal: Session.Signal) {
    order = signal.order
    wall = signal.line.wall
    counted = signal.line.counted
    isTimed = signal.line.time != nil
    era = signal.line.era
  }

  /// Of a line.
  init(_ line: Occurrence) { self.init(order: line.order, line) }

  /// Of that order, at a line.
  init(order: Int, _ line: Occurrence) {
    self.order = order
    wall = line.wall
    counted = line.counted
    era = line.era
    isTimed = line.time != nil
  }

  /// Of a line that tells its time, in nanoseconds of the session's clock.
  @inline(__always)
  init(order: Int, wall: Int64, counted: Int64, era: Int32) {
    self.order = order
    self.wall = wall
    self.counted = counted
    self.era = era
    isTimed = true
  }

  /// That of no event.
  static var none: Moment { Moment(order: 0, wall: 0, counted: 0, era: 0) }
  /// That of an event without a time which may have come before all others.
  fileprivate static var lost: Moment {
    var moment = Moment(order: -1, wall: 0, counted: 0, era: 0)
    moment.isTimed = false
    return moment
  }

  /// Writes on a line when it is.
  func stamp(_ line: Occurrence) {
    line.wall = wall
    line.counted = counted
    line.era = era
  }

  /// Whether the time between the two is known.
  func isComparable(with line: Occurrence) -> Bool {
    isTimed && line.time != nil && era == line.era
  }
  func isComparable(with other: Moment) -> Bool { isTimed && other.isTimed && era == other.era }

  /// Whether more than so many nanoseconds are known to have passed by a line, on either clock. What is known to have passed
  /// counts also if the two times cannot be compared.
  func isOver(_ length: Int64, _ clock: DurationClock = .session, by line: Occurrence) -> Bool {
    isTimed && passed(clock, by: line) > length
  }

  /// How many nanoseconds the clock has counted by a line.
  func passed(_ clock: DurationClock, by line: Occurrence) -> Int64 {
    clock == .wall ? line.wall - wall : line.counted - counted
  }
}

/// When an event was seen last, for each of its keys. An event without the key concerns every key.
struct LastSeen: ~Copyable {
  private var moments = KeyTable<Moment>()
  /// Newer ones, all with a time, as they came: about most nobody asks before they are too old, so they are looked up only
  /// when somebody does.
  private var written: RecentMoments
  /// Whether something rests on it that changes when it is remembered anew.
  var isAwaited = false
  /// How many keys there may be before old ones are forgotten, at first and now.
  private let least: Int
  private var size: Int
  /// The newest of those that have a time, where they are not the newest at all.
  private var timed = KeyTable<Moment>()
  private var any: Moment?
  private var anyTimed: Moment?
  /// When the newest event that concerned every key was said to concern a key no more.
  private var cleared = KeyTable<Int>()
  /// How many keys may be kept whose newest event has no time, and whether others were given up.
  private let mostUntimed: Int
  private var isIncomplete = false

  /// None yet.
  init(_ limits: Limits) {
    written = RecentMoments(most: limits.recentMoments)
    least = limits.momentKeys
    mostUntimed = limits.untimedKeys
    size = least
  }

  /// Writes down an event of a key; false where there are too many by now, or there is more to it.
  @inline(__always)
  mutating func write(_ key: Key, _ moment: Moment) -> Bool {
    guard !key.isAbsent, moment.isTimed, timed.isEmpty, !isLarge else { return false }
    written.append(key, moment)
    return true
  }

  /// Looks up all that is only written down.
  @inline(__always)
  private mutating func settle() {
    if !written.isEmpty { settleAll() }
  }

  @inline(never)
  private mutating func settleAll() {
    for place in written.indices { moments.set(written[place].key, written[place].moment) }
    written.removeAll()
  }

  /// Remembers an event, of every key where that is absent.
  mutating func note(_ key: Key, _ moment: Moment) {
    if key.isAbsent { return note(moment) }
    settle()
    if !moment.isTimed || !timed.isEmpty { keepTimed(key, moment) }
    moments.set(key, moment)
  }

  /// Remembers an event, of every key where that is absent; those that lie further back than `horizon`, in counted
  /// nanoseconds, may be forgotten.
  mutating func note(_ key: Key, _ moment: Moment, retention: Int64) {
    note(key, moment)
    if isLarge, retention < .max { forget(before: moment.counted - retention, keepsUntimed: true) }
  }

  /// Before an event of a key is remembered: the newest that has a time is that one, or the one before it.
  @inline(never)
  private mutating func keepTimed(_ key: Key, _ moment: Moment) {
    if moment.isTimed {
      timed.remove(key)
    } else if let older = moments[key], older.isTimed {
      timed.set(key, older)
    }
  }

  /// Whether there are so many that old ones may be forgotten.
  @inline(__always)
  var isLarge: Bool { written.isFull || moments.count > size }

  /// Forgets what lies before a counted time, and not after a place in the log's order. How long ago an event without a time
  /// was is not known: it is kept if that is asked for, unless there are too many.
  mutating func forget(before counted: Int64, upTo order: Int = .max, keepsUntimed: Bool) {
    func isKept(_ moment: Moment) -> Bool {
      moment.counted >= counted || moment.order > order || keepsUntimed && !moment.isTimed
    }
    let kept = written.indices.first { isKept(written[$0].moment) } ?? written.count
    written.removeFirst(kept)
    if written.isHalfFull { settle() }
    moments.keep(isKept)
    timed.keep(isKept)
    if keepsUntimed, moments.count > mostUntimed { giveUpUntimed(upTo: order) }
    size = max(least, moments.count * 2)
  }

  /// Forgets the oldest events without a time: of their keys it is not known any more whether they came.
  @inline(never)
  private mutating func giveUpUntimed(upTo order: Int) {
    var orders: [Int] = []
    moments.forEach { if !$1.isTimed, $1.order <= order { orders.append($1.order) } }
    if orders.count <= mostUntimed { return }
    orders.sort()
    let last = orders[orders.count - mostUntimed / 2 - 1]
    moments.keep { $0.isTimed || $0.order > last }
    isIncomplete = true
  }

  /// Remembers an event that concerns every key.
  mutating func note(_ moment: Moment) {
    if moment.isTimed {
      anyTimed = nil
    } else {
      anyTimed = anyTimed ?? any.flatMap { $0.isTimed ? $0 : nil }
    }
    any = moment
    cleared.removeAll()
  }

  /// What was seen so far does not count any more, for one key or for all.
  mutating func clear(_ key: Key?, at order: Int) {
    guard let key else {
      timed.removeAll()
      anyTimed = nil
      written.removeAll()
      moments.removeAll()
      cleared.removeAll()
      any = nil
      isIncomplete = false
      return
    }
    settle()
    moments.remove(key)
    timed.remove(key)
    if any != nil { cleared.set(key, order) }
  }

  /// Whether it was seen, and after the other was seen last.
  func isSet(after other: borrowing LastSeen) -> Bool {
    guard let newest = newestOfAny else { return false }
    return newest.order > other.newestOfAny?.order ?? -1
  }

  /// The newest event that concerns the key, or any one where there is no key.
  mutating func newest(_ key: Key?) -> Moment? {
    settle()
    if moments.isEmpty, cleared.isEmpty { return any }
    guard let key else { return newestOfAny }
    let newest = later(moments[key], any.flatMap { $0.order > cleared[key] ?? -1 ? $0 : nil })
    return newest ?? (isIncomplete ? .lost : nil)
  }

  private var newestOfAny: Moment? {
    var newest = any
    moments.forEach { newest = later(newest, $1) }
    for place in written.indices { newest = later(newest, written[place].moment) }
    return newest
  }

  /// The newest of them that has a time.
  mutating func newestTimed(_ key: Key?) -> Moment? {
    settle()
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
