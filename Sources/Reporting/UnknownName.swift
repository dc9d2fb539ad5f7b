import Diagnostics
import Trace

/// A canonical name of a log that the rulebook does not know, with the nearest that it does.
struct UnknownName {
  var name: String
  var count: Int
  var firstLine: Int
  var nearest: String?

  /// Those of a log, in the order in which they came first.
  static func all(in statistics: TraceStatistics, known: [String]) -> [UnknownName] {
    statistics.unknownNames
      .map { name, place in
        UnknownName(
          name: name, count: place.count, firstLine: place.firstLine,
          nearest: Suggestion.nearest(to: name, among: known))
      }
      .sorted { ($0.firstLine, $0.name) < ($1.firstLine, $1.name) }
  }
}

/// A field of an event of a log that the event's declaration does not have, with the nearest that it does.
struct UnknownField {
  var event: String
  var field: String
  var count: Int
  var firstLine: Int
  var nearest: String?

  /// Those of a log, in the order in which they came first.
  static func all(in statistics: TraceStatistics, known: [String: [String]]) -> [UnknownField] {
    statistics.unknownFields
      .map { name, place in
        UnknownField(
          event: name.event, field: name.field, count: place.count, firstLine: place.firstLine,
          nearest: Suggestion.nearest(to: name.field, among: known[name.event] ?? []))
      }
      .sorted { ($0.firstLine, $0.event, $0.field) < ($1.firstLine, $1.event, $1.field) }
  }
}
