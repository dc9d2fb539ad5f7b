import BasicContainers

/// A hash table from keys to values. The entries are stored densely, in no particular order.
struct KeyTable<Value>: ~Copyable {
  private var index = KeyIndex()
  private var entries = UniqueArray<Entry>()

  struct Entry {
    fileprivate let key: Key
    fileprivate var value: Value
  }

  var count: Int { entries.count }
  var isEmpty: Bool { entries.isEmpty }

  subscript(_ key: Key) -> Value? {
    let number = number(key)
    return number < 0 ? nil : entries[number].value
  }

  func has(_ key: Key) -> Bool { number(key) >= 0 }

  /// Calls a function with each key and its value, in no particular order.
  @inline(__always)
  func forEach(_ body: (Key, Value) -> Void) {
    for number in entries.indices { body(entries[number].key, entries[number].value) }
  }

  /// All keys with their values, in no particular order.
  var all: [(key: Key, value: Value)] {
    entries.indices.map { (key: entries[$0].key, value: entries[$0].value) }
  }

  /// Sets the value of a key.
  mutating func set(_ key: Key, _ value: Value) {
    let found = room(for: key)
    if found.number >= 0 { entries[Int(found.number)].value = value } else { add(key, value, at: found) }
  }

  /// Changes the value of a key in place, and returns the result of `change`. A new key begins with the value `initial`.
  mutating func update<Result>(
    _ key: Key, from initial: @autoclosure () -> Value, _ change: (inout Value) -> Result
  ) -> Result {
    let found = room(for: key)
    if found.number >= 0 { return change(&entries[Int(found.number)].value) }
    add(key, initial(), at: found)
    return change(&entries[entries.count - 1].value)
  }

  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    let number = number(key)
    return number < 0 ? nil : remove(at: number)
  }

  mutating func removeAll() {
    if isEmpty { return }
    index.removeAll()
    entries.removeAll(keepingCapacity: true)
  }

  /// Removes all values that do not fit a predicate.
  mutating func keep(_ fits: (Value) -> Bool) {
    // Backwards, because removing an entry moves the last one to its index. That entry was examined before.
    for number in entries.indices.reversed() where !fits(entries[number].value) { remove(at: number) }
  }

  /// Returns the index of a key's entry; negative if there is none.
  @inline(__always)
  private func number(_ key: Key) -> Int {
    Int(index.number(key) { entries[Int($0)].key == key })
  }

  @inline(__always)
  private mutating func room(for key: Key) -> KeyIndex.Finding {
    index.makeRoom()
    return index.find(key) { entries[Int($0)].key == key }
  }

  private mutating func add(_ key: Key, _ value: Value, at room: KeyIndex.Finding) {
    index.put(Int32(truncatingIfNeeded: entries.count), under: key, at: room)
    entries.makeRoom()
    entries.append(Entry(key: key, value: value))
  }

  /// Removes an entry, and moves the last entry to its index.
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
