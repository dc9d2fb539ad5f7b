import BasicContainers

// How marks are set and cleared.

extension SessionState {
  /// Sets a mark for the key that is known, and for every key where that is absent.
  @inline(never)
  mutating func mark(_ index: Int, retention: Int64) {
    if !marks[index].write(next.key.key, moment) { enter(index, next.key.key, moment, retention: retention) }
    noteTurn(index)
  }

  /// Sets a mark for every key.
  @inline(never)
  mutating func markAll(_ index: Int) {
    marks[index].note(moment)
    noteTurn(index)
  }

  @inline(__always)
  private mutating func noteTurn(_ mark: Int) {
    if marks[mark].isAwaited {
      marks[mark].isAwaited = false
      next.isTurn = true
      next.isNews = true
    }
  }

  /// Remembers what sets a mark, of every key where that is absent. What lies further back than `horizon`, in counted
  /// nanoseconds, may be forgotten, if it lies before all since which the mark is asked for.
  mutating func note(_ mark: Int, _ key: Key, _ moment: Moment, retention: Int64) {
    if !marks[mark].write(key, moment) { enter(mark, key, moment, retention: retention) }
  }

  @inline(never)
  private mutating func enter(_ mark: Int, _ key: Key, _ moment: Moment, retention: Int64) {
    if marks[mark].isLarge, retention < .max {
      forget(mark, before: moment.counted - retention, keepsUntimed: retention > 0)
    }
    if !marks[mark].write(key, moment) { marks[mark].note(key, moment) }
  }

  private mutating func forget(_ mark: Int, before counted: Int64, keepsUntimed: Bool) {
    var order = Int.max
    for start in table.starts[mark] { order = min(order, marks[start].newest(nil)?.order ?? -1) }
    marks[mark].forget(before: counted, upTo: order, keepsUntimed: keepsUntimed)
  }
}
