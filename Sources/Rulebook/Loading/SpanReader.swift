import Trace
import YAML

/// Reads `spans:`, first their names, then from where to where they are open.
final class SpanReader {
  private let resolver: Resolver
  private var declared: [(id: SpanID, fields: [String: Node])] = []

  init(_ resolver: Resolver) { self.resolver = resolver }

  /// Declares the spans of one file.
  func declare(_ node: Node?) {
    let (log, names) = (resolver.log, resolver.names)
    for (name, key, value) in log.entries(node, "`spans`") {
      let fields = log.fields(
        value, "a span", keys: ["from", "until", "key"], required: ["from", "until"],
        of: "the span `\(name)`", at: key.range)
      guard resolver.canDeclare("span", name, at: key.range, dotted: true) else { continue }
      let nothing = EventPattern(atoms: [])
      let field = fields["key"].flatMap { log.text($0, "`key`") }
      let kind = SpanDeclaration.Kind.declared(from: nothing, until: nothing, key: field)
      if let id = names.add(SpanDeclaration(name: name, kind: kind), at: key.range) {
        declared.append((id, fields))
      } else {
        log.reportDuplicate("span or state", name, at: key.range, first: names.place(ofSpan: name))
      }
    }
  }

  /// Reads the patterns of all files.
  func read() {
    for (id, fields) in declared { read(id, fields) }
  }

  private func read(_ id: SpanID, _ fields: [String: Node]) {
    let names = resolver.names
    let from = fields["from"].flatMap { resolver.pattern($0, "`from`") }
    let until = fields["until"].flatMap { resolver.pattern($0, "`until`") }
    guard case .declared(_, _, let key) = names.spans[id.rawValue].kind, let from, let until else { return }
    let opening = from.atoms.flatMap(\.events)
    if let key, let node = fields["key"], names.fieldType(key, of: opening) == nil {
      resolver.reportUnknown("field", key, at: node.range, among: names.fieldNames(of: opening))
    }
    names.replace(id, with: .declared(from: from, until: until, key: key))
  }
}
