import Trace

/// Texts that are equal for equal parts of sentences, whatever their locations.
extension Condition {
  package var identity: String {
    switch self {
    case .and(let a, let b): "(\(a.identity) and \(b.identity))"
    case .or(let a, let b): "(\(a.identity) or \(b.identity))"
    case .not(let a): "not \(a.identity)"
    case .compare(let a, let comparison, let b): "\(a.identity) \(comparison.rawValue) \(b.identity)"
    case .oneOf(let a, let values): "\(a.identity) in [\(values.map(\.identity).joined(separator: ", "))]"
    case .contains(let a, let value): "\(a.identity) contains \(value)"
    case .isMember(let a, let list): "\(a.identity) in \(list.identity)"
    case .isPresent(let a): "\(a.identity) present"
    case .isRecorded(let events): "\(events.identity) recorded"
    case .isOpen(let span): "\(span.id.rawValue) \(span.isBound) open"
    case .withinTheLast(let events, let time, let clock): "\(events.identity) in the last \(time) \(clock)"
    case .within(let events, let time): "\(events.identity) in \(time)"
    case .since(let event, let start): "\(event.identity) since \(start.identity)"
    case .comesBefore(let event, let other): "\(event.identity) comes before \(other.identity)"
    }
  }

  /// The operands, without literals.
  var operands: [Operand] {
    let all: [Operand] =
      switch self {
      case .compare(let a, _, let b), .isMember(let a, let b): [a, b]
      case .oneOf(let a, _), .contains(let a, _), .isPresent(let a): [a]
      default: []
      }
    return all.filter { if case .literal = $0 { false } else { true } }
  }
}

extension Operand {
  var identity: String {
    switch self {
    case .field(let name, _): "field \(name)"
    case .last(let event, let field, _, let moment):
      "last \(event.rawValue) \(field) at \(moment?.identity ?? "")"
    case .highest(let event, let field, _, let start):
      "highest \(event.rawValue) \(field) since \(start?.identity ?? "")"
    case .literal(let value): value.identity
    }
  }

  /// The type of the field; nil for a literal.
  var type: FieldType? {
    switch self {
    case .field(_, let type), .last(_, _, let type, _), .highest(_, _, let type, _): type
    case .literal: nil
    }
  }
}

extension Literal {
  // Not `String(describing:)`, whose reflection takes as long as parsing a whole sentence.
  fileprivate var identity: String {
    switch self {
    case .text(let text): "text \(text.debugDescription)"
    case .number(let number): "number \(number)"
    case .duration(let nanoseconds): "duration \(nanoseconds)"
    case .size(let bytes): "size \(bytes)"
    }
  }
}

extension EventPattern {
  var identity: String { "[" + atoms.map(\.identity).joined(separator: ", ") + "]" }
}

extension EventPattern.Atom {
  // Arrays in an interpolation are printed by reflection, which took a sixth of the start-up.
  var identity: String {
    let events = events.map { String($0.rawValue) }.joined(separator: ",")
    return "\(events) \(isClose) \(keys.joined(separator: ",")) where \(condition?.identity ?? "")"
  }
}
