/// A difference between the good runs and the other run of a session.
struct Difference: Sendable, Equatable {
  /// The kinds of difference.
  enum Change: Sendable, Hashable {
    /// An event of all good runs does not occur.
    case missing
    /// An event of no good run occurs.
    case new
    /// An event occurs later than in the good runs, after the event with this text.
    case movedAfter(String)
    /// An event occurs earlier than in the good runs, before the event with this text.
    case movedBefore(String)
    /// Another event, or other values, are in the place of an event.
    case replaced(by: String)
    /// An event that is repeated often occurs much more or less often: the number in the good runs, and in the other one.
    case recounted(from: Int, to: Int)
    /// A callback takes much longer: nanoseconds in the slowest good run, and in the other one.
    case longer(from: Int64, to: Int64)
    /// An event occurs much later after another event, whose text is given.
    case later(after: String, from: Int64, to: Int64)
  }

  var change: Change
  /// The event as the first good run with it logs it, or else as the other run does. Untrusted text.
  var event: String
  /// The number of times that the difference occurs in the session. The places are those of the first one.
  var count = 1
  /// The line of the good run; nil for a new event.
  var good: LogFiles.Place?
  /// The line of the other run; nil for a missing event.
  var bad: LogFiles.Place?
  /// Whether the runs part here for the first time.
  var isFirst = false

  /// Whether an event or its order differs, not only its name, its number or its time.
  var isDivergence: Bool {
    switch change {
    case .missing, .new, .movedAfter, .movedBefore: true
    case .replaced, .recounted, .longer, .later: false
    }
  }

  /// Whether another event, or other values, are in the place of the event.
  var isReplacement: Bool {
    if case .replaced = change { true } else { false }
  }

  /// Whether an event is at another place.
  var isMove: Bool {
    switch change {
    case .movedAfter, .movedBefore: true
    default: false
    }
  }
}
