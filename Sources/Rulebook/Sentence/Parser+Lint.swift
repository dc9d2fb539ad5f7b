import Diagnostics
import Trace

/// Lint checks of conditions that are valid but always true or always false.
extension Parser {
  /// The effect of a condition.
  enum Role {
    /// It selects events.
    case filter
    /// It excepts events from the claim.
    case exception
    /// It prevents an event from being derived.
    case stop
    /// It must hold.
    case claim

    fileprivate var name: String {
      switch self {
      case .filter, .claim: "condition"
      case .exception, .stop: "exception"
      }
    }

    fileprivate var whereNeverTrue: String {
      switch self {
      case .filter: "so it matches no event"
      case .exception, .stop: "so it has no effect"
      case .claim: "so each event breaks the rule"
      }
    }

    fileprivate var whereNeverFalse: String {
      switch self {
      case .filter: "so it has no effect"
      case .exception, .claim: "so the rule never fails"
      case .stop: "so the event is never derived"
      }
    }
  }

  /// Parses a condition, and reports one that is always true or always false.
  mutating func lintedCondition(
    _ role: Role, _ read: (inout Parser) throws(ParseFailure) -> Condition
  ) throws(ParseFailure) -> Condition {
    let start = peek().range.lowerBound
    let mistakes = diagnostics.count
    let condition = try read(&self)
    guard lints, diagnostics.count == mistakes else { return condition }
    let range = start..<endOfConsumed
    if let contradiction = Contradiction.find(in: condition, symbols.rulebook) {
      report(
        "this \(role.name) is never true, \(role.whereNeverTrue)", at: range, label: contradiction.reason)
    } else if let contradiction = Contradiction.find(in: .not(condition), symbols.rulebook) {
      report(
        "this \(role.name) is never false, \(role.whereNeverFalse)", at: range,
        label: contradiction.opposite)
    }
    return condition
  }

  /// Parses the exception from a claim, and reports one that excepts every judged event.
  mutating func exception(from claim: Claim, judging events: [EventID]?) throws(ParseFailure) -> Condition {
    let start = peek().range.lowerBound
    allowsWholeLog = true
    defer { allowsWholeLog = false }
    let exception = try lintedCondition(.exception) { parser throws(ParseFailure) in
      try parser.condition(judging: events)
    }
    checkOpenQuestions(of: exception, from: start)
    guard lints else { return exception }
    let isForAll = claim.judgedAtOnce?.atoms.allSatisfy { atom in
      atom.condition.map { Contradiction.isTrue(exception, wherever: $0) } ?? false
    }
    if isForAll == true {
      report(
        "this exception is true of every judged event, so the rule never fails",
        at: start..<endOfConsumed)
    }
    return exception
  }
}

extension Parser {
  /// Limits the conditions on the whole log in an exception, because the checker tries all combinations of their
  /// values.
  private mutating func checkOpenQuestions(of exception: Condition, from start: Int) {
    let count = exception.openQuestions.count
    if count > Condition.mostOpenQuestions {
      report(
        "an exception asks at most \(Condition.mostOpenQuestions) questions about the whole log, this one asks \(count)",
        at: start..<endOfConsumed, help: "use several sentences, each with a part of the exception")
    }
  }

  /// Reports a bound that always holds or never holds.
  mutating func checkBound(_ isIdle: Bool, _ message: String, from start: Int, help: String? = nil) {
    if isIdle { report(message, at: start..<endOfConsumed, help: help) }
  }
}

extension Claim {
  /// The judged events, if the claim judges each event on its own line.
  fileprivate var judgedAtOnce: EventPattern? {
    switch self {
    case .never(let events), .has(let events, _), .isPreceded(let events, _), .atMost(_, let events, _),
      .obeys(let events, _):
      events
    default: nil
    }
  }
}
