import BasicContainers

// Sets marks.

extension SessionState {
  /// Sets a mark for the key of the next event, or for every key if the key is absent. Used by the fast path.
  @inline(never)
  mutating func mark(_ index: Int, retention: Int64) {
    if !marks[index].write(next.key.key, moment) { enter(index, next.key.key, moment, retention: retention) }
  }

  /// Sets a mark for every key.
  @inline(never)
  mutating func markAll(_ index: Int) {
    marks[index].note(moment)
  }

  /// Sets a mark for a key, or for every key if the key is absent. Entries older than `retention`, in counted nanoseconds, may be
  /// forgotten if each start since which the mark is asked for has occurred after them.
  mutating func note(_ mark: Int, _ key: Key, _ moment: Moment, retention: Int64) {
    if !marks[mark].write(key, moment) { enter(mark, key, moment, retention: retention) }
  }

  /// Sets a mark if `LastSeen.write` could not. Forgets old entries first if there are many.
  @inline(never)
  private mutating func enter(_ mark: Int, _ key: Key, _ moment: Moment, retention: Int64) {
    if marks[mark].isLarge, retention < .max {
      forget(mark, before: moment.counted - retention, keepsUntimed: retention > 0)
    }
    if !marks[mark].write(key, moment) { marks[mark].note(key, moment) }
  }

  /// Forgets entries of a mark that are older than a counted time. An entry is kept if one of the mark's starts has not occurred
  /// since.
  private mutating func forget(_ mark: Int, before counted: Int64, keepsUntimed: Bool) {
    var order = Int.max
    for start in table.starts[mark] { order = min(order, marks[start].newest(nil)?.order ?? -1) }
    marks[mark].forget(before: counted, upTo: order, keepsUntimed: keepsUntimed)
  }
}
