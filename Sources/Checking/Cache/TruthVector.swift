import BasicContainers
import Trace

/// What a signal's conditions on fields of its line are, `Plan.conditions`: two bits each, of which the low ones stand in
/// one word and the high ones in the other.
struct TruthVector {
  private var low = UInt64.max
  private var high = UInt64.max

  /// Nothing is known of any.
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

/// What the tests of each signal have said of the values that it had last: most fields that tests ask for have few.
struct PredicateCache: ~Copyable {
  struct Entry {
    fileprivate var values = FieldBytes()
    fileprivate var answers = TruthVector.unclear
  }

  /// What is noted of one signal.
  private struct Signal {
    /// The place of its entries; negative before the first.
    var first: Int32 = -1
    /// How many there are, and which is the next that is given away.
    var count: UInt8 = 0
    var next: UInt8 = 0
    /// Where too many values were new nothing is noted any more.
    var patience: Int8
  }

  private var entries = UniqueArray<Entry>()
  private var signals: [Signal]
  private let most: UInt8
  private let patience: Int8

  /// With room for so many signals.
  init(signals count: Int, _ limits: Limits) {
    (most, patience) = (limits.predicateCacheEntries, limits.predicateCachePatience)
    signals = Array(repeating: Signal(patience: patience), count: count)
  }

  /// Whether it is worth it to ask what a signal's tests have said.
  @inline(__always)
  func isWorthIt(_ signal: Int) -> Bool { signals[signal].patience > 0 }

  /// What they have said of the same values.
  @inline(__always)
  mutating func find(_ signal: Int, _ values: FieldBytes) -> TruthVector? {
    let first = Int(signals[signal].first)
    for place in first..<first + Int(signals[signal].count) where entries[place].values.isSame(as: values) {
      if signals[signal].patience < patience { signals[signal].patience += 1 }
      return entries[place].answers
    }
    return nil
  }

  /// Notes it.
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
