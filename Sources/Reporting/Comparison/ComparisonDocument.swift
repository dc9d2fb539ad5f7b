import Checking
import Diagnostics

/// The comparison as JSON. Keys and their meaning are stable within a version; new keys may be added.
public struct ComparisonDocument {
  private let document: Document

  /// The document of a comparison.
  public init(_ comparison: LogComparison, rulebook: String) {
    document = Document(
      rulebook: rulebook, outcome: comparison.hasDifferences ? "different" : "same",
      good: comparison.good.map(\.name), bad: Nullable(comparison.bad.name),
      sessions: comparison.sessions.map(Session.init), verdicts: comparison.verdicts.map(Verdict.init),
      errors: [])
  }

  /// The document of a run without a comparison: it has the reasons.
  public init(failed report: Report) {
    document = Document(
      rulebook: report.rulebook, outcome: Report.Outcome.noVerdict.rawValue, good: [], bad: Nullable(nil),
      sessions: [], verdicts: [],
      errors: (report.mistakes ?? []).map { JSONDocument.Mistake($0) }
        + report.traces.compactMap { trace in trace.problem.map { JSONDocument.Mistake($0, in: trace.files) }
        })
  }

  /// The text, with its line end. Throws an `EncodingError` if it cannot be encoded.
  public func text() throws -> String { try JSONText.text(of: document) }

  private struct Document: Encodable {
    var version = 1
    var tool = JSONDocument.ToolName()
    var rulebook: String
    /// `same`, `different` or `noVerdict`.
    var outcome: String
    /// The names of the logs.
    var good: [String]
    var bad: Nullable<String>
    var sessions: [Session]
    var verdicts: [Verdict]
    var errors: [JSONDocument.Mistake]
  }

  private struct Place: Encodable {
    var path: String
    var line: Int

    init(_ place: LogFiles.Place) { (path, line) = (place.path, place.line) }
  }

  private struct Session: Encodable {
    var app: String
    var number: Int
    var events: Int
    /// The first line in each log; null if the session is missing or new.
    var good: Nullable<Place>
    var bad: Nullable<Place>
    var differences: [Event]

    init(_ session: ComparedSession) {
      (app, number, events) = (session.app, session.number, session.events)
      good = Nullable(session.good.map(Place.init))
      bad = Nullable(session.bad.map(Place.init))
      differences = session.differences.map(Event.init)
    }
  }

  /// A difference between the events of a session.
  private struct Event: Encodable {
    /// `missing`, `new`, `moved`, `replaced`, `recounted`, `longer` or `later`.
    var change: String
    var event: String
    var count: Int
    var isFirst: Bool
    var good: Nullable<Place>
    var bad: Nullable<Place>
    /// The event that takes the place of this one.
    var replacement = Nullable<String>(nil)
    /// The event after or before which it is now.
    var after = Nullable<String>(nil)
    var before = Nullable<String>(nil)
    /// The numbers of events, or the times in nanoseconds, in the good runs and in the other one.
    var goodValue = Nullable<Int64>(nil)
    var badValue = Nullable<Int64>(nil)

    init(_ difference: Difference) {
      event = difference.event
      count = difference.count
      isFirst = difference.isFirst
      good = Nullable(difference.good.map(Place.init))
      bad = Nullable(difference.bad.map(Place.init))
      switch difference.change {
      case .missing: change = "missing"
      case .new: change = "new"
      case .movedAfter(let other): (change, after) = ("moved", Nullable(other))
      case .movedBefore(let other): (change, before) = ("moved", Nullable(other))
      case .replaced(let other): (change, replacement) = ("replaced", Nullable(other))
      case .recounted(let from, let to):
        (change, goodValue, badValue) = ("recounted", Nullable(Int64(from)), Nullable(Int64(to)))
      case .longer(let from, let to): (change, goodValue, badValue) = ("longer", Nullable(from), Nullable(to))
      case .later(let other, let from, let to):
        (change, after) = ("later", Nullable(other))
        (goodValue, badValue) = (Nullable(from), Nullable(to))
      }
    }
  }

  private struct Verdict: Encodable {
    var ruleId: String
    var severity: String
    var before: String
    var after: String
    /// The violations whose fingerprint no good run has.
    var violations: [Violation]
    /// If the rule is no longer tested: an event that it needs and that is missing.
    var missing: Nullable<Missing>

    struct Violation: Encodable {
      var message: String
      /// The number of violations with the same fingerprint. The places are those of the first one.
      var count: Int
      var good: Nullable<Place>
      var bad: Place
    }

    struct Missing: Encodable {
      var event: String
      var good: Place
    }

    init(_ change: VerdictChange) {
      (ruleId, severity) = (change.rule, change.severity.rawValue)
      (before, after) = (change.before.rawValue, change.after.rawValue)
      violations = change.violations.map {
        Violation(
          message: $0.message, count: $0.count, good: Nullable($0.good.map(Place.init)), bad: Place($0.bad))
      }
      missing = Nullable(change.cause.map { Missing(event: $0.event, good: Place($0.good)) })
    }
  }
}
