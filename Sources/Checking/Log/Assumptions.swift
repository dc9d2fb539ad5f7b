/// What is known of an app before its log says anything.
public struct Assumptions: Sendable {
  /// Facts about the app, by field of the events that tell them, in the words of a log: `backgroundModes`, `audio,location`.
  /// What a log tells wins.
  public var facts: [String: String]
  /// Events, and families of events, that the app records, as a log declares them: `timer`, `data.save`; `end` stands for
  /// the returns of callbacks.
  public var records: [String]

  /// Those assumptions; none unless told.
  public init(facts: [String: String] = [:], records: [String] = []) {
    self.facts = facts
    self.records = records
  }
}

extension LogState {
  /// Takes over what is known beforehand, before the first line. Facts that name no process are a fallback for all.
  func assume(_ assumptions: Assumptions) {
    declarations.add(assumptions.records)
    guard !assumptions.facts.isEmpty else { return }
    let everyApp = app(nil)
    for (index, fact) in program.facts.enumerated() where fact.isLasting {
      let field = assumptions.facts.first { program.fieldIndex[$0.key] == fact.field }
      everyApp.facts[index] = field.map { Session.Fact($0.value, nil) }
    }
  }
}
