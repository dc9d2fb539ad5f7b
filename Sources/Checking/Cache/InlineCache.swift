import BasicContainers
import Trace

/// What was found of routine events, so that it is not looked for again: what such an event does is the same for all of its
/// shape and values.
struct InlineCache: ~Copyable {
  /// What is known of one shape of a signal and one set of values, for so long as it holds.
  struct Entry {
    /// The number of what it holds for; 0 for nothing.
    fileprivate var validity = 0
    /// What it does, in the session and in the lives: close to its shape, for nearly every event asks for all three and
    /// for nothing behind them.
    fileprivate(set) var own = CachedPlan()
    fileprivate var shape = EventShape()
    fileprivate(set) var ofLives = CachedPlan()
    /// The values that tests read, and the place of what is known of others of the same shape; negative for none.
    fileprivate var values = FieldBytes()
    fileprivate var next: Int32 = -1
    /// Whether there were too many of these values to be told apart: then the newest is known.
    fileprivate var isVaried = false
    /// Where there is room for what it does; negative for none.
    fileprivate var room: Int32 = -1
  }

  /// One for each signal, at its number, and behind these those of other values.
  private var entries = UniqueArray<Entry>()
  private var signals = 0
  /// What events do, for each entry at its own places.
  private var acts = UniqueArray<FastPlan.Instruction>()
  /// The number of the stay of the process at hand, or of the part of it in which nothing awaited comes: from 1 on.
  private var stay = 0
  /// A negative number of the process, and of which of its sentences wait for something: what rests on that and the line alone
  /// is known again when both are the same.
  private var situation = -1

  /// Of one shape more values than these are not told apart.
  private let mostValues: Int

  /// Nothing is known yet.
  init(_ limits: Limits) { mostValues = limits.cachedPlans }

  @inline(__always)
  subscript(_ place: Int) -> Entry { entries[place] }
  @inline(__always)
  func act(_ place: Int) -> FastPlan.Instruction { acts[place] }

  /// A process is at hand, in a situation of that number, whose program has so many signals.
  mutating func begin(signals: Int, _ situation: UInt64) {
    if entries.isEmpty {
      self.signals = signals
      entries = UniqueArray(repeating: Entry(), count: signals)
    }
    self.situation = Int(truncatingIfNeeded: situation | 1 << 63)
    turn()
  }

  /// What rests on what is open and marked is no longer known.
  mutating func turn() { stay += 1 }

  /// Where it stands what is known of an event; negative where nothing is.
  @inline(__always)
  mutating func find(_ event: Event, _ line: Span<UInt8>) -> Int {
    let code = UInt(truncatingIfNeeded: Int(event.record.id.rawValue))
    guard code < UInt(bitPattern: signals),
      entries[Int(bitPattern: code)].shape.fits(event, line)
    else { return -1 }
    if entries[Int(bitPattern: code)].shape.read > 0 { return find(Int(bitPattern: code), event, line) }
    return isValid(Int(bitPattern: code)) ? Int(bitPattern: code) : -1
  }

  /// The same of a shape whose fields are read. It changes nothing; but for a function that may not, all of this is copied.
  @inline(never)
  private mutating func find(_ code: Int, _ event: Event, _ line: Span<UInt8>) -> Int {
    guard let values = FieldBytes(event, line, at: entries[code].shape.read) else { return -1 }
    var place = code
    while place >= 0, !isValid(place) || !entries[place].values.isSame(as: values) {
      place = entries[code].isVaried ? -1 : Int(entries[place].next)
    }
    return place
  }

  @inline(__always)
  private mutating func isValid(_ place: Int) -> Bool {
    // Of which kind it is cannot be foreseen, but that it holds.
    let validity = entries[place].validity
    return validity == (validity < 0 ? situation : stay)
  }

  /// Notes what was just found of an event in a session, and in the lives of its app if it has any.
  mutating func note(
    _ event: Event, _ line: Span<UInt8>, _ session: inout SessionState, _ appSession: inout SessionState,
    hasLives: Bool
  ) {
    let fields = session.fields(for: event.id) | (hasLives ? appSession.fields(for: event.id) : 0)
    let count = session.mostActs(of: event.id) + (hasLives ? appSession.mostActs(of: event.id) : 0)
    guard let place = room(for: event, line, reading: fields, acts: count) else { return }
    let own = session.list(actsOf: event, line, in: &acts, from: Int(entries[place].room))
    let ofLives =
      hasLives ? appSession.list(actsOf: event, line, in: &acts, from: own.places.upperBound) : CachedPlan()
    (entries[place].own, entries[place].ofLives) = (own, ofLives)
    if ofLives.isAny { entries[place].own.goOneByOne() }
    let isLasting = session.next.isOfLine && (!hasLives || appSession.next.isOfLine)
    entries[place].validity = isLasting ? situation : stay
  }

  /// An entry for an event of whose fields tests read some, with room for so many acts; nil where there is more to the event
  /// than can be noted.
  private mutating func room(
    for event: Event, _ line: Span<UInt8>, reading fields: UInt64, acts count: Int
  ) -> Int? {
    guard let shape = EventShape(event, line, reading: fields),
      let values = FieldBytes(event, line, at: shape.read)
    else { return nil }
    let place = place(for: shape, of: event, line)
    entries[place].shape = shape
    entries[place].values = values
    if entries[place].room < 0 {
      entries[place].room = Int32(acts.count)
      for _ in 0..<count { acts.append(.none) }
    }
    return place
  }

  /// At its signal's own place, or where that is taken by one of the same shape and other values, in the row behind it.
  private mutating func place(for shape: EventShape, of event: Event, _ line: Span<UInt8>) -> Int {
    let code = Int(event.id.rawValue)
    if shape.read == 0 || entries[code].isVaried { return code }
    var place = code
    guard entries[code].shape.fits(event, line) else {
      while place >= 0 {
        entries[place].validity = 0
        place = Int(entries[place].next)
      }
      return code
    }
    // What may hold again is given up last.
    var spare = -1
    for number in 1...mostValues {
      if entries[place].validity >= 0, entries[place].validity != stay { return place }
      if !isValid(place) { spare = place }
      if number == mostValues { break }
      if entries[place].next < 0 {
        entries[place].next = Int32(entries.count)
        entries.append(Entry())
      }
      place = Int(entries[place].next)
    }
    entries[code].isVaried = spare < 0
    return spare < 0 ? code : spare
  }
}
