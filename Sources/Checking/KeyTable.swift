/// Values by key, in no order.
struct KeyTable<Value> {
  private var index = KeyIndex()
  private var entries: [Entry] = []

  private struct Entry {
    var key: Key
    var value: Value
  }

  var count: Int { entries.count }
  var isEmpty: Bool { entries.isEmpty }

  subscript(_ key: Key) -> Value? {
    let number = number(key)
    return number < 0 ? nil : entries[number].value
  }

  func has(_ key: Key) -> Bool { number(key) >= 0 }

  /// All values, and all keys with theirs.
  var values: some Sequence<Value> { entries.lazy.map(\.value) }
  var all: some Sequence<(key: Key, value: Value)> { entries.lazy.map { (key: $0.key, value: $0.value) } }

  /// Puts a value under a key, in place of another.
  mutating func set(_ key: Key, _ value: Value) {
    let number = number(key)
    if number >= 0 { entries[number].value = value } else { add(key, value) }
  }

  /// Changes what is under a key, where there is nothing that value.
  mutating func update<Result>(
    _ key: Key, from initial: @autoclosure () -> Value, _ change: (inout Value) -> Result
  ) -> Result {
    var number = number(key)
    if number < 0 {
      number = entries.count
      add(key, initial())
    }
    return change(&entries[number].value)
  }

  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    let number = number(key)
    return number < 0 ? nil : remove(at: number)
  }

  mutating func removeAll() {
    if isEmpty { return }
    index.removeAll()
    entries.clear()
  }

  /// Keeps what fits.
  mutating func keep(_ fits: (Value) -> Bool) {
    // From behind, so that what moves to the place of another was looked at.
    for number in entries.indices.reversed() where !fits(entries[number].value) { remove(at: number) }
  }

  /// Where a key stands; negative where it does not.
  @inline(__always)
  private func number(_ key: Key) -> Int {
    Int(index.number(key) { entries[Int($0)].key == key })
  }

  private mutating func add(_ key: Key, _ value: Value) {
    index.insert(key, Int32(truncatingIfNeeded: entries.count))
    entries.append(Entry(key: key, value: value))
  }

  /// What stands last moves to the place of what goes.
  @discardableResult
  private mutating func remove(at number: Int) -> Value {
    let last = entries.count - 1
    index.remove(entries[number].key, Int32(truncatingIfNeeded: number))
    if number < last {
      index.renumber(
        entries[last].key, from: Int32(truncatingIfNeeded: last), to: Int32(truncatingIfNeeded: number))
      entries.swapAt(number, last)
    }
    return entries.removeLast().value
  }
}
