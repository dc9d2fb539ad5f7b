/// A random number generator with a seed, SplitMix64 of Steele, Lea and Flood (2014, doi:10.1145/2660193.2660195).
/// Failures are reproducible, because the numbers are the same in each run.
public struct Dice: RandomNumberGenerator {
  private var state: UInt64

  /// A generator with the given seed.
  public init(seed: UInt64) { state = seed }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
