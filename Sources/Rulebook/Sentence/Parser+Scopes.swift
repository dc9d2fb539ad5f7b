import Diagnostics

/// Scopes: where a sentence holds.
extension Parser {
  static let scopes = ["while", "during", "outside", "after", "for", "before", "between"]

  mutating func scope() throws(Abandoned) -> Scope? {
    let scope: Scope
    if take("while") {
      scope = .open(try unboundSpans(help: "`during` speaks of each opening on its own, and knows its key"))
    } else if take("during") {
      scope = .during(try spans())
    } else if take("outside") {
      scope = .outside(try unboundSpans())
    } else if take("after") {
      let start = try eventPattern()
      scope = .after(start, until: goesOn("until") ? try eventPattern() : nil)
    } else if take("for") {
      let (limit, start) = try delayed()
      scope = .following(start, limit)
    } else if take("before") {
      scope = .before(try eventPattern())
    } else if take("between") {
      let start = try eventPattern()
      try require("and")
      scope = .between(start, try eventPattern())
    } else {
      return nil
    }
    guard take(",") else {
      let isOfSpans =
        switch scope {
        case .open, .during, .outside: true
        case .after, .following, .before, .between: false
        }
      throw expected(
        words: [","], after: " after the scope",
        help: isOfSpans && peek().isWritten("and") ? "where both have to be open, say `S while T`" : nil)
    }
    return scope
  }

  /// `across sessions,`.
  mutating func isAcrossSessions() throws(Abandoned) -> Bool {
    guard take("across") else { return false }
    try require("sessions")
    guard take(",") else { throw expected(words: [","]) }
    return true
  }

  private mutating func unboundSpans(help: String? = nil) throws(Abandoned) -> [SpanReference] {
    var spans: [SpanReference] = []
    repeat {
      if let span = try unboundSpan(help: help) { spans.append(span) }
    } while goesOn("or")
    return spans
  }
}
