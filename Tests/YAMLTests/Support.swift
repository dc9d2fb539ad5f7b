import Diagnostics
import Testing
import YAML

/// A text composed, with what tests ask of it.
struct Composed {
  let root: Node?
  let diagnostics: [Diagnostic]

  init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  init(bytes: [UInt8]) {
    (root, diagnostics) = Composer.compose(SourceText(name: "test.yaml", bytes: bytes))
  }

  /// The diagnostics in one line each: where, what, and the source bytes meant.
  var report: [String] { diagnostics.map { "\($0.range.map(show) ?? "nowhere") \($0.message)" } }

  /// All nodes, in the order of the text.
  var nodes: [Node] { root.map { flatten($0) } ?? [] }
}

/// The nodes of a tree, each before those in it.
func flatten(_ node: Node) -> [Node] {
  switch node.content {
  case .scalar: [node]
  case .sequence(let items): [node] + items.flatMap(flatten)
  case .mapping(let entries): [node] + entries.flatMap { flatten($0.key) + flatten($0.value) }
  }
}

/// A tree in a form to compare: texts in angle brackets, lists and mappings as in Swift.
func outline(_ node: Node?) -> String {
  switch node?.content {
  case nil: "none"
  case .scalar(let text, _): "<\(text)>"
  case .sequence(let items): "[" + items.map { outline($0) }.joined(separator: ", ") + "]"
  case .mapping(let entries):
    "[" + entries.map { outline($0.key) + ": " + outline($0.value) }.joined(separator: ", ") + "]"
  }
}

/// The source text of a range.
func excerpt(_ range: SourceRange) -> String {
  String(decoding: range.source.bytes[range.bytes], as: UTF8.self)
}

/// A range as `line:column «its text»`.
func show(_ range: SourceRange) -> String {
  "\(range.start.line):\(range.start.column) «\(excerpt(range))»"
}
