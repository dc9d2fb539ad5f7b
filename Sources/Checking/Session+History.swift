import BasicContainers
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
  @inline(__always)
  func takeSnapshots(_ signal: Signal, _ reaction: Reaction) {
    if !reaction.snapshots.isEmpty { take(reaction.snapshots, signal) }
  }

  private func take(_ all: [(snapshot: Int, guard: Guard?)], _ signal: Signal) {
    for (snapshot, condition) in all where holds(condition, signal) {
      keepSnapshots()
      snapshots[snapshot] = fact(program.snapshots[snapshot])
    }
  }

  /// Marks and facts change after a line was judged: `last` and `since` speak of what was before it, also where they
  /// say which events are to be remembered.
  func remember() {
    marked.clear()
    told.clear()
    for number in signals.indices {
      let signal = signals[number]
      let reaction = reactions[signal.code]
      for place in reaction.marks.indices where holds(reaction.marks[place].guard, signal) {
        marked.append((place, number))
      }
      for place in reaction.facts.indices where holds(reaction.facts[place].guard, signal) {
        told.append((place, number))
      }
    }
    for (place, number) in marked {
      let signal = signals[number]
      remember(reactions[signal.code].marks[place], signal)
    }
    for (place, number) in told {
      let signal = signals[number]
      remember(reactions[signal.code].facts[place], signal)
    }
  }

  private func remember(_ mark: Reactions.Mark, _ signal: Signal) {
    if mark.clears {
      state.marks[mark.index].clear(signal.judged.key(mark.keys), at: signal.order)
      return
    }
    let moment = Moment(signal)
    if mark.keys.isEmpty {
      state.marks[mark.index].note(moment)
      if program.isTold[mark.index] { newest[mark.index] = signal.line }
    } else {
      state.marks[mark.index].note(
        signal.judged.key(mark.keys) ?? .absent, moment, horizon: program.horizons[mark.index] ?? .max)
    }
    guard !windows.isEmpty, moment.isTimed, let place = program.nearMarks.firstIndex(of: mark.index) else {
      return
    }
    for window in windows where window.after[place] == nil { window.after[place] = moment }
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
