/// A FIFO queue of timers of one sentence that all have the same delay. They are due in the order in which they started, so no
/// heap is needed. A cancelled timer stays until it is the first, or until more than half of the timers are cancelled. Memory is
/// therefore proportional to the running timers.
struct FixedDelayQueue {
  let sentence: Int
  /// The delay in nanoseconds.
  let limit: Int64
  private var waiting = Queue<Waiting>()
  /// The sequence number of each running timer, by number; 0 if it is not running.
  private var running: [Int] = []
  /// The number of running timers.
  private var awaited = 0
  /// The number of timers, running or cancelled, up to which the queue is not compacted.
  private let least: Int
  /// Whether the first timer has an entry in the heap of `Deadlines`.
  var isInHeap = false

  /// The number of timers in the queue, including cancelled ones.
  var count: Int { waiting.count }

  /// A timer in the queue.
  struct Waiting {
    /// The number that identifies the timer in its sentence. It is reused.
    let number: Int32
    /// The era of the start. Only times of the same era can be compared.
    let era: Int32
    /// The last nanosecond of counted time at which the timer has not expired.
    let due: Int64
    /// The sequence number of the start among all timers of the session.
    let sequence: Int
  }

  /// Creates an empty queue.
  init(of sentence: Int, limit: Int64, _ limits: Limits) {
    self.sentence = sentence
    self.limit = limit
    least = limits.settledWaits
  }

  /// The first running timer. Cancelled timers before it are removed.
  var next: Waiting? {
    mutating get {
      while let first = waiting.first {
        if isWaiting(first) { return first }
        waiting.removeFirst()
      }
      return nil
    }
  }

  /// Starts a timer at a moment that has a time.
  mutating func begin(_ number: Int32, at moment: Moment, sequence: Int) {
    let (due, isTooLate) = moment.counted.addingReportingOverflow(limit)
    while running.count <= Int(number) { running.append(0) }
    running[Int(number)] = sequence
    awaited += 1
    waiting.append(
      Waiting(number: number, era: moment.era, due: isTooLate ? .max : due, sequence: sequence))
  }

  /// Whether a timer is still running. Its number may have been reused since it started.
  func isWaiting(_ one: Waiting) -> Bool { running[Int(one.number)] == one.sequence }

  /// Cancels a timer. Does nothing if it is not running.
  mutating func cancel(_ number: Int32) {
    guard Int(number) < running.count, running[Int(number)] != 0 else { return }
    running[Int(number)] = 0
    awaited -= 1
    if waiting.count > least, waiting.count > awaited * 2 {
      waiting.keep { running[Int($0.number)] == $0.sequence }
    }
  }

  /// Removes the first timer after it has expired.
  mutating func removeFirst() { waiting.removeFirst() }
}
