import Diagnostics
import Rulebook
import Trace

/// Looks up the names of a project file in the candidate rulebooks, and reports names that none of them has.
struct NameCheck {
  let rulebooks: [Rulebook]
  /// Whether the rulebooks are those of the project file. Against rulebooks of the command line, unknown names are not
  /// reported.
  let isOwn: Bool
  let log: DiagnosticLog

  /// Reports an unknown rule.
  func checkRule(_ id: String, at range: SourceRange) {
    let known = rulebooks.flatMap { $0.rules.map(\.id) }
    if !known.contains(id) { reportUnknown("rule", id, at: range, among: known) }
  }

  /// Whether an event or a family is known; reports it if not.
  func checkRecorded(_ name: ProjectFile.Name) -> Bool {
    let events = rulebooks.flatMap { $0.vocabulary.ids.map($0.vocabulary.name) }
    let families = Set(events.compactMap { $0.split(separator: ".").first.map(String.init) }).sorted()
    let known = events + families + ["end"]
    if known.contains(name.text) { return true }
    reportUnknown("event or family", name.text, at: name.range, among: known)
    return false
  }

  /// The value of a fact as a log would write it; nil, with a diagnostic, if the fact is unknown or has another type.
  func value(of fact: ProjectFile.Fact) -> String? {
    let declarations = rulebooks.flatMap { $0.facts.sorted().compactMap($0.vocabulary.declaration) }
    let types = Dictionary(declarations.flatMap { $0.fields.map { ($0.key, $0.value) } }) { first, _ in first
    }
    if let type = types[fact.name.text] { return FactCheck.text(of: fact, as: type, log) }
    reportUnknown("fact", fact.name.text, at: fact.name.range, among: types.keys.sorted())
    return nil
  }

  private func reportUnknown(_ kind: String, _ name: String, at range: SourceRange, among known: [String]) {
    guard isOwn else { return }
    log.report("unknown \(kind) `\(name)`", at: range, label: Suggestion.didYouMean(name, among: known))
  }
}
