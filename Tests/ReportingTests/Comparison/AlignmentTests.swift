import TestSupport
import Testing

@testable import Reporting

@Suite struct `An alignment of two sequences` {
  private func matches(_ first: String, _ second: String) -> String {
    let (first, second) = (first.utf8.map(Int.init), second.utf8.map(Int.init))
    let bytes = Alignment(first, second).matches.map { UInt8(clamping: first[$0.first]) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("", "", ""), ("abc", "", ""), ("", "abc", ""), ("abc", "abc", "abc"), ("abc", "xyz", ""),
    ("abcd", "abxd", "abd"), ("xabc", "abcx", "abc"), ("abab", "ab", "ab"),
  ])
  func `matches the longest common subsequence`(first: String, second: String, common: String) {
    #expect(matches(first, second) == common)
  }

  /// The length of the longest common subsequence, by dynamic programming.
  private func longest(_ first: [Int], _ second: [Int]) -> Int {
    var row = Array(repeating: 0, count: second.count + 1)
    for element in first {
      var before = row
      for (index, other) in second.enumerated() {
        before[index + 1] = element == other ? row[index] + 1 : max(before[index], row[index + 1])
      }
      row = before
    }
    return row[second.count]
  }

  private func isCommonSubsequence(_ alignment: Alignment, _ first: [Int], _ second: [Int]) -> Bool {
    let matches = alignment.matches
    let isRising = zip(matches, matches.dropFirst()).allSatisfy {
      $0.first < $1.first && $0.second < $1.second
    }
    return isRising && matches.allSatisfy { first[$0.first] == second[$0.second] }
  }

  @Test(arguments: 1...200) func `is the longest one for random sequences`(seed: UInt64) {
    var dice = Dice(seed: seed)
    let kinds = Int.random(in: 1...6, using: &dice)
    func sequence() -> [Int] {
      (0..<Int.random(in: 0...30, using: &dice)).map { _ in Int.random(in: 0..<kinds, using: &dice) }
    }
    let (first, second) = (sequence(), sequence())
    let alignment = Alignment(first, second)
    #expect(isCommonSubsequence(alignment, first, second))
    #expect(alignment.matches.count == longest(first, second))
  }

  @Test func `is still a common subsequence if there are too many differences for the longest one`() {
    var dice = Dice(seed: 1)
    let first = (0..<60_000).map { _ in Int.random(in: 0..<6, using: &dice) }
    let second = (0..<60_000).map { _ in Int.random(in: 0..<6, using: &dice) }
    let alignment = Alignment(first, second)
    #expect(isCommonSubsequence(alignment, first, second))
    #expect(alignment.matches.count > 20_000)
  }
}
