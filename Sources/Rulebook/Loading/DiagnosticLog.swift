package import Diagnostics
package import YAML

/// Collects the mistakes of all files that are read together, and reads nodes of the kinds that are wanted.
package final class DiagnosticLog {
  /// The mistakes, in the order in which they were found.
  package private(set) var diagnostics: [Diagnostic] = []

  /// No mistake so far.
  package init() {}

  /// A mistake.
  package func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// A mistake, an error.
  package func report(
    _ message: String, at range: SourceRange?, label: String? = nil, related: [Diagnostic.Related] = [],
    help: String? = nil
  ) {
    diagnostics.append(Diagnostic(message, at: range, label: label, related: related, help: help))
  }

  /// A second declaration of a name.
  func reportDuplicate(_ kind: String, _ name: String, at range: SourceRange, first: SourceRange?) {
    report(
      "\(kind) `\(name)` is declared twice", at: range,
      related: first.map { [Diagnostic.Related($0, "the first one")] } ?? [])
  }

  // MARK: The version

  /// Every file says by which version of the language it is to be read.
  package func checkVersion(_ node: Node?, of root: Node) {
    guard root.mapping != nil else { return }
    guard let node else {
      let start = root.range.bytes.lowerBound
      reportMissingVersion(
        "the version of the language is missing", at: SourceRange(root.range.source, start..<start))
      return
    }
    if node.scalar != "1" {
      report("unknown version of the language", at: node.range, label: "this lifecheck knows version 1")
    }
  }

  /// The first line of the file is missing, or all of it.
  package func reportMissingVersion(_ message: String, at range: SourceRange) {
    report(message, at: range, label: "`lifecheck: 1` belongs here")
  }

  // MARK: Nodes of a certain kind

  /// The text of a scalar, which is not empty; reports anything else.
  package func text(_ node: Node, _ what: String) -> String? {
    guard let text = node.scalar, !node.isNull else {
      report("\(what): expected a text, found \(node.kindName)", at: node.range)
      return nil
    }
    guard !text.allSatisfy(\.isWhitespace) else {
      report("\(what): expected a text, found an empty one", at: node.range)
      return nil
    }
    return text
  }

  /// A list of scalars, or one scalar alone.
  package func texts(_ node: Node?, _ what: String) -> [(text: String, node: Node)] {
    guard let node else { return [] }
    if let items = node.sequence {
      return items.compactMap { item in text(item, what).map { ($0, item) } }
    }
    return text(node, what).map { [($0, node)] } ?? []
  }

  /// A yes or no; reports anything else.
  package func flag(_ node: Node, _ what: String) -> Bool? {
    switch node.scalar {
    case "true", "yes": return true
    case "false", "no": return false
    default:
      report("\(what): expected `true` or `false`", at: node.range)
      return nil
    }
  }

  /// How grave something is; reports anything else.
  package func severity(_ node: Node) -> Severity? {
    guard let text = text(node, "`severity`") else { return nil }
    if let severity = Severity(rawValue: text) { return severity }
    report(
      "unknown severity `\(text)`", at: node.range,
      label: Suggestion.didYouMean(text, among: Severity.allCases.map(\.rawValue)) ?? "error, warning or note"
    )
    return nil
  }

  /// The entries of a mapping with free keys; nothing for an empty value.
  package func entries(_ node: Node?, _ what: String) -> [(name: String, key: Node, value: Node)] {
    guard let node, !node.isNull else { return [] }
    guard let mapping = node.mapping else {
      report("\(what): expected a mapping, found \(node.kindName)", at: node.range)
      return []
    }
    return mapping.compactMap { entry in entry.key.scalar.map { ($0, entry.key, entry.value) } }
  }

  /// The items of a list; nothing for an empty value.
  package func items(_ node: Node?, _ what: String) -> [Node] {
    guard let node, !node.isNull else { return [] }
    if let items = node.sequence { return items }
    report("\(what): expected a list, found \(node.kindName)", at: node.range)
    return []
  }

  /// A mapping whose keys are known beforehand. A key that is not is reported with the nearest that is, and
  /// at `place` one that has to be there: `owner` is what lacks it.
  package func fields(
    _ node: Node, _ what: String, keys: [String], required: [String] = [], of owner: String? = nil,
    at place: SourceRange? = nil
  ) -> [String: Node] {
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
    guard node.mapping != nil || node.isNull else { return fields }
    let start = SourceRange(node.range.source, node.range.bytes.lowerBound..<node.range.bytes.lowerBound)
    for key in required where fields[key] == nil {
      report("\(owner ?? what) has no `\(key)`", at: place ?? start)
    }
    return fields
  }
}
