import Diagnostics
import Trace

/// Comparisons of fields and values, each of its type.
extension Parser {
  /// What a value is compared with. A type of nil is that of a name that is not known, which is reported: then
  /// anything fits.
  mutating func relation(of left: Operand, _ type: FieldType?, _ name: Token) throws(Abandoned) -> Condition {
    if take("in") {
      try require("(")
      var values = [try literal(type)]
      while goesOn(",") { values.append(try literal(type)) }
      guard take(")") else { throw expected(words: [")"]) }
      return .oneOf(left, values)
    }
    if take("contains") {
      if let type, type != .list {
        report(
          "only a list contains something, and `\(name.text)` is a \(type.rawValue)", at: name.range,
          help: "compare it with `==` or `in`")
      }
      return .contains(left, try literal(.text))
    }
    let sign = peek()
    guard sign.kind == .sign, let comparison = Comparison(rawValue: sign.text) else {
      // A name that stands for nothing and goes on as nothing is one mistake.
      if type == nil, !diagnostics.isEmpty { throw Abandoned() }
      throw expected(words: Comparison.allCases.map(\.rawValue) + ["in", "contains"])
    }
    skip()
    var right = Operand.literal(.text(""))
    var rightType = type
    if peek().isWritten("last"), peek(1).kind == .word, !Words.reserved.contains(peek(1).text) {
      (right, rightType, _) = try operand(judging: [])
      if let type, let rightType, rightType != type, rightType != .text, type != .text {
        report("a \(type.rawValue) is compared with a \(rightType.rawValue)", at: sign.range)
      }
    } else {
      right = .literal(try literal(type))
    }
    let isOrdered = [type, rightType].contains { $0 != .text && $0 != .list }
    if ![.equal, .notEqual].contains(comparison), !isOrdered, let type {
      report(
        "`\(comparison.rawValue)` compares numbers, and `\(name.text)` is a \(type.rawValue)", at: sign.range,
        help: "declare the type of the field in the vocabulary: `fields: {\(fieldName(name)): number}`")
    }
    return .compare(left, comparison, right)
  }

  private func fieldName(_ name: Token) -> Substring {
    name.text.split(separator: ".").last ?? ""
  }

  // MARK: Fields

  /// A field of the judged event, or the last value of one: `last app.config.ios`.
  mutating func operand(
    judging events: [EventID]
  ) throws(Abandoned) -> (operand: Operand, type: FieldType?, name: Token) {
    if take("last") {
      let name = try name("an event and its field")
      let (event, field, type) = try fact(name)
      return (.last(event, field: field, type ?? .text), type, name)
    }
    let name = try name("a field")
    let type = try field(name, judging: events)
    return (.field(name.text, type ?? .text), type, name)
  }

  /// The event and the field that `event.field` names.
  private mutating func fact(_ name: Token) throws(Abandoned) -> (EventID, field: String, FieldType?) {
    guard let dot = name.text.lastIndex(of: "."), names.vocabulary.id(of: name.text) == nil else {
      throw abandon(
        "expected an event and its field, found `\(name.text)`", at: name,
        help: "such as `last app.config.ios`, for the field `ios` of `app.config`")
    }
    let split = name.range.lowerBound + name.text.utf8.distance(from: name.text.startIndex, to: dot)
    let event = Token(
      kind: .word, text: String(name.text[..<dot]), range: name.range.lowerBound..<split)
    let field = Token(
      kind: .word, text: String(name.text[name.text.index(after: dot)...]),
      range: (split + 1)..<name.range.upperBound)
    guard let id = names.vocabulary.id(of: event.text) else {
      reportUnknown("event", event, among: names.eventNames)
      return (.unknown, field.text, nil)
    }
    let type = names.fieldType(field.text, of: [id])
    if type == nil { reportUnknown("field", field, of: event.text, among: names.fieldNames(of: [id])) }
    return (id, field.text, type)
  }

  /// The type of a field of the judged events; nil where there is none, which is reported.
  mutating func field(_ name: Token, judging events: [EventID]) throws(Abandoned) -> FieldType? {
    if let type = names.fieldType(name.text, of: events) {
      if let other = names.conflict(of: name.text, in: events) {
        report(
          "`\(name.text)` is a \(type.rawValue) in one of the events, and a \(other.type.rawValue) in `\(other.event)`",
          at: name.range)
      }
      return type
    }
    if names.events(named: name.text) != nil {
      throw abandon(
        "expected a field, found the event `\(name.text)`", at: name,
        help: "a condition on an event is `\(name.text) within 5s` or `\(name.text) since ...`")
    }
    if names.span(named: name.text) != nil {
      throw abandon(
        "expected a field, found the span `\(name.text)`", at: name,
        help: "a condition on a span is `\(name.text) is open`")
    }
    if !events.isEmpty { reportUnknown("field", name, among: names.fieldNames(of: events)) }
    return nil
  }

  // MARK: Values

  private mutating func literal(_ type: FieldType?) throws(Abandoned) -> Literal {
    let token = peek()
    guard [.word, .number, .quoted].contains(token.kind) else { throw expected("a value") }
    skip()
    switch type {
    case .text, .list, nil: return .text(token.text)
    case .version:
      let parts = token.text.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.allSatisfy({ Int($0) != nil }) else {
        throw abandon("expected a version such as `13.1`, found \(token.shown)", at: token)
      }
      return .text(token.text)
    case .number?, .duration?, .size?: return try quantity(token, type ?? .number)
    }
  }

  mutating func duration() throws(Abandoned) -> Int64 {
    let token = peek()
    guard token.kind == .number else { throw expected("a duration such as `5s`") }
    skip()
    guard case .duration(let nanoseconds) = try quantity(token, .duration) else { throw Abandoned() }
    return nanoseconds
  }

  /// A number of that type, with a unit where the type asks for one.
  private mutating func quantity(_ token: Token, _ type: FieldType) throws(Abandoned) -> Literal {
    let units = type == .duration ? Quantity.durationUnits : type == .size ? Quantity.sizeUnits : []
    let literal = Quantity.literal(token.text)
    switch (type, literal) {
    case (.number, .number), (.duration, .duration), (.size, .size):
      return literal ?? .text(token.text)
    case (.duration, .number), (.size, .number):
      let examples = (type == .size ? ["MB", "GB"] : ["s", "ms"]).map { "`\(token.text)\($0)`" }
      throw abandon(
        "a \(type.rawValue) needs a unit", at: token, label: examples.joined(separator: " or ") + "?")
    case (_, nil) where token.kind == .number && !units.isEmpty:
      let (number, unit) = Quantity.parts(of: token.text)
      if Double(number) == nil { throw abandon("`\(number)` is no number", at: token) }
      if unit.isEmpty || Quantity.units.contains(unit) {
        throw abandon("`\(token.text)` is too large", at: token)
      }
      throw abandon(
        "unknown unit `\(unit)`", at: token,
        label: "the units of a \(type.rawValue): " + units.joined(separator: ", "))
    default:
      throw abandon("expected a \(type.rawValue), found \(token.shown)", at: token)
    }
  }
}
