import Trace

/// The top-level patterns and conditions of a sentence, without those nested in them.
extension Sentence {
  package var patterns: [EventPattern] { (scope?.patterns ?? []) + claim.patterns }

  var conditions: [Condition] {
    var conditions = [exception].compactMap(\.self)
    if case .has(_, let demand) = claim { conditions.append(demand) }
    return conditions
  }
}

extension Sentence {
  /// The operands of the sentence's time limits.
  var limitOperands: [Operand] {
    ((scope?.limits ?? []) + claim.limits).compactMap {
      if case .value(let operand) = $0 { operand } else { nil }
    }
  }
}

extension Scope {
  fileprivate var limits: [Limit] { if case .following(_, let limit) = self { [limit] } else { [] } }

  var patterns: [EventPattern] {
    switch self {
    case .open, .during, .outside: []
    case .after(let start, let end): [start] + [end].compactMap(\.self)
    case .following(let start, _): [start]
    case .before(let end): [end]
    case .between(let start, let end): [start, end]
    }
  }
}

extension Claim {
  fileprivate var limits: [Limit] {
    switch self {
    case .expect(_, let limit): [limit].compactMap(\.self)
    case .isFollowed(_, let response): [response.earliest, response.latest].compactMap(\.self)
    case .isPreceded(_, let precedence): [precedence.latest].compactMap(\.self)
    case .recurs(_, let limit), .lasts(_, _, let limit): [limit]
    case .noneOpen(_, let moment): [moment.delay].compactMap(\.self)
    case .never, .has, .atMost, .atLeast, .isReopened, .obeys: []
    }
  }

  fileprivate var patterns: [EventPattern] {
    switch self {
    case .never(let events), .expect(let events, _), .has(let events, _), .atMost(_, let events, _),
      .atLeast(_, let events), .recurs(let events, _), .obeys(let events, _), .isReopened(_, _, let events):
      [events]
    case .isFollowed(let events, let response):
      [events, response.answer] + [response.stop].compactMap(\.self)
    case .isPreceded(let events, let precedence):
      [events, precedence.cause] + [precedence.since].compactMap(\.self)
    case .noneOpen(_, let moment): [moment.pattern]
    case .lasts: []
    }
  }
}

extension Condition {
  /// The conditions without `and`, `or` and `not`.
  private var leaves: [Condition] {
    switch self {
    case .and(let a, let b), .or(let a, let b): a.leaves + b.leaves
    case .not(let a): a.leaves
    default: [self]
    }
  }

  var patterns: [EventPattern] {
    leaves.flatMap { leaf -> [EventPattern] in
      switch leaf {
      case .withinTheLast(let events, _, _), .within(let events, _), .isRecorded(let events): [events]
      case .since(let event, let start), .comesBefore(let event, let start): [event, start]
      default: []
      }
    }
  }

  /// The operands of all comparisons, without literals.
  var allOperands: [Operand] { leaves.flatMap(\.operands) }

  /// The conditions on the whole log, without duplicates. They can stay unknown until the log ends.
  public var openQuestions: [Condition] {
    var known: Set<Condition> = []
    return leaves.filter { leaf in
      switch leaf {
      case .isRecorded, .comesBefore: known.insert(leaf).inserted
      default: false
      }
    }
  }

  /// The maximum number of open questions in an exception.
  public static let mostOpenQuestions = 6
}
