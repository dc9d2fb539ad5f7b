import Checking
import Diagnostics
public import Project
import Rulebook
import Trace

/// The events that an app should log next so that more rules can be checked: the list of `lifecheck next`.
///
///      1. timer.start: 3 more rules can be checked, 44 in total
///         NSLog("%@", "timer.start id=\(id)")
///         and where it ends: NSLog("%@", "timer.stop id=\(id)")
///         rules: timers-not-doubled, timers-stopped-on-resign
public struct NextEvents {
  private let parts: [Part]
  /// The command that lists what each rule needs.
  private let listCommand: String

  /// The logs that were checked against one rulebook.
  private struct Part {
    var rulebook: Rulebook
    var logs: [TraceReport]
    var ranking: EventRanking
    /// The number of rules, and of checkable rules.
    var rules: Int
    var checked: Int
  }

  /// The maximum number of events shown, and of rules shown for each event.
  private static let maxEvents = 10
  private static let maxRules = 4

  /// The events that the checked logs of a report lack.
  public init(_ report: Report, _ setups: [Setup]) {
    listCommand = report.command("rules") + " --needs"
    parts = report.usedRulebooks.compactMap { used in
      let logs = report.checked.filter { $0.rulebook == used.name }
      return setups.first { $0.rulebook.name == used.name }.map { Self.part(logs, $0.rulebook) }
    }
  }

  private static func part(_ logs: [TraceReport], _ rulebook: Rulebook) -> Part {
    var lacking: [String: (severity: Severity, groups: [[String]])] = [:]
    var checkable: Set<String> = []
    for rule in logs.flatMap(\.summary.rules) {
      guard rule.verdict == .notObservable, let lack = rule.lack, !lack.events.isEmpty else {
        if rule.verdict != .notObservable { checkable.insert(rule.ruleID) }
        continue
      }
      if lack.events.count < lacking[rule.ruleID]?.groups.count ?? .max {
        lacking[rule.ruleID] = (rule.severity, lack.events)
      }
    }
    let open = lacking.filter { !checkable.contains($0.key) }.sorted { $0.key < $1.key }.map { id, lack in
      EventRanking.OpenRule(
        id: id, weight: Severity.allCases.count - lack.severity.rank, requirements: [lack.groups])
    }
    let near = open.compactMap { $0.limited(to: families(of: logs, rulebook), rulebook) }
    let rules = near.isEmpty ? open : near
    let vocabulary = rulebook.vocabulary
    let automatic = vocabulary.ids.filter { vocabulary.declaration(of: $0)?.hasSpelling == true }
    return Part(
      rulebook: rulebook, logs: logs,
      ranking: EventRanking(
        rules, automatic: Set(automatic.map(vocabulary.name)), after: checkable.count),
      rules: rulebook.rules.count, checked: checkable.count)
  }

  /// The families of the events in the logs that only the app itself logs. Nil if there are none: then the logs do not
  /// show what the app uses.
  private static func families(of logs: [TraceReport], _ rulebook: Rulebook) -> Set<Substring>? {
    let own = Set(logs.flatMap(\.summary.events)).filter { name in
      let declaration = rulebook.vocabulary.id(of: name).flatMap(rulebook.vocabulary.declaration)
      return declaration?.hasSpelling == false && declaration?.name == name
    }
    return own.isEmpty ? nil : Set(own.map(\.family))
  }

  /// The list as text.
  public func text(_ style: Style) -> String {
    parts.map { text(of: $0, style) }.joined(separator: "\n")
  }

  private func text(of part: Part, _ style: Style) -> String {
    let name =
      part.logs.count == 1 ? Escaping.line(part.logs[0].path) : TextFormat.count(part.logs.count, "log")
    var text = "\(name): \(part.checked) of \(TextFormat.count(part.rules, "rule")) can be checked."
    text += part.ranking.rows.isEmpty ? "\n" : " Log these events next:\n"
    for (place, row) in part.ranking.rows.prefix(Self.maxEvents).enumerated() {
      let number = String(place + 1)
      let rules = "\(TextFormat.count(row.rules.count, "more rule")) can be checked"
      text += "\n" + String(repeating: " ", count: 2 - min(2, number.count)) + "\(number). "
      text += style.paint(Escaping.line(row.event), .strong) + ": \(rules), \(row.total) in total\n"
      for line in lines(for: row, part.rulebook) {
        text += "    \(style.wrapped(Escaping.line(line), at: 4))\n"
      }
    }
    let rest = part.rules - (part.ranking.rows.prefix(Self.maxEvents).last?.total ?? part.checked)
    if rest > 0 {
      text += "\n\(TextFormat.count(rest, "rule")) \(rest == 1 ? "needs" : "need") other events or fields: "
      text += "`\(listCommand)` lists them\n"
    }
    return text
  }

  /// The code that logs an event, and the rules that it makes checkable.
  private func lines(for row: EventRanking.Row, _ rulebook: Rulebook) -> [String] {
    let rules = row.rules.prefix(Self.maxRules) + (row.rules.count > Self.maxRules ? ["..."] : [])
    let list = rules.isEmpty ? "together with the events below" : "rules: " + rules.joined(separator: ", ")
    let ends = codeForEnds(of: row.event, rulebook).map { "and where it ends: \($0)" }
    return [code(for: row.event, rulebook), ends, list].compactMap(\.self)
  }

  /// The code that logs the events that close what an event opens. Without them, everything seems to stay open.
  private func codeForEnds(of name: String, _ rulebook: Rulebook) -> String? {
    guard let event = rulebook.vocabulary.id(of: name) else { return nil }
    let lines = rulebook.ends(of: event).compactMap { end in
      rulebook.logging.line(rulebook.vocabulary.name(of: end), fields: rulebook.keys(of: end))
    }
    return lines.isEmpty ? nil : lines.joined(separator: " or ")
  }

  private func code(for name: String, _ rulebook: Rulebook) -> String? {
    guard let event = rulebook.vocabulary.id(of: name),
      let declaration = rulebook.vocabulary.declaration(of: event)
    else { return nil }
    let line = rulebook.logging.line(name, fields: event.isEnd ? [] : rulebook.keys(of: event))
    if let callback = declaration.callbacks.first {
      let place = event.isEnd ? "where `\(callback)` returns" : "in `\(callback)`"
      return [line, place].compactMap(\.self).joined(separator: " ")
    }
    let templates = declaration.logTemplates.filter { $0.platform == nil || $0.platform == rulebook.platform }
    let senders = Set(templates.flatMap(\.senders)).sorted()
    if senders.isEmpty { return line }
    let recorder = rulebook.logging.system.map { " (record it with \($0))" } ?? ""
    return "in the system's log\(recorder): lines of \(senders.joined(separator: ", "))"
  }
}

extension EventRanking.OpenRule {
  /// The rule with only the events of some families and events that are logged automatically. Nil if it needs other
  /// events.
  fileprivate func limited(to families: Set<Substring>?, _ rulebook: Rulebook) -> Self? {
    guard let families else { return self }
    var rule = self
    rule.requirements = requirements.compactMap { groups in
      let near = groups.map { group in
        group.filter { name in
          families.contains(name.family)
            || rulebook.vocabulary.id(of: name).flatMap(rulebook.vocabulary.declaration)?.hasSpelling == true
        }
      }
      return near.contains(where: \.isEmpty) ? nil : near
    }
    return rule.requirements.isEmpty ? nil : rule
  }
}

extension String {
  /// The part of a dotted name before the first dot.
  fileprivate var family: Substring { prefix { $0 != "." } }
}

extension Rulebook {
  /// The events that always close the first span with a key that an event opens, if the app itself has to log them.
  fileprivate func ends(of event: EventID) -> [EventID] {
    let patterns = spans.lazy.compactMap { span -> EventPattern? in
      guard case .declared(let from, let until, _?) = span.kind else { return nil }
      return from.atoms.contains { $0.events.contains(event) } ? until : nil
    }
    let ends = patterns.first?.atoms.filter { $0.condition == nil && !$0.isClose }.flatMap(\.events) ?? []
    return ends.withoutRepeats.filter { end in
      guard end != event, let declaration = vocabulary.declaration(of: end) else { return false }
      return declaration.callbacks.isEmpty && declaration.notifications.isEmpty
        && declaration.logTemplates.allSatisfy(\.senders.isEmpty)
    }
  }

  /// The key fields of the spans that an event opens or closes.
  fileprivate func keys(of event: EventID) -> [String] {
    spans.compactMap { span in
      guard case .declared(let from, let until, let key?) = span.kind,
        (from.atoms + until.atoms).contains(where: { $0.events.contains(event) })
      else { return nil }
      return key
    }.withoutRepeats
  }
}
