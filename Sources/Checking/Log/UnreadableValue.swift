import Rulebook
public import Trace

/// A field with a value that does not have the field's type, such as `load=many` for a number. Rules treat the value as unknown.
public struct UnreadableValue: Sendable, Equatable {
  /// The event's dotted name.
  public var event: String
  /// The field's name.
  public var field: String
  /// The declared type of the field.
  public var type: FieldType
  /// The first such value, as written in the log. It is untrusted: escape it before it is shown.
  public var text: String
  /// The number of events with such a value, and the first of their lines.
  public var tally: Tally
}

/// The fields of a log with values that do not have the field's type. Their number is bounded by the fields of the vocabulary.
struct UnreadableValues {
  private var byField: [Key: UnreadableValue] = [:]

  private struct Key: Hashable {
    var event: EventID
    var field: Int
  }

  /// The fields in the order of their first lines.
  var inOrder: [UnreadableValue] {
    byField.values.sorted {
      ($0.tally.firstLine ?? 0, $0.event, $0.field) < ($1.tally.firstLine ?? 0, $1.event, $1.field)
    }
  }

  /// Whether an event may have a value that does not have its field's type. Plain numbers and durations are known to be readable.
  static func mayNote(_ event: Event, _ line: Span<UInt8>, _ program: Program) -> Bool {
    if program.typedFields[event.id.index].isEmpty { return false }
    for (field, type) in program.typedFields[event.id.index] {
      guard let place = event.place(of: field) else { continue }
      guard let value = event.plainValue(at: place), line.isPlainQuantity(in: value, type) else {
        return true
      }
    }
    return false
  }

  /// Counts the values of an event that do not have their field's type.
  mutating func note(_ occurrence: Occurrence, _ program: Program) {
    for (field, type) in program.typedFields[occurrence.id.index]
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
