import Diagnostics
import Trace

/// Parses event patterns: names with their keys and conditions.
extension Parser {
  /// The token after the next name and its keys in parentheses. It decides whether the name is an event or a span.
  var verbAfterName: Token {
    guard peek(1).isWritten("(") else { return peek(1) }
    var ahead = 2
    while peek(ahead).kind == .word || peek(ahead).isWritten(",") { ahead += 1 }
    return peek(ahead + 1)
  }

  private static let returningHelp =
    "an event that returns has `callback:` or `returns: true` in the vocabulary"

  mutating func eventPattern() throws(ParseFailure) -> EventPattern {
    var atoms = [try atom()]
    while consumeOptional("or") { atoms.append(try atom()) }
    return EventPattern(atoms: atoms)
  }

  /// An event with its keys and its condition. In a condition, the keys are fields of the judged events.
  mutating func atom(boundTo judged: [EventID]? = nil) throws(ParseFailure) -> EventPattern.Atom {
    let isClose = consume("the")
    if isClose {
      try require("close")
      try require("of")
    }
    let name = try name("an event")
    var events = try events(of: name, isClose: isClose)
    if name.text.hasSuffix("*"), consumeOptional("except") {
      let others = try exempted(from: name, events)
      events.removeAll(where: others.contains)
    }
    let keys = try keys()
    for key in keys {
      if !events.isEmpty, symbols.fieldType(key.text, of: events) == nil {
        reportUnknown(field: key, of: events)
      } else {
        checkKey(key, of: judged)
      }
    }
    let known = events.isEmpty ? nil : events
    let outerAllowsWholeLog = allowsWholeLog
    allowsWholeLog = false
    defer { allowsWholeLog = outerAllowsWholeLog }
    let condition =
      consumeOptional("where")
      ? try lintedCondition(.filter) { parser throws(ParseFailure) in
        try parser.primaryCondition(judging: known)
      } : nil
    return EventPattern.Atom(
      events: events, isClose: isClose, condition: condition, keys: keys.map(\.text), name: name.text,
      range: place(of: name))
  }

  /// One event, without keys or a condition; empty if the name is unknown, which is reported.
  mutating func plainEvent() throws(ParseFailure) -> [EventID] {
    let name = try name("an event")
    let events = try events(of: name, isClose: false)
    if name.text.hasSuffix("*"), !events.isEmpty {
      report("expected an event, found the family `\(name.text)`", at: name.range)
    }
    return events
  }

  /// The events in parentheses after `except`, which are removed from a family: `(app.config, note.*)`.
  private mutating func exempted(from family: Token, _ events: [EventID]) throws(ParseFailure) -> Set<EventID>
  {
    try require("(")
    var exempted: Set<EventID> = []
    repeat {
      let name = try name("an event")
      guard let others = symbols.events(named: name.text) else {
        reportUnknown(.event, name)
        continue
      }
      if !events.isEmpty, !events.contains(where: others.contains) {
        report("`\(name.text)` is not one of `\(family.text)`", at: name.range)
      }
      exempted.formUnion(others)
    } while consumeOptional(",")
    guard consume(")") else { throw expected(words: [")"]) }
    if !events.isEmpty, exempted.isSuperset(of: events) {
      report("nothing is left of `\(family.text)`", at: family.range)
    }
    return exempted
  }

  /// Checks a key in a condition: at least one of the judged events must have the field.
  mutating func checkKey(_ key: Token, of judged: [EventID]?) {
    guard let judged, judged.isEmpty || symbols.fieldType(key.text, of: judged) == nil else { return }
    guard !judged.isEmpty else {
      if symbols.areEventsIncomplete { return }
      return report("`\(key.text)` is a field of no event", at: key.range, label: "no event is judged here")
    }
    reportUnknown(field: key, of: judged)
  }

  /// The keys in parentheses: `(controller, key)`; empty if there are none.
  mutating func keys() throws(ParseFailure) -> [Token] {
    guard consume("(") else { return [] }
    var keys: [Token] = []
    repeat {
      let key = try name("a key")
      if keys.contains(where: { $0.text == key.text }) {
        report("the key `\(key.text)` is named twice", at: key.range)
      } else {
        keys.append(key)
      }
    } while consumeOptional(",")
    guard consume(")") else { throw expected(words: [")"]) }
    return keys
  }

  /// The events with a name; empty if it is unknown, which is reported.
  private mutating func events(of name: Token, isClose: Bool) throws(ParseFailure) -> [EventID] {
    guard var events = symbols.events(named: name.text) else {
      if peek().kind == .sign, Comparison(rawValue: peek().text) != nil || peek().isWritten("in") {
        throw failure(
          "expected an event, found the field `\(name.text)`", at: name,
          help: "after `where`, a condition with `and` or `or` needs parentheses")
      }
      let entry = String(name.text.dropLast(4))
      if name.text.hasSuffix(".end"), symbols.vocabulary.id(of: entry) != nil {
        if !symbols.invalidNames.contains(entry) {
          report("`\(entry)` does not return, so it has no `.end`", at: name.range, help: Self.returningHelp)
        }
      } else if symbols.span(named: name.text) != nil {
        report("expected an event, found the span `\(name.text)`", at: name.range)
      } else {
        reportUnknown(.event, name)
      }
      return []
    }
    guard isClose else { return events }
    events.removeAll { symbols.vocabulary.declaration(of: $0)?.returns != true || $0.isEnd }
    if events.isEmpty, !symbols.invalidNames.contains(name.text) {
      report(
        "`\(name.text)` is not a callback, so it has no close", at: name.range,
        help: Self.returningHelp)
    }
    return events
  }
}

extension EventPattern {
  /// The events of all atoms; nil if a name is unknown.
  var knownEvents: [EventID]? {
    atoms.contains { $0.events.isEmpty } ? nil : atoms.flatMap(\.events)
  }
}
