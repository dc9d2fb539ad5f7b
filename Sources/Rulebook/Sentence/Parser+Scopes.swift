import Diagnostics

/// Parses scopes, the parts of a session in which a claim must hold.
extension Parser {
  static let scopes = ["while", "during", "outside", "after", "for", "before", "between"]

  mutating func scope() throws(ParseFailure) -> Scope? {
    let scope: Scope
    if consume("while") {
      scope = .open(try unboundSpans(help: "`during` checks each opening separately, by its key"))
    } else if consume("during") {
      scope = .during(try spans())
    } else if consume("outside") {
      scope = .outside(try unboundSpans())
    } else if consume("after") {
      let start = try eventPattern()
      scope = .after(start, until: consumeOptional("until") ? try eventPattern() : nil)
    } else if consume("for") {
      let (limit, start) = try delayed()
      scope = .following(start, limit)
    } else if consume("before") {
      scope = .before(try eventPattern())
    } else if consume("between") {
      let start = try eventPattern()
      try require("and")
      scope = .between(start, try eventPattern())
    } else {
      return nil
    }
    guard consume(",") else {
      let isOfSpans =
        switch scope {
        case .open, .during, .outside: true
        case .after, .following, .before, .between: false
        }
      throw expected(
        words: [","], after: " after the scope",
        help: isOfSpans && peek().isWritten("and") ? "if both must be open, write `S while T`" : nil)
    }
    return scope
  }

  /// `across sessions,`.
  mutating func isAcrossSessions() throws(ParseFailure) -> Bool {
    guard consume("across") else { return false }
    try require("sessions")
    guard consume(",") else { throw expected(words: [","]) }
    return true
  }

  private mutating func unboundSpans(help: String? = nil) throws(ParseFailure) -> [SpanReference] {
    var spans: [SpanReference] = []
    repeat {
      if let span = try unboundSpan(help: help) { spans.append(span) }
    } while consumeOptional("or")
    return spans
  }
}
