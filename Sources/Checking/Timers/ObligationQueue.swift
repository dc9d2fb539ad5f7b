import DequeModule

/// The obligations of one scope instance that any answer discharges, in the order of their triggers. An answer discharges the
/// oldest obligations first, and so does an expired time limit. A FIFO queue is therefore enough, and only the first obligation
/// needs a place in the heap of `Deadlines`.
struct ObligationQueue: ~Copyable {
  let sentence: Int
  /// The time limit of each obligation, in nanoseconds; nil if each has its own deadline, or none has a limit.
  let limit: Int64?
  private var entries = UniqueDeque<Entry>()
  /// The deadlines of obligations that have their own limit, by sequence number.
  private var ends: [Int: Deadline] = [:]
  /// The scope instance; nil while the queue is empty.
  private(set) var instance: Response.Open?
  /// The newest events that may be an answer: their condition is unknown, or a silence makes it unknown whether they are too
  /// early.
  private(set) var doubt: UnknownMatches?
  /// The number of obligations at the front that no longer wait for `limit`: their time is over, or has no known start.
  private var firstRunning = 0
  /// Whether the first obligation has an entry in the heap of `Deadlines`.
  var isInHeap = false

  /// An obligation in the queue.
  struct Entry {
    fileprivate let trigger: Occurrence
    /// The moment from which the time counts.
    fileprivate let start: Moment
    /// The minimum time before an answer counts, in nanoseconds.
    fileprivate let earliest: Int64
    /// The sequence number among all timers of the session.
    fileprivate let sequence: Int
  }

  /// The due time of an obligation.
  struct End {
    /// The last nanosecond of counted time at which the obligation has not expired. Only times of the same era can be compared.
    let due: Int64
    let era: Int32
    let sequence: Int
  }

  init(of sentence: Int, limit: Int64?) {
    self.sentence = sentence
    self.limit = limit
  }

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }

  /// The triggers of the obligations, oldest first.
  var triggers: [Occurrence] { entries.indices.map { entries[$0].trigger } }

  /// Sets the scope instance, before the first obligation is added.
  mutating func begin(in instance: Response.Open) { self.instance = instance }

  /// Adds an obligation.
  mutating func append(_ trigger: Occurrence, at start: Moment, earliest: Int64, sequence: Int) {
    entries.append(Entry(trigger: trigger, start: start, earliest: earliest, sequence: sequence))
  }

  /// Sets the deadline of the newest obligation.
  mutating func set(_ deadline: Deadline) { ends[entries[entries.count - 1].sequence] = deadline }

  /// Records an event that may be an answer.
  mutating func doubt(at moment: Moment) {
    if doubt?.add(moment) == nil { doubt = UnknownMatches(moment) }
  }

  // MARK: Time

  /// The due time of the first obligation that waits for `limit`; nil if there is none.
  var next: End? {
    mutating get {
      guard let limit else { return nil }
      while firstRunning < entries.count {
        let start = entries[firstRunning].start
        if start.isTimed {
          let (due, isTooLate) = start.counted.addingReportingOverflow(limit)
          return End(due: isTooLate ? .max : due, era: start.era, sequence: entries[firstRunning].sequence)
        }
        firstRunning += 1
      }
      return nil
    }
  }

  /// Marks that obligation as expired. It stays in the queue until it is removed.
  mutating func expireNext() { firstRunning += 1 }

  /// Returns the index of an obligation, where 0 is the oldest one; nil if it is not in the queue.
  @inline(__always)
  func place(of sequence: Int) -> Int? {
    // The obligation is nearly always the oldest one: only obligations without a known start can be older than one that expires.
    if !entries.isEmpty, entries[0].sequence == sequence { return 0 }
    return searchIndex(of: sequence)
  }

  /// Binary search. Sequence numbers increase in the queue.
  @inline(never)
  private func searchIndex(of sequence: Int) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].sequence == sequence ? low : nil
  }

  // MARK: Removing obligations

  /// Removes the obligation at an index without returning its values. Returns its own deadline, if it has one.
  mutating func forget(at place: Int) -> Deadline? {
    if place < firstRunning { firstRunning -= 1 }
    let sequence = (place == 0 ? entries.removeFirst() : entries.remove(at: place)).sequence
    if entries.isEmpty { instance = nil }
    return removeDeadline(of: sequence)
  }

  /// Removes and returns the deadline of an obligation that has its own limit.
  @inline(__always)
  private mutating func removeDeadline(of sequence: Int) -> Deadline? {
    ends.isEmpty ? nil : ends.removeValue(forKey: sequence)
  }

  /// Removes and returns the obligation at an index, and its own deadline, if it has one.
  mutating func remove(at place: Int) -> (obligation: Obligation, deadline: Deadline?)? {
    guard let instance = entries.count == 1 ? self.instance.take() : self.instance else { return nil }
    if place < firstRunning { firstRunning -= 1 }
    let entry = place == 0 ? entries.removeFirst() : entries.remove(at: place)
    return (
      Obligation(
        trigger: entry.trigger, start: entry.start, key: .absent, earliest: entry.earliest,
        instance: instance),
      removeDeadline(of: entry.sequence)
    )
  }

  /// The moment from which the time of the obligation at an index counts, and the minimum time before an answer counts.
  func start(at place: Int) -> Moment { entries[place].start }
  func earliest(at place: Int) -> Int64 { entries[place].earliest }
  /// The time limit of the obligation at an index, in nanoseconds; nil if it has none.
  func limit(at place: Int) -> Int64? { limit ?? ends[entries[place].sequence]?.allowed }
}
