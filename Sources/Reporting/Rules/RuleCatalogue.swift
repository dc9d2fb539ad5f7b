public import Project
import Diagnostics
import Rulebook
import Trace

/// The rules of some rulebooks with their events and explanations, for `lifecheck rules`.
public struct RuleCatalogue: Sendable {
  /// The names of the rulebooks.
  let name: String
  let project: String?
  /// The rules by file, in the order of the rulebooks.
  let groups: [Group]

  /// The rules of one file.
  struct Group: Sendable {
    /// The name of the rulebook that the file belongs to.
    var rulebook: String
    var heading: String
    var path: String
    var entries: [Entry]
  }

  /// A rule with the events that it uses.
  struct Entry: Sendable {
    var rule: Rule
    /// Whether the project turns it off.
    var isOff: Bool
    var events: [EventSource]
    /// The `needs` of the rule: groups of events, one of each is needed.
    var needs: [[String]]
    /// All that an app must record before the rule is checked: one event of each group, for one of these lists.
    var requirements: [[Prerequisite]]
    /// An explanation of each sentence, in plain English.
    var meanings: [String]

    /// The events that the system, a framework or a callback logs.
    var automaticEvents: [EventSource] { events.filter(\.isAutomatic) }
    /// The events that a log contains only if the app logs them.
    var manualEvents: [EventSource] { events.filter { !$0.isAutomatic } }
  }

  /// The rules of some setups, in the order of the rulebooks. If `ids` is not empty, only these rules.
  public init(_ setups: [Setup], only ids: [String] = []) {
    name = setups.map(\.rulebook.name).joined(separator: ", ")
    project = setups.first?.project
    groups = setups.flatMap { Self.groups($0, only: ids) }
  }

  private static func groups(_ setup: Setup, only ids: [String]) -> [Group] {
    var groups: [Group] = []
    for rule in setup.allRules where ids.isEmpty || ids.contains(rule.id) {
      let source = rule.range.source
      let entry = Entry(
        rule: rule, isOff: setup.rulesOff.contains(rule.id),
        events: setup.rulebook.referencedEvents(of: rule).map { EventSource($0, in: setup.rulebook) },
        needs: rule.needs.map { $0.map(setup.rulebook.vocabulary.name) },
        requirements: requirements(of: rule, in: setup.rulebook),
        meanings: rule.sentences.map { SentenceExplanation($0.sentence, setup.rulebook.vocabulary).text })
      if let index = groups.firstIndex(where: { $0.entries[0].rule.range.source === source }) {
        groups[index].entries.append(entry)
      } else {
        groups.append(
          Group(
            rulebook: setup.rulebook.name, heading: FileHeading.text(of: source), path: source.name,
            entries: [entry]))
      }
    }
    return groups
  }

  /// The requirements of each sentence of a rule, without those that include all of another sentence: a rule is checked
  /// as soon as one of its sentences is.
  private static func requirements(of rule: Rule, in rulebook: Rulebook) -> [[Prerequisite]] {
    let sentences = rule.sentences.map { rulebook.prerequisites(of: $0.sentence, in: rule) }
    let names = sentences.map { Set($0.map(\.names)) }
    return sentences.indices.filter { index in
      !names.indices.contains {
        names[$0].isStrictSubset(of: names[index]) || $0 < index && names[$0] == names[index]
      }
    }.map { sentences[$0] }
  }

  var entries: [Entry] { groups.flatMap(\.entries) }

  /// `127 rules: 80 errors, 40 warnings, 7 notes`.
  var count: String {
    let entries = entries
    let severities = Severity.allCases.compactMap { severity in
      let count = entries.count { $0.rule.severity == severity && !$0.isOff }
      return count > 0 ? TextFormat.count(count, severity.rawValue) : nil
    }
    let off = entries.count(where: \.isOff)
    let parts = severities + (off > 0 ? ["\(TextFormat.grouped(off)) off"] : [])
    return TextFormat.count(entries.count, "rule")
      + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
  }
}
