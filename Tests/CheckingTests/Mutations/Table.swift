/// The outcomes of the mutants of all rules.
actor MutationTable {
  private var outcomes: [MutationTrial.Outcome] = []

  /// Adds the outcome of a rule, and returns the table after the last rule.
  func add(_ outcome: MutationTrial.Outcome, of count: Int) -> String? {
    outcomes.append(outcome)
    guard outcomes.count == count else { return nil }
    let rows = outcomes.sorted { $0.rule < $1.rule }.map { outcome in
      [
        outcome.rule, "\(outcome.breaking - outcome.surviving.count)/\(outcome.breaking)",
        "\(outcome.missing - outcome.accused.count)/\(outcome.missing)",
        "\(outcome.harmless - outcome.blamed.count)/\(outcome.harmless)",
      ]
    }
    let head = [
      ["rule", "breaking: killed", "near misses: silent", "harmless: silent"], ["---", "--:", "--:", "--:"],
    ]
    return (head + rows + [total]).map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }

  private var total: [String] {
    func sum(_ count: (MutationTrial.Outcome) -> Int) -> Int { outcomes.map(count).reduce(0, +) }
    let (breaking, missing, harmless) = (sum(\.breaking), sum(\.missing), sum(\.harmless))
    return [
      "mutants of \(outcomes.count) rules", "\(breaking - sum(\.surviving.count))/\(breaking)",
      "\(missing - sum(\.accused.count))/\(missing)", "\(harmless - sum(\.blamed.count))/\(harmless)",
    ]
  }
}
