import Diagnostics
import Rulebook
import Trace

/// Looks up what a project file names in the rulebook; reports what that does not have.
struct NameCheck {
  let rulebook: Rulebook
  /// Whether the project chose the rulebook. What it says of another one that a person tries may well miss.
  let isOwn: Bool
  let log: DiagnosticLog

  /// The place of a rule among the rules.
  @discardableResult
  func checkRule(_ id: String, at range: SourceRange) -> Int? {
    if let index = rulebook.rules.firstIndex(where: { $0.id == id }) { return index }
    reportUnknown("rule", id, at: range, among: rulebook.rules.map(\.id))
    return nil
  }

  /// Whether a log could declare that it records this.
  func checkRecorded(_ name: ProjectFile.Name) -> Bool {
    let events = rulebook.vocabulary.ids.map(rulebook.vocabulary.name)
    let families = Set(events.compactMap { $0.split(separator: ".").first.map(String.init) }).sorted()
    let known = events + families + ["end"]
    if known.contains(name.text) { return true }
    reportUnknown("event or family", name.text, at: name.range, among: known)
    return false
  }

  /// The value of a fact in the words of a log.
  func value(of fact: ProjectFile.Fact) -> String? {
    let declarations = rulebook.facts.sorted().compactMap(rulebook.vocabulary.declaration)
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
