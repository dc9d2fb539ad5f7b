import Rulebook
import Trace

extension Reference.Log {
  /// The history of each session, and after them the history of each app, with all its sessions as one.
  func histories() -> (lives: [Reference.History], apps: [Reference.History]) {
    let lives = lives()
    let fates = fates(of: lives)
    let areAsked = rulebook.rules.contains { $0.sentences.contains(where: \.sentence.isAcrossSessions) }
    let apps = (areAsked ? apps : []).map { app in
      Reference.Life(
        app: app, pid: nil, lines: lines.indices.filter { lines[$0].app == app && lifeOfLine[$0] != nil })
    }
    return (
      lives.map {
        history(of: $0, fates, isAcross: false, knownFrom: knownBeginning(of: $0), boot: boot(before: $0))
      },
      apps.map {
        history(
          of: $0, fates, isAcross: true, knownFrom: rulebook.sessions.begin.isEmpty ? $0.lines.first : nil,
          boot: nil)
      }
    )
  }

  private func history(
    of life: Reference.Life, _ fates: [Int: Reference.Fate], isAcross: Bool, knownFrom: Int?, boot: Int?
  ) -> Reference.History {
    var running: [Int] = []
    return Reference.History(
      self, app: life.app,
      mayRelaunch: !isAcross && life.pid == nil && !rulebook.sessions.begin.isEmpty, isAcross: isAcross,
      lines: life.lines, knownFrom: knownFrom, boot: boot, end: life.end,
      fate: { fates[$0] }
    ) { history, index in
      let closing = closing(of: running, fates, history, index)
      running.removeAll { (closing.byTime + closing.before + closing.after).contains($0) }
      if fates[history.lines[index]] != nil { running.append(history.lines[index]) }
      return closing
    }
  }

  /// The running callbacks that close at a line of a session.
  private func closing(
    of running: [Int], _ fates: [Int: Reference.Fate], _ history: Reference.History, _ index: Int
  ) -> Reference.Closing {
    var closing = Reference.Closing()
    var ended: [Int] = []
    let line = history.line(index)
    // A return is that of one call only, the newest that it may belong to.
    let isKnownReturn = running.contains { fates[$0] == .returns(history.lines[index]) }
    for entry in running {
      let callback = Reference.Callback(lines[entry], rulebook)
      let isOwn = lifeOfLine[entry] == lifeOfLine[history.lines[index]]
      let isGone = !isOwn && lines[entry].pid == line.pid
      switch fates[entry] {
      case .returns(let end):
        if end == history.lines[index] { closing.after.append(entry) }
      case .misses, .unawaited:
        let passed = timeBetween(entry, history.lines[index])
        if passed.map({ $0 >= 1_000_000_000 }) == true {
          closing.byTime.append(entry)
        } else if isGone || isOwn && callback.isOver(by: line) {
          ended.append(entry)
        } else if isOwn, !isKnownReturn, callback.returns(at: line) {
          closing.after.append(entry)
        }
      case .runs, nil: break
      }
    }
    closing.before = ended
    return closing
  }
}
