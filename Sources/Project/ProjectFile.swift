import Diagnostics
import Rulebook
import Trace
import YAML

/// A parsed project file, `.lifecheck.yaml`. Its names are not resolved yet.
struct ProjectFile {
  /// The text of the file, whose name is its path.
  var source: SourceText
  /// The rulebooks to check against; empty if the file names none.
  var rulebooks: [RulebookReference] = []
  /// The events with the app's own messages, as under `vocabulary:` of a rulebook.
  var vocabulary: Node?
  /// The line header that the app's logger writes before each message.
  var header: HeaderTemplate?
  /// The project's own JSON documents.
  var documents: [DocumentLayout] = []
  /// The process name of the app to check in a log of several apps.
  var app: String?
  /// The settings of single rules.
  var settings: [RuleSetting] = []
  /// The facts about the app.
  var facts: [Fact] = []
  /// The events and families of events that the app records.
  var records: [Name] = []
  /// The suppressed violations.
  var suppressions: [Suppression] = []
  /// The path of the baseline; nil if the project has none.
  var baseline: String?

  /// A name and its range.
  struct Name {
    var text: String
    var range: SourceRange
  }

  /// A fact about the app. Its value has the type that the vocabulary declares for the field.
  struct Fact {
    var name: Name
    var value: Node
  }
}

/// The settings of one rule.
struct RuleSetting {
  var rule: ProjectFile.Name
  var isOff = false
  /// Overrides the severities of the rule and of its sentences.
  var severity: Severity?
  var isRequired: Bool?
}
