// Chooses the parts of a literal to look for: those that are rare in any log, or in a sample of this log.

extension Prefilter {
  /// Counts how often each piece occurs in a sample, by its hash.
  struct Counts {
    private var counts = Array(repeating: UInt16(0), count: 1 << Int(bits))

    /// Counts the pieces at every fourth byte of a message.
    mutating func add(_ bytes: Span<UInt8>, _ message: Range<Int>) {
      var index = message.lowerBound
      while index + 4 <= message.upperBound {
        let hash = hash(of: bytes.piece(at: index))
        if counts[hash] < .max { counts[hash] += 1 }
        index += 4
      }
    }

    /// Returns how often a piece was counted.
    func count(of piece: UInt32) -> Int { Int(counts[hash(of: piece)]) }
  }

  /// Returns the start of the cheapest range of a length among `count` costs, and the sum of its costs. Of equal ranges, the
  /// first is returned.
  static func cheapest(
    _ length: Int, of count: Int, _ cost: (Int) -> Int
  ) -> (start: Int, cost: Int) {
    var sum = 0
    var best = (start: 0, cost: Int.max)
    var costs: [Int] = []
    costs.reserveCapacity(count)
    for index in 0..<count {
      costs.append(cost(index))
      sum += costs[index]
      if index >= length { sum -= costs[index - length] }
      if index + 1 >= length, sum < best.cost { best = (index + 1 - length, sum) }
    }
    return best
  }

  /// The maximum number of bytes of a literal that are looked for. A short part is less often split by a wrapped line.
  private static let partLength = 12
  /// The additional cost of a part with a space, where a message may be wrapped.
  private static let wrappedCost = 200

  /// Returns the best part of a literal to look for, and its cost. A short part lets the filter skip less, a common one stops it
  /// often, and one with a space is not found if the message is wrapped there.
  static func bestPart(of literal: String) -> (text: String, cost: Int) {
    let text = Array(literal.utf8)
    guard text.count >= minimumLengthForPieceChoice else {
      return (literal, 10_000 * (minimumLengthForPieceChoice - text.count))
    }
    let common = commonPieces
    let costs = (0...text.count - 4).map { likelihood(text, $0, common) }
    let parts = (0...max(0, text.count - partLength)).compactMap { start -> (text: String, cost: Int)? in
      let part = text[start..<min(start + partLength, text.count)]
      let cost = cheapest(minimumLengthForPieceChoice - 3, of: part.count - 3) { costs[start + $0] }.cost
      let isOneWord = !part.contains(UInt8(ascii: " "))
      return String(validating: part, as: UTF8.self).map { ($0, isOneWord ? cost : cost + wrappedCost) }
    }
    return parts.min { $0.cost < $1.cost } ?? (literal, 0)
  }

  /// Words that are frequent in any log, so their pieces are a bad choice.
  private static let commonWords = """
    loading image from cache request finished application state view layout background foreground queue timer scene \
    render frame network response status user default setting settings session connection connected starting started \
    stopped changed creating created deleted update updated receiving received sending sent message messages error \
    failed failure success successfully completed completion handler callback controller manager service \
    notification notifications location process thread memory warning version device display window screen visible \
    fragment resource bundle content context configuration component interface information operation \
    transaction attribute identifier invalid missing unable could cannot would should with this that will have been \
    when after before there which into over time date value values name data file files path type size count number \
    and the for not has was are can ing ed 
    """

  /// For each hash, whether the common words contain a piece with this hash.
  static let commonPieces: [Bool] = {
    let text = Array(commonWords.utf8)
    var table = Array(repeating: false, count: 1 << Int(bits))
    for index in 0...text.count - 4 { table[hash(of: text.span.piece(at: index))] = true }
    return table
  }()

  /// Returns the cost of a piece, which grows with its likelihood in any text. Lower-case letters are frequent, also after a
  /// capital. A capital after a lower-case letter only occurs in names like those that are looked for.
  ///
  /// The common pieces are passed as an argument, because the access to a lazy static takes as long as the rest.
  static func likelihood(_ text: [UInt8], _ index: Int, _ common: [Bool]) -> Int {
    if common[hash(of: text.span.piece(at: index))] { return 1_000 }
    var capitals = 0
    var hasSign = false
    for offset in index..<index + 4 {
      if text[offset].isUpper {
        if offset > index, text[offset - 1].isLower { return 1 }
        capitals += 1
      }
      if !text[offset].isLetter, !text[offset].isSpace { hasSign = true }
    }
    return hasSign ? 6 : capitals == 0 ? 60 : capitals == 1 ? 25 : 12
  }
}
