/// Steele, Lea and Flood's SplitMix64 (2014, doi:10.1145/2660193.2660195): small, and the same everywhere.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to a count that is much smaller than four billion.
  mutating func index(below count: Int) -> Int { Int(truncatingIfNeeded: next() >> 33) % count }

  /// Removes a random element from a list. The order of the others changes.
  mutating func take<Element>(from list: inout [Element]) -> Element {
    list.swapAt(index(below: list.count), list.count - 1)
    return list.removeLast()
  }
}
