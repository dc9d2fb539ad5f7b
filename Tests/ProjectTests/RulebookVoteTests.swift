import Testing

@testable import Project

@Suite struct `The rulebook that a log chooses` {
  private func votes(_ numbers: [(Int, Int)]) -> [RulebookVote] {
    numbers.map { RulebookVote(records: $0.0, events: $0.1) }
  }

  @Test(
    arguments: [
      ([(0, 0), (0, 0)], 0), ([(0, 1), (0, 0)], 0), ([(0, 0), (0, 1)], 1), ([(0, 2), (0, 2)], 0),
      // A framework names its events on every platform: the records decide.
      ([(0, 2), (2, 0)], 1), ([(0, 2), (3, 1)], 1), ([(0, 9), (1, 1)], 0), ([(1, 1), (0, 9)], 1),
      ([(7, 0), (7, 1), (7, 1)], 1), ([(0, 0)], 0),
    ] as [([(Int, Int)], Int)])
  func `is at the end the one that most speaks for`(numbers: [(Int, Int)], winner: Int) {
    #expect(RulebookVote.winner(of: votes(numbers)) == winner)
  }

  @Test(
    arguments: [
      ([(0, 2), (0, 0)], nil), ([(0, 3), (0, 0)], 0), ([(0, 5), (0, 3)], nil), ([(0, 5), (9, 3)], 1),
      ([(0, 0), (0, 0)], nil), ([(0, 0)], 0),
    ] as [([(Int, Int)], Int?)])
  func `is before that one with a clear lead`(numbers: [(Int, Int)], winner: Int?) {
    #expect(RulebookVote.winner(of: votes(numbers), lead: RulebookVote.clearLead) == winner)
  }
}
