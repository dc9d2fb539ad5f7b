import Diagnostics
import Rulebook
import Trace

/// Looks up what a project file names in the rulebooks of which a log chooses; reports what none of them has.
struct NameCheck {
  let rulebooks: [Rulebook]
  /// Whether the project chose the rulebooks. What it says of another one that a person tries may well miss.
  let isOwn: Bool
  let log: DiagnosticLog

  /// Reports a rule that there is not.
  func checkRule(_ id: String, at range: SourceRange) {
    let known = rulebooks.flatMap { $0.rules.map(\.id) }
    if !known.contains(id) { reportUnknown("rule", id, at: range, among: known) }
  }

  /// Whether a log could declare that it records this.
  func checkRecorded(_ name: ProjectFile.Name) -> Bool {
    let events = rulebooks.flatMap { $0.vocabulary.ids.map($0.vocabulary.name) }
    let families = Set(events.compactMap { $0.split(separator: ".").first.map(String.init) }).sorted()
    let known = events + families + ["end"]
    if known.contains(name.text) { return true }
    reportUnknown("event or family", name.text, at: name.range, among: known)
    return false
  }

  /// The value of a fact in the words of a log.
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
