import Trace

extension OpeningStore {
  /// An opening that is stored as plain values: the event that opened the span.
  struct Entry {
    /// The key under which it is open.
    private(set) var key: Key
    private(set) var moment: Moment
    /// The number of fields, and the length of the line in bytes.
    private(set) var fieldCount: UInt8 = 0
    private(set) var length: UInt16 = 0
    /// The duration timers that run for the opening, one bit each.
    var terms: UInt64 = 0
    private(set) var record: Event.Record
    private(set) var circumstances: SessionState.Circumstances
    /// The fields that are in the vocabulary. The elements after `fieldCount` are stale.
    private(set) var fields: (RetainedLine.Field, RetainedLine.Field, RetainedLine.Field, RetainedLine.Field)

    static let mostFields = 4

    /// A placeholder.
    static var none: Self {
      Self(
        key: .absent, at: .none, Event.Record(),
        SessionState.Circumstances(losses: 0, process: 0, life: 0))
    }

    init(
      key: Key, at moment: Moment, _ record: Event.Record, _ circumstances: SessionState.Circumstances
    ) {
      (self.key, self.moment, self.record, self.circumstances) = (key, moment, record, circumstances)
      fields = (.none, .none, .none, .none)
    }

    @inline(__always)
    mutating func begin(
      _ event: Event, _ circumstances: SessionState.Circumstances, under key: Key, at moment: Moment,
      length: Int
    ) {
      self.key.become(key)
      terms = 0
      self.moment = moment
      self.length = UInt16(truncatingIfNeeded: length)
      record = event.record
      self.circumstances = circumstances
      fieldCount = 0
      for place in event.fields.indices where event.fields[place].number >= 0 {
        add(RetainedLine.Field(event.fields[place]))
      }
    }

    /// Overwrites this entry with an opening that is an object. The other properties become stale.
    mutating func begin(_ moment: Moment, under key: Key) {
      (self.moment, self.key, terms) = (moment, key, 0)
    }

    /// Adds a field. There must be fewer than four.
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
