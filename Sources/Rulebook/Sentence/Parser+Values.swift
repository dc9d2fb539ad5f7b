import Diagnostics
import Trace

/// Parses comparisons of fields and of values of earlier events, and checks their types.
extension Parser {
  /// The comparison of a value, after its left operand. A nil type belongs to an unknown name, which is already
  /// reported: then any type fits.
  mutating func relation(of left: Operand, _ type: FieldType?, _ name: Token) throws(ParseFailure)
    -> Condition
  {
    if consume("in") {
      if isHistoryNext { return try membership(of: left, type, name) }
      try require("(")
      var values = [try literal(type)]
      while consumeOptional(",") { values.append(try literal(type)) }
      guard consume(")") else { throw expected(words: [")"]) }
      return .oneOf(left, values)
    }
    if consume("contains") {
      if let type, type != .list {
        report(
          "only a list contains something, and `\(name.text)` is a \(type.rawValue)", at: name.range,
          help: "compare it with `==` or `in`")
      }
      return .contains(left, try literal(.text))
    }
    let sign = peek()
    guard sign.kind == .sign, let comparison = Comparison(rawValue: sign.text) else {
      // The unknown name is already reported.
      if type == nil, !diagnostics.isEmpty { throw ParseFailure() }
      throw expected(words: Comparison.allCases.map(\.rawValue) + ["in", "contains"])
    }
    advance()
    var right = Operand.literal(.text(""))
    var rightType = type
    if isHistoryNext, peek(1).kind == .word, !Words.reserved.contains(peek(1).text) {
      (right, rightType, _) = try operand(judging: nil)
      if let type, let rightType, rightType != type {
        report("a \(type.rawValue) is compared with a \(rightType.rawValue)", at: sign.range)
      }
    } else {
      right = .literal(try literal(type))
    }
    let isOrdered = [type, rightType].contains { $0 != .text && $0 != .list }
    if ![.equal, .notEqual].contains(comparison), !isOrdered, let type {
      report(
        "`\(comparison.rawValue)` compares numbers, and `\(name.text)` is a \(type.rawValue)", at: sign.range,
        help: typeDeclarationHelp(name, as: "number"))
    }
    return .compare(left, comparison, right)
  }

  /// `kind in last app.config.backgroundModes`.
  private mutating func membership(
    of left: Operand, _ type: FieldType?, _ name: Token
  ) throws(ParseFailure) -> Condition {
    let (list, listType, listName) = try operand(judging: nil)
    if let listType, listType != .list {
      report(
        "only a list holds something, and `\(listName.text)` is a \(listType.rawValue)", at: listName.range)
    }
    if let type, type != .text {
      report("a list holds texts, and `\(name.text)` is a \(type.rawValue)", at: name.range)
    }
    return .isMember(left, of: list)
  }

  /// The help that shows how to declare the type of the field at the end of `name`.
  func typeDeclarationHelp(_ name: Token, as type: String) -> String {
    let field = name.text.split(separator: ".").last ?? ""
    return "declare the type of the field in the vocabulary: `fields: {\(field): \(type)}`"
  }

  // MARK: Operands

  /// Whether a value of an earlier event is next: `last E.f`, `highest E.f`.
  var isHistoryNext: Bool { peek().isWritten("last") || peek().isWritten("highest") }

  /// A field of the judged event, or a value of an earlier event: `last app.config.ios`. `events` is empty if no event
  /// is judged, nil if the judged events are unknown.
  mutating func operand(
    judging events: [EventID]?
  ) throws(ParseFailure) -> (operand: Operand, type: FieldType?, name: Token) {
    if consume("last") {
      let name = try name("an event and its field")
      let (event, field, type) = try eventField(name)
      let moment = consumeOptional("at") ? EventPattern(atoms: [try atom()]) : nil
      return (.last(event, field: field, type ?? .text, at: moment), type, name)
    }
    if consume("highest") {
      let name = try name("an event and its field")
      let (event, field, type) = try eventField(name)
      if let type, type == .text || type == .list {
        report(
          "only numbers have a highest one, and `\(name.text)` is a \(type.rawValue)", at: name.range,
          help: typeDeclarationHelp(name, as: "number"))
      }
      let start = consumeOptional("since") ? EventPattern(atoms: [try atom()]) : nil
      return (.highest(event, field: field, type ?? .text, since: start), type, name)
    }
    let name = try name("a field")
    let type = try field(name, judging: events)
    return (.field(name.text, type ?? .text), type, name)
  }

  /// Splits `event.field`, and resolves both names.
  private mutating func eventField(_ name: Token) throws(ParseFailure) -> (EventID, field: String, FieldType?)
  {
    guard let dot = name.text.lastIndex(of: "."), symbols.vocabulary.id(of: name.text) == nil else {
      throw failure(
        "expected an event and its field, found `\(name.text)`", at: name,
        help: "such as `last app.config.ios`, for the field `ios` of `app.config`")
    }
    let split = name.range.lowerBound + name.text.utf8.distance(from: name.text.startIndex, to: dot)
    let event = Token(
      kind: .word, text: String(name.text[..<dot]), range: name.range.lowerBound..<split)
    let field = Token(
      kind: .word, text: String(name.text[name.text.index(after: dot)...]),
      range: (split + 1)..<name.range.upperBound)
    guard let id = symbols.vocabulary.id(of: event.text) else {
      reportUnknown(.event, event)
      return (.unknown, field.text, nil)
    }
    let type = symbols.fieldType(field.text, of: [id])
    if type == nil { reportUnknown(field: field, of: [id]) }
    return (id, field.text, type)
  }

  /// The type of a field of the judged events; nil if none has it, which is reported.
  mutating func field(_ name: Token, judging events: [EventID]?) throws(ParseFailure) -> FieldType? {
    if let events, !events.isEmpty, let type = symbols.fieldType(name.text, of: events) {
      if let other = symbols.conflict(of: name.text, in: events) {
        report(
          "`\(name.text)` is a \(type.rawValue) in one of the events, and a \(other.type.rawValue) in `\(other.event)`",
          at: name.range)
      }
      return type
    }
    if symbols.events(named: name.text) != nil {
      throw failure(
        "expected a field, found the event `\(name.text)`", at: name,
        help: "a condition on an event is `\(name.text) within 5s` or `\(name.text) since ...`")
    }
    if symbols.span(named: name.text) != nil {
      throw failure(
        "expected a field, found the span `\(name.text)`", at: name,
        help: "a condition on a span is `\(name.text) is open`")
    }
    guard let events else { return nil }
    if events.isEmpty {
      if symbols.areEventsIncomplete { return nil }
      report(
        "`\(name.text)` is a field of no event", at: name.range, label: "no event is judged here",
        help: "a claim on a whole scope judges the event that opens it, if one does")
    } else {
      reportUnknown(field: name, of: events)
    }
    return nil
  }
}
