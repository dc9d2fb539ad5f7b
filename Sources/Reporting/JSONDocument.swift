import Checking
import Diagnostics
import Trace

/// The JSON report. Keys and their meaning are stable within a version; new keys may be added.
struct JSONDocument: Encodable {
  var version = 1
  var tool = ToolName()
  /// The rulebooks that the logs were checked against.
  var rulebook: String
  /// The path of the project file.
  var project: Nullable<String>
  var traces: [Trace]
  /// Files in folders that are not logs.
  var skipped: [Skipped]
  /// Sorted by path, line, column and rule. The last key in alphabetical order, because a long list is written in
  /// batches.
  var violations: [Violation]
  /// Violations that the project suppresses, in the same order. They do not fail the run.
  var suppressed: [Suppressed]
  /// Violations that the baseline contains, in the same order. They do not fail the run.
  var known: [Known]
  /// Checks that are undecided at the end of a log, in the form of violations. They do not fail the run.
  var inconclusive: [Violation]
  /// One entry for each rule and checked trace.
  var rules: [Rule]
  /// The suppressions of the project, in the order of its file.
  var suppressions: [Suppression]
  /// The baseline; null if none is used.
  var baseline: Nullable<Baseline>
  /// The reasons for no verdict: mistakes in rulebook, project file and options, and logs that cannot be checked.
  var errors: [Mistake]
  var summary: Totals

  struct ToolName: Encodable {
    var name = Tool.name
    var version = Tool.version
  }

  struct Skipped: Encodable {
    var path: String
    var reason: String
    var help: Nullable<String>
  }

  struct File: Encodable {
    var path: String
    var lines: Int
  }

  struct Trace: Encodable {
    /// The first of the files.
    var path: String
    /// The displayed name of the log: the path, unless several files were joined.
    var name: String
    /// The rulebook that the log was checked against.
    var rulebook: Nullable<String>
    /// The joined files, or the only file. Line numbers refer to these files.
    var files: [File]
    var checked: Bool
    var lines: Int
    var events: Int
    var sessions: Int
    var mentions: Int
    var folded: Int
    var unreadableLines: Int
    /// The first unreadable lines.
    var unreadable: [Unreadable]
    var unknownEvents: Int
    var unknownNames: [Unknown]
    var unknownFields: Int
    var unknownFieldNames: [UnknownField]
    var misreadValues: Int
    var misread: [Misread]
    var clockStepsBack: Int
    var firstClockStepBack: Nullable<Int>
    var firstClockStepBackPath: Nullable<String>
    /// Events with the same time as the previous event.
    var equalTimes: Int
    var firstEqualTime: Nullable<Int>
    var firstEqualTimePath: Nullable<String>
    var missingTimes: Int
    var firstMissingTime: Nullable<Int>
    var firstMissingTimePath: Nullable<String>
    /// Events whose time cannot be compared with that of the previous event.
    var clockChanges: Int
    var firstClockChange: Nullable<Int>
    var firstClockChangePath: Nullable<String>
    /// Records about the log itself: its clock was set, lines were lost, the device was restarted.
    var clockSettings: Int
    var firstClockSetting: Nullable<Int>
    var firstClockSettingPath: Nullable<String>
    var losses: Int
    var firstLoss: Nullable<Int>
    var firstLossPath: Nullable<String>
    var boots: Int
    var firstBoot: Nullable<Int>
    var firstBootPath: Nullable<String>
  }

  struct Unreadable: Encodable {
    var path: String
    var line: Int
    var column: Int
    var reason: String
  }

  struct Unknown: Encodable {
    var name: String
    var count: Int
    var firstPath: String
    var firstLine: Int
    var nearest: Nullable<String>
  }

  /// A field that is not in the declaration of its event.
  struct UnknownField: Encodable {
    var event: String
    var field: String
    var count: Int
    var firstPath: String
    var firstLine: Int
    var nearest: Nullable<String>
  }

  /// A field with values that cannot be read as its type; `text` is the first such value.
  struct Misread: Encodable {
    var event: String
    var field: String
    var type: String
    var text: String
    var count: Int
    var firstPath: Nullable<String>
    var firstLine: Nullable<Int>
  }

  /// Columns are 1-based and count code points. `endColumn` is the column after the event's name.
  struct Violation: Encodable {
    var ruleId: String
    /// Identifies the fault in all recordings of it, with a number for each violation of the log that has the same one. Null if
    /// the check is inconclusive.
    var fingerprint: Nullable<String>
    /// The values of the key fields that the violation is about.
    var subject: [String: String]
    var severity: String
    var message: String
    var path: String
    var line: Int
    var column: Int
    var endColumn: Int
    var event: String
    var time: Nullable<String>
    var text: String
    var label: String
    var decidedPath: String
    var decidedLine: Int
    var related: [Related]
    var state: [String: String]
    var notes: [String]
    /// The number of further lines that repeat the violation.
    var repeats: Int
    var why: Nullable<String>
    var help: Nullable<String>
    var guidance: [String]
  }

  struct Related: Encodable {
    var role: String
    var label: String
    var path: String
    var line: Int
    var column: Int
    var endColumn: Int
    var event: String
    var time: Nullable<String>
    var text: String
  }

  /// A violation with its suppression, in one object.
  struct Suppressed: Encodable {
    var violation: Violation
    var suppression: Reason

    struct Reason: Encodable {
      var path: String
      var line: Int
      var reason: String
      var expires: Nullable<String>
    }

    private enum CodingKeys: CodingKey { case suppression }

    func encode(to encoder: any Encoder) throws {
      try violation.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(suppression, forKey: .suppression)
    }
  }

  /// A known violation, in one object.
  struct Known: Encodable {
    var violation: Violation
    /// The date on which it became known.
    var since: String

    private enum CodingKeys: CodingKey { case since }

    func encode(to encoder: any Encoder) throws {
      try violation.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(since, forKey: .since)
    }
  }

  struct Baseline: Encodable {
    var path: String
    /// The entries whose violations did not occur in this run, although their rules held.
    var fixed: [Entry]

    struct Entry: Encodable {
      var ruleId: String
      var event: String
      var subject: [String: String]
      var fingerprint: String
      var since: String
    }
  }

  struct Suppression: Encodable {
    var ruleId: String
    var path: String
    var line: Int
    /// Patterns of log paths; empty for all.
    var `where`: [String]
    /// Patterns of messages; empty for all.
    var message: [String]
    var reason: String
    var expires: Nullable<String>
    /// `used`, `unused`, `lapsed`, `unreadable` or `notConcerned`.
    var status: String
    var uses: Int
  }

  struct Rule: Encodable {
    var ruleId: String
    var path: String
    var severity: String
    var required: Bool
    var verdict: String
    /// Includes suppressed and known violations.
    var violated: Int
    var held: Int
    var inconclusive: Int
    var suppressed: Int
    var known: Int
    /// The reason if the rule is not observable or inconclusive, as text.
    var reason: Nullable<String>
    /// What the log lacks; null unless the rule is not observable.
    var missing: Nullable<Missing>
  }

  struct Missing: Encodable {
    /// Groups of events. The rule needs one event of each group, and the log contains none.
    var events: [[String]]
    /// Values that the rule compares. Each time, the log lacked one of them.
    var values: [String]
  }

  struct Mistake: Encodable {
    var severity: String
    var path: Nullable<String>
    var line: Nullable<Int>
    var column: Nullable<Int>
    var endLine: Nullable<Int>
    var endColumn: Nullable<Int>
    var message: String
    var label: Nullable<String>
    var help: Nullable<String>
  }

  struct Totals: Encodable {
    var outcome: String
    var traces: Int
    var checkedTraces: Int
    /// The number of files in folders that were not opened, because they are not named like logs.
    var passedOver: Int
    var lines: Int
    var events: Int
    var sessions: Int
    /// The number of rules for each verdict, over all logs.
    var rules: [String: Int]
    /// Required rules that were not checked, or that are inconclusive. Each fails the run.
    var unexercised: [String]
    /// The number of violations for each severity, without suppressed and known ones.
    var violations: [String: Int]
    var suppressed: Int
    var known: Int
    var unreadableLines: Int
    var unknownEvents: Int
    var unknownFields: Int
    var misreadValues: Int
    var clockStepsBack: Int
    var missingTimes: Int
  }
}

/// An optional value that is encoded as `null` if it is nil, so every key is always present.
struct Nullable<Value: Encodable>: Encodable {
  var value: Value?

  init(_ value: Value?) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value { try container.encode(value) } else { try container.encodeNil() }
  }
}
