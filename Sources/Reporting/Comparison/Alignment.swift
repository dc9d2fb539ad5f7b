/// The longest common subsequence of two sequences, as in a diff of two files.
///
/// Myers' algorithm with linear memory ("An O(ND) Difference Algorithm and Its Variations", 1986): it finds the middle of a
/// shortest edit script and continues with both halves. If the middle is more than `limit` edits away, it splits at the furthest
/// point that was reached. Beyond that bound, the matches are still correct, but may be fewer than possible. The time is then
/// O(N × `limit`) instead of O(N × D).
struct Alignment {
  /// The indices of equal elements in both sequences, in rising order.
  private(set) var matches: [(first: Int, second: Int)] = []
  private let first: [Int]
  private let second: [Int]
  private let limit: Int
  /// For each diagonal, the furthest index in the first sequence that is reached from the start, and the same from the end.
  private var forward: Diagonals
  private var backward: Diagonals

  /// The number of steps that are affordable, about a second in a debug build, and the smallest useful limit.
  private static let budget = 8_000_000
  private static let smallestLimit = 64

  init(_ first: [Int], _ second: [Int]) {
    self.first = first
    self.second = second
    let total = first.count + second.count
    limit = min(total, max(Self.smallestLimit, Self.budget / max(1, total)))
    forward = Diagonals(limit: limit)
    backward = Diagonals(limit: limit)
    align(0..<first.count, 0..<second.count)
  }

  private mutating func align(_ a: Range<Int>, _ b: Range<Int>) {
    var (low, lowOther) = (a.lowerBound, b.lowerBound)
    while low < a.upperBound, lowOther < b.upperBound, first[low] == second[lowOther] {
      matches.append((low, lowOther))
      (low, lowOther) = (low + 1, lowOther + 1)
    }
    var (high, highOther) = (a.upperBound, b.upperBound)
    while high > low, highOther > lowOther, first[high - 1] == second[highOther - 1] {
      (high, highOther) = (high - 1, highOther - 1)
    }
    if low < high, lowOther < highOther {
      let middle = middle(low..<high, lowOther..<highOther)
      align(low..<middle.first, lowOther..<middle.second)
      align(middle.first..<high, middle.second..<highOther)
    }
    for step in 0..<(a.upperBound - high) { matches.append((high + step, highOther + step)) }
  }

  /// A point of a shortest edit script of two parts, which are not empty and begin and end with different elements.
  private mutating func middle(_ a: Range<Int>, _ b: Range<Int>) -> (first: Int, second: Int) {
    let (count, countOther) = (a.count, b.count)
    let delta = count - countOther
    let isOdd = delta % 2 != 0
    for edits in 0...limit {
      for diagonal in forward.diagonals(edits, count, countOther) {
        var x = forward.step(edits, diagonal, count, countOther)
        guard x >= 0 else { continue }
        while x < count, x - diagonal < countOther,
          first[a.lowerBound + x] == second[b.lowerBound + x - diagonal]
        {
          x += 1
        }
        forward[diagonal] = x
        if isOdd, abs(delta - diagonal) < edits, backward[delta - diagonal] >= 0,
          x + backward[delta - diagonal] >= count
        {
          return (a.lowerBound + x, b.lowerBound + x - diagonal)
        }
      }
      for diagonal in backward.diagonals(edits, count, countOther) {
        var x = backward.step(edits, diagonal, count, countOther)
        guard x >= 0 else { continue }
        while x < count, x - diagonal < countOther,
          first[a.upperBound - 1 - x] == second[b.upperBound - 1 - x + diagonal]
        {
          x += 1
        }
        backward[diagonal] = x
        if !isOdd, abs(delta - diagonal) <= edits, forward[delta - diagonal] >= 0,
          x + forward[delta - diagonal] >= count
        {
          return (a.upperBound - x, b.upperBound - x + diagonal)
        }
      }
    }
    let furthest = forward.furthest(limit, count, countOther)
    return (a.lowerBound + furthest.x, b.lowerBound + furthest.x - furthest.diagonal)
  }
}

/// For each diagonal of an edit graph, the furthest reached index; -1 if none is reached.
private struct Diagonals {
  private var reached: [Int]
  private let middle: Int

  init(limit: Int) {
    middle = limit + 1
    reached = Array(repeating: -1, count: 2 * limit + 3)
  }

  subscript(diagonal: Int) -> Int {
    get { reached[middle + diagonal] }
    set { reached[middle + diagonal] = newValue }
  }

  /// The diagonals that can be reached with a number of edits. Resets those on both sides of them.
  mutating func diagonals(_ edits: Int, _ count: Int, _ countOther: Int) -> StrideThrough<Int> {
    self[edits + 1] = -1
    self[-edits - 1] = -1
    let (least, most) = (max(-edits, -countOther), min(edits, count))
    return stride(from: least + (least + edits) % 2, through: most, by: 2)
  }

  /// The index that one more edit reaches on a diagonal, which is also stored; -1 if there is none.
  mutating func step(_ edits: Int, _ diagonal: Int, _ count: Int, _ countOther: Int) -> Int {
    var x = 0
    if edits > 0 {
      let (left, above) = (self[diagonal - 1], self[diagonal + 1])
      x = max(
        left >= 0 && left < count ? left + 1 : -1, above >= 0 && above - diagonal <= countOther ? above : -1)
    }
    self[diagonal] = x
    return x
  }

  /// The point at which most elements are behind.
  mutating func furthest(_ edits: Int, _ count: Int, _ countOther: Int) -> (x: Int, diagonal: Int) {
    var best = (x: 0, diagonal: 0)
    for diagonal in diagonals(edits, count, countOther)
    where self[diagonal] >= 0 && 2 * self[diagonal] - diagonal > 2 * best.x - best.diagonal {
      best = (self[diagonal], diagonal)
    }
    return best
  }
}
