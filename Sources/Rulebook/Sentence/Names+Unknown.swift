import Diagnostics
import Trace

/// What a name can be the name of; the raw value is what messages call it.
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

/// What to say of names that stand for nothing. Nothing, where a mistake that is told already may be the cause.
extension Names {
  /// Says of a name that it stands for nothing; the nearest name is one of those that sentences can use, or of `known`.
  func unknown(
    _ kind: NameKind, _ name: String, among known: [String]? = nil, at place: SourceRange
  ) -> Diagnostic? {
    let kind = kind == .event && name.contains("*") ? .family : kind
    guard !lost.contains(kind), !refused.contains(name) else { return nil }
    return Diagnostic(
      "unknown \(kind.rawValue) `\(name)`", at: place,
      label: Suggestion.didYouMean(name, among: known ?? self.known(kind)),
      help: kind.help)
  }

  private func known(_ kind: NameKind) -> [String] {
    switch kind {
    case .event: vocabulary.ids.map(vocabulary.name)
    case .family: Set(vocabulary.events.map { $0.name.prefix { $0 != "." } + ".*" }).sorted()
    case .span: spanNames
    case .machine: machines.map(\.name)
    case .field, .state, .rule: []
    }
  }

  /// Says of a field that none of the events has it.
  func unknown(
    field name: String, of events: [EventID], among more: [String] = [], at place: SourceRange
  ) -> Diagnostic? {
    let owners = Set(events.map(\.entry)).sorted().map(vocabulary.name)
    guard !lost.contains(.field), !owners.contains(where: refused.contains) else { return nil }
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
