import Diagnostics
import Trace

/// Parses claims on each event of a pattern or each opening of a span. The word after the first name decides which.
extension Parser {
  private static let verbsOfEvents = ["has", "is followed by", "is preceded by", "obeys"]
  private static let verbsOfSpans = ["lasts", "closed while"]

  mutating func each() throws(ParseFailure) -> Claim {
    switch verbAfterName.text {
    case "while":
      try rejectEventBeforeWhile()
      return try eachOpening()
    case "lasts", "closed": return try eachOpening()
    case "has", "is", "obeys", "or", "where", "except": return try eachEvent()
    default:
      if peek().isWritten("the") { return try eachEvent() }
      let name = try name("a span or an event")
      _ = try keys()
      let isEvent = symbols.events(named: name.text) != nil
      let isSpan = symbols.span(named: name.text) != nil
      throw expected(
        words: (isEvent || !isSpan ? ["where", "or"] + Self.verbsOfEvents : [])
          + (isSpan || !isEvent ? ["while"] + Self.verbsOfSpans : []))
    }
  }

  /// Reports `each E while S ...` if E is an event, not a span.
  private mutating func rejectEventBeforeWhile() throws(ParseFailure) {
    let name = peek().text
    guard symbols.events(named: name) != nil, symbols.span(named: name) == nil else { return }
    report(
      "`while` cannot follow the event `\(name)`", at: verbAfterName.range,
      help: "write `while SPAN, each \(name) ...`, or `each \(name) where SPAN is open ...`")
    throw ParseFailure()
  }

  // MARK: Events

  private mutating func eachEvent() throws(ParseFailure) -> Claim {
    let events = try eventPattern()
    if consume("has") {
      return .has(
        events,
        try lintedCondition(.claim) { parser throws(ParseFailure) in
          try parser.condition(judging: events.knownEvents)
        })
    }
    if consume("obeys") { return try obeys(events) }
    guard consume("is") else { throw expected(words: Self.verbsOfEvents) }
    let isFollowed = consume("followed")
    if !isFollowed { try require("followed", "preceded") }
    try require("by")
    let other = try eventPattern()
    return isFollowed ? try response(to: events, other) : try precedence(of: events, other)
  }

  /// `... by F within 1s to 5s before G`.
  private mutating func response(
    to events: EventPattern, _ answer: EventPattern
  ) throws(ParseFailure) -> Claim {
    var response = Claim.Response(answer: answer)
    if consumeOptional("within") {
      let start = peek().range.lowerBound
      response.latest = try limit(judging: events.knownEvents)
      if consumeOptional("to") {
        response.earliest = response.latest
        response.latest = try limit(judging: events.knownEvents)
        if case .fixed(let earliest) = response.earliest, case .fixed(let latest) = response.latest {
          checkBound(earliest > latest, "no time lies between these limits, so no answer counts", from: start)
        }
      }
    }
    if consumeOptional("before") { response.stop = try eventPattern() }
    return .isFollowed(events, response)
  }

  /// `... by F within 5s since G`.
  private mutating func precedence(
    of events: EventPattern, _ cause: EventPattern
  ) throws(ParseFailure) -> Claim {
    var precedence = Claim.Precedence(cause: cause)
    if consumeOptional("within") { precedence.latest = try limit(judging: events.knownEvents) }
    if consumeOptional("since") { precedence.since = try eventPattern() }
    return .isPreceded(events, precedence)
  }

  private mutating func obeys(_ events: EventPattern) throws(ParseFailure) -> Claim {
    let name = try name("a machine")
    guard let machine = symbols.machine(named: name.text) else {
      reportUnknown(.machine, name)
      throw ParseFailure()
    }
    return .obeys(steps(events, of: machine), machine)
  }

  /// The events of the pattern that have transitions in the machine, because only those can obey it. Reports an atom
  /// without such an event.
  private mutating func steps(_ events: EventPattern, of id: MachineID) -> EventPattern {
    let machine = symbols.machines[id.rawValue]
    var steps = events
    for index in steps.atoms.indices {
      let atom = steps.atoms[index]
      steps.atoms[index].events.removeAll { machine.transitions[$0] == nil }
      if steps.atoms[index].events.isEmpty, !atom.events.isEmpty {
        diagnostics.append(
          Diagnostic("`\(atom.name)` is not a step of the machine `\(machine.name)`", at: atom.range))
      }
    }
    return steps
  }

  // MARK: Spans

  private mutating func eachOpening() throws(ParseFailure) -> Claim {
    let span = try span()
    if consume("closed") { return try isReopened(span) }
    guard consume("lasts") else { throw expected(words: Self.verbsOfSpans) }
    guard consume("at") else { throw expected(words: ["at most", "at least"]) }
    let isMost = consume("most")
    if !isMost { try require("most", "least") }
    let start = peek().range.lowerBound
    let limit = try limit(judging: span.map { symbols.rulebook.openingEvents(of: $0.id) })
    checkBound(
      !isMost && limit.isZero, "everything lasts at least 0s, so the rule never fails", from: start)
    guard let span else { throw ParseFailure() }
    return .lasts(span, isMost ? .atMost : .atLeast, limit)
  }

  /// `... while L is reopened by M`.
  private mutating func isReopened(_ span: SpanReference?) throws(ParseFailure) -> Claim {
    try require("while")
    let leaving = try self.span()
    try require("is")
    try require("reopened")
    try require("by")
    let moment = try eventPattern()
    guard let span, let leaving else { throw ParseFailure() }
    return .isReopened(span, closedWhile: leaving, by: moment)
  }
}
