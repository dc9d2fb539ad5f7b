import Diagnostics
import Trace

/// Parses conditions. `not` binds more tightly than `and`, and `and` more tightly than `or`.
extension Parser {
  mutating func condition(judging events: [EventID]?) throws(ParseFailure) -> Condition {
    var result = try conjunction(judging: events)
    while consumeOptional("or") { result = .or(result, try conjunction(judging: events)) }
    return result
  }

  private mutating func conjunction(judging events: [EventID]?) throws(ParseFailure) -> Condition {
    var result = try primaryCondition(judging: events)
    while consumeOptional("and") { result = .and(result, try primaryCondition(judging: events)) }
    return result
  }

  /// A condition without `and` and `or`, or any condition in parentheses.
  mutating func primaryCondition(judging events: [EventID]?) throws(ParseFailure) -> Condition {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw failure("conditions are nested more than \(Self.maximumDepth) levels deep", at: peek())
    }
    if consume("not") {
      // A condition that looks ahead can become true later, but never false.
      let outside = allowsLookahead
      allowsLookahead = false
      defer { allowsLookahead = outside }
      return .not(try primaryCondition(judging: events))
    }
    if consume("(") {
      let inner = try condition(judging: events)
      guard consume(")") else { throw expected(words: [")"]) }
      return inner
    }
    if peek().isWritten("the") { return try occurrence(judging: events) }
    if !isHistoryNext {
      guard peek().kind == .word, !Words.reserved.contains(peek().text) else { throw expected("a condition") }
      if ["within", "since", "where", "except", "comes"].contains(verbAfterName.text) {
        return try occurrence(judging: events)
      }
      if ["(", "is", "while"].contains(where: peek(1).isWritten) {
        return try openOrPresent(judging: events)
      }
    }
    let (operand, type, name) = try operand(judging: events)
    if consume("is") {
      let isNot = consume("not")
      try require("present")
      return negated(.isPresent(operand), if: isNot)
    }
    return try relation(of: operand, type, name)
  }

  private func negated(_ condition: Condition, if isNot: Bool) -> Condition {
    isNot ? .not(condition) : condition
  }

  /// `E since F`, `E within 5s`, `E within the last 5s`, `E comes before F`, `E where C is recorded`.
  private mutating func occurrence(judging events: [EventID]?) throws(ParseFailure) -> Condition {
    let name = peek()
    let event = EventPattern(atoms: [try atom(boundTo: events)])
    if consume("since") { return .since(event, EventPattern(atoms: [try atom(boundTo: events)])) }
    if consume("is") {
      let isNot = consumeOptional("not")
      try require("recorded")
      return try negated(isRecorded(event, at: name), if: isNot)
    }
    if consume("comes") {
      try require("before")
      let second = EventPattern(atoms: [try atom(boundTo: events)])
      try checkWholeLog("`\(event.atoms[0].name) comes before ...`", at: name)
      for atom in event.atoms + second.atoms where !atom.keys.isEmpty {
        report("`comes before` does not take keys", at: name.range)
      }
      return .comesBefore(event, second)
    }
    try require("within", "since", "is", "comes")
    if consume("the") {
      try require("last")
      let time = try duration()
      guard consume("of") else { return .withinTheLast(event, time, .session) }
      try require("wall")
      try require("time")
      return .withinTheLast(event, time, .wall)
    }
    let limit = try duration()
    if !allowsLookahead {
      report(
        "`\(event.atoms[0].name) within ...` looks ahead: it can stand only at the moment of `no ... is open at E`, and in no `not`",
        at: name.range, help: "`\(event.atoms[0].name) within the last ...` asks for what came before")
    }
    return .within(event, limit)
  }

  /// Reports a condition on the whole log, unless it is allowed here. It is known only at the end of the log, so the
  /// verdict must be able to wait for it.
  private mutating func checkWholeLog(_ what: String, at name: Token) throws(ParseFailure) {
    guard !allowsWholeLog else { return }
    report(
      "\(what) asks for the whole log: use it only in the exception of a sentence, after `unless`",
      at: name.range)
  }

  private mutating func isRecorded(_ event: EventPattern, at name: Token) throws(ParseFailure) -> Condition {
    try checkWholeLog("`\(name.text) is recorded`", at: name)
    if event.atoms.contains(where: { !$0.keys.isEmpty }) {
      report("`is recorded` does not take keys", at: name.range)
    }
    return .isRecorded(event)
  }

  /// `S is open`, `field is present`, `E is recorded`, each with `not` after `is`.
  private mutating func openOrPresent(judging events: [EventID]?) throws(ParseFailure) -> Condition {
    let name = try name("a span or a field")
    let key = try key()
    guard ["is", "while"].contains(where: peek().isWritten) else {
      throw expected(words: ["is", "within", "since", "comes"])
    }
    if key != nil || peek().isWritten("while") {
      let mistakes = diagnostics.count
      let span = span(name, key: key)
      if let key, diagnostics.count == mistakes { checkKey(key, of: events) }
      return try isOpen(composedSpan(span, from: name))
    }
    advance()
    let isNot = consumeOptional("not")
    if consume("present") {
      return negated(.isPresent(.field(name.text, try field(name, judging: events) ?? .text)), if: isNot)
    }
    if consume("recorded") {
      guard let event = symbols.vocabulary.id(of: name.text) else {
        reportUnknown(.event, name)
        throw ParseFailure()
      }
      let atom = EventPattern.Atom(
        events: [event], isClose: false, condition: nil, keys: [], name: name.text, range: place(of: name))
      return try negated(isRecorded(EventPattern(atoms: [atom]), at: name), if: isNot)
    }
    guard consume("open") else { throw expected(words: ["open", "present", "recorded"]) }
    guard let span = span(name, key: nil) else { throw ParseFailure() }
    return negated(.isOpen(span), if: isNot)
  }

  private mutating func isOpen(_ span: SpanReference?) throws(ParseFailure) -> Condition {
    try require("is")
    let isNot = consumeOptional("not")
    guard consume("open") else { throw expected(words: ["open"]) }
    guard let span else { throw ParseFailure() }
    return negated(.isOpen(span), if: isNot)
  }
}
