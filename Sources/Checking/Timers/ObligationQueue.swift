import DequeModule

/// The events of one instance of a scope that any answer answers, in the order in which they came. Whatever settles them
/// settles the oldest first: an answer all that it does not come too early for, the end of its time the oldest one. So
/// nothing is looked up, and nothing has to be known of any but the first.
struct ObligationQueue: ~Copyable {
  let sentence: Int
  /// How long each waits, in nanoseconds; nil where each has a time of its own, or none ends.
  let limit: Int64?
  private var entries = UniqueDeque<Entry>()
  /// What ends the time of those that have one of their own, by their places among all that is waited for.
  private var ends: [Int: Deadline] = [:]
  /// The instance, as long as any waits.
  private(set) var instance: Response.Open?
  /// The newest events that may have been an answer.
  private(set) var doubt: UnknownMatches?
  /// How many of the oldest wait no more for the end of their time: it is over, or cannot be known.
  private var overdue = 0
  /// Whether the first one has an entry among the deadlines.
  var isEntered = false

  struct Entry {
    fileprivate let trigger: Occurrence
    /// From where its time counts.
    fileprivate let start: Moment
    /// How soon an answer comes too early, in nanoseconds.
    fileprivate let earliest: Int64
    /// Its place among all that is waited for.
    fileprivate let sequence: Int
  }

  /// The end of the time of one.
  struct End {
    /// The last nanosecond, counted, at which all is well; the times of one era can be compared.
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

  /// The events that ask for an answer.
  var triggers: [Occurrence] { entries.indices.map { entries[$0].trigger } }

  /// The first one is about to ask for an answer, in the instance.
  mutating func begin(in instance: Response.Open) { self.instance = instance }

  /// One more asks for an answer.
  mutating func append(_ trigger: Occurrence, at start: Moment, earliest: Int64, sequence: Int) {
    entries.append(Entry(trigger: trigger, start: start, earliest: earliest, sequence: sequence))
  }

  /// The newest one has a deadline of its own.
  mutating func set(_ deadline: Deadline) { ends[entries[entries.count - 1].sequence] = deadline }

  /// An event came that may be an answer.
  mutating func doubt(at moment: Moment) {
    if doubt?.add(moment) == nil { doubt = UnknownMatches(moment) }
  }

  // MARK: Time

  /// Which one's time is over next.
  var next: End? {
    mutating get {
      guard let limit else { return nil }
      while overdue < entries.count {
        let start = entries[overdue].start
        if start.isTimed {
          let (due, isTooLate) = start.counted.addingReportingOverflow(limit)
          return End(due: isTooLate ? .max : due, era: start.era, sequence: entries[overdue].sequence)
        }
        overdue += 1
      }
      return nil
    }
  }

  /// The time of that one is over.
  mutating func passNext() { overdue += 1 }

  /// The place of one that still waits, the oldest of which is 0.
  @inline(__always)
  func place(of sequence: Int) -> Int? {
    // Before it wait only those whose time cannot be known.
    if !entries.isEmpty, entries[0].sequence == sequence { return 0 }
    return placeBehindFirst(of: sequence)
  }

  @inline(never)
  private func placeBehindFirst(of sequence: Int) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].sequence == sequence ? low : nil
  }

  // MARK: What settles them

  /// Takes out the one at a place, and hands over what would have ended its time.
  mutating func forget(at place: Int) -> Deadline? {
    if place < overdue { overdue -= 1 }
    let sequence = (place == 0 ? entries.removeFirst() : entries.remove(at: place)).sequence
    if entries.isEmpty { instance = nil }
    return takeEnd(of: sequence)
  }

  @inline(__always)
  private mutating func takeEnd(of sequence: Int) -> Deadline? {
    ends.isEmpty ? nil : ends.removeValue(forKey: sequence)
  }

  /// Takes out the one at a place.
  mutating func remove(at place: Int) -> (obligation: Obligation, deadline: Deadline?)? {
    guard let instance = entries.count == 1 ? self.instance.take() : self.instance else { return nil }
    if place < overdue { overdue -= 1 }
    let entry = place == 0 ? entries.removeFirst() : entries.remove(at: place)
    return (
      Obligation(
        trigger: entry.trigger, start: entry.start, key: .absent, earliest: entry.earliest,
        instance: instance),
      takeEnd(of: entry.sequence)
    )
  }

  /// From where the time of the one at a place counts, and how soon an answer comes too early.
  func start(at place: Int) -> Moment { entries[place].start }
  func earliest(at place: Int) -> Int64 { entries[place].earliest }
  /// How long it waits, in nanoseconds; nil where that has no end.
  func limit(at place: Int) -> Int64? { limit ?? ends[entries[place].sequence]?.allowed }
}
