import Trace

/// What is open in a session, by number. Of most openings nobody asks more than whether they are there: so what a routine
/// event opens is written down as plain values, with its line, and becomes an object only when it is asked for.
struct Ledger {
  private var entries: [Entry] = []
  /// The bytes of each entry's line: so many each.
  private var texts: [UInt8] = []
  /// What has become an object, or was one from the beginning.
  private var objects: [OpenSpan?] = []
  /// The newest entry that is free, which knows the next one; negative where there is none.
  private var free: Int32 = -1
  /// Objects that are over: those that share their event with others, and those that have it to themselves.
  private var sharing = Stock<OpenSpan>()
  private var owning = Stock<OpenSpan>()

  private static let mostFields = 4
  private static let mostBytes = 256

  /// An event that opened something.
  struct Entry {
    var moment: Moment
    var circumstances: SessionState.Circumstances
    var id: EventID
    var form: Event.Form
    var line: Int
    var name: Range<Int>
    var thread: Range<Int>?
    var isMainThread: Bool?
    var timeText: Range<Int>?
    let length: Int
    /// The line's fields, none in place of one that the vocabulary does not know.
    let fields: (Sighting.Field, Sighting.Field, Sighting.Field, Sighting.Field)
    fileprivate var isObject = false
    fileprivate var next: Int32 = -1
  }

  /// Writes down an event that opens something at a moment; nil where its line is too long for that, or not all of it.
  mutating func write(
    _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: SessionState.Circumstances,
    at moment: Moment
  ) -> Int32? {
    guard line.count <= Self.mostBytes, event.fields.count <= Self.mostFields, event.origin == nil,
      let first = Sighting.Field(0, of: event), let second = Sighting.Field(1, of: event),
      let third = Sighting.Field(2, of: event), let fourth = Sighting.Field(3, of: event)
    else { return nil }
    let number = take()
    entries[Int(number)] = Entry(
      moment: moment, circumstances: circumstances, id: event.id, form: event.form, line: event.line,
      name: event.name, thread: event.thread, isMainThread: event.isMainThread, timeText: event.timeText,
      length: line.count, fields: (first, second, third, fourth))
    texts.write(line, at: Int(number) &* Self.mostBytes)
    return number
  }

  /// Enters an object.
  mutating func enter(_ opening: OpenSpan) -> Int32 {
    let number = take()
    objects[Int(number)] = opening
    entries[Int(number)].isObject = true
    return number
  }

  /// One that is free.
  @inline(__always)
  private mutating func take() -> Int32 {
    if free < 0 { return add() }
    defer { free = entries[Int(free)].next }
    return free
  }

  @inline(never)
  private mutating func add() -> Int32 {
    entries.append(Entry.none)
    texts.append(contentsOf: repeatElement(0, count: Self.mostBytes))
    objects.append(nil)
    return Int32(entries.count - 1)
  }

  @inline(__always)
  private mutating func release(_ number: Int32) {
    entries[Int(number)].next = free
    free = number
  }

  /// When one was opened, in the log's order.
  func order(of number: Int32) -> Int {
    object(number)?.order ?? entries[Int(number)].moment.order
  }

  /// The object that one has become.
  func object(_ number: Int32) -> OpenSpan? {
    entries[Int(number)].isObject ? objects[Int(number)] : nil
  }

  /// One as an object, under its key.
  mutating func opening(_ number: Int32, _ key: Key) -> OpenSpan {
    if let object = object(number) { return object }
    let place = Int(number)
    let opening = owning.take { OpenSpan(ownsEvent: true) }
    let text = texts[(place * Self.mostBytes)...].prefix(entries[place].length)
    opening.begin(key, as: entries[place], text)
    entries[place].isObject = true
    objects[place] = opening
    return opening
  }

  /// Strikes one that has closed.
  @inline(__always)
  mutating func strike(_ number: Int32, order: Int) {
    if entries[Int(number)].isObject { return strikeObject(number, order: order) }
    release(number)
  }

  @inline(never)
  private mutating func strikeObject(_ number: Int32, order: Int) {
    if let object = objects[Int(number)].take() {
      object.closedAt = order
      giveBack(object)
    }
    entries[Int(number)].isObject = false
    release(number)
  }

  /// Strikes one that has closed and hands it over, to be given back.
  mutating func take(_ number: Int32, _ key: Key, order: Int) -> OpenSpan {
    let opening = opening(number, key)
    opening.closedAt = order
    objects[Int(number)] = nil
    entries[Int(number)].isObject = false
    release(number)
    return opening
  }

  /// An object that nobody refers to, to be filled in with an event that others know, too.
  mutating func takeSpare() -> OpenSpan { sharing.take { OpenSpan(ownsEvent: false) } }

  /// One that is done with.
  mutating func giveBack(_ opening: OpenSpan) {
    if opening.ownsEvent { owning.giveBack(opening) } else { sharing.giveBack(opening) }
  }
}

extension Ledger.Entry {
  /// Of what is told by an object alone.
  fileprivate static var none: Self {
    Self(
      moment: Moment(order: 0, SessionClock(), isTimed: false),
      circumstances: SessionState.Circumstances(setting: 0, losses: 0, process: 0, life: 0),
      id: .unknown, form: .canonical, line: 0, name: 0..<0, length: 0,
      fields: (.none, .none, .none, .none))
  }
}
