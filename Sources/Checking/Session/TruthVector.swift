/// The values of a signal's conditions on fields (`Plan.fieldConditions`). Each value has two bits, the lower one in `low` and the
/// higher one in `high`.
struct TruthVector {
  private var low = UInt64.max
  private var high = UInt64.max

  /// No value is known.
  static let unclear = TruthVector()

  subscript(number: Int) -> Predicate.Answer {
    get {
      let bit: UInt64 = 1 &<< UInt64(number)
      if high & bit == 0 { return low & bit == 0 ? .no : .yes }
      return low & bit == 0 ? .unknown : .unclear
    }
    set {
      let bit: UInt64 = 1 &<< UInt64(number)
      low = newValue.rawValue & 1 == 1 ? low | bit : low & ~bit
      high = newValue.rawValue & 2 == 2 ? high | bit : high & ~bit
    }
  }
}
