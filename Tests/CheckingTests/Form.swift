import Rulebook

// The forms of sentences. A new form does not compile here until it has a name, and the tests of the language page fail
// until the page has a section with that name.

enum ScopeForm: String, CaseIterable {
  case none = "no scope"
  case open = "while S"
  case during = "during S"
  case outside = "outside S"
  case after = "after E"
  case following = "for D after E"
  case before = "before E"
  case between = "between E and F"

  init(_ scope: Scope?) {
    self =
      switch scope {
      case nil: .none
      case .open: .open
      case .during: .during
      case .outside: .outside
      case .after: .after
      case .following: .following
      case .before: .before
      case .between: .between
      }
  }
}

enum ClaimForm: String, CaseIterable {
  case never = "never E: absence"
  case expect = "expect E: existence"
  case has = "each E has C: universality"
  case isFollowed = "each E is followed by F: response"
  case isPreceded = "each E is preceded by F: precedence"
  case atMost = "at most N E: bounded existence"
  case atLeast = "at least N E: bounded existence"
  case recurs = "E recurs every T: bounded recurrence"
  case noneOpen = "no S is open at M: absence at a moment"
  case lastsAtMost = "each S lasts at most T: maximum duration"
  case lastsAtLeast = "each S lasts at least T: minimum duration"
  case isReopened = "each S closed while L is reopened by M: response for exactly those keys"
  case obeys = "each E obeys MACHINE: order"

  init(_ claim: Claim) {
    self =
      switch claim {
      case .never: .never
      case .expect: .expect
      case .has: .has
      case .isFollowed: .isFollowed
      case .isPreceded: .isPreceded
      case .atMost: .atMost
      case .atLeast: .atLeast
      case .recurs: .recurs
      case .noneOpen: .noneOpen
      case .lasts(_, .atMost, _): .lastsAtMost
      case .lasts(_, .atLeast, _): .lastsAtLeast
      case .isReopened: .isReopened
      case .obeys: .obeys
      }
  }
}

enum ConditionForm: CaseIterable {
  case and, or, not, compare, oneOf, isMember, contains, isPresent, isRecorded, isOpen, withinTheLast, within,
    since, comesBefore

  init(_ condition: Condition) {
    self =
      switch condition {
      case .and: .and
      case .or: .or
      case .not: .not
      case .compare: .compare
      case .oneOf: .oneOf
      case .isMember: .isMember
      case .contains: .contains
      case .isPresent: .isPresent
      case .isRecorded: .isRecorded
      case .isOpen: .isOpen
      case .withinTheLast: .withinTheLast
      case .within: .within
      case .since: .since
      case .comesBefore: .comesBefore
      }
  }
}

enum ValueForm: CaseIterable {
  case field, last, lastAt, highest, highestSince, literal

  init(_ operand: Operand) {
    self =
      switch operand {
      case .field: .field
      case .last(_, _, _, at: nil): .last
      case .last: .lastAt
      case .highest(_, _, _, since: nil): .highest
      case .highest: .highestSince
      case .literal: .literal
      }
  }
}

extension ConditionForm {
  /// The conditions of a sentence and their parts.
  static func conditions(of sentence: Sentence) -> [Condition] {
    let outer: [Condition?] =
      switch sentence.claim {
      case .has(let events, let condition): [condition] + events.atoms.map(\.condition)
      case .never(let events): events.atoms.map(\.condition)
      case .noneOpen(_, let moment): moment.pattern.atoms.map(\.condition)
      default: []
      }
    return (outer + [sentence.exception]).compactMap(\.self).flatMap(parts)
  }

  private static func parts(of condition: Condition) -> [Condition] {
    switch condition {
    case .and(let a, let b), .or(let a, let b): [condition] + parts(of: a) + parts(of: b)
    case .not(let a): [condition] + parts(of: a)
    default: [condition]
    }
  }

  static func values(of condition: Condition) -> [ValueForm] {
    switch condition {
    case .compare(let a, _, let b), .isMember(let a, of: let b): [ValueForm(a), ValueForm(b)]
    case .oneOf(let a, _), .contains(let a, _), .isPresent(let a): [ValueForm(a)]
    default: []
    }
  }
}
