/// What waits for one sentence, each for the same time: it ends in the order in which it began, so that the next one is
/// found without any order being made. What is settled stays until its turn comes or until half of all are settled, so that
/// memory follows what is awaited.
struct FixedDelayQueue {
  let sentence: Int
  /// In nanoseconds.
  let limit: Int64
  private var waiting = Queue<Waiting>()
  /// By the number under which something waits: its place among all that is waited for; 0 where it is settled.
  private var running: [Int] = []
  /// How many are not settled.
  private var awaited = 0
  /// How many may stay, be they settled or not.
  private let least: Int
  /// Whether its first one has an entry among the deadlines.
  var isEntered = false

  /// How many are kept.
  var count: Int { waiting.count }

  struct Waiting {
    /// What waits, by a number of the sentence's own.
    let number: Int32
    /// The times of one era can be compared.
    let era: Int32
    /// The last nanosecond, counted, at which all is well.
    let due: Int64
    /// Its place among all that is waited for.
    let sequence: Int
  }

  /// One in which nothing waits yet.
  init(of sentence: Int, limit: Int64, _ limits: Limits) {
    self.sentence = sentence
    self.limit = limit
    least = limits.settledWaits
  }

  /// The first one that is not settled.
  var next: Waiting? {
    mutating get {
      while let first = waiting.first {
        if isWaiting(first) { return first }
        waiting.removeFirst()
      }
      return nil
    }
  }

  /// Something begins to wait at a moment that has a time.
  mutating func begin(_ number: Int32, at moment: Moment, sequence: Int) {
    let (due, isTooLate) = moment.counted.addingReportingOverflow(limit)
    while running.count <= Int(number) { running.append(0) }
    running[Int(number)] = sequence
    awaited += 1
    waiting.append(
      Waiting(number: number, era: moment.era, due: isTooLate ? .max : due, sequence: sequence))
  }

  func isWaiting(_ one: Waiting) -> Bool { running[Int(one.number)] == one.sequence }

  /// It waits no more, or never began to.
  mutating func settle(_ number: Int32) {
    guard Int(number) < running.count, running[Int(number)] != 0 else { return }
    running[Int(number)] = 0
    awaited -= 1
    if waiting.count > least, waiting.count > awaited * 2 {
      waiting.keep { running[Int($0.number)] == $0.sequence }
    }
  }

  /// Takes out the first one, whose time is over.
  mutating func removeFirst() { waiting.removeFirst() }
}
