import Rulebook
import Trace

// Changes of one field of the reported line.

extension EditFinder {
  /// The reported line without a field that makes its event one that must not occur, or with the value that a rule demands.
  func fieldEdits(for claim: Claim) -> [Edit] {
    guard let event else { return [] }
    switch claim {
    // The end of a process is only a report: without one of its fields, it would still have happened.
    case .never(let events)
    where !rulebook.sessions.end.contains(where: { rulebook.vocabulary.name(of: $0) == event.name }):
      let names = events.atoms.flatMap { $0.condition.map(Self.fields) ?? [] }
      return names.withoutRepeats.compactMap { name in
        event.fields.first { $0.name == name }.map { .leaveOut($0, of: event, at: line) }
      }
    case .has(_, let condition):
      return demanded(condition).compactMap { demand in
        if demand.field == "thread" { return event.thread.map { .onMainThread(line, thread: $0) } }
        return .set(demand.field, demand.value, demand.text, of: event, at: line)
      }
    case .never, .expect, .isFollowed, .isPreceded, .atMost, .atLeast, .recurs, .noneOpen, .lasts,
      .isReopened, .obeys:
      return []
    }
  }

  /// The fields of the judged event that a condition reads.
  private static func fields(_ condition: Condition) -> [String] {
    switch condition {
    case .and(let one, let other), .or(let one, let other): fields(one) + fields(other)
    case .not(let one): fields(one)
    case .compare(.field(let name, _), _, _), .oneOf(.field(let name, _), _),
      .contains(.field(let name, _), _),
      .isMember(.field(let name, _), _), .isPresent(.field(let name, _)):
      [name]
    default: []
    }
  }

  /// A field that a condition demands, with a value that fulfills it, and the demand in words.
  private struct Demand {
    let field: String
    let value: String
    let text: String

    /// Any value.
    init(_ field: String) { (self.field, value, text) = (field, "x", "the field `\(field)`") }

    init(_ field: String, _ comparison: Comparison, _ literal: Literal) {
      (self.field, value) = (field, literal.logged)
      text =
        comparison == .equal
        ? "`\(ReportedEvent.text(field, value))`" : "`\(field) \(comparison.rawValue) \(value)`"
    }
  }

  private func demanded(_ condition: Condition) -> [Demand] {
    switch condition {
    case .and(let one, let other), .or(let one, let other): demanded(one) + demanded(other)
    case .isPresent(.field(let name, _)): [Demand(name)]
    case .compare(.field(let name, _), let comparison, .literal(let value))
    where [.equal, .greaterOrEqual, .lessOrEqual].contains(comparison):
      [Demand(name, comparison, value)]
    case .oneOf(.field(let name, _), let values): values.map { Demand(name, .equal, $0) }
    default: []
    }
  }
}
