import Trace

/// What is open in a session, by number. Of most openings nobody asks more than whether they are there: so what a routine
/// event opens is written down as plain values, with its line, and becomes an object only when it is asked for.
struct Ledger {
  private var entries: [Entry] = []
  /// The fields of each entry's line, and its bytes: so many each.
  private var fields: [Sighting.Field] = []
  private var texts: [UInt8] = []
  /// What has become an object, or was one from the beginning.
  private var objects: [OpenSpan?] = []
  private var free: [Int32] = []
  private var spare = Stock<OpenSpan>()

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
    fileprivate var length: Int
    fileprivate var fieldCount = 0
    fileprivate var isObject = false
  }

  /// Writes down an event that opens something at a moment; nil where its line is too long for that, or not all of it.
  mutating func write(
    _ event: borrowing Event, _ line: Span<UInt8>, _ circumstances: SessionState.Circumstances,
    at moment: Moment
  ) -> Int32? {
    guard line.count <= Self.mostBytes, event.fields.count <= Self.mostFields, event.origin == nil else {
      return nil
    }
    let number = next()
    let place = Int(number)
    var entry = Entry(
      moment: moment, circumstances: circumstances, id: event.id, form: event.form, line: event.line,
      name: event.name, thread: event.thread, isMainThread: event.isMainThread, timeText: event.timeText,
      length: line.count)
    for index in event.fields.indices {
      guard case .known(let field) = event.fields[index].name else { continue }
      if event.fields[index].text != nil {
        free.append(number)
        return nil
      }
      fields[place &* Self.mostFields &+ entry.fieldCount] = Sighting.Field(field, event.fields[index])
      entry.fieldCount &+= 1
    }
    entries[place] = entry
    texts.write(line, at: place &* Self.mostBytes)
    return number
  }

  /// Enters an object.
  mutating func enter(_ opening: OpenSpan) -> Int32 {
    let number = next()
    objects[Int(number)] = opening
    entries[Int(number)].isObject = true
    return number
  }

  private mutating func next() -> Int32 {
    if let number = free.popLast() { return number }
    entries.append(Entry.none)
    for _ in 0..<Self.mostFields { fields.append(Sighting.Field()) }
    for _ in 0..<Self.mostBytes { texts.append(0) }
    objects.append(nil)
    return Int32(entries.count - 1)
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
    let entry = entries[place]
    let opening = takeSpare()
    opening.begin(
      key, as: entry, fields[(place * Self.mostFields)...].prefix(entry.fieldCount),
      texts[(place * Self.mostBytes)...].prefix(entry.length))
    entries[place].isObject = true
    objects[place] = opening
    return opening
  }

  /// Strikes one that has closed.
  @inline(__always)
  mutating func strike(_ number: Int32, order: Int) {
    if entries[Int(number)].isObject { return strikeObject(number, order: order) }
    free.append(number)
  }

  @inline(never)
  private mutating func strikeObject(_ number: Int32, order: Int) {
    if let object = objects[Int(number)].take() {
      object.closedAt = order
      giveBack(object)
    }
    entries[Int(number)].isObject = false
    free.append(number)
  }

  /// Strikes one that has closed and hands it over, to be given back.
  mutating func take(_ number: Int32, _ key: Key, order: Int) -> OpenSpan {
    let opening = opening(number, key)
    opening.closedAt = order
    objects[Int(number)] = nil
    entries[Int(number)].isObject = false
    free.append(number)
    return opening
  }

  /// An object that nobody refers to, to be filled in.
  mutating func takeSpare() -> OpenSpan {
    spare.take { OpenSpan(key: .empty, opening: Occurrence(), order: 0) }
  }
  /// One that is done with.
  mutating func giveBack(_ opening: OpenSpan) { spare.giveBack(opening) }
}

extension Ledger.Entry {
  /// Of what is told by an object alone.
  fileprivate static var none: Self {
    Self(
      moment: Moment(order: 0, SessionClock(), isTimed: false),
      circumstances: SessionState.Circumstances(setting: 0, losses: 0, process: 0, life: 0),
      id: .unknown, form: .canonical, line: 0, name: 0..<0, length: 0)
  }
}
