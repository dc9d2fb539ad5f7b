import BasicContainers
import Trace

/// A cache of the plans of events that took the fast path. All events of a signal with the same shape and the same values of the
/// fields that are read have the same plan. It corresponds to a polymorphic inline cache of a virtual machine.
struct InlineCache: ~Copyable {
  /// A plan for one signal, one shape and one set of field values.
  struct Entry {
    /// The `stay` or the `configuration` for which it is valid; 0 if it is empty.
    fileprivate var validity = 0
    /// The plans for the session and the app session. They are next to the shape, because nearly every event reads these three,
    /// and nothing behind them.
    fileprivate(set) var own = CachedPlan()
    fileprivate var shape = EventShape()
    fileprivate(set) var ofLives = CachedPlan()
    /// The field values that predicates read, and the next entry of the same signal and shape; negative if there is none.
    fileprivate var values = FieldBytes()
    fileprivate var next: Int32 = -1
    /// Whether there were too many sets of field values. Then only the newest one is cached, in the first entry.
    fileprivate var hasTooManyValues = false
    /// The index of the first of its instructions; negative if no room was made for them yet.
    fileprivate var room: Int32 = -1
  }

  /// The entries: first one for each signal, at its number, then those for other field values.
  private var entries = UniqueArray<Entry>()
  private var signals = 0
  /// The instructions of all entries. Each entry has a range of its own.
  private var instructions = UniqueArray<FastPlan.Instruction>()
  /// The generation of the cache, from 1 on. It changes when a process is checked out, an activation changes, an awaited mark is
  /// set, or a span is opened for the first time. Plans that depend on spans and marks are valid in one generation.
  private var stay = 0
  /// The configuration, as a negative number: a hash of the session, its activations and the spans that were ever open in it.
  /// Plans that depend only on these and on the line are valid whenever the configuration is the same.
  private var configuration = -1

  /// The maximum number of sets of field values for one shape.
  private let mostValues: Int

  init(_ limits: Limits) { mostValues = limits.cachedPlans }

  @inline(__always)
  subscript(_ place: Int) -> Entry { entries[place] }
  @inline(__always)
  func instruction(_ place: Int) -> FastPlan.Instruction { instructions[place] }

  /// Begins a new generation with a configuration. The first call makes the entries of a number of signals.
  mutating func begin(signals: Int, _ configuration: UInt64) {
    if entries.isEmpty {
      self.signals = signals
      entries = UniqueArray(repeating: Entry(), count: signals)
    }
    self.configuration = Int(truncatingIfNeeded: configuration | 1 << 63)
    turn()
  }

  /// Starts a new generation, which invalidates the plans that depend on spans and marks.
  mutating func turn() { stay += 1 }

  /// Returns the index of the valid entry of an event; negative if there is none.
  @inline(__always)
  mutating func find(_ event: Event, _ line: Span<UInt8>) -> Int {
    let code = UInt(truncatingIfNeeded: Int(event.record.id.rawValue))
    guard code < UInt(bitPattern: signals),
      entries[Int(bitPattern: code)].shape.fits(event, line)
    else { return -1 }
    if entries[Int(bitPattern: code)].shape.read > 0 { return find(Int(bitPattern: code), event, line) }
    return isValid(Int(bitPattern: code)) ? Int(bitPattern: code) : -1
  }

  /// Does the same for a shape whose field values are read. It is `mutating` although it changes nothing, because otherwise the
  /// whole cache would be copied.
  @inline(never)
  private mutating func find(_ code: Int, _ event: Event, _ line: Span<UInt8>) -> Int {
    guard let values = FieldBytes(event, line, at: entries[code].shape.read) else { return -1 }
    var place = code
    while place >= 0, !isValid(place) || !entries[place].values.isSame(as: values) {
      place = entries[code].hasTooManyValues ? -1 : Int(entries[place].next)
    }
    return place
  }

  @inline(__always)
  private mutating func isValid(_ place: Int) -> Bool {
    // The kind of an entry is hard to predict, but not that the entry is valid. So only the second is a branch.
    let validity = entries[place].validity
    return validity == (validity < 0 ? configuration : stay)
  }

  /// Stores the plan of an event that was just found to take the fast path.
  mutating func note(
    _ event: Event, _ line: Span<UInt8>, _ session: inout SessionState, _ appSession: inout SessionState,
    hasAppSession: Bool
  ) {
    let fields = session.fields(for: event.id) | (hasAppSession ? appSession.fields(for: event.id) : 0)
    let count =
      session.maxInstructions(of: event.id) + (hasAppSession ? appSession.maxInstructions(of: event.id) : 0)
    guard let place = room(for: event, line, reading: fields, instructions: count) else { return }
    let own = session.list(actsOf: event, line, in: &instructions, from: Int(entries[place].room))
    let ofLives =
      hasAppSession
      ? appSession.list(actsOf: event, line, in: &instructions, from: own.places.upperBound) : CachedPlan()
    (entries[place].own, entries[place].ofLives) = (own, ofLives)
    if ofLives.isAny { entries[place].own.unfuse() }
    let isLasting = session.next.isOfLine && (!hasAppSession || appSession.next.isOfLine)
    entries[place].validity = isLasting ? configuration : stay
  }

  /// Returns the index of an entry for an event, with room for a number of instructions. `fields` are the fields whose values
  /// predicates read. Nil if the event has no shape or its values cannot be a cache key.
  private mutating func room(
    for event: Event, _ line: Span<UInt8>, reading fields: UInt64, instructions count: Int
  ) -> Int? {
    guard let shape = EventShape(event, line, reading: fields),
      let values = FieldBytes(event, line, at: shape.read)
    else { return nil }
    let place = place(for: shape, of: event, line)
    entries[place].shape = shape
    entries[place].values = values
    if entries[place].room < 0 {
      entries[place].room = Int32(instructions.count)
      for _ in 0..<count { instructions.append(.none) }
    }
    return place
  }

  /// Chooses an entry for an event: the signal's first one or, if that has the same shape with other field values, one that is
  /// linked to it.
  private mutating func place(for shape: EventShape, of event: Event, _ line: Span<UInt8>) -> Int {
    let code = Int(event.id.rawValue)
    if shape.read == 0 || entries[code].hasTooManyValues { return code }
    var place = code
    guard entries[code].shape.fits(event, line) else {
      while place >= 0 {
        entries[place].validity = 0
        place = Int(entries[place].next)
      }
      return code
    }
    // An entry of another configuration may become valid again, so it is replaced last.
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
    entries[code].hasTooManyValues = spare < 0
    return spare < 0 ? code : spare
  }
}
