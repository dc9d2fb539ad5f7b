import Diagnostics
import Trace

/// A canonical event name in a log that the rulebook does not contain, with the most similar known name.
struct UnknownName {
  var name: String
  var count: Int
  var firstLine: Int
  var nearest: String?

  /// The unknown names of a log, in the order of their first lines.
  static func all(in statistics: TraceStatistics, among vocabulary: Vocabulary) -> [UnknownName] {
    if statistics.unknownNames.isEmpty { return [] }
    let known = vocabulary.ids.map(vocabulary.name)
    return statistics.unknownNames
      .map { name, place in
        UnknownName(
          name: name, count: place.count, firstLine: place.firstLine,
          nearest: Suggestion.nearest(to: name, among: known))
      }
      .sorted { ($0.firstLine, $0.name) < ($1.firstLine, $1.name) }
  }
}

extension TraceStatistics.UnknownField {
  /// The most similar field of the event.
  func nearest(among vocabulary: Vocabulary) -> String? {
    let known = vocabulary.id(of: event).flatMap(vocabulary.declaration)?.fields.keys.sorted() ?? []
    return Suggestion.nearest(to: field, among: known.filter { !beside.contains($0) })
  }
}
