/// A row of a comparison side by side: an event of the first good run, and the event of the other run that corresponds to it.
struct EventRow {
  /// The event of the good run; nil if it has no such event here.
  var good: Side?
  /// The event of the other run; nil if it has no such event here.
  var bad: Side?
  /// Whether the event is a step of the app's life.
  var isStep: Bool
  /// The differences that the row shows, as indices in the list of differences. Without a difference, a row with one side is an
  /// event that is not compared: not all good runs have it, or it is repeated often.
  var differences: [Int] = []

  /// An event of one run. Events of a kind between two steps are one side of one row.
  struct Side {
    /// The event as in the log. Untrusted text.
    var text: String
    /// The 1-based line, in reading order.
    var line: Int
    /// The nanoseconds since the first event of the session; nil if they are unknown.
    var time: Int64?
    /// The number of events.
    var count: Int
  }
}
