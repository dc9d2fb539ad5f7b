import Diagnostics
import Trace
import YAML

/// Resolves the names and parses the sentences of a YAML text; reports unknown names.
struct Resolver {
  let log: DiagnosticLog
  let symbols: SymbolTable

  /// Reports an unknown name.
  func reportUnknown(_ kind: NameKind, _ name: String, at range: SourceRange, among known: [String]? = nil) {
    symbols.unknown(kind, name, among: known, at: range).map(log.report)
  }

  /// Reports a field that none of the events has.
  func reportUnknown(
    field name: String, of events: [EventID], or more: [String] = [], at range: SourceRange
  ) {
    symbols.unknown(field: name, of: events, among: more, at: range).map(log.report)
  }

  // MARK: Names in use

  func event(_ name: String, _ node: Node) -> EventID? {
    if let event = symbols.vocabulary.id(of: name) { return event }
    reportUnknown(.event, name, at: node.range)
    return nil
  }

  /// Resolves one event or a list of events.
  func events(_ node: Node?, _ what: String) -> [EventID] {
    log.texts(node, what).compactMap { event($0.text, $0.node) }
  }

  /// Parses groups of events, one for each item, such as
  /// `[app.willEnterForeground or app.didBecomeActive, app.didEnterBackground]`.
  func groups(_ node: Node?, _ what: String) -> [[EventID]] {
    log.texts(node, what).compactMap { text, node in parse(text, node) { $0.group() } }
  }

  /// Resolves one span or a list of spans.
  func spans(_ node: Node?, _ what: String) -> [SpanID] {
    log.texts(node, what).compactMap { span($0.text, $0.node) }
  }

  func span(_ name: String, _ node: Node) -> SpanID? {
    if let span = symbols.span(named: name) { return span }
    reportUnknown(.span, name, at: node.range)
    return nil
  }

  func pattern(_ node: Node, _ what: String) -> EventPattern? {
    log.text(node, what).flatMap { text in parse(text, node) { $0.pattern() } }
  }

  /// Parses the text of a node. The parser's diagnostics are reported at their locations in the file.
  func parse<Result>(_ text: String, _ node: Node, _ body: (inout Parser) -> Result?) -> Result? {
    let places = ScalarSourceMap(of: node)
    var parser = Parser(text, symbols: symbols) { places.range(ofUTF8: $0) }
    parser.lints = !node.range.source.isBundled
    let result = body(&parser)
    parser.diagnostics.forEach(log.report)
    return result
  }

  // MARK: Names to declare

  /// Whether a name is valid and not the name of an event; reports it if not.
  func canDeclare(_ kind: String, _ name: String, at range: SourceRange, dotted: Bool = false) -> Bool {
    guard Words.canName(name), dotted || !name.contains(".") else {
      log.report(
        "`\(name)` cannot be the name of a \(kind)", at: range,
        label: Words.reserved.contains(name)
          ? "it is a word of the rule language" : "a letter, then letters, digits, `-` and `_`")
      symbols.markInvalid(name)
      return false
    }
    guard symbols.vocabulary.id(of: name) == nil else {
      log.report("`\(name)` is the name of an event already", at: range)
      return false
    }
    return true
  }
}

extension DiagnosticLog {
  /// A platform; reports any other node.
  func platform(_ node: Node?) -> Platform? {
    guard let node, let text = text(node, "`platform`") else { return nil }
    if let platform = Platform(rawValue: text) { return platform }
    report(
      "unknown platform `\(text)`", at: node.range,
      label: Platform.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "))
    return nil
  }
}
