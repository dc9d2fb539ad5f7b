import Checking
import Diagnostics
import Project
import Trace

/// The summary of a run: one line about what was checked, and remarks about the logs.
struct Summary {
  let report: Report

  /// The maximum number of items in a list.
  private static let maxListed = 3

  init(_ report: Report) { self.report = report }

  /// The lines; none if nothing was checked.
  var lines: [String] {
    guard report.totals.checked > 0 else { return [] }
    return [counts] + inconclusive + report.skippedFileNotes.map { "  " + $0 } + suppressions + baseline
      + report.checked.flatMap(remarks) + unmentioned + next
  }

  private var counts: String {
    let lines = TextFormat.count(report.totals.lines, "line")
    let events = TextFormat.count(report.totals.events, "event")
    let sessions = TextFormat.count(report.totals.sessions, "session")
    let rules = TextFormat.count(report.rules.count, "rule")
    let verdicts = verdictCounts
    let project = report.project.map { " with \(Escaping.line($0))" } ?? ""
    return
      "checked \(subject) (\(lines), \(events), \(sessions)) against \(rulebooks)\(project): "
      + (verdicts.isEmpty ? rules : rules + ": " + verdicts.joined(separator: ", "))
  }

  /// `ios`, or `ios (2 logs) and android (1 log)`.
  private var rulebooks: String {
    let used = report.usedRulebooks
    if used.count < 2 { return Escaping.line(used.first?.name ?? report.rulebook) }
    return used.map { "\(Escaping.line($0.name)) (\(TextFormat.count($0.logs, "log")))" }.joined(
      separator: " and ")
  }

  private var subject: String {
    switch (report.totals.checked, report.totals.logs) {
    case (1, 1): Escaping.line(report.checked[0].path)
    case (let checked, let all) where checked == all: TextFormat.count(all, "log")
    case (let checked, let all): "\(checked) of \(TextFormat.count(all, "log"))"
    }
  }

  private var verdictCounts: [String] {
    let rules = Dictionary(grouping: report.rules, by: \.verdict)
    let order: [Verdict] = [.held, .violated, .inconclusive, .notTriggered, .notObservable]
    return order.compactMap { verdict in
      guard let ids = rules[verdict]?.map(\.id) else { return nil }
      let count = "\(TextFormat.grouped(ids.count)) \(verdict.word)"
      guard verdict == .notTriggered || verdict == .notObservable, ids.count <= Self.maxListed else {
        return count
      }
      return "\(count) (\(ids.map(Escaping.line).joined(separator: ", ")))"
    }
  }

  /// The inconclusive rules, by reason.
  private var inconclusive: [String] {
    var groups: [(reason: String, ids: [String])] = []
    for rule in report.rules where rule.verdict == .inconclusive {
      guard let reason = rule.reason else { continue }
      if let group = groups.firstIndex(where: { $0.reason == reason }) {
        groups[group].ids.append(rule.id)
      } else {
        groups.append((reason, [rule.id]))
      }
    }
    return groups.map { reason, ids in
      "  inconclusive: \(Self.list(ids.map(Escaping.line))) (\(Escaping.line(reason)))"
    }
  }

  private var suppressions: [String] {
    var remarks: [String] = []
    let rules = report.rules.filter { $0.suppressed > 0 }
    if !rules.isEmpty {
      let count = rules.reduce(0) { $0 + $1.suppressed }
      let names =
        rules.count > Self.maxListed ? "" : ": " + rules.map { Escaping.line($0.id) }.joined(separator: ", ")
      remarks.append(
        "  \(TextFormat.count(count, "violation")) \(count == 1 ? "is" : "are") suppressed\(names)")
    }
    let others = report.suppressions.map { ledger in
      ledger.suppressions.indices.count { ledger.status(of: $0) == .notConcerned }
    }
    if let others, others > 0 {
      remarks.append(
        "  \(TextFormat.count(others, "suppression")) \(others == 1 ? "is" : "are") for other logs or rules")
    }
    return remarks
  }

  /// The remarks about the baseline: how many violations it contains, which ones did not occur, and what was changed in its file.
  private var baseline: [String] {
    guard let ledger = report.baseline else { return [] }
    let path = Escaping.line(ledger.path)
    let known = report.rules.reduce(0) { $0 + $1.known }
    // A log that could not be read may contain them.
    let fixed = report.outcome == .noVerdict ? [] : ledger.fixed
    var remarks: [String] = []
    if known > 0 {
      let since = ledger.since.map { " since \($0)" } ?? ""
      remarks.append(
        "\(TextFormat.count(known, "violation")) \(known == 1 ? "is" : "are") known\(since) (\(path))")
    }
    if !fixed.isEmpty {
      let count = TextFormat.count(fixed.count, "known violation")
      let object = fixed.count == 1 ? "it" : "them"
      remarks.append(
        ledger.removesFixed
          ? "\(count) did not occur, although the rule held, and \(fixed.count == 1 ? "is" : "are") removed: "
            + fixed.map { Escaping.line($0.text) }.joined(separator: ", ")
          : "\(count) did not occur, although the rule held (`--prune-baseline` removes \(object)): "
            + Self.list(fixed) { Escaping.line($0.text) })
    }
    if ledger.addsNew || ledger.removesFixed, report.outcome != .noVerdict {
      let entries = TextFormat.count(ledger.result.entries.count, "known violation")
      remarks.append("\(path) now has \(entries)" + (ledger.added > 0 ? ", \(ledger.added) of them new" : ""))
    }
    return remarks.map { "  " + $0 }
  }

  /// A hint at `lifecheck next`, if most rules lack events in the only log.
  private var next: [String] {
    let rules = report.rules
    let count = rules.count { $0.verdict == .notObservable }
    guard report.totals.logs == 1, count * 2 > rules.count else { return [] }
    let paths = report.traces[0].files.paths
    // Standard input has no path.
    let name =
      paths.contains { $0.hasPrefix("<") } ? "LOG" : paths.map(Escaping.argument).joined(separator: " ")
    return [
      "  \(TextFormat.count(count, "rule")) \(count == 1 ? "lacks" : "lack") events: "
        + "`\(report.command("next")) \(name)` lists what to log"
    ]
  }

  /// The remarks about a log, one per line.
  func remarks(_ trace: TraceReport) -> [String] {
    let place = report.totals.logs > 1 ? "  in \(Escaping.line(trace.path)): " : "  "
    var remarks: [String] = []
    let unreadable = trace.statistics.unreadableCount
    if unreadable > 0 {
      let looks = unreadable == 1 ? "looks like an event" : "look like events"
      remarks.append(
        "\(TextFormat.count(unreadable, "line")) \(looks) and cannot be read (--show-unread shows where)")
    }
    if trace.statistics.unknownCount > 0 {
      remarks.append(unknownNames(trace))
    }
    remarks +=
      platformRemarks(trace) + repeatRemarks(trace)
      + fieldRemarks(trace) + timeRemarks(trace.summary.times, of: trace.files)
      + ofLogRemarks(trace.summary.logEvents, of: trace.files)
    return remarks.map { place + $0 }
  }

  private var unmentioned: [String] {
    let count = report.unmentioned
    return count > 0 ? ["  \(TextFormat.count(count, "more log")) with remarks or problems"] : []
  }

  private func unknownNames(_ trace: TraceReport) -> String {
    let statistics = trace.statistics
    let names = UnknownName.all(in: statistics, among: report.vocabulary(of: trace))
    let words = names.map { name in
      let meant = name.nearest.map { ", did you mean `\($0)`?" } ?? ""
      return "`\(Escaping.line(name.name))` (\(trace.files.describe(name.firstLine))\(meant))"
    }
    let have = statistics.unknownCount == 1 ? "has a name" : "have names"
    return "\(TextFormat.count(statistics.unknownCount, "event")) \(have) that the rulebook does not know: "
      + Self.list(words)
  }

  /// The first items of a list, and the number of the others.
  static func list(_ words: [String]) -> String { list(words) { $0 } }

  /// The first items of a list, and the number of the others. Only shown items are converted to text.
  static func list<Item>(_ items: [Item], _ words: (Item) -> String) -> String {
    list(Array(items.prefix(maxListed)), of: items.count, words)
  }

  /// The first items in the order `isBefore`, and the number of the others, without sorting all items. `items` contains
  /// at least the first ones.
  static func list<Item>(
    _ items: [Item], of count: Int, by isBefore: (Item, Item) -> Bool, _ words: (Item) -> String
  ) -> String {
    var first: [Item] = []
    for item in items where first.count < maxListed || isBefore(item, first[maxListed - 1]) {
      first.insert(item, at: first.firstIndex { isBefore(item, $0) } ?? first.count)
      if first.count > maxListed { first.removeLast() }
    }
    return list(first, of: count, words)
  }

  private static func list<Item>(_ first: [Item], of count: Int, _ words: (Item) -> String) -> String {
    let rest = count > maxListed ? ["and \(TextFormat.grouped(count - maxListed)) more"] : []
    return (first.map(words) + rest).joined(separator: ", ")
  }
}
