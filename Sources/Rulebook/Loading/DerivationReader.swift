import Diagnostics
import Trace
import YAML

/// Reads `derived:`, the derived events.
final class DerivationReader {
  private let resolver: Resolver
  private var declared: [(name: String, key: Node, value: Node)] = []

  init(_ resolver: Resolver) { self.resolver = resolver }

  /// Declares the derived events of one file.
  func declare(_ node: Node?) {
    let log = resolver.log
    for entry in log.entries(node, "`derived`") {
      if let first = declared.first(where: { $0.name == entry.name }) {
        log.reportDuplicate("derived event", entry.name, at: entry.key.range, first: first.key.range)
      } else {
        declared.append(entry)
      }
    }
  }

  /// Reads the forms of all files.
  func read() -> [DerivedEvent] {
    let derived = declared.compactMap { event($0.name, $0.key, $0.value) }
    checkCycles(derived)
    return derived
  }

  private func event(_ name: String, _ key: Node, _ value: Node) -> DerivedEvent? {
    let log = resolver.log
    let event = resolver.event(name, key)
    var once: SpanID?
    var forms = value
    if value.mapping != nil {
      let fields = log.fields(
        value, "a derived event", keys: ["once", "forms"], required: ["forms"],
        of: "the derived event `\(name)`", at: key.range)
      if let node = fields["once"], let name = log.text(node, "`once`") { once = resolver.span(name, node) }
      guard let node = fields["forms"] else { return nil }
      forms = node
    }
    let nodes = forms.sequence ?? [forms]
    if nodes.isEmpty { log.report("the derived event `\(name)` has no form", at: forms.range) }
    let read = nodes.compactMap(form)
    return event.map { DerivedEvent(event: $0, forms: read, oncePer: once) }
  }

  private func form(_ node: Node) -> DerivedEvent.Form? {
    let log = resolver.log
    var isInferred = false
    var textNode = node
    if node.mapping != nil {
      let fields = log.fields(node, "a form", keys: ["form", "inferred"], required: ["form"])
      isInferred = fields["inferred"].flatMap { log.flag($0, "`inferred`") } ?? false
      guard let node = fields["form"] else { return nil }
      textNode = node
    }
    var form = log.text(textNode, "a form").flatMap { resolver.parse($0, textNode) { $0.form() } }
    form?.isInferred = isInferred
    return form
  }

  /// Reports events that are derived from themselves, directly or indirectly: they would be derived without end.
  private func checkCycles(_ derived: [DerivedEvent]) {
    let vocabulary = resolver.symbols.vocabulary
    let relation = derived.map { derived in
      (
        name: derived.event.entry,
        leadsTo: derived.forms.flatMap { $0.pattern.atoms.flatMap(\.events) }.map(\.entry)
      )
    }
    for cycle in Cycles.find(in: relation) {
      let cycle = cycle.map(vocabulary.name)
      guard let first = cycle.first else { continue }
      let place = declared.first { $0.name == first }?.key.range
      resolver.log.report("`\(first)` is derived from itself: \(Cycles.text(cycle))", at: place)
    }
  }
}
