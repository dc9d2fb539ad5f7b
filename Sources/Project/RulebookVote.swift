/// What speaks for one of several rulebooks in a log, so far. The log is checked against the rulebook that most speaks for.
public struct RulebookVote: Sendable, Equatable {
  /// How many records have a format that is written on the rulebook's platform only.
  public var records: Int
  /// How many events there are that the rulebook's rules are about.
  public var events: Int

  /// That vote.
  public init(records: Int = 0, events: Int = 0) {
    self.records = records
    self.events = events
  }

  /// So far ahead of the others, a rulebook is chosen before the log ends.
  public static let clearLead = 3

  /// The place of the vote that is ahead of all others by so much; nil if there is none.
  public static func winner(of votes: [RulebookVote], lead: Int) -> Int? {
    let winner = winner(of: votes)
    for index in votes.indices where index != winner && votes[winner].total - votes[index].total < lead {
      return nil
    }
    return winner
  }

  /// The place of the vote that is ahead at the end of a log. Of equal ones that with more records counts, and then the
  /// first: an event may be named by a framework that runs on several platforms.
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
