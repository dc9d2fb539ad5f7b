import Diagnostics

/// Parses spans: `S`, `S(key)`, and the composed span `S while T`.
extension Parser {
  mutating func spans() throws(ParseFailure) -> [SpanReference] {
    var spans: [SpanReference] = []
    repeat {
      if let span = try span() { spans.append(span) }
    } while consumeOptional("or")
    return spans
  }

  /// A span; nil if its name is unknown, which is reported.
  mutating func span() throws(ParseFailure) -> SpanReference? {
    let name = try name("a span or a state")
    let key = try key()
    return try composedSpan(span(name, key: key), from: name)
  }

  /// The span composed of a span and those that follow it after `while`: `backgroundTask while background`.
  mutating func composedSpan(_ span: SpanReference?, from start: Token) throws(ParseFailure) -> SpanReference?
  {
    var whole = span
    while consumeOptional("while") {
      let other = try name("a span or a state")
      guard let first = whole, let second = self.span(other, key: nil) else {
        whole = nil
        continue
      }
      whole?.id = symbols.span(first.id, while: second.id)
      whole?.name = "\(first.name) while \(other.text)"
      whole?.range = place(start.range.lowerBound..<other.range.upperBound)
    }
    return whole
  }

  /// A span without a key; reports a key.
  mutating func unboundSpan(help: String? = nil) throws(ParseFailure) -> SpanReference? {
    let key = peek(2)
    let span = try span()
    if let span, span.isBound { report("`\(span.name)` has no key here", at: key.range, help: help) }
    return span
  }

  mutating func span(_ name: Token, key: Token?) -> SpanReference? {
    guard let span = symbols.span(named: name.text) else {
      if symbols.events(named: name.text) == nil {
        reportUnknown(.span, name)
      } else if !symbols.invalidNames.contains(name.text) {
        report(
          "expected a span or a state, found the event `\(name.text)`", at: name.range,
          help:
            "an event that returns is a span, too: it has `callback:` or `returns: true` in the vocabulary")
      }
      return nil
    }
    if let key, key.text != symbols.rulebook.key(of: span) {
      report(
        "`\(key.text)` is not a key of the span `\(name.text)`", at: key.range,
        label: symbols.rulebook.key(of: span).map { "its key is `\($0)`" } ?? "it has no key")
    }
    return SpanReference(id: span, isBound: key != nil, name: name.text, range: place(of: name))
  }

  /// A key in parentheses: `(id)`; nil if there is none.
  mutating func key() throws(ParseFailure) -> Token? {
    guard consume("(") else { return nil }
    let key = try name("a key")
    try require(")")
    return key
  }
}
