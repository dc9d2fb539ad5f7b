import Trace

/// A timer of a monitor: it expires at the first line after a moment of the session's clock, unless it is cancelled. The object
/// is reused after that, which avoids allocations in a steady log.
final class Deadline {
  /// The number of the monitor's sentence.
  private(set) var sentence: Int
  /// The line from which the time counts.
  private(set) var start: Occurrence
  /// The last nanosecond of counted time at which the timer has not expired.
  private(set) var due: Int64
  private(set) var owner: Subject
  var isCancelled = false
  /// The order among deadlines that are due at the same time.
  var sequence = 0

  /// What a deadline belongs to.
  enum Subject {
    /// The end of the scope instance (`for T after E`).
    case scope(ScopeInstance)
    /// The limit of a claim in the scope instance.
    case instance(ScopeInstance)
    /// The limit of an obligation, by its number in the sentence's `Obligations`.
    case obligation(Int32)
    /// The longest duration of an opening.
    case opening(OpenSpan, ScopeInstance)
    /// The time after M in `no S is open T after M`.
    case moment(Session.Signal, key: Key?, ScopeInstance)
    /// The deadline has no owner any more.
    case nothing
  }

  init(of sentence: Int, from start: Occurrence) {
    self.sentence = sentence
    self.start = start
    owner = .nothing
    due = start.counted
  }

  @inline(__always)
  static func due(_ limit: Int64, after start: Occurrence) -> Int64 {
    let (due, isTooLate) = start.counted.addingReportingOverflow(limit)
    return isTooLate ? .max : due
  }

  /// Resets a reused object.
  func begin(
    for sentence: Int, from start: Occurrence, after limit: Int64, of subject: consuming Subject
  ) {
    self.sentence = sentence
    owner = subject
    isCancelled = false
    renew(from: start, due: Self.due(limit, after: start))
  }

  /// Changes the line from which the time counts, and the due time.
  @inline(__always)
  func renew(from start: Occurrence, due: Int64) {
    self.start = start
    self.due = due
  }

  /// The time limit, in nanoseconds.
  var allowed: Int64 { due - start.counted }

  /// Clears the owner. The owner also refers to the deadline, so this breaks a reference cycle.
  func forget() { owner = .nothing }
}
