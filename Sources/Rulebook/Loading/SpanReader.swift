import Trace
import YAML

/// Reads `spans:`, first the names, then the patterns that open and close them or the spans of which they are composed.
final class SpanReader {
  private let resolver: Resolver
  private var bounded: [(id: SpanID, fields: [String: Node])] = []
  private var composed: [(id: SpanID, name: String, node: Node)] = []

  init(_ resolver: Resolver) { self.resolver = resolver }

  // MARK: Names

  /// Declares the spans of one file.
  func declare(_ node: Node?) {
    for (name, key, value) in resolver.log.entries(node, "`spans`") {
      let isComposed = value.scalar != nil && !value.isNull
      let fields = isComposed ? [:] : fields(of: value, name, key)
      guard resolver.canDeclare("span", name, at: key.range, dotted: true) else { continue }
      let nothing = EventPattern(atoms: [])
      let field = fields["key"].flatMap { resolver.log.text($0, "`key`") }
      let kind = SpanDeclaration.Kind.declared(from: nothing, until: nothing, key: field)
      guard let id = resolver.symbols.add(SpanDeclaration(name: name, kind: kind), at: key.range) else {
        resolver.log.reportDuplicate(
          "span or state", name, at: key.range, first: resolver.symbols.place(ofSpan: name))
        continue
      }
      if isComposed { composed.append((id, name, value)) } else { bounded.append((id, fields)) }
    }
  }

  private func fields(of value: Node, _ name: String, _ key: Node) -> [String: Node] {
    resolver.log.fields(
      value, "a span", keys: ["from", "until", "key"], required: ["from", "until"],
      of: "the span `\(name)`", at: key.range)
  }

  // MARK: Definitions

  /// Reads the spans of all files. Composed spans are first, because patterns can use their keys.
  func read() {
    compose()
    for (id, fields) in bounded { read(id, fields) }
  }

  private func compose() {
    let symbols = resolver.symbols
    let compositions = composed.compactMap { id, name, node in
      resolver.log.text(node, "a span").flatMap { text in resolver.parse(text, node) { $0.composition() } }
        .map { (id: id, parts: [$0.first] + $0.others) }
    }
    let cycles = Cycles.find(in: compositions.map { (name: $0.id, leadsTo: $0.parts) })
    for cycle in cycles {
      let text = Cycles.text(cycle.map { symbols.spans[$0.rawValue].name })
      let first = composed.first { $0.id == cycle.first }
      resolver.log.report("`\(first?.name ?? "")` is made of itself: \(text)", at: first?.node.range)
    }
    for (id, parts) in compositions where !cycles.contains(where: { $0.contains(id) }) {
      let whole = parts.dropFirst().dropLast().reduce(parts[0]) { symbols.span($0, while: $1) }
      symbols.replace(id, with: .composed(whole, while: parts[parts.count - 1]))
    }
  }

  private func read(_ id: SpanID, _ fields: [String: Node]) {
    let symbols = resolver.symbols
    let from = fields["from"].flatMap { resolver.pattern($0, "`from`") }
    let until = fields["until"].flatMap { resolver.pattern($0, "`until`") }
    guard case .declared(_, _, let key) = symbols.spans[id.rawValue].kind, let from, let until else { return }
    let opening = from.atoms.flatMap(\.events)
    if let key, let node = fields["key"], symbols.fieldType(key, of: opening) == nil {
      resolver.reportUnknown(field: key, of: opening, at: node.range)
    }
    symbols.replace(id, with: .declared(from: from, until: until, key: key))
  }
}
