import BasicContainers
import Trace

/// What is open in a session, by number. Of most openings nobody asks more than whether they are there: so what a routine
/// event opens is written down as plain values, with its line, and becomes an object only when it is asked for.
struct Ledger: ~Copyable {
  private var entries = UniqueArray<Entry>()
  /// The bytes of each entry's line: so many each.
  private var texts = UniqueArray<UInt8>()
  /// What has become an object, or was one from the beginning; and which of them are.
  private var objects = UniqueArray<OpenSpan?>()
  private var areObjects = UniqueArray<Bool>()
  /// The numbers of entries that are free, the newest the last, and behind them room for all others. Apart from the
  /// entries, so that of many that are open none has to be looked at when it closes.
  private var free = UniqueArray<Int32>()
  private var freeCount = 0
  /// Objects that are over: those that share their event with others, and those that have it to themselves.
  private var sharing = Stock<OpenSpan>()
  private var owning = Stock<OpenSpan>()

  private static let mostFields = 4
  private static let mostBytes = 256
  private static let noText = Array(repeating: UInt8(0), count: mostBytes)

  /// An event that opened something.
  struct Entry {
    /// What it is open under.
    fileprivate var slot: Key
    fileprivate(set) var moment: Moment
    /// How many fields there are, and bytes.
    fileprivate(set) var fieldCount: UInt8 = 0
    fileprivate var length: UInt16 = 0
    /// The terms that run from its opening, each a bit.
    fileprivate var terms: UInt64 = 0
    fileprivate(set) var telling: Event.Telling
    fileprivate(set) var circumstances: SessionState.Circumstances
    /// The line's fields that the vocabulary knows, and behind them what is left of others.
    fileprivate(set) var fields: (Sighting.Field, Sighting.Field, Sighting.Field, Sighting.Field)
  }

  /// Writes down an event that opens something under a key, at a moment; nil where its line is too long for that, or not
  /// all of it.
  @inline(__always)
  mutating func write(
    _ event: Event, _ line: Span<UInt8>, _ time: LogTime?,
    _ circumstances: SessionState.Circumstances, under key: Key, at moment: Moment
  ) -> Int32? {
    guard line.count <= Self.mostBytes, event.fields.count <= Self.mostFields, !event.hasOrigin else {
      return nil
    }
    for place in event.fields.indices where event.fields[place].text != nil { return nil }
    let number = take()
    entries[Int(number)].begin(event, time, circumstances, under: key, at: moment, length: line.count)
    var text = texts.mutableSpan
    text.write(line, at: Int(number) &* Self.mostBytes)
    return number
  }

  /// Enters an object, and what it is open under.
  mutating func enter(_ opening: OpenSpan, in slot: Key) -> Int32 {
    let number = take()
    objects[Int(number)] = opening
    entries[Int(number)].slot = slot
    entries[Int(number)].moment = opening.moment
    entries[Int(number)].terms = 0
    areObjects[Int(number)] = true
    opening.number = number
    return number
  }

  /// One that is free.
  @inline(__always)
  private mutating func take() -> Int32 {
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
    entries.append(Entry.none)
    texts.append(copying: Self.noText)
    objects.append(nil)
    areObjects.append(false)
    free.append(0)
    return Int32(entries.count - 1)
  }

  /// What one is open under.
  @inline(__always)
  func slot(of number: Int32) -> Key { entries[Int(number)].slot }

  /// Whether that is a key.
  @inline(__always)
  func isOpen(_ number: Int32, under key: Key) -> Bool { entries[Int(number)].slot == key }

  /// When one was opened, in the log's order.
  @inline(__always)
  func order(of number: Int32) -> Int { entries[Int(number)].moment.order }

  /// When that was.
  @inline(__always)
  func moment(of number: Int32) -> Moment { entries[Int(number)].moment }

  /// A term begins for one.
  @inline(__always)
  mutating func await(_ number: Int32, _ term: Int) { entries[Int(number)].terms |= 1 &<< UInt64(term) }

  /// Whether a term still runs for one that was opened at that place in the log's order, and did not close.
  @inline(__always)
  func isAwaited(_ number: Int32, openedAt order: Int, by term: Int) -> Bool {
    entries[Int(number)].moment.order == order && entries[Int(number)].terms &>> UInt64(term) & 1 == 1
  }

  /// A term is over for one; whether it ran.
  @inline(__always)
  mutating func ceaseAwaiting(_ number: Int32, _ term: Int) -> Bool {
    defer { entries[Int(number)].terms &= ~(1 &<< UInt64(term)) }
    return entries[Int(number)].terms &>> UInt64(term) & 1 == 1
  }

  /// The object that one has become.
  func object(_ number: Int32) -> OpenSpan? {
    areObjects[Int(number)] ? objects[Int(number)] : nil
  }

  /// One as an object.
  mutating func opening(_ number: Int32) -> OpenSpan {
    if let object = object(number) { return object }
    let place = Int(number)
    let opening = owning.take { OpenSpan(ownsEvent: true) }
    let text = place * Self.mostBytes
    opening.begin(as: entries[place], texts.span.extracting(text..<text + Int(entries[place].length)))
    opening.number = number
    areObjects[place] = true
    objects[place] = opening
    return opening
  }

  /// Strikes one that has closed.
  @inline(__always)
  mutating func strike(_ number: Int32, order: Int) {
    if areObjects[Int(number)] { return strikeObject(number, order: order) }
    release(number)
  }

  @inline(never)
  private mutating func strikeObject(_ number: Int32, order: Int) {
    if let object = objects[Int(number)].take() {
      object.closedAt = order
      giveBack(object)
    }
    areObjects[Int(number)] = false
    release(number)
  }

  /// Strikes one that has closed and hands it over, to be given back.
  mutating func take(_ number: Int32, order: Int) -> OpenSpan {
    let opening = opening(number)
    opening.closedAt = order
    opening.terms = entries[Int(number)].terms
    entries[Int(number)].terms = 0
    objects[Int(number)] = nil
    areObjects[Int(number)] = false
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
      slot: .absent, moment: .none, telling: Event.Telling(),
      circumstances: SessionState.Circumstances(losses: 0, process: 0, life: 0),
      fields: (.none, .none, .none, .none))
  }

  /// Its key, where it was written down.
  var key: Key { slot }

  @inline(__always)
  fileprivate mutating func begin(
    _ event: Event, _ time: LogTime?, _ circumstances: SessionState.Circumstances, under key: Key,
    at moment: Moment, length: Int
  ) {
    slot.become(key)
    terms = 0
    self.moment = moment
    self.length = UInt16(truncatingIfNeeded: length)
    telling = event.telling
    self.circumstances = circumstances
    self.circumstances.time = time
    fieldCount = 0
    for place in event.fields.indices where event.fields[place].number >= 0 {
      let field = Sighting.Field(event.fields[place])
      switch fieldCount {
      case 0: fields.0 = field
      case 1: fields.1 = field
      case 2: fields.2 = field
      default: fields.3 = field
      }
      fieldCount &+= 1
    }
  }
}
