/// Values by key, in no order: open addressing with linear probing (Knuth, The Art of Computer Programming 3, 6.4,
/// algorithms L and R), so that a steady number of keys asks for no memory.
struct KeyTable<Value> {
  private var slots: [Slot] = []
  private(set) var count = 0

  private struct Slot {
    var isTaken = false
    var key = Key.absent
    var value: Value?

    /// Its key stays, which is less to write.
    @inline(__always)
    mutating func free() -> Value? {
      isTaken = false
      return value.take()
    }
  }

  var isEmpty: Bool { count == 0 }

  subscript(_ key: Key) -> Value? {
    if count == 0 { return nil }
    // One that is free has none.
    return slots[slot(for: key)].value
  }

  @inline(__always)
  func has(_ key: Key) -> Bool { count != 0 && slots[slot(for: key)].isTaken }

  /// All values, and all keys with theirs.
  var values: some Sequence<Value> { slots.lazy.compactMap { $0.value } }
  var all: some Sequence<(key: Key, value: Value)> {
    slots.lazy.compactMap { slot in slot.value.map { (key: slot.key, value: $0) } }
  }

  /// Puts a value under a key, in place of another.
  mutating func set(_ key: Key, _ value: Value) {
    let slot = place(for: key)
    slots[slot].value = value
  }

  /// Changes what is under a key, where there is nothing that value.
  mutating func update<Result>(
    _ key: Key, from initial: @autoclosure () -> Value, _ change: (inout Value) -> Result
  ) -> Result {
    let slot = place(for: key)
    var value = slots[slot].value ?? initial()
    // Out of the table while it changes, so that it is not copied.
    slots[slot].value = nil
    defer { slots[slot].value = value }
    return change(&value)
  }

  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    if count == 0 { return nil }
    var hole = slot(for: key)
    guard slots[hole].isTaken else { return nil }
    let value = slots[hole].free()
    count -= 1
    // What was pushed behind the hole moves up, so that no search ends too early.
    var slot = next(hole)
    while slots[slot].isTaken {
      let home = first(of: slots[slot].key.hash)
      if (slot &- home) & (slots.count &- 1) >= (slot &- hole) & (slots.count &- 1) {
        slots.swapAt(hole, slot)
        hole = slot
      }
      slot = next(slot)
    }
    return value
  }

  mutating func removeAll() {
    if count == 0 { return }
    for slot in slots.indices where slots[slot].isTaken { _ = slots[slot].free() }
    count = 0
  }

  /// Keeps what fits.
  mutating func keep(_ fits: (Value) -> Bool) {
    var place = 0
    while place < slots.count {
      // What moves up into the hole is looked at next. What moved there from the front was kept, and is kept again.
      if let value = slots[place].value, !fits(value) { remove(slots[place].key) } else { place += 1 }
    }
  }

  @inline(__always)
  private func first(of hash: UInt) -> Int { Int(truncatingIfNeeded: hash) & (slots.count &- 1) }
  @inline(__always)
  private func next(_ slot: Int) -> Int { (slot &+ 1) & (slots.count &- 1) }

  /// Where a key is, or would be; there is at least one slot.
  @inline(__always)
  private func slot(for key: Key) -> Int {
    var slot = first(of: key.hash)
    while slots[slot].isTaken, slots[slot].key != key { slot = next(slot) }
    return slot
  }

  /// The place of a key, which is made where there is none.
  private mutating func place(for key: Key) -> Int {
    if (count + 1) * 2 > slots.count { grow() }
    let slot = slot(for: key)
    if !slots[slot].isTaken {
      slots[slot].key = key
      slots[slot].isTaken = true
      count += 1
    }
    return slot
  }

  private mutating func grow() {
    var old = Array(repeating: Slot(), count: max(16, slots.count * 2))
    swap(&old, &slots)
    for place in old.indices where old[place].isTaken {
      var slot = first(of: old[place].key.hash)
      while slots[slot].isTaken { slot = next(slot) }
      swap(&slots[slot], &old[place])
    }
  }
}
