public import Diagnostics

/// Builds the tree of a YAML text from libyaml's events.
///
/// It takes the part of YAML that a human reader needs no memory for: no aliases, anchors or tags, unique
/// keys that are texts, one document.
public struct Composer: ~Copyable {
  /// How many lists and mappings may stand in each other; deeper ones are refused, so that no text can exhaust
  /// the stack.
  public static let maximumDepth = 64

  private let source: SourceText
  private var events: EventParser
  private var diagnostics: [Diagnostic] = []
  /// An alias stands for a part that the tree lacks.
  private var hasAlias = false

  /// The tree of the text, and what is wrong with it.
  ///
  /// The root is nil for an empty document, and where there is no honest tree: after a syntax error, an alias, or
  /// nesting beyond `maximumDepth`, and then a diagnostic says so. After any other mistake the tree lacks only what
  /// the diagnostic is about: the second of two equal keys, or a key that is no text, each with its value.
  public static func compose(_ source: SourceText) -> (root: Node?, diagnostics: [Diagnostic]) {
    var composer = Composer(source)
    var root: Node?
    do throws(Refusal) {
      root = try composer.document()
    } catch {
      composer.diagnostics.append(error.diagnostic)
    }
    return (composer.hasAlias ? nil : root, composer.diagnostics)
  }

  private init(_ source: SourceText) {
    self.source = source
    events = EventParser(source)
  }

  private mutating func document() throws(Refusal) -> Node? {
    guard case .documentStart = try events.next().kind else { return nil }
    let root = try node(depth: 0)
    let after = try events.next()
    if case .documentStart = after.kind {
      report("only one document is expected, and a second one begins here", at: after.bytes)
    }
    return root.flatMap { $0.isAbsent ? nil : $0 }
  }

  /// The next node, or nil at the end of the list or mapping around it.
  private mutating func node(depth: Int) throws(Refusal) -> Node? {
    let event = try events.next()
    refuseProperties(of: event)
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

  private mutating func sequence(from opening: Range<Int>, isFlow: Bool, depth: Int) throws(Refusal) -> Node {
    var items: [Node] = []
    while let item = try node(depth: depth) { items.append(item) }
    let range = collection(from: opening, isFlow: isFlow, lastByte: items.last?.range.bytes.upperBound)
    return Node(.sequence(items), at: range)
  }

  private mutating func mapping(from opening: Range<Int>, isFlow: Bool, depth: Int) throws(Refusal) -> Node {
    var entries: [(key: Node, value: Node)] = []
    var known: [String: SourceRange] = [:]
    var lastByte: Int?
    while let key = try node(depth: depth), let value = try node(depth: depth) {
      lastByte = max(key.range.bytes.upperBound, value.range.bytes.upperBound)
      guard let name = key.scalar, !key.isAbsent else {
        // An alias was reported already, and is as absent as an empty key.
        if !(key.isAbsent && hasAlias) {
          report("expected a key, found \(key.kindName)", at: key.range.bytes)
        }
        continue
      }
      if let first = known[name] {
        report(
          "the key `\(name)` is given twice", at: key.range.bytes,
          related: [Diagnostic.Related(first, "the same key is here")])
        continue
      }
      known[name] = key.range
      entries.append((key, value))
    }
    return Node(.mapping(entries), at: collection(from: opening, isFlow: isFlow, lastByte: lastByte))
  }

  /// The range of a collection whose end was just read. Only a bracket is an end of its own: libyaml puts the end
  /// of any other collection at whatever follows it.
  private func collection(from opening: Range<Int>, isFlow: Bool, lastByte: Int?) -> SourceRange {
    let closing = events.last
    let end = isFlow && !closing.isEmpty ? closing.upperBound : lastByte ?? opening.upperBound
    return SourceRange(source, opening.lowerBound..<max(opening.lowerBound, end))
  }

  private func checkDepth(_ depth: Int, at bytes: Range<Int>) throws(Refusal) {
    guard depth >= Self.maximumDepth else { return }
    let message = "lists and mappings are nested more than \(Self.maximumDepth) levels deep"
    throw Refusal(diagnostic: Diagnostic(message, at: SourceRange(source, bytes)))
  }

  private mutating func refuseProperties(of event: EventParser.Event) {
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

/// Why a text has no tree.
struct Refusal: Error {
  var diagnostic: Diagnostic
}
