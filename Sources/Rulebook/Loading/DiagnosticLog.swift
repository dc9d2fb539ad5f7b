import Diagnostics
import YAML

/// Collects the mistakes of all rulebooks that are read together.
final class DiagnosticLog {
  private(set) var diagnostics: [Diagnostic] = []

  func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  func report(
    _ message: String, at range: SourceRange?, label: String? = nil, related: [Diagnostic.Related] = [],
    help: String? = nil
  ) {
    diagnostics.append(Diagnostic(message, at: range, label: label, related: related, help: help))
  }

  /// A name that stands for nothing.
  func reportUnknown(_ kind: String, _ name: String, at range: SourceRange, among known: [String]) {
    report("unknown \(kind) `\(name)`", at: range, label: Suggestion.didYouMean(name, among: known))
  }

  /// A second declaration of a name.
  func reportDuplicate(_ kind: String, _ name: String, at range: SourceRange, first: SourceRange?) {
    report(
      "\(kind) `\(name)` is declared twice", at: range,
      related: first.map { [Diagnostic.Related($0, "the first one")] } ?? [])
  }

  // MARK: Nodes of a certain kind

  /// The text of a scalar; reports anything else.
  func text(_ node: Node, _ what: String) -> String? {
    if let text = node.scalar, !node.isNull { return text }
    report("\(what): expected a text, found \(node.kindName)", at: node.range)
    return nil
  }

  /// A list of scalars, or one scalar alone.
  func texts(_ node: Node, _ what: String) -> [(text: String, node: Node)] {
    if let items = node.sequence {
      return items.compactMap { item in text(item, what).map { ($0, item) } }
    }
    return text(node, what).map { [($0, node)] } ?? []
  }

  /// The entries of a mapping with free keys; nothing for an empty value.
  func entries(_ node: Node?, _ what: String) -> [(name: String, key: Node, value: Node)] {
    guard let node, !node.isNull else { return [] }
    guard let mapping = node.mapping else {
      report("\(what): expected a mapping, found \(node.kindName)", at: node.range)
      return []
    }
    return mapping.compactMap { entry in entry.key.scalar.map { ($0, entry.key, entry.value) } }
  }

  /// The items of a list; nothing for an empty value.
  func items(_ node: Node?, _ what: String) -> [Node] {
    guard let node, !node.isNull else { return [] }
    if let items = node.sequence { return items }
    report("\(what): expected a list, found \(node.kindName)", at: node.range)
    return []
  }

  /// A mapping whose keys are known beforehand; a key that is not is reported with the nearest that is.
  func fields(_ node: Node, _ what: String, keys: [String]) -> [String: Node] {
    var fields: [String: Node] = [:]
    for (name, key, value) in entries(node, what) {
      if keys.contains(name) {
        fields[name] = value
      } else {
        report(
          "unknown key `\(name)`", at: key.range,
          label: Suggestion.didYouMean(name, among: keys)
            ?? "\(what) has " + keys.map { "`\($0)`" }.joined(separator: ", "))
      }
    }
    return fields
  }
}
