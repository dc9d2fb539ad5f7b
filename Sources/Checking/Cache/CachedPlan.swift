import BasicContainers

/// The plan of an event as a list of instructions, valid for all events with the same shape and field values.
struct CachedPlan {
  private(set) var opcode = Superinstruction.nothing
  /// The first key field that the instructions need, and its index among the event's fields; negative if there is none. If there
  /// are no instructions, it is the event's first field (see `SessionState.makeKey`).
  private(set) var key: Int32 = -1
  private(set) var keyPlace: Int32 = -1
  /// The span that is opened or closed, and its effect if duration timers or sentences depend on the opening; negative if there
  /// is none.
  private(set) var span: Int32 = -1
  private(set) var deed: Int32 = -1
  /// The mark that is set after that, and its retention in nanoseconds.
  private(set) var mark: Int32 = -1
  private(set) var retention = Int64.max
  /// Whether one of the instructions runs a monitor.
  private(set) var runsMonitors = false
  /// The range of the instructions in the array of the cache.
  private var first: Int32 = 0
  private var end: Int32 = 0

  /// A frequent sequence of instructions as one opcode. The branch on an opcode is hard to predict, because the next event often
  /// does something else. So one branch for the sequence costs less than one for each instruction.
  enum Superinstruction: UInt8 {
    case nothing
    case open
    case openAndMark
    case close
    case closeAndMark
    /// Any other sequence. The instructions are executed one by one.
    case instructions
  }

  /// Creates the plan of an event that does nothing.
  init() {}

  /// Creates a plan from a range of instructions. `key` is the first key field that they need, and `place` its index among the
  /// event's fields.
  init(
    _ places: Range<Int>, of instructions: borrowing UniqueArray<FastPlan.Instruction>, key: Int32,
    at place: Int32
  ) {
    (first, end) = (Int32(places.lowerBound), Int32(places.upperBound))
    (self.key, keyPlace) = (key, place)
    if places.isEmpty { return }
    opcode = .instructions
    for place in places where instructions[place].isOfMonitor { runsMonitors = true }
    let opening = instructions[places.lowerBound]
    (span, deed) = (opening.index, opening.more)
    if places.count == 1 {
      if opening.kind == .open { opcode = .open }
      if opening.kind == .close { opcode = .close }
    } else if places.count == 2, instructions[places.lowerBound + 1].kind == .mark {
      if opening.kind == .open { opcode = .openAndMark }
      if opening.kind == .close { opcode = .closeAndMark }
      (mark, retention) = (
        instructions[places.lowerBound + 1].index, instructions[places.lowerBound + 1].retention
      )
    }
  }

  /// The indices of the instructions.
  var places: Range<Int> { Int(first)..<Int(end) }

  /// Whether the event does anything.
  var isAny: Bool { opcode != .nothing }

  /// Replaces the opcode, because the event also has a plan in the app session.
  mutating func unfuse() { opcode = .instructions }
}
