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
  func takeSnapshots(_ signal: Signal, _ plan: Plan) {
    for place in plan.snapshots.indices where holds(plan.snapshots[place].guard, signal) {
      keepSnapshots()
      let snapshot = plan.snapshots[place].snapshot
      newestSnapshots[snapshot] = (signal.order, before: snapshots[snapshot])
      snapshots[snapshot] = fact(program.snapshots[snapshot])
    }
  }

  /// The value of a snapshot at a place in the log's order. A later signal of the line may have replaced it.
  func snapshot(_ index: Int, upTo order: Int) -> Fact? {
    let newest = newestSnapshots[index]
    return order < newest.order ? newest.before : snapshots[index]
  }

  /// What a mark becomes once all of a line was judged.
  struct Remembered {
    let mark: Int
    let clears: Bool
    /// Of which thing; absent for all.
    let key: Key
    let moment: Moment
    /// The signal that sets it, by its place, where reports show its line; else negative.
    let shown: Int
  }

  /// Marks and facts change after a line was judged: `last` and `since` speak of what was before it, also where they
  /// say which events are to be remembered.
  func remember() {
    marked.clear()
    told.clear()
    for number in signals.indices {
      let plan = plans[signals[number].code]
      if plan.markings.isEmpty, plan.facts.isEmpty { continue }
      let signal = signals[number]
      let moment = Moment(signal)
      for place in plan.markings.indices {
        let marking = plan.markings[place]
        if marking.isGuarded, !holds(plan.marks[place].guard, as: marking.condition, signal) { continue }
        let key = marking.isKeyed ? signal.judged.key(plan.marks[place].keys) : nil
        marked.append(
          Remembered(
            mark: marking.mark, clears: marking.clears, key: key ?? .absent, moment: moment,
            shown: marking.isShown ? number : -1))
      }
      for place in plan.facts.indices where holds(plan.facts[place].guard, signal) {
        told.append((place, number))
      }
    }
    for place in marked.indices { remember(marked[place]) }
    for place in told.indices {
      let signal = signals[told[place].signal]
      remember(plans[signal.code].facts[told[place].place], signal)
    }
  }

  private func remember(_ new: Remembered) {
    if new.clears { return state.marks[new.mark].clear(new.key.asOptional, at: new.moment.order) }
    state.note(new.mark, new.key, new.moment, retention: program.retentions[new.mark] ?? .max)
    if new.shown >= 0 { newest[new.mark] = signals[new.shown].line }
    guard !runningCalls.isEmpty, new.moment.isTimed, let place = program.nearMarks.firstIndex(of: new.mark)
    else {
      return
    }
    for runningCall in runningCalls where runningCall.after[place] == nil {
      runningCall.after[place] = new.moment
    }
  }

  private func remember(_ fact: PlanBuilder.Fact, _ signal: Signal) {
    let key = program.facts[fact.index]
    if fact.clears {
      facts[fact.index] = nil
    } else if let value = signal.judged.retainedLine.value(key.field) {
      if key.isLasting, !isAcrossSessions {
        app.facts[fact.index] = Fact(value, signal.line)
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
