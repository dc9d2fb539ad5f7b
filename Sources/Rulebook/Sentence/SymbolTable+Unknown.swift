import Diagnostics
import Trace

/// The kind of thing that a name stands for. The raw value is its text in messages.
enum NameKind: String, CaseIterable {
  case event
  case family
  case field
  case span = "span or state"
  case state
  case machine
  case rule
}

extension NameKind {
  fileprivate var help: String? {
    switch self {
    case .event: "an event of your own is declared under `vocabulary:`"
    case .family: "a family is the first words of its events: `app.*`, or `*` for all events"
    default: nil
    }
  }
}

extension Rulebook {
  /// The names of a kind that the rulebook declares; empty for fields, states and rules.
  fileprivate func names(of kind: NameKind) -> [String] {
    switch kind {
    case .event: vocabulary.ids.map(vocabulary.name)
    case .family: Set(vocabulary.events.map { $0.family + ".*" }).sorted()
    case .span: spans.map(\.name)
    case .machine: machines.map(\.name)
    case .field, .state, .rule: []
    }
  }
}

/// Diagnostics for unknown names. Nil if a mistake that is already reported may be the cause.
extension SymbolTable {
  /// The diagnostic for an unknown name. Suggests the nearest name in `known`, by default all names of the kind.
  func unknown(
    _ kind: NameKind, _ name: String, among known: [String]? = nil, at place: SourceRange
  ) -> Diagnostic? {
    let kind = kind == .event && name.contains("*") ? .family : kind
    guard !incompleteKinds.contains(kind), !invalidNames.contains(name) else { return nil }
    let near = Suggestion.didYouMean(name, among: known ?? self.known(kind))
    let owner = near == nil ? Self.bundled.first { $0.names[kind]?.contains(name) == true } : nil
    return Diagnostic(
      "unknown \(kind.rawValue) `\(name)`", at: place, label: near,
      help: owner.map { "the rulebook `\($0.rulebook)` has it: `extends: \($0.rulebook)`" } ?? kind.help)
  }

  /// The names that each bundled rulebook declares, for hints to extend it.
  private static let bundled = Rulebook.bundledNames.map { name in
    let rulebook = try? Rulebook.load([name]) { _ in .failure(.missing) }
    let kinds: [NameKind] = [.event, .family, .span, .machine]
    return (
      rulebook: name,
      names: Dictionary(uniqueKeysWithValues: kinds.map { ($0, Set(rulebook?.names(of: $0) ?? [])) })
    )
  }

  private func known(_ kind: NameKind) -> [String] { kind == .span ? spanNames : rulebook.names(of: kind) }

  /// The diagnostic for a field that none of the events has. Suggests the nearest field, or name in `more`.
  func unknown(
    field name: String, of events: [EventID], among more: [String] = [], at place: SourceRange
  ) -> Diagnostic? {
    let owners = Set(events.map(\.entry)).sorted().map(vocabulary.name)
    guard !incompleteKinds.contains(.field), !owners.contains(where: invalidNames.contains) else {
      return nil
    }
    let fields = fieldNames(of: events)
    let near = Suggestion.didYouMean(name, among: fields + more)
    var label: String?
    if owners.count == 1 {
      let own = fields.filter { Self.commonFields[$0] == nil }.map { "`\($0)`" }
      label =
        own.isEmpty ? "it has no fields" : own.count < 7 ? "it has " + own.joined(separator: ", ") : nil
    }
    return Diagnostic(
      "unknown field `\(name)`" + (owners.count == 1 ? " of `\(owners[0])`" : ""), at: place,
      label: near ?? label,
      help: near == nil
        ? "a field is declared under `fields:` of its event, or captured by a template as `{\(name)}`" : nil)
  }
}
