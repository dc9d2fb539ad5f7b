/// Tests whether two texts can overlap in a message, so that a filter that finds one may miss the other. If they overlap, one of
/// them begins inside the other.
enum Overlaps {
  /// Whether two texts can share `least` or more bytes of a message.
  static func canOverlap(between text: [UInt8], _ other: [UInt8], of least: Int = 1) -> Bool {
    begins(other, inside: text, least) || begins(text, inside: other, least)
  }

  private static func begins(_ text: [UInt8], inside whole: [UInt8], _ least: Int) -> Bool {
    guard let first = text.first, text.count >= least, whole.count >= least else { return false }
    for start in 0...whole.count - least where whole[start] == first && agree(whole, text, from: start) {
      return true
    }
    return false
  }

  /// Whether `text` equals the bytes of `whole` from an index on, up to the end of the shorter one.
  private static func agree(_ whole: [UInt8], _ text: [UInt8], from start: Int) -> Bool {
    let count = min(text.count, whole.count - start)
    return whole.span.extracting(start..<start + count).isEqual(to: text.span.extracting(0..<count))
  }
}
