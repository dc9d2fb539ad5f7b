import Checking
public import Diagnostics
import Rulebook
import Trace

/// Explains a run in which no rule was checked: the events in its logs, why no rule applied, and what to do next.
public struct NothingChecked {
  private let report: Report
  private let logs: [TraceReport]
  /// The names of the events in the logs.
  private let events: [String]
  /// The number of events that the rulebooks know.
  private let count: Int
  /// A bundled rulebook that was not used, and whose rules are about more of the events.
  private var betterRulebook: String?

  /// Nil if a rule was checked, or if no log could be read.
  public init?(_ report: Report) {
    guard report.isNothingChecked else { return nil }
    self.report = report
    logs = report.checked
    events = logs.flatMap(\.summary.events).withoutRepeats
    count = logs.reduce(0) { $0 + $1.statistics.events - $1.statistics.unknownCount }
    let tried = report.rulebooks.map(\.name)
    for name in Rulebook.bundledNames where !tried.contains(name) {
      let bundled = [RulebookReference(name)]
      let other = try? Rulebook.load(bundled, withExamples: false) { _ in .failure(.missing) }
      if let other, known(to: [other]) > known(to: report.rulebooks) { betterRulebook = name }
    }
  }

  /// The error message.
  public var diagnostic: Diagnostic {
    Diagnostic(
      "no rule could be checked: \(subject) only \(contents), and \(reason)", at: nil, help: help)
  }

  /// `app.log has`.
  private var subject: String {
    let names = logs.map(\.path)
    return report.totals.checked > 2
      ? "\(TextFormat.count(report.totals.checked, "log")) have"
      : names.joined(separator: " and ") + (names.count == 1 ? " has" : " have")
  }

  /// `activity.* events (6)`.
  private var contents: String {
    if events.count == 1 { return "\(events[0]) (\(TextFormat.count(count, "event")))" }
    let families = events.map { "\($0.prefix { $0 != "." }).*" }.withoutRepeats
    let list = families.count > 3 ? Summary.list(families) : TextFormat.conjunction(families)
    return "\(list) events (\(TextFormat.grouped(count)))"
  }

  private var rulebooks: String { TextFormat.disjunction(report.usedRulebooks.map(\.name)) }

  private var reason: String {
    guard isAboutEvents else { return "the rulebook \(rulebooks) has no rule about them" }
    if let betterRulebook { return "the rulebook \(betterRulebook) fits them better than \(rulebooks)" }
    let rules = report.rules
    let (all, lacking) = (rules.count, rules.count { $0.verdict == .notObservable })
    if let rule = rules.first, all == 1 {
      return "the rule \(rule.id) \(lacking == 1 ? "needs more events" : "was not triggered")"
    }
    let count = "\(TextFormat.count(all, "rule")) of \(rulebooks)"
    if lacking == 0 { return "none of the \(count) was triggered" }
    if lacking == all { return "all \(count) need more events" }
    let others = all - lacking == 1 ? "other one was" : "other \(TextFormat.grouped(all - lacking)) were"
    return
      "\(TextFormat.grouped(lacking)) of the \(count) \(lacking == 1 ? "needs" : "need") more events, "
      + "the \(others) not triggered"
  }

  /// Whether the used rules are about any of the events.
  private var isAboutEvents: Bool { known(to: report.rulebooks) > 0 }

  /// The number of the events that the rules of the rulebooks are about.
  private func known(to rulebooks: [Rulebook]) -> Int {
    events.count { event in
      rulebooks.contains { $0.vocabulary.id(of: event).map($0.subjects.contains) == true }
    }
  }

  // MARK: Help

  private var help: String {
    if let betterRulebook {
      let paths = logs.count > 2 ? ["..."] : logs.map(\.files.path)
      let command =
        "lifecheck --rulebook \(betterRulebook) \(paths.map(Escaping.path).joined(separator: " "))"
      let project =
        report.project.map { ", or write `rulebooks: \(betterRulebook)` in \(Escaping.line($0))" } ?? ""
      return "use the rulebook \(betterRulebook): \(command)\(project)"
    }
    let ranking = "`\(report.command("rules")) --needs` lists the events to log first"
    let next = nextEvents
    if !next.isEmpty { return "also log \(TextFormat.conjunction(next)); \(ranking)" }
    return isAboutEvents ? "check a longer log, in which more happens" : ranking
  }

  /// The events that make the most rules checkable without any other event, callbacks first. Events that only the
  /// system logs are left out.
  private var nextEvents: [String] {
    guard isAboutEvents else { return [] }
    var uses: [String: Int] = [:]
    for rule in report.rules {
      guard let groups = rule.coverage.lack?.events, groups.count == 1, groups[0].count == 1 else { continue }
      uses[groups[0][0], default: 0] += 1
    }
    var ranked: [(isOther: Int, uses: Int, name: String)] = []
    for (name, count) in uses {
      guard let declaration = declaration(of: name) else { continue }
      ranked.append((declaration.callbacks.isEmpty ? 1 : 0, -count, name))
    }
    return ranked.sorted(by: <).prefix(Self.maxNext).map { $0.name }
  }

  /// The declaration of an event that an app can log; nil if only the system logs it.
  private func declaration(of name: String) -> EventDeclaration? {
    for rulebook in report.rulebooks {
      guard let declaration = rulebook.vocabulary.id(of: name).flatMap(rulebook.vocabulary.declaration) else {
        continue
      }
      return declaration.callbacks.isEmpty && declaration.hasSpelling ? nil : declaration
    }
    return nil
  }

  private static let maxNext = 3
}
