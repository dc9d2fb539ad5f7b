import Diagnostics
import Trace

/// Names with their keys: spans and event patterns.
extension Parser {
  /// What comes after the name that is next and its key in brackets; it tells what the name stands for.
  var verbAfterName: Token { peek(1).isWritten("(") ? peek(4) : peek(1) }

  // MARK: Spans

  mutating func spans() throws(Abandoned) -> [SpanReference] {
    var spans: [SpanReference] = []
    repeat {
      if let span = try span() { spans.append(span) }
    } while goesOn("or")
    return spans
  }

  /// A span; nil where its name is not known, which is reported.
  mutating func span() throws(Abandoned) -> SpanReference? {
    let name = try name("a span or a state")
    return span(name, key: try key())
  }

  mutating func span(_ name: Token, key: Token?) -> SpanReference? {
    guard let span = names.span(named: name.text) else {
      if names.events(named: name.text) == nil {
        reportUnknown("span or state", name, among: names.spanNames)
      } else {
        report(
          "expected a span or a state, found the event `\(name.text)`", at: name.range,
          help:
            "an event that returns is a span, too: it has `callback:` or `returns: true` in the vocabulary")
      }
      return nil
    }
    if let key, key.text != names.key(of: span) {
      report(
        "`\(key.text)` is no key of the span `\(name.text)`", at: key.range,
        label: names.key(of: span).map { "its key is `\($0)`" } ?? "it has no key")
    }
    return SpanReference(id: span, isBound: key != nil, name: name.text)
  }

  /// A key in brackets: `(id)`.
  mutating func key() throws(Abandoned) -> Token? {
    guard take("(") else { return nil }
    let key = try name("a key")
    try require(")")
    return key
  }

  // MARK: Events

  private static let returningHelp =
    "an event that returns has `callback:` or `returns: true` in the vocabulary"

  mutating func eventPattern() throws(Abandoned) -> EventPattern {
    var atoms = [try atom()]
    while goesOn("or") { atoms.append(try atom()) }
    return EventPattern(atoms: atoms)
  }

  mutating func atom() throws(Abandoned) -> EventPattern.Atom {
    let isClose = take("the")
    if isClose {
      try require("close")
      try require("of")
    }
    let name = try name("an event")
    let events = try events(of: name, isClose: isClose)
    let key = try key()
    if let key, !events.isEmpty, names.fieldType(key.text, of: events) == nil {
      reportUnknown("field", key, among: names.fieldNames(of: events))
    }
    let condition = goesOn("where") ? try unit(judging: events) : nil
    return EventPattern.Atom(
      events: events, isClose: isClose, condition: condition, keys: key.map { [$0.text] } ?? [],
      name: name.text,
      range: place(of: name))
  }

  /// The events of a name; none where it is not known, which is reported.
  private mutating func events(of name: Token, isClose: Bool) throws(Abandoned) -> [EventID] {
    guard var events = names.events(named: name.text) else {
      if peek().kind == .sign, Comparison(rawValue: peek().text) != nil || peek().isWritten("in") {
        throw abandon(
          "expected an event, found the field `\(name.text)`", at: name,
          help: "after `where`, a condition with `and` or `or` stands in brackets")
      }
      if name.text.hasSuffix(".end"), names.vocabulary.id(of: String(name.text.dropLast(4))) != nil {
        report(
          "`\(name.text.dropLast(4))` does not return, so it has no `.end`", at: name.range,
          help: Self.returningHelp)
      } else if names.span(named: name.text) != nil {
        report("expected an event, found the span `\(name.text)`", at: name.range)
      } else {
        reportUnknown("event", name, among: names.eventNames)
      }
      return []
    }
    guard isClose else { return events }
    events.removeAll { names.vocabulary.declaration(of: $0)?.returns != true || $0.isEnd }
    if events.isEmpty {
      report(
        "`\(name.text)` is no callback, so it has no close", at: name.range,
        help: Self.returningHelp)
    }
    return events
  }
}
