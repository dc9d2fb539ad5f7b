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

  /// What waits, for a record or for the end of its scope, beside another sentence of its rule: which of the two is told, and
  /// with which lines.
  private static let waiting = ["before ", "between ", "expect ", " is ", "at least ", " recurs "]

  nonisolated(unsafe) private static let kinds: [Regex<AnyRegexOutput>] = [
    // Two things of one line that read the same: whether the second one adds its lines.
    "the close of .* or .*\\.end|\\.end.* or the close of"
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
