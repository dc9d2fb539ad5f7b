import Rulebook
import Trace

/// The questions of exceptions about the rest of the log.
extension Reference.History {
  /// The answer at a line of the log, or at its end after the last line; nil if the question is still open.
  func answer(to question: Condition, by line: Int, after place: Place) -> Bool? {
    switch question {
    case .isRecorded(let pattern):
      return isShown(pattern, upTo: line) ? true : line == log.lines.count ? false : nil
    case .comesBefore(let first, let second):
      let later = place.signal.map { $0 + 1 } ?? self.first(of: place.line)
      let found = signals.indices.dropFirst(later).first {
        match(first, at($0)) != nil || match(second, at($0)) != nil
      }
      if let found, lines[signals[found].line] <= line { return match(first, at(found)) != nil }
      return isOver(by: line) ? false : nil
    default: return nil
    }
  }

  /// Whether the app has logged an event of a pattern up to a line, in any of its sessions.
  private func isShown(_ pattern: EventPattern, upTo line: Int) -> Bool {
    let atom = pattern.atoms[0]
    if pattern.atoms.count == 1, atom.events.count == 1, atom.condition == nil, !atom.isClose {
      return log.isRecorded(atom.events[0], in: app, upTo: line)
    }
    return log.told.histories.filter { $0.app == app && $0.isAcross == isAcross }.contains { history in
      history.matches(pattern).contains { history.lines[history.signals[$0.signal].line] <= line }
    }
  }

  /// Whether the session has ended at a line of the log.
  private func isOver(by line: Int) -> Bool {
    switch end {
    case .log: line == log.lines.count
    case .launch(let launch): launch <= line
    case .process: (lines.last ?? 0) <= line
    }
  }

  /// The first line of the log, from a place on, at which unrecorded callbacks can no longer explain an illegal
  /// transition; nil if they still can at the end.
  func lineWithoutExplanation(_ step: Reference.Step, _ event: Int, from place: Place) -> Int? {
    let start = logLine(of: place)
    return (start..<max(start + 1, log.lines.count)).first { line in
      !canBeExplained(step, event, recordedBy: line)
    }
  }

  private func canBeExplained(_ step: Reference.Step, _ event: Int, recordedBy line: Int) -> Bool {
    func isUnrecorded(_ event: EventID) -> Bool { !log.isRecorded(event, in: app, upTo: line) }
    if mayRelaunch, rulebook.sessions.begin.allSatisfy(isUnrecorded) { return true }
    let machine = rulebook.machines[step.machine.rawValue]
    let cases = machine.transitions[signals[event].event] ?? []
    func isLegal(_ state: StateID) -> Bool {
      cases.contains { one in
        one.from.map { $0.contains(state) } ?? true
          && one.condition.map { holds($0, judged: event, at(event)) == true } ?? true
      }
    }
    guard let from = step.from else { return true }
    var reached = [from]
    var index = 0
    while index < reached.count {
      let state = reached[index]
      index += 1
      for (other, cases) in machine.transitions
      where !other.isEnd && rulebook.vocabulary.declaration(of: other)?.returns == true && isUnrecorded(other)
      {
        for one in cases where one.condition == nil && one.from.map({ $0.contains(state) }) ?? true {
          guard let to = one.to, !isLegal(to) else { return true }
          if !reached.contains(to) { reached.append(to) }
        }
      }
    }
    return false
  }
}

extension Reference {
  /// The histories of a log, which are set when all are built.
  final class Told {
    var histories: [History] = []
  }
}
