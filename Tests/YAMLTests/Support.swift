import Diagnostics
import Testing
import YAML

/// A composed text, with helpers for tests.
struct Composed {
  let root: Node?
  let diagnostics: [Diagnostic]

  init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  init(bytes: [UInt8]) {
    (root, diagnostics) = Composer.compose(SourceText(name: "test.yaml", bytes: bytes))
  }

  /// The diagnostics in one line each: the place with its text, and the message.
  var report: [String] { diagnostics.map { "\($0.range.map(show) ?? "nowhere") \($0.message)" } }

  /// All nodes, in the order of the text.
  var nodes: [Node] { root.map { flatten($0) } ?? [] }
}

/// The nodes of a tree in preorder.
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

extension Composed {
  /// The first broken invariant of a composed text; nil if there is none.
  func firstMistake(in bytes: [UInt8]) -> String? {
    let text = 0...bytes.count
    guard nodes.count <= bytes.count + 1 else { return "there are more nodes than bytes" }
    if let empty = diagnostics.first(where: { $0.message.isEmpty }) { return "\(empty) says nothing" }
    for range in diagnostics.flatMap({ [$0.range].compactMap(\.self) + $0.related.map(\.range) }) {
      guard text.contains(range.bytes.lowerBound), text.contains(range.bytes.upperBound) else {
        return "a diagnostic stands outside of the text"
      }
    }
    return root.flatMap(firstMistake)
  }

  private func firstMistake(in node: Node) -> String? {
    let children: [Node]
    switch node.content {
    case .scalar(let value, _):
      let places = ScalarSourceMap(of: node)
      for (offset, byte) in value.utf8.enumerated() {
        let place = places.range(ofUTF8: offset..<offset + 1).bytes
        guard node.range.bytes.lowerBound <= place.lowerBound, place.upperBound <= node.range.bytes.upperBound
        else {
          return "a part stands outside of its node"
        }
        guard
          place.count != 1 || node.range.source.bytes[place.lowerBound] == byte || byte == 0x20
            || byte == 0x0A
        else { return "a part stands at another byte" }
      }
      return nil
    case .sequence(let items): children = items
    case .mapping(let entries): children = entries.flatMap { [$0.key, $0.value] }
    }
    var end = node.range.bytes.lowerBound
    for child in children {
      guard end <= child.range.bytes.lowerBound else { return "a node begins before the end of another" }
      if let mistake = firstMistake(in: child) { return mistake }
      end = child.range.bytes.upperBound
    }
    return end <= node.range.bytes.upperBound ? nil : "a node ends behind the one it is in"
  }
}
