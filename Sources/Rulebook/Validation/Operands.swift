import Trace

extension Condition {
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
  /// The type of the field; nil for a literal.
  var type: FieldType? {
    switch self {
    case .field(_, let type), .last(_, _, let type, _), .highest(_, _, let type, _): type
    case .literal: nil
    }
  }
}
