import Diagnostics
import Rulebook
import Trace
import YAML

/// What a project says of its checks in `.lifecheck.yaml`: read, and right in its form. What its names mean, only the
/// rulebook can tell.
struct ProjectFile {
  /// The text it was read from, whose name is its path.
  var source: SourceText
  /// What to check against; empty says nothing.
  var rulebooks: [RulebookReference] = []
  /// The events that the app tells in its own words, as under `vocabulary:` of a rulebook.
  var vocabulary: Node?
  /// What the app's own logger writes before each message.
  var header: HeaderTemplate?
  /// What is said of single rules.
  var settings: [RuleSetting] = []
  /// What is known of the app.
  var facts: [Fact] = []
  /// The events and families of events that the app records.
  var records: [Name] = []
  /// The violations that are known and borne.
  var suppressions: [Suppression] = []

  /// A name and its place.
  struct Name {
    var text: String
    var range: SourceRange
  }

  /// A fact about the app. How it is to be read depends on the type of the field that tells it.
  struct Fact {
    var name: Name
    var value: Node
  }
}

/// What a project says of one rule.
struct RuleSetting {
  var rule: ProjectFile.Name
  var isOff = false
  /// Wins over the severities of the rule and of its sentences.
  var severity: Severity?
  var isRequired: Bool?
}
