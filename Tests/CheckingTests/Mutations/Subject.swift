import Rulebook
import Testing
import Trace

@testable import Checking

/// A rule with its events, fields, bounds and example traces, from which its mutants are made.
struct MutationSubject: CustomTestStringConvertible, Sendable {
  let rule: Rule
  let bench: Bench
  /// The traces that keep the rule, and those that break it.
  var good: [ExampleTrace]
  let bad: [ExampleTrace]
  /// The events that the rule is about and their sources; all events if the rule is about any event.
  let events: Set<String>
  /// The fields of these events.
  let fields: [String: [String]]
  /// The bounds of the rule's sentences and slightly longer times, in milliseconds.
  let delays: [Int]
  /// The literals in the rule's conditions, by field.
  let literals: [String: [String]]

  var testDescription: String { rule.id }
  var isOfAndroid: Bool { bench.program.rulebook.platform == .android }

  init(_ rule: Rule, in bench: Bench) {
    let rulebook = bench.program.rulebook
    self.rule = rule
    self.bench = bench
    let isAndroid = rulebook.platform == .android
    func traces(_ isGood: Bool) -> [ExampleTrace] {
      rule.examples.filter { $0.isGood == isGood }.compactMap {
        ExampleTrace($0.text) ?? (isAndroid ? ExampleTrace(reading: $0.text, bench) : nil)
      }
    }
    good = traces(true)
    bad = traces(false)
    var ids = Set(rulebook.referencedEvents(of: rule).flatMap(\.events).map(\.entry))
    for derived in rulebook.derived.reversed() where ids.contains(derived.event) {
      for atom in derived.forms.flatMap(\.pattern.atoms) { ids.formUnion(atom.events.map(\.entry)) }
    }
    events = Set(ids.map(rulebook.vocabulary.name))
    fields = Dictionary(
      uniqueKeysWithValues: ids.flatMap { [$0, $0.end] }.map { id in
        (
          rulebook.vocabulary.name(of: id),
          rulebook.vocabulary.declaration(of: id)?.fields.keys.sorted() ?? []
        )
      })
    let texts = rule.sentences.map(\.sentence.text)
    let limits = Set(texts.flatMap { $0.split(separator: " ").compactMap(Self.milliseconds) }).sorted()
    delays = limits.flatMap { [$0, $0 + 1, 3 * $0] }
    literals = Dictionary(
      grouping: texts.flatMap(Self.comparisons).uniqued, by: \.name
    ).mapValues { $0.map(\.value) }
  }

  /// The milliseconds of a duration like `5s`.
  private static func milliseconds(_ word: Substring) -> Int? {
    guard let match = word.wholeMatch(of: /(\d+)(ms|s|min|h)[,)]*/), let number = Int(match.1) else {
      return nil
    }
    let units: [Substring: Int] = ["ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000]
    return units[match.2].map { $0 * number }
  }

  /// The fields and literals of comparisons like `state in (inactive, background)` and `last app.config.ios < 13.0`.
  private static func comparisons(in sentence: String) -> [ExampleTrace.Field] {
    let single = sentence.matches(of: /(\w+) (?:==|!=|<=|>=|<|>|contains) ([\w.-]+)/).map { ($0.1, [$0.2]) }
    let several = sentence.matches(of: /(\w+) in \(([^()]*)\)/).map { match in
      (match.1, match.2.split { ", ".contains($0) })
    }
    return (single + several).flatMap { name, values in
      values.map { ExampleTrace.Field(name: String(name), value: String($0)) }
    }
  }

  func isRelevant(_ line: ExampleTrace.Line) -> Bool { events.contains(line.entry) }

  /// Rules that are broken by a single line of the system. No small change of a healthy log breaks them.
  private static let verdicts: Set<String> = [
    "background-launch-within-cpu", "bgtask-submitted-with-handler", "bgtask-identifier-permitted",
    "bgtask-submit-accepted", "bgtask-registered-once", "voip-push-reports-call",
    "background-task-has-handler", "background-task-begun-in-time", "no-blocking-start-on-main",
    "location-mode-declared", "bluetooth-command-when-powered-on", "bluetooth-restore-identifier-set",
    "audio-not-started-in-background", "audio-idle-before-deactivation", "cpu-within-limit",
    "usage-description-present", "kill-names-its-cause", "watch-background-within-limit",
    "assertions-bounded",
    "background-session-unique", "scene-delegate-loads", "present-on-visible-controller",
    "appearance-transitions-balanced", "memory-within-limit",
  ]

  /// The subjects of all other rules, in the order of the rulebook.
  static func all(in bench: Bench) -> [MutationSubject] {
    bench.program.rulebook.rules.filter { !verdicts.contains($0.id) && !$0.isBrokenByOneLine(in: bench) }
      .map { MutationSubject($0, in: bench) }
  }
}

extension Rule {
  /// Whether a rule of Android's rulebook only says that an event must not occur, because the system logs it for a fault.
  fileprivate func isBrokenByOneLine(in bench: Bench) -> Bool {
    bench.program.rulebook.platform == .android
      && sentences.allSatisfy {
        if case .never = $0.sentence.claim { $0.sentence.scope == nil } else { false }
      }
  }
}
