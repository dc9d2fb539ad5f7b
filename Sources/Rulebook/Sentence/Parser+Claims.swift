import Diagnostics
import Trace

/// Parses claims. Claims with `each` are in `Parser+Each.swift`.
extension Parser {
  private static let claims = ["never", "expect", "each", "at most", "at least", "no"]

  mutating func claim(in scope: Scope?) throws(ParseFailure) -> Claim {
    if consume("never") { return .never(try eventPattern()) }
    if consume("expect") {
      let events = try eventPattern()
      return .expect(events, within: consumeOptional("within") ? try limit(judging: opening(of: scope)) : nil)
    }
    if consume("each") { return try each() }
    if consume("at") { return try counted() }
    if consume("no") { return try noneOpen() }
    if isEventNext { return try recurring(in: scope) }
    let name = peek().text
    let isSpan = symbols.span(named: name) != nil
    throw expected(
      words: (scope == nil ? ["across sessions"] + Self.scopes : []) + Self.claims, or: "an event",
      help: isSpan
        ? "`\(name)` is a span: write `no \(name) is open at E`, or `each \(name) lasts at most 30s`" : nil)
  }

  /// The events that open a scope, whose fields a claim on the whole scope can use; nil if the scope has a mistake.
  private func opening(of scope: Scope?) -> [EventID]? {
    diagnostics.isEmpty ? symbols.rulebook.openingEvents(of: scope) : nil
  }

  /// Whether the next token starts an event pattern, as in `E recurs every 5s`.
  private var isEventNext: Bool {
    let token = peek()
    guard token.kind == .word, !Words.reserved.contains(token.text) else { return token.isWritten("the") }
    return ["recurs", "where", "except"].contains(verbAfterName.text)
      || symbols.events(named: token.text) != nil
  }

  private mutating func recurring(in scope: Scope?) throws(ParseFailure) -> Claim {
    let events = EventPattern(atoms: [try atom()])
    guard !["is", "has", "lasts", "obeys"].contains(where: peek().isWritten) else {
      throw expected(
        words: ["recurs"], help: "what holds of each is said with `each`: `each E is followed by F`")
    }
    try require("recurs")
    try require("every")
    let start = peek().range.lowerBound
    let limit = try limit(judging: opening(of: scope))
    checkBound(limit.isZero, "nothing recurs within no time, so the rule always fails", from: start)
    return .recurs(events, every: limit)
  }

  /// `at most 3 E per 10s`, `at least 2 E`.
  private mutating func counted() throws(ParseFailure) -> Claim {
    let start = peek().range.lowerBound
    let isMost = consume("most")
    if !isMost { try require("most", "least") }
    let count = try count()
    if isMost {
      checkBound(count == 0, "`at most 0` of something is none", from: start, help: "say `never`")
    } else {
      checkBound(count == 0, "there are always at least 0, so the rule never fails", from: start)
    }
    let events = try eventPattern()
    guard isMost else { return .atLeast(count, events) }
    guard consumeOptional("per") else { return .atMost(count, events, per: nil) }
    let startOfTime = peek().range.lowerBound
    let time = try period()
    checkBound(time == 0, "no two events are less than 0s apart, so the rule never fails", from: startOfTime)
    return .atMost(count, events, per: time)
  }

  /// The duration after `per`.
  private mutating func period() throws(ParseFailure) -> Int64 {
    if peek().kind == .number { return try duration() }
    let unit = ["second": "1s", "minute": "1min", "hour": "1h"][peek().text]
    let help =
      peek().isWritten("session")
      ? "without `per`, the events of a session are counted"
      : unit.map { "a duration has a number: `per \($0)`" }
    throw expected(words: [], or: "a duration such as `5s`", help: help)
  }

  /// `no S is open at E`, `no S is open 1s after E`. The delay can be a field of E.
  private mutating func noneOpen() throws(ParseFailure) -> Claim {
    let spans = try spans()
    try require("is")
    try require("open")
    if consume("at") {
      allowsLookahead = true
      defer { allowsLookahead = false }
      return .noneOpen(spans, at: Claim.Moment(pattern: try eventPattern(), delay: nil))
    }
    guard peek().kind == .number || isHistoryNext || peek(1).isWritten("after") else {
      throw expected(words: ["at"], or: "a duration such as `5s`")
    }
    let (delay, moment) = try delayed()
    return .noneOpen(spans, at: Claim.Moment(pattern: moment, delay: delay))
  }
}
