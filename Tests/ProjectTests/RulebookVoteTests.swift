import Testing

@testable import Project

@Suite struct `The rulebook of a log` {
  private func votes(_ numbers: [(Int, Int)]) -> [RulebookVote] {
    numbers.map { RulebookVote(records: $0.0, events: $0.1) }
  }

  @Test(
    arguments: [
      ([(0, 0), (0, 0)], 0), ([(0, 1), (0, 0)], 0), ([(0, 0), (0, 1)], 1), ([(0, 2), (0, 2)], 0),
      // A framework gives its events the same names on every platform, so the records decide.
      ([(0, 2), (2, 0)], 1), ([(0, 2), (3, 1)], 1), ([(0, 9), (1, 1)], 0), ([(1, 1), (0, 9)], 1),
      ([(7, 0), (7, 1), (7, 1)], 1), ([(0, 0)], 0),
    ] as [([(Int, Int)], Int)])
  func `is the one with the most points at the end`(numbers: [(Int, Int)], winner: Int) {
    #expect(RulebookVote.winner(of: votes(numbers)) == winner)
  }

  @Test(
    arguments: [
      ([(0, 2), (0, 0)], nil), ([(0, 3), (0, 0)], 0), ([(0, 5), (0, 3)], nil), ([(0, 5), (9, 3)], 1),
      ([(0, 0), (0, 0)], nil), ([(0, 0)], 0),
    ] as [([(Int, Int)], Int?)])
  func `is chosen earlier if it has a clear lead`(numbers: [(Int, Int)], winner: Int?) {
    #expect(RulebookVote.winner(of: votes(numbers), lead: RulebookVote.clearLead) == winner)
  }
}
