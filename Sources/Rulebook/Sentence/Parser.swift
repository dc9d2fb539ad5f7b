import Diagnostics
import Trace

/// A recursive-descent parser of sentences, event patterns and conditions. After an unknown name it reports the name
/// and continues; after a syntax error it stops.
struct Parser {
  /// The maximum nesting of parentheses, `not` and `where`, which bounds the depth of the recursion.
  static let maximumDepth = 32
  /// The maximum number of tokens.
  static let maximumLength = 1000

  let symbols: SymbolTable
  var diagnostics: [Diagnostic] = []
  /// Whether valid conditions are checked for mistakes, which takes longer than parsing.
  var lints = true
  /// Whether a condition may look ahead, which is allowed only at the moment of `no S is open at E`.
  var allowsLookahead = false
  /// Whether a condition may depend on the whole log, which is allowed only in the exception of a sentence.
  var allowsWholeLog = false
  /// The nesting depth of the current condition.
  var depth = 0

  private let text: String
  let place: (Range<Int>) -> SourceRange
  private let tokens: [Token]
  private var index = 0
  /// The optional words that would be valid at the token at `index`, for messages.
  private var alternatives: (index: Int, words: [String]) = (0, [])
  /// Whether the claim of the sentence is parsed; a scope is an error from then on.
  private var isPastClaim = false

  /// A syntax error, whose diagnostic is already reported.
  struct ParseFailure: Error {}

  /// Creates a parser of a text. `place` maps UTF-8 ranges of the text to ranges of its file.
  init(_ text: String, symbols: SymbolTable, place: @escaping (Range<Int>) -> SourceRange) {
    self.text = text
    self.symbols = symbols
    self.place = place
    tokens = Lexer.tokens(of: text)
  }

  // MARK: Entry points

  /// Parses the text as a sentence; nil if it has a mistake.
  mutating func sentence() -> Sentence? {
    parseAll { parser throws(ParseFailure) in
      let isAcrossSessions = try parser.isAcrossSessions()
      let scope = try parser.scope()
      let mistakes = parser.diagnostics.count
      let claim = try parser.claim(in: scope)
      parser.isPastClaim = true
      // If an event is unknown, so are the fields of the judged events.
      let isKnown = parser.diagnostics.count == (claim.judgesScope ? 0 : mistakes)
      let judged = isKnown ? parser.symbols.rulebook.judgedEvents(of: claim, in: scope) : nil
      let exception =
        parser.consumeOptional("unless") ? try parser.exception(from: claim, judging: judged) : nil
      return Sentence(
        isAcrossSessions: isAcrossSessions, scope: scope, claim: claim, exception: exception,
        text: parser.text.onOneLine,
        range: parser.place(0..<parser.text.utf8.count))
    }
  }

  /// Parses the text as an event pattern.
  mutating func pattern() -> EventPattern? {
    parseAll { parser throws(ParseFailure) in try parser.eventPattern() }
  }

  /// Parses the text as alternative events: `app.willEnterForeground or app.didBecomeActive`.
  mutating func group() -> [EventID]? {
    parseAll { parser throws(ParseFailure) in
      var group: [EventID] = []
      repeat {
        group += try parser.plainEvent()
      } while parser.consumeOptional("or")
      if parser.peek().isWritten("and") {
        throw parser.expected(
          words: [], or: "the end", help: "events that are all needed are items of a list: `[A, B]`")
      }
      return group
    }
  }

  /// Parses the text as a condition on one of the events.
  mutating func condition(on events: [EventID]) -> Condition? {
    parseAll { parser throws(ParseFailure) in
      try parser.lintedCondition(.filter) { parser throws(ParseFailure) in
        try parser.condition(judging: events)
      }
    }
  }

  /// Parses the text as a form of a derived event: `E [while S] [unless COND]`.
  mutating func form() -> DerivedEvent.Form? {
    parseAll { parser throws(ParseFailure) in
      let pattern = try parser.eventPattern()
      let scope = parser.consumeOptional("while") ? try parser.unboundSpan()?.id : nil
      let exception =
        parser.consumeOptional("unless")
        ? try parser.lintedCondition(.stop) { parser throws(ParseFailure) in
          try parser.condition(judging: pattern.knownEvents)
        } : nil
      return DerivedEvent.Form(pattern: pattern, scope: scope, exception: exception, isInferred: false)
    }
  }

  /// Parses the text as spans that must be open together: `backgroundTask while background`.
  mutating func composition() -> (first: SpanID, others: [SpanID])? {
    parseAll { parser throws(ParseFailure) in
      var spans = [parser.span(try parser.name("a span or a state"), key: nil)?.id]
      try parser.require("while")
      repeat {
        spans.append(parser.span(try parser.name("a span or a state"), key: nil)?.id)
      } while parser.consumeOptional("while")
      let known = spans.compactMap(\.self)
      guard known.count == spans.count else { throw ParseFailure() }
      return (known[0], Array(known.dropFirst()))
    }
  }

  /// Parses the text as a duration, in nanoseconds.
  mutating func wholeDuration() -> Int64? {
    parseAll { parser throws(ParseFailure) in try parser.duration() }
  }

  private mutating func parseAll<Result>(
    _ body: (inout Parser) throws(ParseFailure) -> Result
  ) -> Result? {
    do {
      guard tokens.count <= Self.maximumLength else {
        throw failure(
          "a sentence has at most \(Self.maximumLength) words", at: tokens[Self.maximumLength],
          help: "say it in several sentences")
      }
      let result = try body(&self)
      guard peek().kind == .end else { throw expected("the end") }
      return diagnostics.contains { $0.severity == .error } ? nil : result
    } catch {
      return nil
    }
  }

  // MARK: Tokens

  /// The end of the token before the next one.
  var endOfConsumed: Int { index == 0 ? 0 : tokens[index - 1].range.upperBound }

  func peek(_ ahead: Int = 0) -> Token { tokens[min(index + ahead, tokens.count - 1)] }

  mutating func advance() { index = min(index + 1, tokens.count - 1) }

  /// Consumes the next token if it is the given word or sign; returns whether it is.
  mutating func consume(_ text: String) -> Bool {
    guard peek().isWritten(text) else { return false }
    advance()
    return true
  }

  /// Consumes the next token if it is the given optional word. If it is not, a syntax error at this token lists the
  /// word.
  mutating func consumeOptional(_ text: String) -> Bool {
    if consume(text) { return true }
    if alternatives.index != index { alternatives = (index, []) }
    if !alternatives.words.contains(text) { alternatives.words.append(text) }
    return false
  }

  mutating func require(_ words: String...) throws(ParseFailure) {
    guard words.contains(where: peek().isWritten) else { throw expected(words: words) }
    advance()
  }

  /// Consumes a name of any kind.
  mutating func name(_ what: String) throws(ParseFailure) -> Token {
    let token = peek()
    guard token.kind == .word, !Words.reserved.contains(token.text) else { throw expected(what) }
    advance()
    return token
  }

  // MARK: Mistakes

  /// Reports that one of the words, or of the optional words here, was expected.
  mutating func expected(
    words: [String], or what: String? = nil, after: String = "", help: String? = nil
  ) -> ParseFailure {
    let words = alternativesHere + words
    return unexpected(
      words.map { "`\($0)`" } + (what.map { [$0] } ?? []), after: after, near: words, help: help)
  }

  /// Reports that the described token, or one of the optional words here, was expected.
  mutating func expected(_ what: String) -> ParseFailure {
    unexpected(alternativesHere.map { "`\($0)`" } + [what], after: "", near: alternativesHere)
  }

  private var alternativesHere: [String] { alternatives.index == index ? alternatives.words : [] }

  private mutating func unexpected(
    _ wanted: [String], after: String, near words: [String], help: String? = nil
  )
    -> ParseFailure
  {
    let token = peek()
    let list =
      wanted.count > 1
      ? wanted.dropLast().joined(separator: ", ") + " or " + (wanted.last ?? "") : wanted.joined()
    let isLateScope = isPastClaim && Words.scopes.contains(token.text) && peek(1).kind != .number
    let isEqual = token.text == "=" && words.contains("==")
    let first = words.compactMap { $0.split(separator: " ").first.map(String.init) }
    let label =
      token.kind == .word && !isLateScope
      ? Words.likelyMeant[token.text]?.first(where: words.contains).map { "did you mean `\($0)`?" }
        ?? Suggestion.didYouMean(token.text, among: words + first) : nil
    return failure(
      "expected \(list)\(after), found \(token.shown)", at: token,
      label: isEqual ? "did you mean `==`?" : label,
      help: help == nil && token.isWritten("and")
        ? "after `where`, a condition with `and` needs parentheses"
        : isLateScope ? "put the scope before the claim: `while S, never E`" : help)
  }

  mutating func failure(
    _ message: String, at token: Token, label: String? = nil, help: String? = nil
  ) -> ParseFailure {
    report(message, at: token.range, label: label, help: help)
    return ParseFailure()
  }

  mutating func report(_ message: String, at range: Range<Int>, label: String? = nil, help: String? = nil) {
    diagnostics.append(Diagnostic(message, at: place(range), label: label, help: help))
  }

  mutating func reportUnknown(_ kind: NameKind, _ name: Token) {
    symbols.unknown(kind, name.text, at: place(of: name)).map { diagnostics.append($0) }
  }

  mutating func reportUnknown(field name: Token, of events: [EventID]) {
    symbols.unknown(field: name.text, of: events, at: place(of: name)).map { diagnostics.append($0) }
  }

  func place(of token: Token) -> SourceRange { place(token.range) }
}
