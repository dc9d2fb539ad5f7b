import Rulebook
import Trace

/// A condition with its names turned into indices.
indirect enum Guard: Sendable, Hashable {
  case and(Guard, Guard)
  case or(Guard, Guard)
  case not(Guard)
  case compare(Value, Comparison, Value)
  case oneOf(Value, [Literal])
  case contains(Value, Literal)
  case isMember(Value, of: Value)
  case isPresent(Value)
  /// A question that only the rest of the log answers, by its place among `CompiledSentence.questions`.
  case question(Int)
  case isOpen(span: Int, key: Int?, isBound: Bool)
  case withinTheLast(mark: Int, keys: [Int], Int64, DurationClock)
  case within(mark: Int, Int64)
  case since(event: Int, start: Int, keys: [Int])
  /// The event has come of the judged event's key, and its start has not come after it; where that is of a key, too, it
  /// clears the mark, and has none.
  case standsSince(mark: Int, start: Int?, keys: [Int])

  enum Value: Sendable, Hashable {
    case field(Int, FieldType)
    case thread
    case via
    case fact(Int, FieldType)
    case snapshot(Int, FieldType)
    case literal(Literal)
  }

  /// Whether fields of the line tell it, and nothing else.
  var isOfFields: Bool {
    switch self {
    case .compare(.field, _, .literal), .oneOf(.field, _), .contains(.field, _), .isPresent(.field): true
    case .and(let a, let b), .or(let a, let b): a.isOfFields && b.isOfFields
    case .not(let a): a.isOfFields
    default: false
    }
  }

  /// Whether it asks for what may still come.
  var looksAhead: Bool {
    switch self {
    case .within: true
    case .and(let a, let b), .or(let a, let b): a.looksAhead || b.looksAhead
    case .not(let a): a.looksAhead
    default: false
    }
  }
}

/// A value of events that is remembered.
struct FactKey: Sendable, Hashable {
  var event: EventID
  var field: Int
  /// Whether it holds beyond the life in which it was told.
  var isLasting: Bool
  /// The greatest value counts, as one of that type.
  var isGreatest: FieldType?
  /// A greatest value that begins anew is none of others.
  var number = 0
}
