import Rulebook

/// When a line is judged. While a call runs whose return may still come, the lines after its first second are held back: what is
/// certain by one of them is certain only once that call's fate is known.
extension Reference.Log {
  /// For each line the later one at which it is judged, which may be itself; both as indices. What is held back where the log ends
  /// is judged at its last line.
  func judgingLines() -> [Int] {
    let fates = fates(of: lives())
    // For sentences across sessions a call of one process concerns the lines of all.
    let isOfApp = rulebook.rules.contains { $0.sentences.contains(where: \.sentence.isAcrossSessions) }
    var newest: [Int?: Int] = [:]
    return lines.indices.map { index in
      let line = lines[index]
      if isOfLog(line.event) { return index }
      let awaited = fates.compactMap { entry, fate -> Int? in
        guard entry < index, lines[entry].app == line.app, isOfApp || lines[entry].pid == line.pid,
          timeBetween(entry, index).map({ $0 >= 1_000_000_000 }) ?? false
        else { return nil }
        return lineOfCertainty(fate)
      }
      // Lines are judged in their order.
      let judged = max(index, awaited.max() ?? index, newest[line.app, default: index])
      newest[line.app] = judged
      return judged
    }
  }

  /// The line by which it is known what becomes of a callback; nil where nobody waits for that.
  private func lineOfCertainty(_ fate: Reference.Fate) -> Int? {
    switch fate {
    case .returns(let line): line
    case .misses(let line): line ?? lines.count - 1
    case .runs: lines.count - 1
    case .unawaited: nil
    }
  }
}
