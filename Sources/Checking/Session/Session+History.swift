import BasicContainers
import Rulebook
import Trace

// Remembers events for later conditions: marks (`since`, `within the last`), facts (`last E.f`, `highest E.f`) and snapshots
// (`last E.f at M`).

extension Session {
  /// A value of an event's field, and the line that contains it.
  struct Fact {
    var text: String
    /// The line; nil if the value was given in advance, not by the log.
    var told: Occurrence?

    init(_ text: String, _ told: Occurrence?) {
      self.text = text
      self.told = told
    }
  }

  /// Takes the snapshots of a signal: the values of facts at this moment, for `last E.f at M`.
  @inline(__always)
  func takeSnapshots(_ signal: Signal, _ plan: Plan) {
    for place in plan.snapshots.indices where holds(plan.snapshots[place].guard, signal) {
      saveSnapshots()
      let snapshot = plan.snapshots[place].snapshot
      newestSnapshots[snapshot] = (signal.order, before: snapshots[snapshot])
      snapshots[snapshot] = fact(program.snapshots[snapshot])
    }
  }

  /// Returns the value of a snapshot at a log order. A later signal of the line may have replaced it.
  func snapshot(_ index: Int, upTo order: Int) -> Fact? {
    let newest = newestSnapshots[index]
    return order < newest.order ? newest.before : snapshots[index]
  }

  /// A change of a mark, which is applied after the line is judged.
  struct Remembered {
    let mark: Int
    /// Whether the mark is cleared. Otherwise, it is set.
    let clears: Bool
    /// The key; absent for all keys.
    let key: Key
    let moment: Moment
    /// The index of the signal that sets the mark, if reports show its line; else -1.
    let shown: Int
  }

  /// Updates the marks and facts after a line is judged, because `last` and `since` do not include the line itself. This also
  /// holds for the conditions of the marks and facts, so all of them are evaluated before the first update.
  func remember() {
    marked.clear()
    told.clear()
    for number in signals.indices { signals[number].with { collect($0, at: number) } }
    for place in marked.indices { remember(marked[place]) }
    for place in told.indices {
      let signal = signals[told[place].signal].object
      remember(plans[signal.code].facts[told[place].place], signal)
    }
  }

  /// Adds the marks and facts that a signal changes to `marked` and `told`. `number` is its index in `signals`.
  private func collect(_ signal: Signal, at number: Int) {
    plans.with(signal.code) { collect(signal, at: number, $0) }
  }

  private func collect(_ signal: Signal, at number: Int, _ plan: Plan) {
    if plan.markHeaders.isEmpty, plan.facts.isEmpty { return }
    let moment = Moment(signal)
    for place in plan.markHeaders.indices {
      let marking = plan.markHeaders[place]
      if marking.isGuarded, !holds(plan.marks[place].guard, marking.condition, of: plan, signal) { continue }
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

  /// Applies a change of a mark. Running calls remember the first event of a lookaround mark after their entry.
  private func remember(_ new: Remembered) {
    if new.clears { return state.marks[new.mark].clear(new.key.asOptional, at: new.moment.order) }
    state.note(new.mark, new.key, new.moment, retention: program.retentions[new.mark] ?? .max)
    if new.shown >= 0 { newest[new.mark] = signals[new.shown].object.line }
    guard !runningCalls.isEmpty, new.moment.isTimed,
      let place = program.lookaroundMarks.firstIndex(of: new.mark)
    else {
      return
    }
    for runningCall in runningCalls where runningCall.after[place] == nil {
      runningCall.after[place] = new.moment
    }
  }

  /// Updates a fact. A lasting fact is a fact of the app, and a greatest value is only replaced by a greater one.
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
