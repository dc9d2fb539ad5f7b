import Rulebook
import Trace

// What is remembered of events: the newest ones, and the values they carried.

extension Session {
  /// A value that an event carried, and where.
  struct Fact {
    var text: String
    /// Nil where a project file tells it.
    var told: Occurrence?

    init(_ text: String, _ told: Occurrence?) {
      self.text = text
      self.told = told
    }
  }

  /// Remembers the values that are asked for as they were at this moment.
  func takeSnapshots(_ signal: Signal) {
    for (snapshot, condition) in program.reactions[signal.code].snapshots where holds(condition, signal) {
      snapshots[snapshot] = fact(program.snapshots[snapshot])
    }
  }

  /// Marks and facts change after a line was judged: `last` and `since` speak of what was before it, also where they
  /// say which events are to be remembered.
  func remember(_ signals: [Signal]) {
    marked.removeAll(keepingCapacity: true)
    told.removeAll(keepingCapacity: true)
    for signal in signals {
      let reactions = program.reactions[signal.code]
      for mark in reactions.marks where holds(mark.guard, signal) { marked.append((mark, signal)) }
      for fact in reactions.facts where holds(fact.guard, signal) { told.append((fact, signal)) }
    }
    for (mark, signal) in marked { remember(mark, signal) }
    for (fact, signal) in told { remember(fact, signal) }
  }

  private func remember(_ mark: Reactions.Mark, _ signal: Signal) {
    let key = signal.judged.key(mark.keys)
    if mark.clears {
      marks[mark.index].clear(key, at: signal.order)
      return
    }
    let moment = Moment(signal)
    marks[mark.index].note(key, moment, horizon: mark.horizon)
    if program.nearMarks.contains(mark.index), moment.time != nil {
      for window in windows where window.after[mark.index] == nil { window.after[mark.index] = moment }
    }
    if mark.keys.isEmpty { newest[mark.index] = signal.line }
  }

  private func remember(_ fact: Reactions.Fact, _ signal: Signal) {
    let key = program.facts[fact.index]
    if fact.clears {
      facts[fact.index] = nil
    } else if let value = signal.judged.sighting.value(key.field) {
      if key.isLasting {
        if !isAcrossSessions { app.facts[fact.index] = Fact(value, signal.line) }
      } else if let type = key.isGreatest {
        let new = FieldValue(text: value, type: type)
        let isGreater = facts[fact.index].map {
          new.compares(.greater, to: FieldValue(text: $0.text, type: type)) == true
        }
        if isGreater ?? (new.compares(.equal, to: new) == true) {
          facts[fact.index] = Fact(value, signal.line)
        }
      } else {
        facts[fact.index] = Fact(value, signal.line)
      }
    }
  }
}
