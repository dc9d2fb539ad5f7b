package import Diagnostics
package import YAML

/// Collects the diagnostics of all files that are read together, and reads YAML nodes of an expected kind.
package final class DiagnosticLog {
  /// The diagnostics, in the order in which they were reported.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Creates an empty log.
  package init() {}

  /// Adds a diagnostic.
  package func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Reports an error.
  package func report(
    _ message: String, at range: SourceRange?, label: String? = nil, related: [Diagnostic.Related] = [],
    help: String? = nil
  ) {
    diagnostics.append(Diagnostic(message, at: range, label: label, related: related, help: help))
  }

  /// Reports a second declaration of a name.
  func reportDuplicate(_ kind: String, _ name: String, at range: SourceRange, first: SourceRange?) {
    report(
      "\(kind) `\(name)` is declared twice", at: range,
      related: first.map { [Diagnostic.Related($0, "the first one")] } ?? [])
  }

  // MARK: The version

  /// Checks `lifecheck:`, the version of the language, which every file must have.
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

  /// Reports that `lifecheck: 1` is missing, or that the file is empty.
  package func reportMissingVersion(_ message: String, at range: SourceRange) {
    report(message, at: range, label: "`lifecheck: 1` belongs here")
  }

  // MARK: Nodes of an expected kind

  /// The text of a non-empty scalar; reports any other node.
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

  /// The texts of a list of scalars, or of a single scalar.
  package func texts(_ node: Node?, _ what: String) -> [(text: String, node: Node)] {
    guard let node else { return [] }
    if let items = node.sequence {
      return items.compactMap { item in text(item, what).map { ($0, item) } }
    }
    return text(node, what).map { [($0, node)] } ?? []
  }

  /// A Boolean value: `true`, `yes`, `false` or `no`; reports any other node.
  package func flag(_ node: Node, _ what: String) -> Bool? {
    switch node.scalar {
    case "true", "yes": return true
    case "false", "no": return false
    default:
      report("\(what): expected `true` or `false`", at: node.range)
      return nil
    }
  }

  /// A severity; reports any other node.
  package func severity(_ node: Node) -> Severity? {
    guard let text = text(node, "`severity`") else { return nil }
    if let severity = Severity(rawValue: text) { return severity }
    report(
      "unknown severity `\(text)`", at: node.range,
      label: Suggestion.didYouMean(text, among: Severity.allCases.map(\.rawValue)) ?? "error, warning or note"
    )
    return nil
  }

  /// The entries of a mapping with arbitrary keys; empty for null.
  package func entries(_ node: Node?, _ what: String) -> [(name: String, key: Node, value: Node)] {
    guard let node, !node.isNull else { return [] }
    guard let mapping = node.mapping else {
      report("\(what): expected a mapping, found \(node.kindName)", at: node.range)
      return []
    }
    return mapping.compactMap { entry in entry.key.scalar.map { ($0, entry.key, entry.value) } }
  }

  /// The items of a list; empty for null.
  package func items(_ node: Node?, _ what: String) -> [Node] {
    guard let node, !node.isNull else { return [] }
    if let items = node.sequence { return items }
    report("\(what): expected a list, found \(node.kindName)", at: node.range)
    return []
  }

  /// The values of a mapping with fixed keys. Reports unknown keys with the nearest known key. Missing `required` keys
  /// are reported at `place`, as missing in `owner`.
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
