import Rulebook
import Trace

// Evaluates conditions on values. If a value is missing, the result is unknown.

extension Guard {
  /// Returns the value of a condition that reads only fields of the event (`readsOnlyFields`). All other operands are unknown.
  func truth(of occurrence: Occurrence) -> Truth {
    switch self {
    case .and(let a, let b): min(a.truth(of: occurrence), b.truth(of: occurrence))
    case .or(let a, let b): max(a.truth(of: occurrence), b.truth(of: occurrence))
    case .not(let a): !a.truth(of: occurrence)
    default:
      Truth(
        isTrue { operand in
          switch operand {
          case .field(let index, let type):
            occurrence.retainedLine.value(index).map { FieldValue(text: $0, type: type) }
          case .literal(let literal): FieldValue(literal: literal)
          case .thread, .via, .fact, .snapshot: nil
          }
        })
    }
  }

  /// Whether the condition is true for the values of its operands, which `value` returns; nil if this is unknown, or if it is not
  /// a condition on values.
  func isTrue(_ value: (Value) -> FieldValue?) -> Bool? {
    switch self {
    case .compare(let left, let comparison, let right):
      guard let left = value(left), let right = value(right) else { return nil }
      return left.compares(comparison, to: right)
    case .oneOf(let operand, let literals):
      guard let value = value(operand) else { return nil }
      let answers = literals.map { value.compares(.equal, to: FieldValue(literal: $0)) }
      return answers.contains(true) ? true : answers.contains(nil) ? nil : false
    case .contains(let operand, let literal):
      guard let value = value(operand), case .text(let item) = literal else { return nil }
      return value.text.split(separator: ",").contains { $0 == item }
    case .isMember(let operand, of: let list):
      guard let member = value(operand), let list = value(list) else { return nil }
      return list.text.split(separator: ",").contains { $0 == member.text }
    case .isPresent(let operand): return value(operand) != nil
    case .and, .or, .not, .question, .isOpen, .withinTheLast, .within, .since, .keyedSince: return nil
    }
  }
}
