import Diagnostics
import Trace

/// Reads sentences, event patterns and conditions. A name that is not known is reported and reading goes
/// on; where the grammar is broken, the rest of the text is given up.
struct Parser {
  let names: Names
  /// Where a part of the text stands in its file.
  let place: (Range<Int>) -> SourceRange
  var diagnostics: [Diagnostic] = []

  private let text: String
  private let tokens: [Token]
  private var index = 0

  /// The grammar is broken; the diagnostic is already reported.
  struct Abandoned: Error {}

  init(_ text: String, names: Names, place: @escaping (Range<Int>) -> SourceRange) {
    self.text = text
    self.names = names
    self.place = place
    tokens = Lexer.tokens(of: text)
  }

  // MARK: Entry points

  /// A whole sentence; nil where it has a mistake.
  mutating func sentence() -> Sentence? {
    whole { parser throws(Abandoned) in
      let scope = try parser.scope()
      var claim = try parser.claim()
      if parser.peek().text == ",", scope == nil {
        throw parser.abandon(
          "a scope begins with `while`, `outside`, `after` or `between`", at: parser.tokens[0])
      }
      var exception: Condition?
      if parser.take("unless") {
        exception = try parser.condition(judging: parser.judged(by: claim))
      }
      if case .obeys(let events, let machine) = claim {
        parser.requireSteps(of: machine, events: &claim, events)
      }
      return Sentence(
        scope: scope, claim: claim, exception: exception,
        text: parser.text.split(whereSeparator: \.isWhitespace).joined(separator: " "),
        range: parser.place(0..<parser.text.utf8.count))
    }
  }

  /// An event pattern that fills the text.
  mutating func pattern() -> EventPattern? {
    whole { parser throws(Abandoned) in try parser.eventPattern() }
  }

  /// A condition that fills the text, on one of the events.
  mutating func condition(on events: [EventID]) -> Condition? {
    whole { parser throws(Abandoned) in try parser.condition(judging: events) }
  }

  /// A form of a derived event: `E [while S] [unless COND]`.
  mutating func form() -> DerivedEvent.Form? {
    whole { parser throws(Abandoned) in
      let pattern = try parser.eventPattern()
      let scope = parser.take("while") ? try parser.span()?.id : nil
      let exception =
        parser.take("unless")
        ? try parser.condition(judging: pattern.atoms.flatMap(\.events)) : nil
      return DerivedEvent.Form(pattern: pattern, scope: scope, exception: exception, isInferred: false)
    }
  }

  private mutating func whole<Result>(
    _ body: (inout Parser) throws(Abandoned) -> Result
  ) -> Result? {
    do {
      let result = try body(&self)
      guard peek().kind == .end else {
        throw expected("the end of the sentence")
      }
      return diagnostics.contains { $0.severity == .error } ? nil : result
    } catch {
      return nil
    }
  }

  // MARK: Scopes and claims

  private mutating func scope() throws(Abandoned) -> Scope? {
    let scope: Scope
    switch peek().text {
    case "while" where peek().kind == .word:
      skip()
      scope = .open(try spans())
    case "outside":
      skip()
      scope = .outside(try spans())
    case "after":
      skip()
      let start = try eventPattern()
      scope = .after(start, until: take("until") ? try eventPattern() : nil)
    case "between":
      skip()
      let start = try eventPattern()
      try require("and")
      scope = .between(start, try eventPattern())
    default:
      return nil
    }
    guard take(",") else { throw expected("`,` after the scope") }
    return scope
  }

  private static let claims = "`never`, `no ... is open at ...` or `each ...`"

  private mutating func claim() throws(Abandoned) -> Claim {
    if take("never") { return .never(try eventPattern()) }
    if take("no") {
      let spans = try spans()
      try require("is")
      try require("open")
      try require("at")
      return .noneOpen(spans, at: try eventPattern())
    }
    guard take("each") else { throw expected(Self.claims) }
    let first = peek()
    let start = index
    while !["lasts", "obeys"].contains(peek().text), peek().kind != .end { skip() }
    let verb = peek()
    guard verb.kind == .word else { throw expected("`lasts` or `obeys`") }
    index = start
    if verb.text == "lasts" {
      let span = try span()
      try require("lasts")
      try require("at")
      let isMost = take("most")
      if !isMost { try require("least", or: "most") }
      let length = try duration()
      if let span { return .lasts(span.id, isMost ? .atMost : .atLeast, length) }
      throw Abandoned()
    }
    let events = try eventPattern()
    _ = first
    try require("obeys")
    let name = try name("a machine")
    guard let machine = names.machine(named: name.text) else {
      throw unknown("machine", name, among: names.machineNames)
    }
    return .obeys(events, machine)
  }

  /// The events whose fields an exception may speak of.
  private func judged(by claim: Claim) -> [EventID] {
    switch claim {
    case .never(let events), .obeys(let events, _): events.atoms.flatMap(\.events)
    case .noneOpen(let spans, _): spans.flatMap { names.openingEvents(of: $0.id) }
    case .lasts(let span, _, _): names.openingEvents(of: span)
    }
  }

  /// Only an event that moves the machine can obey it.
  private mutating func requireSteps(of id: MachineID, events claim: inout Claim, _ events: EventPattern) {
    let machine = names.machines[id.rawValue]
    for atom in events.atoms where atom.events.allSatisfy({ machine.transitions[$0] == nil }) {
      diagnostics.append(
        Diagnostic("`\(atom.name)` is no step of the machine `\(machine.name)`", at: atom.range))
    }
    var steps = events
    for index in steps.atoms.indices {
      steps.atoms[index].events.removeAll { machine.transitions[$0] == nil }
    }
    claim = .obeys(steps, id)
  }

  // MARK: Names

  private mutating func spans() throws(Abandoned) -> [SpanReference] {
    var spans: [SpanReference] = []
    repeat {
      if let span = try span() { spans.append(span) }
    } while take("or")
    return spans
  }

  private mutating func span() throws(Abandoned) -> SpanReference? {
    let name = try name("a span or a state")
    let key = try key()
    guard let span = names.span(named: name.text) else {
      reportUnknown("span or state", name, among: names.spanNames)
      return nil
    }
    if let key, key.text != names.key(of: span) {
      let has = names.key(of: span).map { "its key is `\($0)`" } ?? "it has no key"
      diagnostics.append(
        Diagnostic("`\(key.text)` is no key of the span `\(name.text)`", at: place(key.range), label: has))
    }
    return SpanReference(id: span, isBound: key != nil, name: name.text)
  }

  /// A key in brackets: `(id)`.
  private mutating func key() throws(Abandoned) -> Token? {
    guard take("(") else { return nil }
    let key = try name("a key")
    guard take(")") else { throw expected("`)`") }
    return key
  }

  private mutating func eventPattern() throws(Abandoned) -> EventPattern {
    var atoms = [try atom()]
    while take("or") { atoms.append(try atom()) }
    return EventPattern(atoms: atoms)
  }

  private mutating func atom() throws(Abandoned) -> EventPattern.Atom {
    var isClose = false
    if take("the") {
      try require("close")
      try require("of")
      isClose = true
    }
    let name = try name("an event")
    var events = names.events(named: name.text) ?? []
    if events.isEmpty {
      reportUnknown("event", name, among: names.eventNames)
    } else if isClose {
      events.removeAll { names.vocabulary.declaration(of: $0)?.returns != true || $0.isEnd }
      if events.isEmpty {
        diagnostics.append(
          Diagnostic(
            "`\(name.text)` is no callback, so it has no close", at: place(name.range),
            help: "an event that returns has `callback:` or `returns: true` in the vocabulary"))
      }
    }
    let key = try key()
    if let key, !events.isEmpty, names.fieldType(key.text, of: events) == nil {
      reportUnknown("field", key, among: names.fieldNames(of: events))
    }
    var condition: Condition?
    if take("where") { condition = try unit(judging: events) }
    return EventPattern.Atom(
      events: events, isClose: isClose, condition: condition, key: key?.text, name: name.text,
      range: place(name.range))
  }

  // MARK: Conditions

  private mutating func condition(judging events: [EventID]) throws(Abandoned) -> Condition {
    var result = try conjunction(judging: events)
    while take("or") { result = .or(result, try conjunction(judging: events)) }
    return result
  }

  private mutating func conjunction(judging events: [EventID]) throws(Abandoned) -> Condition {
    var result = try unit(judging: events)
    while take("and") { result = .and(result, try unit(judging: events)) }
    return result
  }

  /// A condition without `and` and `or`, or any condition in brackets.
  private mutating func unit(judging events: [EventID]) throws(Abandoned) -> Condition {
    if take("not") { return .not(try unit(judging: events)) }
    if take("(") {
      let inner = try condition(judging: events)
      guard take(")") else { throw expected("`)`") }
      return inner
    }
    // A name may be followed by a key in brackets; what comes after it tells what the name is.
    let verb = peek(1).text == "(" ? peek(4) : peek(1)
    if peek().text == "the" || ["within", "since"].contains(verb.text) {
      return try occurrence()
    }
    if verb.text == "is", peek().kind == .word, peek().text != "last" {
      return try openOrPresent(judging: events)
    }
    let (left, type) = try operand(judging: events)
    return try comparison(of: left, type)
  }

  private mutating func occurrence() throws(Abandoned) -> Condition {
    let event = EventPattern(atoms: [try atom()])
    if take("since") { return .since(event, EventPattern(atoms: [try atom()])) }
    try require("within", or: "since")
    if take("the") {
      try require("last")
      return .withinTheLast(event, try duration())
    }
    return .within(event, try duration())
  }

  private mutating func openOrPresent(judging events: [EventID]) throws(Abandoned) -> Condition {
    let verb = peek(1).text == "(" ? 4 : 1
    let isNot = peek(verb + 1).text == "not"
    let condition: Condition
    if peek(isNot ? verb + 2 : verb + 1).text == "present" {
      condition = .isPresent(try operand(judging: events).operand)
      skip(isNot ? 3 : 2)
    } else {
      guard let span = try span() else { throw Abandoned() }
      try require("is")
      skip(isNot ? 1 : 0)
      try require("open", or: "present")
      condition = .isOpen(span)
    }
    return isNot ? .not(condition) : condition
  }

  private mutating func comparison(of left: Operand, _ type: FieldType) throws(Abandoned) -> Condition {
    if take("in") {
      guard take("(") else { throw expected("`(` and the values") }
      var values = [try literal(type)]
      while take(",") { values.append(try literal(type)) }
      guard take(")") else { throw expected("`)`") }
      return .oneOf(left, values)
    }
    if take("contains") { return .contains(left, try literal(.text)) }
    guard peek().kind == .sign, let comparison = Comparison(rawValue: peek().text) else {
      throw expected("`==`, `!=`, `<`, `<=`, `>`, `>=`, `in` or `contains`")
    }
    skip()
    if peek().text == "last", peek(1).kind == .word {
      return .compare(left, comparison, try operand(judging: []).operand)
    }
    return .compare(left, comparison, .literal(try literal(type)))
  }

  private mutating func operand(
    judging events: [EventID]
  ) throws(Abandoned) -> (operand: Operand, type: FieldType) {
    if take("last") {
      let name = try name("an event and its field")
      let parts = name.text.split(separator: ".")
      let event = parts.dropLast().joined(separator: ".")
      let field = parts.last.map(String.init) ?? ""
      guard let id = names.vocabulary.id(of: event) else {
        throw unknown("event", Token(kind: .word, text: event, range: name.range), among: names.eventNames)
      }
      guard let type = names.fieldType(field, of: [id]) else {
        throw unknown(
          "field of `\(event)`", Token(kind: .word, text: field, range: name.range),
          among: names.fieldNames(of: [id]))
      }
      return (.last(id, field: field, type), type)
    }
    let name = try name("a field")
    if let type = names.fieldType(name.text, of: events) { return (.field(name.text, type), type) }
    if !events.isEmpty { reportUnknown("field", name, among: names.fieldNames(of: events)) }
    return (.field(name.text, .text), .text)
  }

  private mutating func literal(_ type: FieldType) throws(Abandoned) -> Literal {
    let token = peek()
    guard [.word, .number, .quoted].contains(token.kind) else { throw expected("a value") }
    skip()
    switch type {
    case .text, .list, .version: return .text(token.text)
    case .number, .duration, .size:
      let literal = Quantity.literal(token.text)
      switch (type, literal) {
      case (.number, .number), (.duration, .duration), (.size, .size): break
      case (.duration, .number), (.size, .number):
        throw abandon("a \(type.rawValue) needs a unit", at: token, label: unitExample(type, token.text))
      default: throw abandon("expected a \(type.rawValue), found `\(token.text)`", at: token)
      }
      return literal ?? .text(token.text)
    }
  }

  private mutating func duration() throws(Abandoned) -> Int64 {
    let token = peek()
    guard token.kind == .number else { throw expected("a duration such as `5s`") }
    skip()
    switch Quantity.literal(token.text) {
    case .duration(let nanoseconds): return nanoseconds
    case .number:
      throw abandon("a duration needs a unit", at: token, label: unitExample(.duration, token.text))
    default:
      throw abandon(
        "`\(token.text)` is no duration", at: token, label: "a number and one of ns, us, ms, s, min, h")
    }
  }

  private func unitExample(_ type: FieldType, _ number: String) -> String {
    type == .size ? "`\(number)MB`?" : "`\(number)s` or `\(number)ms`?"
  }

  // MARK: Tokens

  private func peek(_ ahead: Int = 0) -> Token { tokens[min(index + ahead, tokens.count - 1)] }
  private mutating func skip(_ count: Int = 1) { index = min(index + count, tokens.count - 1) }

  private mutating func take(_ text: String) -> Bool {
    guard peek().text == text, peek().kind == .word || peek().kind == .sign else { return false }
    skip()
    return true
  }

  private mutating func require(_ word: String, or other: String? = nil) throws(Abandoned) {
    guard take(word) else { throw expected(other.map { "`\(word)` or `\($0)`" } ?? "`\(word)`") }
  }

  private static let keywords: Set<String> = [
    "and", "at", "each", "is", "lasts", "never", "no", "not", "obeys", "open", "or", "unless", "until",
    "where",
    "while", "within", "since",
  ]

  private mutating func name(_ what: String) throws(Abandoned) -> Token {
    guard peek().kind == .word, !Self.keywords.contains(peek().text) else { throw expected(what) }
    let token = peek()
    skip()
    return token
  }

  // MARK: Mistakes

  private mutating func expected(_ what: String) -> Abandoned {
    let token = peek()
    let found =
      switch token.kind {
      case .end: "the end"
      case .stray: "`\(token.text)`, which no sentence holds"
      default: "`\(token.text)`"
      }
    return abandon("expected \(what), found \(found)", at: token)
  }

  private mutating func abandon(_ message: String, at token: Token, label: String? = nil) -> Abandoned {
    diagnostics.append(Diagnostic(message, at: place(token.range), label: label))
    return Abandoned()
  }

  private mutating func unknown(_ kind: String, _ token: Token, among known: [String]) -> Abandoned {
    reportUnknown(kind, token, among: known)
    return Abandoned()
  }

  private mutating func reportUnknown(_ kind: String, _ token: Token, among known: [String]) {
    diagnostics.append(
      Diagnostic(
        "unknown \(kind) `\(token.text)`", at: place(token.range),
        label: Suggestion.didYouMean(token.text, among: known)))
  }
}
