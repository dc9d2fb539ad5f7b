import Rulebook
import Trace

/// A condition in which names are replaced by indices.
indirect enum Guard: Sendable, Hashable {
  case and(Guard, Guard)
  case or(Guard, Guard)
  case not(Guard)
  case compare(Value, Comparison, Value)
  case oneOf(Value, [Literal])
  case contains(Value, Literal)
  case isMember(Value, of: Value)
  case isPresent(Value)
  /// An open question, which the rest of the log answers, by its index in `CompiledSentence.questions`.
  case question(Int)
  case isOpen(span: Int, key: Int?, isBound: Bool)
  case withinTheLast(mark: Int, keys: [Int], Int64, DurationClock)
  case within(mark: Int, Int64)
  /// `E since F`, E without a key: E occurred after the newest F, of the judged event's key if F has one. `keys` are the key
  /// fields of F.
  case since(event: Int, start: Int, keys: [Int])
  /// `E since F`, E with a key: E occurred with the judged event's key, and no F after it. If F has a key, too, F clears the
  /// mark, and `start` is nil.
  case keyedSince(mark: Int, start: Int?, keys: [Int])

  enum Value: Sendable, Hashable {
    case field(Int, FieldType)
    case thread
    case via
    case fact(Int, FieldType)
    case snapshot(Int, FieldType)
    case literal(Literal)
  }

  /// Whether the condition reads only fields of the line.
  var readsOnlyFields: Bool {
    switch self {
    case .compare(.field, _, .literal), .oneOf(.field, _), .contains(.field, _), .isPresent(.field): true
    case .and(let a, let b), .or(let a, let b): a.readsOnlyFields && b.readsOnlyFields
    case .not(let a): a.readsOnlyFields
    default: false
    }
  }

  /// Whether events after the moment can make the condition true (`E within T`).
  var looksAhead: Bool {
    switch self {
    case .within: true
    case .and(let a, let b), .or(let a, let b): a.looksAhead || b.looksAhead
    case .not(let a): a.looksAhead
    default: false
    }
  }
}

/// A fact: a field of an event whose newest or greatest value is remembered.
struct FactKey: Sendable, Hashable {
  var event: EventID
  var field: Int
  /// Whether the value is kept after the session.
  var isLasting: Bool
  /// The type by which values are compared, if the greatest value is remembered; nil for the newest value.
  var isGreatest: FieldType?
  /// Distinguishes facts that are cleared by an event of their own (`highest E.f since F`), which are never shared; 0 for others.
  var number = 0
}
