/// Which texts can share bytes of a message, at least four of them, so that a filter that finds one may pass over the
/// other.
///
/// Where two texts overlap, one of them begins inside of the other. So only places are compared that have the first
/// four bytes of some text.
enum Overlaps {
  /// For each text the others that it may overlap, by index.
  static func between(_ texts: [[UInt8]], _ others: [[UInt8]]) -> [[Int]] {
    var found: [[Int]] = Array(repeating: [], count: texts.count)
    let heads = Heads(of: others)
    for (number, text) in texts.enumerated() {
      forEachPlace(of: heads, others, in: text) { found[number].append($0) }
    }
    let ownHeads = Heads(of: texts)
    for (number, other) in others.enumerated() {
      forEachPlace(of: ownHeads, texts, in: other) { found[$0].append(number) }
    }
    return found
  }

  /// The texts that begin with each four bytes.
  private struct Heads {
    var texts: [UInt32: [Int]] = [:]
    /// Whether a text may begin with four bytes, by twelve bits of these: most do not, and are not asked for.
    private var isThere = Array(repeating: false, count: 1 << 12)

    init(of texts: [[UInt8]]) {
      for (number, text) in texts.enumerated() where text.count >= 4 {
        let piece = text.span.piece(at: 0)
        self.texts[piece, default: []].append(number)
        isThere[Self.hash(of: piece)] = true
      }
    }

    func mayHold(_ piece: UInt32) -> Bool { isThere[Self.hash(of: piece)] }

    private static func hash(of piece: UInt32) -> Int {
      Int(truncatingIfNeeded: (piece &* 0x9E37_79B1) &>> 20)
    }
  }

  private static func forEachPlace(
    of heads: Heads, _ texts: [[UInt8]], in whole: [UInt8], _ body: (Int) -> Void
  ) {
    var start = 0
    while start + 4 <= whole.count {
      let piece = whole.span.piece(at: start)
      if heads.mayHold(piece) {
        for number in heads.texts[piece] ?? [] where agree(whole, texts[number], from: start) { body(number) }
      }
      start += 1
    }
  }

  /// Whether two texts can share a byte of a message: one of them holds the other, or begins with the other's end.
  static func areThere(between text: [UInt8], _ other: [UInt8]) -> Bool {
    text.indices.contains { agree(text, other, from: $0) }
      || other.indices.contains { agree(other, text, from: $0) }
  }

  /// Whether a text that begins inside of another is the same as far as both go.
  private static func agree(_ whole: [UInt8], _ text: [UInt8], from start: Int) -> Bool {
    let count = min(text.count, whole.count - start)
    return whole.span.extracting(start..<start + count).isEqual(to: text.span.extracting(0..<count))
  }
}
