import Trace

extension Recognizer {
  /// The dotted name of an event. An event that is not in the vocabulary has the name that its line contains.
  func name(of event: Event, in line: Span<UInt8>) -> String {
    let known = vocabulary.name(of: event.id)
    return known.isEmpty ? String(event.name, of: line) : known
  }

  /// The fields of an event as text, in the order of the line. If a name is repeated, its first value counts.
  func fields(of event: Event, in line: Span<UInt8>) -> [(name: String, value: String)] {
    var names: Set<String> = []
    return event.fields.compactMap { field in
      let name = name(of: field, in: line)
      return names.insert(name).inserted ? (name, Event.text(of: field, in: line)) : nil
    }
  }

  private func name(of field: Event.Field, in line: Span<UInt8>) -> String {
    switch field.name {
    case .known(let index): fieldNames.indices.contains(index) ? fieldNames[index] : ""
    case .other(let range): String(range, of: line)
    }
  }
}
