import BasicContainers

/// Values by key, in no order.
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

  /// Hands over all values with their keys.
  @inline(__always)
  func forEach(_ body: (Key, Value) -> Void) {
    for number in entries.indices { body(entries[number].key, entries[number].value) }
  }

  /// All keys with their values, in no order.
  var all: [(key: Key, value: Value)] {
    entries.indices.map { (key: entries[$0].key, value: entries[$0].value) }
  }

  /// Puts a value under a key, in place of another.
  mutating func set(_ key: Key, _ value: Value) {
    let found = room(for: key)
    if found.number >= 0 { entries[Int(found.number)].value = value } else { add(key, value, at: found) }
  }

  /// Changes what is under a key, where there is nothing that value.
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
