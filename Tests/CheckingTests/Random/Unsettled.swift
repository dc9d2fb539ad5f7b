/// Where the engine and the reference are known to differ, and it is not settled which of them is right, or the engine is to be
/// repaired. Such cases are made, and not compared: whatever is settled comes off this list.
extension Case {
  /// Whether the rule of that number is of such a kind, on this log.
  func isUnsettled(_ number: Int) -> Bool {
    let sentences = rules[number].sentences.map(\.text)
    let waits = sentences.contains { text in Self.waiting.contains { text.contains($0) } }
    return (sentences.count > 1 && waits)
      || sentences.contains { text in
        Self.kinds.contains { text.contains($0) } || (text.hasPrefix("across") && hasTangledLives)
      }
  }

  /// What waits, for a record or for the end of its scope, or speaks of all lives, beside another sentence of its rule: which of
  /// the two is told, and with which lines.
  private static let waiting = ["before ", "between ", "expect ", " is ", "at least ", " recurs ", "across "]

  nonisolated(unsafe) private static let kinds: [Regex<AnyRegexOutput>] = [
    // Whether what a line shows is recorded for a deadline that passes by it.
    "(within|recurs|lasts| after|for) .*unless .*recorded",
    // A fact as it was at a close that comes later on the same line.
    "last conf.set.[a-z]* at the close",
    // Two moments that are judged at one line, before the end of the scope.
    "(before|between) .*, no .* after ",
  ].compactMap { try? Regex($0) }

  /// Across sessions: lives that overlap, and calls that may run where a life ends.
  private var hasTangledLives: Bool {
    let words = trace.map { $0.split(separator: " ").map(String.init) }
    let processes = Set(words.compactMap { line in line.first { $0.contains("[") } })
    let isOfSeveralLives = trace.contains { $0.contains(" life.") }
    let calls = words.contains { line in World.callbacks.contains(where: line.contains) }
    return processes.count > 1 || (isOfSeveralLives && calls)
  }
}
