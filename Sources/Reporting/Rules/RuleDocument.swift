import Diagnostics
import Rulebook

/// The JSON document of `lifecheck rules`. Keys and their meaning are stable within a version; new keys may be added.
struct RuleDocument: Encodable {
  var version = 1
  var tool = JSONDocument.ToolName()
  var rulebook: String
  var project: Nullable<String>
  /// In the order of the rulebook.
  var rules: [Rule]
  /// The events to log first: the most useful first, for each rulebook.
  var ranking: [RankedEvent] = []
  /// The reasons if there are no rules: mistakes in rulebook, project file and arguments.
  var errors: [JSONDocument.Mistake] = []

  struct RankedEvent: Encodable {
    /// The rulebook whose rules are counted.
    var rulebook: String
    var event: String
    /// Whether the system, a framework or a callback logs it.
    var told: Bool
    /// The number of rules that this event makes checkable, if all events above it are logged.
    var rules: Int
    /// The number of rules that can be checked then.
    var total: Int
  }

  struct Rule: Encodable {
    var ruleId: String
    var title: Nullable<String>
    var severity: String
    var required: Bool
    /// Whether the project turns it off.
    var off: Bool
    /// The name of its rulebook, as in the rows of logs.
    var rulebook: String
    /// The heading of its file.
    var group: String
    var path: String
    var line: Int
    var column: Int
    var sentences: [Sentence]
    var why: Nullable<String>
    var help: Nullable<String>
    var guidance: [String]
    /// The `needs` of the rule: groups of events, one of each is needed.
    var needs: [[String]]
    /// All that an app must record before the rule is checked: one event of each group, for one of these lists.
    var requires: [[[String]]]
    var yields: [String]
    /// All events that the rule uses.
    var events: [Event]
    var examples: [Example]
  }

  struct Sentence: Encodable {
    var text: String
    /// Overrides the severity of the rule.
    var severity: Nullable<String>
  }

  struct Event: Encodable {
    var name: String
    /// Whether the system, a framework or a callback logs it. If false, a log contains it only if the app logs it.
    var told: Bool
    /// The canonical form.
    var line: String
    var callbacks: [String]
    var notifications: [String]
    var templates: [String]
    var senders: [String]
    var madeOf: [String]
    /// The events of a family that are logged automatically.
    var members: [String]
  }

  struct Example: Encodable {
    /// `good` or `bad`.
    var kind: String
    var text: String
  }
}

extension RuleDocument {
  /// The document with the mistakes that prevent a list of rules.
  static func text(of mistakes: [Diagnostic], in rulebook: String) throws -> String {
    try JSONText.text(
      of: RuleDocument(
        rulebook: rulebook, project: Nullable(nil), rules: [], errors: mistakes.map { .init($0) }))
  }

  init(_ catalogue: RuleCatalogue) {
    rulebook = catalogue.name
    project = Nullable(catalogue.project)
    rules = catalogue.groups.flatMap { group in group.entries.map { Rule($0, in: group) } }
    ranking = EventRanking.all(catalogue).flatMap { name, ranking in
      ranking.rows.map {
        .init(rulebook: name, event: $0.event, told: $0.isAutomatic, rules: $0.rules.count, total: $0.total)
      }
    }
  }
}

extension RuleDocument.Rule {
  fileprivate init(_ entry: RuleCatalogue.Entry, in group: RuleCatalogue.Group) {
    let rule = entry.rule
    ruleId = rule.id
    title = Nullable(rule.texts.title)
    severity = rule.severity.rawValue
    required = rule.isRequired
    off = entry.isOff
    rulebook = group.rulebook
    self.group = group.heading
    path = group.path
    line = rule.range.start.line
    column = rule.range.start.column
    sentences = rule.sentences.map {
      .init(text: $0.sentence.text, severity: Nullable($0.severity?.rawValue))
    }
    why = Nullable(rule.texts.why)
    help = Nullable(rule.texts.help)
    guidance = rule.texts.guidance
    needs = entry.needs
    requires = entry.requirements.map { $0.map(\.names) }
    yields = rule.yields
    events = entry.events.map {
      .init(
        name: $0.name, told: $0.isAutomatic, line: $0.line, callbacks: $0.callbacks,
        notifications: $0.notifications, templates: $0.templates, senders: $0.senders, madeOf: $0.madeOf,
        members: $0.members)
    }
    examples = rule.examples.map { .init(kind: $0.isGood ? "good" : "bad", text: $0.text) }
  }
}
