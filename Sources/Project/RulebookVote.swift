/// The evidence in a log for one of several rulebooks. A log is checked against the rulebook with the most evidence.
public struct RulebookVote: Sendable, Equatable {
  /// The number of records in a format that is used only on the rulebook's platform.
  public var records: Int
  /// The number of events that the rulebook's rules refer to.
  public var events: Int

  /// Creates a vote.
  public init(records: Int = 0, events: Int = 0) {
    self.records = records
    self.events = events
  }

  /// The lead with which a rulebook is chosen before the log ends.
  public static let clearLead = 3

  /// The index of the vote that leads all others by at least `lead`; nil if there is none.
  public static func winner(of votes: [RulebookVote], lead: Int) -> Int? {
    let winner = winner(of: votes)
    for index in votes.indices where index != winner && votes[winner].total - votes[index].total < lead {
      return nil
    }
    return winner
  }

  /// The index of the highest vote. Of equal votes, the one with more records wins, because events can come from a
  /// framework that runs on several platforms. If these are equal too, the first vote wins.
  public static func winner(of votes: [RulebookVote]) -> Int {
    var winner = 0
    for index in votes.indices
    where (votes[index].total, votes[index].records) > (votes[winner].total, votes[winner].records) {
      winner = index
    }
    return winner
  }

  private var total: Int { records + events }
}
