import BasicContainers
import Trace

/// The values of a signal's conditions on fields (`Plan.conditions`). Each value has two bits, the lower one in `low` and the
/// higher one in `high`.
struct TruthVector {
  private var low = UInt64.max
  private var high = UInt64.max

  /// No value is known.
  static let unclear = TruthVector()

  subscript(number: Int) -> Predicate.Answer {
    get {
      Predicate.Answer(rawValue: low &>> UInt64(number) & 1 | (high &>> UInt64(number) & 1) &<< 1) ?? .unclear
    }
    set {
      let bit: UInt64 = 1 &<< UInt64(number)
      low = newValue.rawValue & 1 == 1 ? low | bit : low & ~bit
      high = newValue.rawValue & 2 == 2 ? high | bit : high & ~bit
    }
  }
}

/// A cache of predicate results, by signal and field values. Most fields that predicates read have few different values.
struct PredicateCache: ~Copyable {
  struct Entry {
    fileprivate var values = FieldBytes()
    fileprivate var answers = TruthVector.unclear
  }

  /// The cache of one signal.
  private struct Signal {
    /// The index of its first entry; negative if it has none.
    var first: Int32 = -1
    /// The number of entries, and the entry that is replaced next.
    var count: UInt8 = 0
    var next: UInt8 = 0
    /// How many more entries may be replaced. Each hit restores one. At 0, the results of the signal are no longer cached.
    var patience: Int8
  }

  private var entries = UniqueArray<Entry>()
  private var signals: [Signal]
  private let most: UInt8
  private let patience: Int8

  /// Creates a cache for a number of signals.
  init(signals count: Int, _ limits: Limits) {
    (most, patience) = (limits.predicateCacheEntries, limits.predicateCachePatience)
    signals = Array(repeating: Signal(patience: patience), count: count)
  }

  /// Whether the results of a signal are cached.
  @inline(__always)
  func isWorthIt(_ signal: Int) -> Bool { signals[signal].patience > 0 }

  /// Returns the results for the same field values; nil if they are not cached.
  @inline(__always)
  mutating func find(_ signal: Int, _ values: FieldBytes) -> TruthVector? {
    let first = Int(signals[signal].first)
    for place in first..<first + Int(signals[signal].count) where entries[place].values.isSame(as: values) {
      if signals[signal].patience < patience { signals[signal].patience += 1 }
      return entries[place].answers
    }
    return nil
  }

  /// Stores results. If there is no room, replaces the oldest ones.
  mutating func note(_ signal: Int, _ values: FieldBytes, _ answers: TruthVector) {
    if signals[signal].first < 0 {
      signals[signal].first = Int32(entries.count)
      for _ in 0..<most { entries.append(Entry()) }
    }
    var place = signals[signal].count
    if place < most {
      signals[signal].count += 1
    } else {
      place = signals[signal].next
      signals[signal].next = (place + 1) % most
      signals[signal].patience -= 1
    }
    entries[Int(signals[signal].first) + Int(place)] = Entry(values: values, answers: answers)
  }
}
