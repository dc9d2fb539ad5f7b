import Rulebook

/// Which events to log first. A greedy choice: the next event is the one with which most further rules can be checked.
struct EventRanking {
  /// The events, the most useful first.
  private(set) var rows: [Row] = []

  /// An event, after those above it are logged.
  struct Row {
    var event: String
    /// Whether the system, a framework or a callback tells it.
    var isTold: Bool
    /// How many more rules can be checked with it.
    var rules: Int
    /// How many rules can be checked with it and all events above it.
    var total: Int
  }

  /// The ranking for each rulebook of a catalogue, by name.
  static func all(_ catalogue: RuleCatalogue) -> [(rulebook: String, ranking: EventRanking)] {
    catalogue.groups.map(\.rulebook).withoutRepeats.map { name in
      (name, EventRanking(catalogue.groups.filter { $0.rulebook == name }.flatMap(\.entries)))
    }
  }

  private init(_ entries: [RuleCatalogue.Entry]) {
    var open = entries.filter { !$0.isOff }.map { $0.requirements.map { $0.map(\.logged) } }
    let told = Set(entries.flatMap(\.told).map(\.name))
    var total = 0
    while let event = Self.best(open) {
      for rule in open.indices {
        for alternative in open[rule].indices { open[rule][alternative].removeAll { $0.contains(event) } }
      }
      let checked = open.count { $0.contains(where: \.isEmpty) }
      open.removeAll { $0.contains(where: \.isEmpty) }
      total += checked
      rows.append(Row(event: event, isTold: told.contains(event), rules: checked, total: total))
    }
  }

  /// The event that completes the requirements of most rules; of equal ones that which most rules ask for, then the first
  /// by name. Nil if every rule can be checked.
  private static func best(_ open: [[[[String]]]]) -> String? {
    var uses: [String: (completed: Int, asked: Int)] = [:]
    for rule in open {
      let completing = Set(rule.filter { $0.count == 1 }.joined().joined())
      for event in Set(rule.joined().joined()) {
        uses[event, default: (0, 0)].asked += 1
        if completing.contains(event) { uses[event, default: (0, 0)].completed += 1 }
      }
    }
    return uses.min {
      ($1.value.completed, $1.value.asked, $0.key) < ($0.value.completed, $0.value.asked, $1.key)
    }?.key
  }
}
