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
