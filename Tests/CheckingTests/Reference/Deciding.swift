import Rulebook

/// The line at which each line is judged. While the return of a running call may still follow, the lines after the
/// call's first second are held back. They are judged when the return of the call is decided.
extension Reference.Log {
  /// For each line the same or later line at which it is judged; both are indices. Lines that are held back at the end
  /// of the log are judged at its last line.
  func judgingLines() -> [Int] {
    let fates = fates(of: lives())
    // For sentences across sessions, a call of one process concerns the lines of all processes.
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

  /// The line at which the return of a callback is decided; nil if nothing waits for it.
  private func lineOfCertainty(_ fate: Reference.Fate) -> Int? {
    switch fate {
    case .returns(let line): line
    case .misses(let line): line ?? lines.count - 1
    case .runs: lines.count - 1
    case .unawaited: nil
    }
  }
}
