import Diagnostics
import Trace

/// Reads sentences, event patterns and conditions. A name that is not known is reported and reading goes
/// on; where the grammar is broken, the rest of the text is given up.
struct Parser {
  /// How deep brackets, `not` and `where` may stand in each other, so that no text can exhaust the stack.
  static let maximumDepth = 32
  /// How many words and signs a text may have.
  static let maximumLength = 1000

  let symbols: SymbolTable
  var diagnostics: [Diagnostic] = []
  /// Whether mistakes are searched for in what the text says, which takes longer than to read it.
  var lints = true
  /// Whether a condition may ask for what comes after its event: only at the moment of `no S is open at E`.
  var allowsLookahead = false
  /// Whether a condition may ask for the whole log, so that a verdict can wait for it: only in a sentence's exception.
  var allowsWholeLog = false
  /// How many conditions stand around the one that is read.
  var depth = 0

  private let text: String
  let place: (Range<Int>) -> SourceRange
  private let tokens: [Token]
  private var index = 0
  /// What could have gone on at the token at `index` in place of what is there.
  private var alternatives: (index: Int, words: [String]) = (0, [])
  /// Whether the claim of a sentence is read, so that a scope comes too late.
  private var isPastClaim = false

  /// The grammar is broken; the diagnostic is already reported.
  struct ParseFailure: Error {}

  /// A parser of the text; `place` tells where a part of it, in UTF-8 offsets, stands in its file.
  init(_ text: String, symbols: SymbolTable, place: @escaping (Range<Int>) -> SourceRange) {
    self.text = text
    self.symbols = symbols
    self.place = place
    tokens = Lexer.tokens(of: text)
  }

  // MARK: Entry points

  /// A whole sentence; nil where it has a mistake.
  mutating func sentence() -> Sentence? {
    parseAll { parser throws(ParseFailure) in
      let isAcrossSessions = try parser.isAcrossSessions()
      let scope = try parser.scope()
      let mistakes = parser.diagnostics.count
      let claim = try parser.claim(in: scope)
      parser.isPastClaim = true
      // Which fields there are cannot be told where an event is not known.
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

  /// An event pattern that fills the text.
  mutating func pattern() -> EventPattern? {
    parseAll { parser throws(ParseFailure) in try parser.eventPattern() }
  }

  /// Events of which one is enough, which fill the text: `app.willEnterForeground or app.didBecomeActive`.
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

  /// A condition that fills the text, on one of the events.
  mutating func condition(on events: [EventID]) -> Condition? {
    parseAll { parser throws(ParseFailure) in
      try parser.lintedCondition(.filter) { parser throws(ParseFailure) in
        try parser.condition(judging: events)
      }
    }
  }

  /// A form of a derived event: `E [while S] [unless COND]`.
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

  /// Spans that must be open together, which fill the text: `backgroundTask while background`.
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

  /// A duration that fills the text, in nanoseconds.
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

  /// Where the token before the next one ends.
  var endOfConsumed: Int { index == 0 ? 0 : tokens[index - 1].range.upperBound }

  func peek(_ ahead: Int = 0) -> Token { tokens[min(index + ahead, tokens.count - 1)] }

  mutating func advance() { index = min(index + 1, tokens.count - 1) }

  /// Whether the next word or sign is that one, which is then taken.
  mutating func consume(_ text: String) -> Bool {
    guard peek().isWritten(text) else { return false }
    advance()
    return true
  }

  /// The same for a word that may or may not come: where neither it nor anything else that could does, the
  /// message names it.
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

  /// A name; what it is the name of is up to the caller.
  mutating func name(_ what: String) throws(ParseFailure) -> Token {
    let token = peek()
    guard token.kind == .word, !Words.reserved.contains(token.text) else { throw expected(what) }
    advance()
    return token
  }

  // MARK: Mistakes

  /// One of the words had to come, or one that could have gone on.
  mutating func expected(
    words: [String], or what: String? = nil, after: String = "", help: String? = nil
  ) -> ParseFailure {
    let words = alternativesHere + words
    return unexpected(
      words.map { "`\($0)`" } + (what.map { [$0] } ?? []), after: after, near: words, help: help)
  }

  /// That had to come, or a word that could have gone on.
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
