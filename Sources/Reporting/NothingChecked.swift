import Checking
public import Diagnostics
import Rulebook
import Trace

/// A run in which no rule was put to the test: what its logs hold, why no rule applied, and what to do next.
public struct NothingChecked {
  private let report: Report
  private let logs: [TraceReport]
  /// The names of the events in the logs.
  private let events: [String]
  /// How many events there are.
  private let count: Int
  /// A bundled rulebook that was not tried, and whose rules are about more of the events than those of the ones used.
  private var fitting: String?

  /// Nil for a run in which a rule was put to the test, or nothing could be read.
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
      if let other, known(to: [other]) > known(to: report.rulebooks) { fitting = name }
    }
  }

  /// The error that says so.
  public var diagnostic: Diagnostic {
    Diagnostic(
      "no rule could be checked: \(subject) only \(contents), and \(reason)", at: nil, help: help)
  }

  /// `app.log has`.
  private var subject: String {
    let names = logs.map(\.path)
    return names.count > 2
      ? "\(Words.count(names.count, "log")) have"
      : names.joined(separator: " and ") + (names.count == 1 ? " has" : " have")
  }

  /// `activity.* events (6)`.
  private var contents: String {
    if events.count == 1 { return "\(events[0]) (\(Words.count(count, "event")))" }
    let families = events.map { "\($0.prefix { $0 != "." }).*" }.withoutRepeats
    let list = families.count > 3 ? Summary.list(families) : Words.all(families)
    return "\(list) events (\(Words.grouped(count)))"
  }

  private var rulebooks: String { Words.choice(report.usedRulebooks.map(\.name)) }

  private var reason: String {
    guard isAboutEvents else { return "the rulebook \(rulebooks) has no rule about them" }
    if let fitting { return "the rulebook \(fitting) fits them better than \(rulebooks)" }
    let rules = report.rules
    let (all, lacking) = (rules.count, rules.count { $0.verdict == .notObservable })
    if let rule = rules.first, all == 1 {
      return "the rule \(rule.id) \(lacking == 1 ? "needs more events" : "was not triggered")"
    }
    let count = "\(Words.count(all, "rule")) of \(rulebooks)"
    if lacking == 0 { return "none of the \(count) was triggered" }
    if lacking == all { return "all \(count) need more events" }
    let others = all - lacking == 1 ? "other one was" : "other \(Words.grouped(all - lacking)) were"
    return
      "\(Words.grouped(lacking)) of the \(count) \(lacking == 1 ? "needs" : "need") more events, the \(others) not triggered"
  }

  /// Whether the rules that were used are about any of the events.
  private var isAboutEvents: Bool { known(to: report.rulebooks) > 0 }

  /// How many of the events the rules of some rulebooks are about.
  private func known(to rulebooks: [Rulebook]) -> Int {
    events.count { event in
      rulebooks.contains { $0.vocabulary.id(of: event).map($0.subjects.contains) == true }
    }
  }

  // MARK: What to do

  private var help: String {
    if let fitting {
      let paths = logs.count > 2 ? ["..."] : logs.map(\.files.path)
      let command = "lifecheck --rulebook \(fitting) \(paths.map(Escaping.path).joined(separator: " "))"
      let project = report.project.map { ", or write `rulebooks: \(fitting)` in \(Escaping.line($0))" } ?? ""
      return "use the rulebook \(fitting): \(command)\(project)"
    }
    let ranking = "`lifecheck rules --needs` lists the events to log first"
    let next = nextEvents
    if !next.isEmpty { return "also log \(Words.all(next)); \(ranking)" }
    return isAboutEvents ? "check a longer log, in which more happens" : ranking
  }

  /// The events with which most rules could be checked that lack nothing else, callbacks first. Events that only the system
  /// logs are not for the app to log.
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
    return ranked.sorted(by: <).prefix(Self.mostNext).map { $0.name }
  }

  /// The declaration of an event that an app can log; nil for one that only the system logs.
  private func declaration(of name: String) -> EventDeclaration? {
    for rulebook in report.rulebooks {
      guard let declaration = rulebook.vocabulary.id(of: name).flatMap(rulebook.vocabulary.declaration) else {
        continue
      }
      return declaration.callbacks.isEmpty && declaration.hasSpelling ? nil : declaration
    }
    return nil
  }

  private static let mostNext = 3
}
