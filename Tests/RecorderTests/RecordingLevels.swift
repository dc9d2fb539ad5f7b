import Checking
import Rulebook
import Trace

@testable import LifecheckRecorder

/// What an app can record, level by level, and the rules for iOS that each level makes observable: the table of
/// `docs/recording.md`. The verdicts are those of a check of a trace that declares the events.
struct RecordingLevels {
  private(set) var rows: [Row] = []
  private let rulebook: Rulebook
  private let rules: CompiledRules
  private var observable: Set<String> = []
  private var records: [String] = []
  /// Whether the trace has the facts that a recorder writes.
  private var hasFacts = false

  /// A level, in addition to those above it.
  struct Row {
    /// What is recorded, in Markdown.
    var level: String
    /// The number of observable rules.
    var count: Int
    /// The ids of the rules that this level adds, in the order of the rulebook.
    var added: [String]
  }

  /// A family with a row of its own adds at least this number of rules.
  private static let fewestAdded = 2

  init() throws {
    rulebook = try Rulebook.loadBundled("ios")
    rules = CompiledRules(rulebook)
    var lacks = addRow(
      "the callbacks of the app delegate and the scene delegate, for example with `NSLog`", callbacks)
    lacks = addRow("+ when these callbacks return (`recorder.callback`)", ["end"])
    hasFacts = true
    lacks = addRow(
      "+ what the recorder observes by itself", ["process.start"] + ObservedNotification.recordedEvents)
    while let family = bestFamily(lacks) { lacks = addRow("+ all events of `\(family)`", [family]) }
    let families = Set(rulebook.vocabulary.ids.map { Self.family(rulebook.vocabulary.name(of: $0)) })
    _ = addRow("+ all other events", families.sorted())
  }

  /// The events of the app and its scenes that are calls of a delegate.
  private var callbacks: [String] {
    rulebook.vocabulary.ids.compactMap { event in
      guard let declaration = rulebook.vocabulary.declaration(of: event), !declaration.callbacks.isEmpty,
        !event.isEnd, ["app", "scene"].contains(Self.family(declaration.name))
      else { return nil }
      return declaration.name
    }
  }

  private static func family(_ event: String) -> String { String(event.prefix { $0 != "." }) }

  /// Adds a level. Returns what the rules lack that are still not observable.
  private mutating func addRow(_ level: String, _ events: [String]) -> [Lack] {
    records += events
    let coverage = self.coverage()
    let added = coverage.filter { $0.verdict != .notObservable && !observable.contains($0.ruleID) }.map(
      \.ruleID)
    observable.formUnion(added)
    rows.append(Row(level: level, count: observable.count, added: added))
    return coverage.filter { $0.verdict == .notObservable }.compactMap(\.lack)
  }

  private func coverage() -> [RuleCoverage] {
    var checker = LogChecker(rules)
    let header = "2026-11-20T10:00:00.000000Z App[1:1]"
    var text = "\(header) trace.begin records=\(records.joined(separator: ","))\n"
    if hasFacts {
      text +=
        "\(header) app.config ios=18.2 linkedSdk=18.2 backgroundModes=none mainStoryboard=Main mainNib=none scenes=no\n"
    }
    _ = checker.read(text)
    return checker.finish().summary.rules
  }

  /// The family that completes the most rules, if it completes enough.
  private func bestFamily(_ lacks: [Lack]) -> String? {
    var counts: [String: Int] = [:]
    for lack in lacks where !lack.events.isEmpty {
      let families = lack.events.map { Set($0.map(Self.family)) }
      for family in families.dropFirst().reduce(families[0], { $0.intersection($1) }) {
        counts[family, default: 0] += 1
      }
    }
    let best = counts.min { ($1.value, $0.key) < ($0.value, $1.key) }
    guard let best, best.value >= Self.fewestAdded, !records.contains(best.key) else { return nil }
    return best.key
  }

  /// The table in Markdown.
  var table: String {
    let lines = rows.map { row in
      let list = row.added.map { "`\($0)`" }.joined(separator: ", ")
      return "| \(row.level) | \(row.count) | \(list) |\n"
    }
    return "| recorded | observable rules | added rules |\n| --- | --- | --- |\n" + lines.joined()
  }
}
