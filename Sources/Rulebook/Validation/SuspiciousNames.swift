import Diagnostics
import Trace

/// The names that the user's files add to the vocabulary inside, to find those that are probably misspelt.
///
/// A message may have parts of its own (`wrote {id} in {ms} ms`), and an app may log events of its own. Only a name that nothing uses
/// and that is almost a name inside is suspicious.
struct SuspiciousNames {
  private var events: [(name: String, place: SourceRange)] = []
  private var fields: [Field] = []
  /// The fields of each event inside.
  private var bundled: [String: Set<String>] = [:]

  /// A field that is added to an event inside.
  private struct Field {
    let event: String
    let name: String
    let place: SourceRange
    /// The fields of the event that the same line does not contain.
    let others: Set<String>
  }

  /// Adds an event with its fields, as declared so far.
  mutating func add(_ event: EventDeclaration, at place: SourceRange) {
    if place.source.isBundled {
      bundled[event.name] = Set(event.fields.keys)
    } else if bundled[event.name] == nil {
      events.append((event.name, place))
    }
  }

  /// Adds a field of a line that contains the fields in `line`.
  mutating func add(field: String, of event: String, at place: SourceRange, in line: some Sequence<String>) {
    guard !place.source.isBundled, let known = bundled[event], !known.contains(field) else { return }
    fields.append(Field(event: event, name: field, place: place, others: known.subtracting(line)))
  }

  /// The names that are probably misspelt.
  ///
  /// - Parameters:
  ///   - untyped: for each event, the fields without a declared type.
  ///   - used: the events that the rulebook uses.
  func diagnostics(
    untyped: [String: Set<String>], used: Set<EventID>, in vocabulary: Vocabulary
  ) -> [Diagnostic] {
    let ofFields = fields.filter { untyped[$0.event]?.contains($0.name) == true }.compactMap { field in
      Suggestion.didYouMean(field.name, among: field.others.sorted()).map { suggestion in
        Diagnostic(
          "`\(field.event)` has no field `\(field.name)`", at: field.place, label: suggestion,
          help: "a field of your own is declared with its type: `fields: {\(field.name): text}`")
      }
    }
    let names = bundled.keys.sorted()
    let ofEvents = events.compactMap { event -> Diagnostic? in
      guard let id = vocabulary.id(of: event.name), !used.contains(id), !used.contains(id.end) else {
        return nil
      }
      return Suggestion.nearest(to: event.name, among: names, most: 2).map { nearest in
        Diagnostic(
          "no rule uses the event `\(event.name)`", at: event.place, label: "did you mean `\(nearest)`?")
      }
    }
    return ofFields + ofEvents
  }
}
