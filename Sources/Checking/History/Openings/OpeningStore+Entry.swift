import Trace

extension OpeningStore {
  /// An event that opened something.
  struct Entry {
    /// What it is open under.
    private(set) var key: Key
    private(set) var moment: Moment
    /// How many fields there are, and bytes.
    private(set) var fieldCount: UInt8 = 0
    private(set) var length: UInt16 = 0
    /// The terms that run from its opening, each a bit.
    var terms: UInt64 = 0
    private(set) var telling: Event.Record
    private(set) var circumstances: SessionState.Circumstances
    /// The line's fields that the vocabulary knows, and behind them what is left of others.
    private(set) var fields: (RetainedLine.Field, RetainedLine.Field, RetainedLine.Field, RetainedLine.Field)

    static let mostFields = 4

    /// Of what is told by an object alone.
    static var none: Self {
      Self(
        key: .absent, at: .none, Event.Record(),
        SessionState.Circumstances(losses: 0, process: 0, life: 0))
    }

    init(
      key: Key, at moment: Moment, _ telling: Event.Record, _ circumstances: SessionState.Circumstances
    ) {
      (self.key, self.moment, self.telling, self.circumstances) = (key, moment, telling, circumstances)
      fields = (.none, .none, .none, .none)
    }

    @inline(__always)
    mutating func begin(
      _ event: Event, _ time: LogTime?, _ circumstances: SessionState.Circumstances, under key: Key,
      at moment: Moment, length: Int
    ) {
      self.key.become(key)
      terms = 0
      self.moment = moment
      self.length = UInt16(truncatingIfNeeded: length)
      telling = event.record
      self.circumstances = circumstances
      self.circumstances.time = time
      fieldCount = 0
      for place in event.fields.indices where event.fields[place].number >= 0 {
        add(RetainedLine.Field(event.fields[place]))
      }
    }

    /// Begins anew as what is told by an object alone.
    mutating func begin(_ moment: Moment, under key: Key) {
      (self.moment, self.key, terms) = (moment, key, 0)
    }

    /// Adds a field, of no more than there may be.
    @inline(__always)
    mutating func add(_ field: RetainedLine.Field) {
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
