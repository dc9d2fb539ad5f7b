import Rulebook

/// Ranks events by their use: which to log first. A greedy choice: the next event is the one that makes the most
/// further rules checkable.
struct EventRanking {
  /// The events, the most useful first.
  private(set) var rows: [Row] = []

  /// An event, if all events above it are logged.
  struct Row {
    var event: String
    /// Whether the system, a framework or a callback logs it.
    var isAutomatic: Bool
    /// The ids of the rules that this event makes checkable.
    var rules: [String]
    /// The number of rules that can be checked with it and all events above it.
    var total: Int
  }

  /// A rule that cannot be checked yet.
  struct OpenRule {
    var id: String
    /// The weight of the rule in the ranking.
    var weight = 1
    /// The missing events: one event of each group, for one of these lists.
    var requirements: [[[String]]]
  }

  /// The ranking for each rulebook of a catalogue, with the name of the rulebook.
  static func all(_ catalogue: RuleCatalogue) -> [(rulebook: String, ranking: EventRanking)] {
    catalogue.groups.map(\.rulebook).withoutRepeats.map { name in
      (name, EventRanking(catalogue.groups.filter { $0.rulebook == name }.flatMap(\.entries)))
    }
  }

  private init(_ entries: [RuleCatalogue.Entry]) {
    let open = entries.filter { !$0.isOff }.map { entry in
      OpenRule(id: entry.rule.id, requirements: entry.requirements.map { $0.map(\.logged) })
    }
    self.init(open, automatic: Set(entries.flatMap(\.automaticEvents).map(\.name)))
  }

  /// The ranking for some rules. `checked` rules can already be checked. The events in `automatic` are logged by the
  /// system, a framework or a callback.
  init(_ rules: [OpenRule], automatic: Set<String>, after checked: Int = 0) {
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
      rows.append(Row(event: event, isAutomatic: automatic.contains(event), rules: complete, total: total))
    }
  }

  /// The event that makes the rules with the highest total weight checkable. Ties are broken by the weight of the rules
  /// that need the event, then by name. Nil if every rule can be checked.
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
