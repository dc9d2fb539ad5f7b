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
    /// The rules that can be checked with it as well, by id.
    var rules: [String]
    /// How many rules can be checked with it and all events above it.
    var total: Int
  }

  /// A rule that cannot be checked yet.
  struct OpenRule {
    var id: String
    /// How much it counts.
    var weight = 1
    /// What it lacks: one event of each group of one of these lists.
    var requirements: [[[String]]]
  }

  /// The ranking for each rulebook of a catalogue, by name.
  static func all(_ catalogue: RuleCatalogue) -> [(rulebook: String, ranking: EventRanking)] {
    catalogue.groups.map(\.rulebook).withoutRepeats.map { name in
      (name, EventRanking(catalogue.groups.filter { $0.rulebook == name }.flatMap(\.entries)))
    }
  }

  private init(_ entries: [RuleCatalogue.Entry]) {
    let open = entries.filter { !$0.isOff }.map { entry in
      OpenRule(id: entry.rule.id, requirements: entry.requirements.map { $0.map(\.logged) })
    }
    self.init(open, withSpelling: Set(entries.flatMap(\.told).map(\.name)))
  }

  /// The ranking for some rules, after so many that can be checked already. Events `withSpelling` are logged by
  /// the system or a callback.
  init(_ rules: [OpenRule], withSpelling spelled: Set<String>, after checked: Int = 0) {
    var open = rules
    var total = checked
    while let event = Self.best(open) {
      for rule in open.indices {
        for place in open[rule].requirements.indices {
          open[rule].requirements[place].removeAll { $0.contains(event) }
        }
      }
      let complete = open.filter { $0.requirements.contains(where: \.isEmpty) }.map(\.id)
      open.removeAll { $0.requirements.contains(where: \.isEmpty) }
      total += complete.count
      rows.append(Row(event: event, isTold: spelled.contains(event), rules: complete, total: total))
    }
  }

  /// The event that completes the requirements of most rules, by their weights; of equal ones that which most rules ask for,
  /// then the first by name. Nil if every rule can be checked.
  private static func best(_ open: [OpenRule]) -> String? {
    var uses: [String: (completed: Int, asked: Int)] = [:]
    for rule in open {
      let completing = Set(rule.requirements.filter { $0.count == 1 }.joined().joined())
      for event in Set(rule.requirements.joined().joined()) {
        uses[event, default: (0, 0)].asked += rule.weight
        if completing.contains(event) { uses[event, default: (0, 0)].completed += rule.weight }
      }
    }
    return uses.min {
      ($1.value.completed, $1.value.asked, $0.key) < ($0.value.completed, $0.value.asked, $1.key)
    }?.key
  }
}
