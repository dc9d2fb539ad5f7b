import Diagnostics
import Trace

/// Parses literals, time limits and counts.
extension Parser {
  mutating func literal(_ type: FieldType?) throws(ParseFailure) -> Literal {
    let token = peek()
    guard [.word, .number, .quoted].contains(token.kind) else { throw expected("a value") }
    advance()
    switch type {
    case .text, .list, nil: return .text(token.text)
    case .version:
      let parts = token.text.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.allSatisfy({ Int($0) != nil }) else {
        throw failure("expected a version such as `13.1`, found \(token.shown)", at: token)
      }
      return .text(token.text)
    case .number?, .duration?, .size?: return try quantity(token, type ?? .number)
    }
  }

  mutating func duration() throws(ParseFailure) -> Int64 {
    let token = peek()
    guard token.kind == .number else { throw expected("a duration such as `5s`") }
    advance()
    guard case .duration(let nanoseconds) = try quantity(token, .duration) else { throw ParseFailure() }
    return nanoseconds
  }

  /// A number of a type, with a unit if the type needs one.
  private mutating func quantity(_ token: Token, _ type: FieldType) throws(ParseFailure) -> Literal {
    let units = type == .duration ? Quantity.durationUnits : type == .size ? Quantity.sizeUnits : []
    let literal = Quantity.literal(token.text)
    switch (type, literal) {
    case (.number, .number), (.duration, .duration), (.size, .size):
      return literal ?? .text(token.text)
    case (.duration, .number), (.size, .number):
      let examples = (type == .size ? ["MB", "GB"] : ["s", "ms"]).map { "`\(token.text)\($0)`" }
      throw failure(
        "a \(type.rawValue) needs a unit", at: token, label: examples.joined(separator: " or ") + "?")
    case (_, nil) where token.kind == .number && !units.isEmpty:
      let (number, unit) = Quantity.parts(of: token.text)
      if Double(number) == nil { throw failure("`\(number)` is not a number", at: token) }
      if unit.isEmpty || Quantity.units.contains(unit) {
        throw failure("`\(token.text)` is too large", at: token)
      }
      throw failure(
        "unknown unit `\(unit)`", at: token,
        label: "the units of a \(type.rawValue): " + units.joined(separator: ", "))
    default:
      throw failure("expected a \(type.rawValue), found \(token.shown)", at: token)
    }
  }

  /// A time limit: `5s`, a field of the judged event, or `last E.f`.
  mutating func limit(judging events: [EventID]?) throws(ParseFailure) -> Limit {
    let wanted = "a duration such as `5s`"
    guard peek().kind != .number else { return .fixed(try duration()) }
    guard peek().isWritten("last") || peek().kind == .word && !Words.reserved.contains(peek().text) else {
      throw expected(wanted)
    }
    if !peek().isWritten("last"), let events, symbols.fieldType(peek().text, of: events) == nil {
      throw failure(
        "expected \(wanted), found \(peek().shown)", at: peek(),
        label: Suggestion.didYouMean(peek().text, among: symbols.fieldNames(of: events)))
    }
    let (operand, type, name) = try operand(judging: events)
    return limit(operand, type, name)
  }

  /// A time limit from a field whose events follow it in the sentence.
  mutating func limit(_ name: Token, judging events: [EventID]) throws(ParseFailure) -> Limit {
    let type = try field(name, judging: events)
    return limit(.field(name.text, type ?? .text), type, name)
  }

  private mutating func limit(_ operand: Operand, _ type: FieldType?, _ name: Token) -> Limit {
    if let type, type != .duration {
      report(
        "a limit is a duration, and `\(name.text)` is a \(type.rawValue)", at: name.range,
        help: typeDeclarationHelp(name, as: "duration"))
    }
    return .value(operand)
  }

  /// A delay and the events from which it counts: `5s after E`, `remaining after E`. A field belongs to these events.
  mutating func delayed() throws(ParseFailure) -> (Limit, EventPattern) {
    let token = peek()
    let delay = try limit(judging: nil)
    try require("after")
    let events = try eventPattern()
    guard case .value(.field) = delay, let known = events.knownEvents else { return (delay, events) }
    return (try limit(token, judging: known), events)
  }

  /// A count: a whole number.
  mutating func count() throws(ParseFailure) -> Int {
    guard peek().kind == .number, let count = Int(peek().text) else { throw expected("a whole number") }
    advance()
    return count
  }
}
