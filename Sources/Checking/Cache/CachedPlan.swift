import BasicContainers

/// What an event does, where that is known before it comes.
struct CachedPlan {
  private(set) var course = Superinstruction.nothing
  /// The field of the key of the first act, and which of the event's fields that is; negative for none.
  private(set) var key: Int32 = -1
  private(set) var keyPlace: Int32 = -1
  /// The span that is opened or closed, and its deed where terms or sentences go with it; negative for none.
  private(set) var span: Int32 = -1
  private(set) var deed: Int32 = -1
  /// The mark that is set then, and its horizon in nanoseconds.
  private(set) var mark: Int32 = -1
  private(set) var retention = Int64.max
  /// Whether a monitor does any of it.
  private(set) var asksMonitors = false
  /// Where all of its acts stand.
  private var first: Int32 = 0
  private var end: Int32 = 0

  /// All that an event does, at once: what comes next cannot be foreseen from event to event, and so one jump to all of it
  /// costs less than one to each part.
  enum Superinstruction: UInt8 {
    case nothing
    case open
    case openAndMark
    case close
    case closeAndMark
    /// One act after the other.
    case acts
  }

  /// That of an event that does nothing.
  init() {}

  /// All of some acts, of which the first that has a key has that one, which is the value of one of the event's fields.
  init(
    _ places: Range<Int>, of acts: borrowing UniqueArray<FastPlan.Instruction>, key: Int32, at place: Int32
  ) {
    (first, end) = (Int32(places.lowerBound), Int32(places.upperBound))
    (self.key, keyPlace) = (key, place)
    if places.isEmpty { return }
    course = .acts
    for place in places where acts[place].isOfMonitor { asksMonitors = true }
    let opening = acts[places.lowerBound]
    (span, deed) = (opening.index, opening.more)
    if places.count == 1 {
      if opening.kind == .open { course = .open }
      if opening.kind == .close { course = .close }
    } else if places.count == 2, acts[places.lowerBound + 1].kind == .mark {
      if opening.kind == .open { course = .openAndMark }
      if opening.kind == .close { course = .closeAndMark }
      (mark, retention) = (acts[places.lowerBound + 1].index, acts[places.lowerBound + 1].retention)
    }
  }

  /// The places of its acts.
  var places: Range<Int> { Int(first)..<Int(end) }

  /// Whether that is anything.
  var isAny: Bool { course != .nothing }

  /// It is not all that the event does.
  mutating func goOneByOne() { course = .acts }
}
