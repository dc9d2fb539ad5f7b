import Diagnostics

/// Spans: by name, by key, and as long as another one is open, too.
extension Parser {
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
    let key = try key()
    return try whole(span(name, key: key), from: name)
  }

  /// A span with what it must be open with: `backgroundTask while background`.
  mutating func whole(_ span: SpanReference?, from start: Token) throws(Abandoned) -> SpanReference? {
    var whole = span
    while goesOn("while") {
      let other = try name("a span or a state")
      guard let first = whole, let second = self.span(other, key: nil) else {
        whole = nil
        continue
      }
      whole?.id = names.span(first.id, while: second.id)
      whole?.name = "\(first.name) while \(other.text)"
      whole?.range = place(start.range.lowerBound..<other.range.upperBound)
    }
    return whole
  }

  /// A span where no key can be meant.
  mutating func unboundSpan(help: String? = nil) throws(Abandoned) -> SpanReference? {
    let key = peek(2)
    let span = try span()
    if let span, span.isBound { report("`\(span.name)` has no key here", at: key.range, help: help) }
    return span
  }

  mutating func span(_ name: Token, key: Token?) -> SpanReference? {
    guard let span = names.span(named: name.text) else {
      if names.events(named: name.text) == nil {
        reportUnknown(.span, name)
      } else if !names.refused.contains(name.text) {
        report(
          "expected a span or a state, found the event `\(name.text)`", at: name.range,
          help:
            "an event that returns is a span, too: it has `callback:` or `returns: true` in the vocabulary")
      }
      return nil
    }
    if let key, key.text != names.rulebook.key(of: span) {
      report(
        "`\(key.text)` is not a key of the span `\(name.text)`", at: key.range,
        label: names.rulebook.key(of: span).map { "its key is `\($0)`" } ?? "it has no key")
    }
    return SpanReference(id: span, isBound: key != nil, name: name.text, range: place(of: name))
  }

  /// A key in brackets: `(id)`.
  mutating func key() throws(Abandoned) -> Token? {
    guard take("(") else { return nil }
    let key = try name("a key")
    try require(")")
    return key
  }
}
