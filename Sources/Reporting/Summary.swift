import Checking
import Diagnostics
import Project
import Trace

/// What was checked, in one line; and a line for each thing that a reader of the log should know about it.
struct Summary {
  let report: Report

  /// The longest list of names that is spelt out.
  private static let few = 3

  init(_ report: Report) { self.report = report }

  /// The lines; none where nothing was checked.
  var lines: [String] {
    guard !report.checked.isEmpty else { return [] }
    return [counts] + report.passedOverFiles.map { "  " + $0 } + suppressions
      + report.checked.flatMap(remarks) + next
  }

  private var counts: String {
    let checked = report.checked
    let lines = Words.count(checked.reduce(0) { $0 + $1.statistics.lines }, "line")
    let events = Words.count(checked.reduce(0) { $0 + $1.statistics.events }, "event")
    let sessions = Words.count(checked.reduce(0) { $0 + $1.summary.sessions }, "session")
    let rules = Words.count(report.rules.count, "rule")
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
    return used.map { "\(Escaping.line($0.name)) (\(Words.count($0.logs, "log")))" }.joined(
      separator: " and ")
  }

  private var subject: String {
    switch (report.checked.count, report.traces.count) {
    case (1, 1): Escaping.line(report.checked[0].path)
    case (let checked, let all) where checked == all: Words.count(all, "log")
    case (let checked, let all): "\(checked) of \(Words.count(all, "log"))"
    }
  }

  private var verdictCounts: [String] {
    let rules = Dictionary(grouping: report.rules, by: \.verdict)
    let order: [Verdict] = [.held, .violated, .inconclusive, .notTriggered, .notObservable]
    return order.compactMap { verdict in
      guard let ids = rules[verdict]?.map(\.id) else { return nil }
      let count = "\(Words.grouped(ids.count)) \(verdict.word)"
      guard verdict != .held, verdict != .violated, ids.count <= Self.few else { return count }
      return "\(count) (\(ids.map(Escaping.line).joined(separator: ", ")))"
    }
  }

  private var suppressions: [String] {
    var remarks: [String] = []
    let rules = report.rules.filter { $0.suppressed > 0 }
    if !rules.isEmpty {
      let count = rules.reduce(0) { $0 + $1.suppressed }
      let names =
        rules.count > Self.few ? "" : ": " + rules.map { Escaping.line($0.id) }.joined(separator: ", ")
      remarks.append("  \(Words.count(count, "violation")) \(count == 1 ? "is" : "are") suppressed\(names)")
    }
    let others = report.suppressions.map { ledger in
      ledger.suppressions.indices.count { ledger.status(of: $0) == .notConcerned }
    }
    if let others, others > 0 {
      remarks.append(
        "  \(Words.count(others, "suppression")) \(others == 1 ? "is" : "are") for other logs or rules")
    }
    return remarks
  }

  /// How to have more rules checked, where most rules lack events of the only log.
  private var next: [String] {
    let rules = report.rules
    let count = rules.count { $0.verdict == .notObservable }
    guard report.traces.count == 1, count * 2 > rules.count else { return [] }
    let path = report.traces[0].path
    // What came from a pipe has no path.
    let name = path.hasPrefix("<") ? "LOG" : Escaping.line(path)
    return [
      "  \(Words.count(count, "rule")) \(count == 1 ? "lacks" : "lack") events: "
        + "`\(Tool.name) next \(name)` lists what to log"
    ]
  }

  private func remarks(_ trace: TraceReport) -> [String] {
    let place = report.traces.count > 1 ? "  in \(Escaping.line(trace.path)): " : "  "
    var remarks: [String] = []
    let unreadable = trace.statistics.unreadableCount
    if unreadable > 0 {
      let looks = unreadable == 1 ? "looks like an event" : "look like events"
      remarks.append(
        "\(Words.count(unreadable, "line")) \(looks) and cannot be read (--show-unread shows where)")
    }
    if trace.statistics.unknownCount > 0 {
      remarks.append(unknownNames(trace))
    }
    remarks +=
      repeatRemarks(trace)
      + fieldRemarks(trace) + timeRemarks(trace.summary.times, of: trace.files)
      + ofLogRemarks(trace.summary.ofLog, of: trace.files)
    return remarks.map { place + $0 }
  }

  private func unknownNames(_ trace: TraceReport) -> String {
    let statistics = trace.statistics
    let names = UnknownName.all(in: statistics, among: report.vocabulary(of: trace))
    let words = names.map { name in
      let meant = name.nearest.map { ", did you mean `\($0)`?" } ?? ""
      return "`\(Escaping.line(name.name))` (\(trace.files.words(name.firstLine))\(meant))"
    }
    let have = statistics.unknownCount == 1 ? "has a name" : "have names"
    return "\(Words.count(statistics.unknownCount, "event")) \(have) that the rulebook does not know: "
      + Self.list(words)
  }

  /// The first few of a list, and how many more there are.
  static func list(_ words: [String]) -> String { list(words) { $0 } }

  /// The same of what is put in words only where it is shown.
  static func list<Item>(_ items: [Item], _ words: (Item) -> String) -> String {
    list(Array(items.prefix(few)), of: items.count, words)
  }

  /// The same of many in an order of which only the first few are looked for; these are at least there.
  static func list<Item>(
    _ items: [Item], of count: Int, by isBefore: (Item, Item) -> Bool, _ words: (Item) -> String
  ) -> String {
    var first: [Item] = []
    for item in items where first.count < few || isBefore(item, first[few - 1]) {
      first.insert(item, at: first.firstIndex { isBefore(item, $0) } ?? first.count)
      if first.count > few { first.removeLast() }
    }
    return list(first, of: count, words)
  }

  private static func list<Item>(_ first: [Item], of count: Int, _ words: (Item) -> String) -> String {
    let rest = count > few ? ["and \(Words.grouped(count - few)) more"] : []
    return (first.map(words) + rest).joined(separator: ", ")
  }
}
