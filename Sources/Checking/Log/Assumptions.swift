/// Facts about an app that are known before its log is read.
public struct Assumptions: Sendable {
  /// Values of facts by the name of their field, as a log would contain them: `backgroundModes`, `audio,location`. A value in the
  /// log takes precedence.
  public var facts: [String: String]
  /// Events and families of events that the app records, written as in a log's declaration: `timer`, `data.save`. `end` means the
  /// returns of callbacks.
  public var records: [String]

  /// Creates assumptions. By default, there are none.
  public init(facts: [String: String] = [:], records: [String] = []) {
    self.facts = facts
    self.records = records
  }
}

extension LogState {
  /// Applies the assumptions before the first line. The facts are those of the app without a name, which all apps use as a
  /// fallback.
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
