/// Counts the fields of events that their declarations do not have: misspelt ones, and those that no rule asks for.
struct UnknownFields {
  private(set) var total = 0
  private var uses: [Key: TraceStatistics.UnknownName] = [:]
  /// Names that no declaration has.
  private var others = WordTable()

  private enum Name: Hashable {
    case known(Int)
    case other(Int)
  }

  private struct Key: Hashable {
    var event: EventID
    var name: Name
  }

  /// Takes in a field of an event at a line.
  mutating func count(_ field: Event.FieldName, of event: EventID, _ line: Span<UInt8>, number: Int) {
    total += 1
    guard let name = name(field, line) else { return }
    let key = Key(event: event, name: name)
    if uses[key] == nil, uses.count >= TraceStatistics.shown { return }
    uses[key, default: .init(count: 0, firstLine: number)].count += 1
  }

  /// Nil for another name where there are too many already.
  private mutating func name(_ field: Event.FieldName, _ line: Span<UInt8>) -> Name? {
    switch field {
    case .known(let number): return .known(number)
    case .other(let range):
      if others.count >= TraceStatistics.shown { return others.number(of: range, in: line).map(Name.other) }
      return .other(others.insert(line, range))
    }
  }

  /// The uses by the names of event and field.
  func named(by recognizer: Recognizer) -> [TraceStatistics.FieldName: TraceStatistics.UnknownName] {
    var named: [TraceStatistics.FieldName: TraceStatistics.UnknownName] = [:]
    for (key, use) in uses {
      let field =
        switch key.name {
        case .known(let number): recognizer.fieldNames[number]
        case .other(let number): others[number]
        }
      named[.init(event: recognizer.vocabulary.name(of: key.event), field: field)] = use
    }
    return named
  }
}
