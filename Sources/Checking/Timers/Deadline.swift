import Trace

/// A moment of the session's clock after which a monitor wants to be asked, unless it no longer does. Used again once it is
/// over, so that a steady log makes no new ones.
final class Deadline {
  /// The sentence whose monitor it is.
  private(set) var sentence: Int
  /// From where the time counts.
  private(set) var start: Occurrence
  /// The last nanosecond, counted, at which all is well.
  private(set) var due: Int64
  private(set) var owner: Subject
  var isCancelled = false
  /// Its place among those that are due at one time.
  var sequence = 0

  /// What asks for an answer: by a number of its sentence's, or by its place in the order of all that is waited for in a
  /// docket of that number.
  enum Awaited {
    case number(Int32)
    case entry(Int, queue: Int)
  }

  /// What a monitor waits for.
  enum Subject {
    case scope(ScopeInstance)
    case instance(ScopeInstance)
    case obligation(Awaited)
    case opening(OpenSpan, ScopeInstance)
    case moment(Session.Signal, key: Key?, ScopeInstance)
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

  /// Begins anew, as if it had just been made.
  func begin(
    for sentence: Int, from start: Occurrence, after limit: Int64, of subject: consuming Subject
  ) {
    self.sentence = sentence
    owner = subject
    isCancelled = false
    renew(from: start, due: Self.due(limit, after: start))
  }

  /// Ends at another time, which counts from another line.
  @inline(__always)
  func renew(from start: Occurrence, due: Int64) {
    self.start = start
    self.due = due
  }

  /// The time that it gave, in nanoseconds.
  var allowed: Int64 { due - start.counted }

  /// What it waited for knows it, too: none keeps the other alive.
  func forget() { owner = .nothing }
}
