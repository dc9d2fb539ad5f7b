import Rulebook
public import Trace

/// A field that held what is no value of its type: `load=many` where a number belongs. Such a value is unknown to
/// every rule, so it is told here.
public struct UnreadableValue: Sendable, Equatable {
  /// The event's dotted name.
  public var event: String
  /// The field's name.
  public var field: String
  /// What the field is declared to hold.
  public var type: FieldType
  /// The first such value, as it stands in the log. It is data: escape it before it is shown.
  public var text: String
  /// How many events held one, and the first of their lines.
  public var tally: Tally
}

/// The fields of a log that could not be read as their type. They are as many as the vocabulary has at most.
struct UnreadableValues {
  private var byField: [Key: UnreadableValue] = [:]

  private struct Key: Hashable {
    var event: EventID
    var field: Int
  }

  /// In the order of their first lines.
  var inOrder: [UnreadableValue] {
    byField.values.sorted {
      ($0.tally.firstLine ?? 0, $0.event, $0.field) < ($1.tally.firstLine ?? 0, $1.event, $1.field)
    }
  }

  /// Whether an event may hold a value that is no value of its field's type.
  static func mayNote(_ event: Event, _ line: Span<UInt8>, _ program: Program) -> Bool {
    if program.measuredFields[event.id.index].isEmpty { return false }
    for (field, _) in program.measuredFields[event.id.index] {
      guard let place = event.place(of: field) else { continue }
      guard let value = event.plainValue(at: place), line.wholeNumber(in: value) != nil else { return true }
    }
    return false
  }

  /// Whether an event has a field whose values are looked at.
  static func measures(_ event: Event, _ program: Program) -> Bool {
    for (field, _) in program.measuredFields[event.id.index] where event.place(of: field) != nil {
      return true
    }
    return false
  }

  mutating func note(_ occurrence: Occurrence, _ program: Program) {
    for (field, type) in program.measuredFields[occurrence.id.index]
    where occurrence.retainedLine.isMisread(field, as: type) {
      let key = Key(event: occurrence.id, field: field)
      let new = UnreadableValue(
        event: program.rulebook.vocabulary.name(of: occurrence.id),
        field: program.rulebook.vocabulary.fieldNames[field], type: type,
        text: occurrence.retainedLine.value(field) ?? "", tally: Tally())
      byField[key, default: new].tally.note(occurrence.line)
    }
  }
}
