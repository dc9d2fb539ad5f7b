import Rulebook
import Trace

/// The event of a line, as an explanation may change it.
struct ReportedEvent {
  let name: String
  /// The fields in the order of the line.
  let fields: [(name: String, value: String)]
  /// The range of the thread in the line; nil if the line has none, or if its form does not show which thread is the main thread.
  let thread: Range<Int>?

  /// Nil for an event that another process logs, because a changed line would be an event of that process.
  init?(_ event: Event, _ line: Span<UInt8>, _ vocabulary: Vocabulary) {
    guard event.id.rawValue >= 0, !event.isReportedByOther else { return nil }
    name = vocabulary.name(of: event.id)
    fields = event.fields.compactMap { field in
      vocabulary.fieldNames.indices.contains(Int(field.number))
        ? (vocabulary.fieldNames[Int(field.number)], Event.text(of: field, in: line)) : nil
    }
    thread = event.form == .canonical ? event.thread : nil
  }

  /// The event in canonical form, with one field changed. Without a value, the field is left out.
  func text(_ field: String, _ value: String?) -> String {
    let kept = fields.filter { $0.name != field } + (value.map { [(field, $0)] } ?? [])
    return kept.reduce(name) { $0 + " " + Self.text($1.0, $1.1) }
  }

  /// A field as a log would write it.
  static func text(_ field: String, _ value: String) -> String {
    field + "=" + (!value.isEmpty && value.allSatisfy(isPlain) ? value : "\"\(value)\"")
  }

  private static func isPlain(_ letter: Character) -> Bool {
    letter.isLetter || letter.isNumber || "-_./:".contains(letter)
  }
}
