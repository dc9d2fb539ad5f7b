import Diagnostics
import Trace

/// Conditions: `or` binds weaker than `and`, that weaker than `not`.
extension Parser {
  mutating func condition(judging events: [EventID]) throws(Abandoned) -> Condition {
    var result = try conjunction(judging: events)
    while goesOn("or") { result = .or(result, try conjunction(judging: events)) }
    return result
  }

  private mutating func conjunction(judging events: [EventID]) throws(Abandoned) -> Condition {
    var result = try unit(judging: events)
    while goesOn("and") { result = .and(result, try unit(judging: events)) }
    return result
  }

  /// A condition without `and` and `or`, or any condition in brackets.
  mutating func unit(judging events: [EventID]) throws(Abandoned) -> Condition {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw abandon("conditions stand more than \(Self.maximumDepth) deep in each other", at: peek())
    }
    if take("not") { return .not(try unit(judging: events)) }
    if take("(") {
      let inner = try condition(judging: events)
      guard take(")") else { throw expected(words: [")"]) }
      return inner
    }
    guard peek().kind == .word, peek().text == "last" || peek().text == "the" || !isReserved(peek()) else {
      throw expected("a condition")
    }
    if peek().text == "the" || ["within", "since", "where"].contains(verbAfterName.text) {
      return try occurrence()
    }
    if peek().text != "last", peek(1).isWritten("(") || peek(1).isWritten("is") {
      return try openOrPresent(judging: events)
    }
    let (operand, type, name) = try operand(judging: events)
    if take("is") {
      let isNot = take("not")
      try require("present")
      return negated(.isPresent(operand), if: isNot)
    }
    return try relation(of: operand, type, name)
  }

  private func isReserved(_ token: Token) -> Bool { Words.reserved.contains(token.text) }

  private func negated(_ condition: Condition, if isNot: Bool) -> Condition {
    isNot ? .not(condition) : condition
  }

  /// `E since F`, `E within 5s`, `E within the last 5s`.
  private mutating func occurrence() throws(Abandoned) -> Condition {
    let event = EventPattern(atoms: [try atom()])
    if take("since") { return .since(event, EventPattern(atoms: [try atom()])) }
    try require("within", "since")
    if take("the") {
      try require("last")
      return .withinTheLast(event, try duration())
    }
    return .within(event, try duration())
  }

  /// `S is open`, `field is present`, `E is recorded`, each with `not` after `is`.
  private mutating func openOrPresent(judging events: [EventID]) throws(Abandoned) -> Condition {
    let name = try name("a span or a field")
    let key = try key()
    guard take("is") else { throw expected(words: ["is", "within", "since"]) }
    let isNot = goesOn("not")
    if key == nil, take("present") {
      return negated(.isPresent(.field(name.text, try field(name, judging: events) ?? .text)), if: isNot)
    }
    if key == nil, take("recorded") {
      guard let event = names.vocabulary.id(of: name.text) else {
        reportUnknown("event", name, among: names.eventNames)
        throw Abandoned()
      }
      return negated(.isRecorded(event), if: isNot)
    }
    guard take("open") else {
      throw expected(words: key == nil ? ["open", "present", "recorded"] : ["open"])
    }
    guard let span = span(name, key: key) else { throw Abandoned() }
    return negated(.isOpen(span), if: isNot)
  }
}
