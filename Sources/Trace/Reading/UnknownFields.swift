/// Counts the fields of events that are not in the declaration of the event: misspelt ones, and ones that no rule needs.
struct UnknownFields {
  private(set) var total = 0
  private(set) var uses: [TraceStatistics.UnknownField] = []
  private var places: [Key: Int] = [:]
  /// Names that no declaration has.
  private var others = WordTable()

  private struct Key: Hashable {
    var event: EventID
    var name: Int
  }

  /// Counts an undeclared field of an event.
  mutating func count(
    _ field: Event.FieldName, of event: Event, _ line: Span<UInt8>, _ recognizer: Recognizer
  ) {
    total += 1
    guard let name = name(field, line) else { return }
    let key = Key(event: event.id, name: name)
    if let place = places[key] {
      uses[place].count += 1
    } else if uses.count < TraceStatistics.shown {
      places[key] = uses.count
      uses.append(
        .init(
          event: recognizer.vocabulary.name(of: event.id),
          field: name < 0 ? others[-1 - name] : recognizer.fieldNames[name], count: 1, firstLine: event.line,
          beside: recognizer.declaredFields(of: event)))
    }
  }

  /// Returns the number of a name; negative if no declaration has the name, and nil if it is new and too many are stored already.
  private mutating func name(_ field: Event.FieldName, _ line: Span<UInt8>) -> Int? {
    switch field {
    case .known(let number): return number
    case .other(let range):
      if others.count >= TraceStatistics.shown { return others.number(of: range, in: line).map { -1 - $0 } }
      return -1 - others.insert(line, range)
    }
  }
}

extension Recognizer {
  /// Returns the names of the fields of an event that are in its declaration.
  fileprivate func declaredFields(of event: Event) -> Set<String> {
    var names: Set<String> = []
    for field in event.fields {
      if case .known(let number) = field.name, declares(field.name, of: event.id) {
        names.insert(fieldNames[number])
      }
    }
    return names
  }
}
