import Checking
import Diagnostics
import Trace

/// The shape of the JSON report. Names and meanings stay within a version; new names may come.
struct JSONDocument: Encodable {
  var version = 1
  var tool = ToolName()
  /// The rulebooks that the logs were checked against.
  var rulebook: String
  /// The path of the project file.
  var project: Nullable<String>
  var traces: [Trace]
  /// Files of folders that are no logs.
  var skipped: [Skipped]
  /// Sorted by path, line, column and rule. The last of all keys in their order: many are written in parts.
  var violations: [Violation]
  /// Violations that the project bears, in the same order; they fail nothing.
  var suppressed: [Suppressed]
  /// Tests that the end of a log left open, in the shape of violations; they fail nothing.
  var inconclusive: [Violation]
  /// One entry for each rule and checked trace.
  var rules: [Rule]
  /// The suppressions of the project, in the order of its file.
  var suppressions: [Suppression]
  /// Why there is no verdict: mistakes in rulebook, project file and options, traces that cannot be checked.
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
    /// What the log is called in words; the path, unless it was joined.
    var name: String
    /// The rulebook that it was checked against.
    var rulebook: Nullable<String>
    /// The files that it was joined from, or the one that it is. Lines are those of their files.
    var files: [File]
    var checked: Bool
    var lines: Int
    var events: Int
    var sessions: Int
    var mentions: Int
    var folded: Int
    var unreadableLines: Int
    /// The first of them.
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
    /// Events with the time of the event before them.
    var equalTimes: Int
    var firstEqualTime: Nullable<Int>
    var firstEqualTimePath: Nullable<String>
    var missingTimes: Int
    var firstMissingTime: Nullable<Int>
    var firstMissingTimePath: Nullable<String>
    /// Events whose time cannot be compared with that of the event before them.
    var clockChanges: Int
    var firstClockChange: Nullable<Int>
    var firstClockChangePath: Nullable<String>
    /// Records by which the log says that its clock was set, that it has lost lines, that the device has started anew.
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

  /// A field that the event's declaration does not have.
  struct UnknownField: Encodable {
    var event: String
    var field: String
    var count: Int
    var firstPath: String
    var firstLine: Int
    var nearest: Nullable<String>
  }

  /// A field that held what is no value of its type; `text` is the first such value.
  struct Misread: Encodable {
    var event: String
    var field: String
    var type: String
    var text: String
    var count: Int
    var firstPath: Nullable<String>
    var firstLine: Nullable<Int>
  }

  /// Columns are 1-based and count code points, `endColumn` is the one after the event's name.
  struct Violation: Encodable {
    var ruleId: String
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
    /// How many more lines say the same of the same thing.
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

  /// A violation with what bears it, in one object.
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

  struct Suppression: Encodable {
    var ruleId: String
    var path: String
    var line: Int
    /// Patterns for paths of logs; empty for all.
    var `where`: [String]
    /// Patterns for messages; empty for all.
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
    /// Those that are suppressed are among them.
    var violated: Int
    var held: Int
    var inconclusive: Int
    var suppressed: Int
    /// Why the rule is not observable or inconclusive, in words.
    var reason: Nullable<String>
    /// What the log would have to hold; null unless the rule is not observable.
    var missing: Nullable<Missing>
  }

  struct Missing: Encodable {
    /// Groups of events. The log has none of any group, and the rule needs one of each.
    var events: [[String]]
    /// Values that the rule compares. The log lacked one of them each time.
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
    /// How many files of folders were not opened, for they do not have the names of logs.
    var passedOver: Int
    var lines: Int
    var events: Int
    var sessions: Int
    /// How many rules have each verdict, over all traces.
    var rules: [String: Int]
    /// Required rules that the logs did not put to the test, or not to its end; each of them fails.
    var unexercised: [String]
    /// How many violations have each severity; those that are suppressed are not among them.
    var violations: [String: Int]
    var suppressed: Int
    var unreadableLines: Int
    var unknownEvents: Int
    var unknownFields: Int
    var misreadValues: Int
    var clockStepsBack: Int
    var missingTimes: Int
  }
}

/// A value that is written as `null` where it is missing, so that every key is always there.
struct Nullable<Value: Encodable>: Encodable {
  var value: Value?

  init(_ value: Value?) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value { try container.encode(value) } else { try container.encodeNil() }
  }
}
