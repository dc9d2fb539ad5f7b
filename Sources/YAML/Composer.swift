public import Diagnostics

/// Builds the node tree of a YAML text from libyaml's events.
///
/// Supports a subset of YAML: one document, unique scalar keys, no aliases, anchors or tags.
public struct Composer: ~Copyable {
  /// The maximum nesting of lists and mappings, which bounds the depth of the recursion.
  public static let maximumDepth = 64

  private let source: SourceText
  private var events: YAMLEventStream
  private var diagnostics: [Diagnostic] = []
  /// Whether the text has an alias, whose target the tree lacks.
  private var hasAlias = false

  /// The node tree of the text, and its mistakes.
  ///
  /// The root is nil for an empty document. It is also nil, with a diagnostic, after a syntax error, an alias, or
  /// nesting beyond `maximumDepth`. After any other mistake the tree lacks only the reported entry: the second of two
  /// equal keys, or a key that is not a text, each with its value.
  public static func compose(_ source: SourceText) -> (root: Node?, diagnostics: [Diagnostic]) {
    var composer = Composer(source)
    var root: Node?
    do throws(CompositionError) {
      root = try composer.document()
    } catch {
      composer.diagnostics.append(error.diagnostic)
    }
    return (composer.hasAlias ? nil : root, composer.diagnostics)
  }

  private init(_ source: SourceText) {
    self.source = source
    events = YAMLEventStream(source)
  }

  private mutating func document() throws(CompositionError) -> Node? {
    guard case .documentStart = try events.next().kind else { return nil }
    let root = try node(depth: 0)
    let after = try events.next()
    if case .documentStart = after.kind {
      report("only one document is expected, and a second one begins here", at: after.bytes)
    }
    return root.flatMap { $0.isAbsent ? nil : $0 }
  }

  /// Reads the next node; nil at the end of the enclosing list or mapping.
  private mutating func node(depth: Int) throws(CompositionError) -> Node? {
    let event = try events.next()
    reportProperties(of: event)
    switch event.kind {
    case .documentStart, .collectionEnd, .streamEnd:
      return nil
    case .alias:
      hasAlias = true
      report(
        "aliases are not supported here", at: event.bytes, help: "write the value out where it is used")
      return Node(.scalar("", isPlain: true), at: SourceRange(source, event.bytes))
    case .scalar(let value, let isPlain):
      return Node(.scalar(value, isPlain: isPlain), at: SourceRange(source, event.bytes))
    case .sequenceStart(let isFlow):
      try checkDepth(depth, at: event.bytes)
      return try sequence(from: event.bytes, isFlow: isFlow, depth: depth + 1)
    case .mappingStart(let isFlow):
      try checkDepth(depth, at: event.bytes)
      return try mapping(from: event.bytes, isFlow: isFlow, depth: depth + 1)
    }
  }

  private mutating func sequence(from opening: Range<Int>, isFlow: Bool, depth: Int) throws(CompositionError)
    -> Node
  {
    var items: [Node] = []
    while let item = try node(depth: depth) { items.append(item) }
    let range = collection(from: opening, isFlow: isFlow, lastByte: items.last?.range.bytes.upperBound)
    return Node(.sequence(items), at: range)
  }

  private mutating func mapping(from opening: Range<Int>, isFlow: Bool, depth: Int) throws(CompositionError)
    -> Node
  {
    var entries: [(key: Node, value: Node)] = []
    var keyRanges: [String: SourceRange] = [:]
    var lastByte: Int?
    while let key = try node(depth: depth), let value = try node(depth: depth) {
      lastByte = max(key.range.bytes.upperBound, value.range.bytes.upperBound)
      guard let name = key.scalar, !key.isAbsent else {
        // An alias is already reported. Its node looks like an empty key.
        if !(key.isAbsent && hasAlias) {
          report("expected a key, found \(key.kindName)", at: key.range.bytes)
        }
        continue
      }
      if let first = keyRanges[name] {
        report(
          "the key `\(name)` is given twice", at: key.range.bytes,
          related: [Diagnostic.Related(first, "the same key is here")])
        continue
      }
      keyRanges[name] = key.range
      entries.append((key, value))
    }
    return Node(.mapping(entries), at: collection(from: opening, isFlow: isFlow, lastByte: lastByte))
  }

  /// The range of a collection whose end was just read. libyaml reports the true end only for flow style (`[]`, `{}`);
  /// for block style it reports the start of the next token.
  private func collection(from opening: Range<Int>, isFlow: Bool, lastByte: Int?) -> SourceRange {
    let closing = events.last
    let end = isFlow && !closing.isEmpty ? closing.upperBound : lastByte ?? opening.upperBound
    return SourceRange(source, opening.lowerBound..<max(opening.lowerBound, end))
  }

  private func checkDepth(_ depth: Int, at bytes: Range<Int>) throws(CompositionError) {
    guard depth >= Self.maximumDepth else { return }
    let message = "lists and mappings are nested more than \(Self.maximumDepth) levels deep"
    throw CompositionError(diagnostic: Diagnostic(message, at: SourceRange(source, bytes)))
  }

  private mutating func reportProperties(of event: YAMLEventStream.Event) {
    if let anchor = event.anchor {
      report("anchors are not supported here", at: anchor, help: "leave the anchor out")
    }
    if let tag = event.tag {
      report("tags are not supported here", at: tag, help: "leave the tag out")
    }
  }

  private mutating func report(
    _ message: String, at bytes: Range<Int>, related: [Diagnostic.Related] = [], help: String? = nil
  ) {
    diagnostics.append(Diagnostic(message, at: SourceRange(source, bytes), related: related, help: help))
  }
}

/// The mistake after which no tree can be built.
struct CompositionError: Error {
  var diagnostic: Diagnostic
}
