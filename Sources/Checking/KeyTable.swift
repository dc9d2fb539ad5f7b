/// Values by key, in no order: open addressing with linear probing (Knuth, The Art of Computer Programming 3, 6.4,
/// algorithms L and R), so that a steady number of keys asks for no memory.
struct KeyTable<Value> {
  /// The hash of each slot's key; 0 where the slot is free.
  private var hashes: [UInt] = []
  private var keys: [Key] = []
  private var slots: [Value?] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  subscript(_ key: Key) -> Value? {
    if count == 0 { return nil }
    let slot = slot(for: key)
    return hashes[slot] == 0 ? nil : slots[slot]
  }

  /// All values, and all keys with theirs.
  var values: some Sequence<Value> { slots.lazy.compactMap(\.self) }
  var all: some Sequence<(key: Key, value: Value)> {
    zip(keys, slots).lazy.compactMap { key, value in value.map { (key: key, value: $0) } }
  }

  /// Puts a value under a key, in place of another.
  mutating func set(_ key: Key, _ value: Value) {
    let slot = place(for: key)
    slots[slot] = value
  }

  /// Changes what is under a key, where there is nothing that value.
  mutating func update<Result>(
    _ key: Key, from initial: @autoclosure () -> Value, _ change: (inout Value) -> Result
  ) -> Result {
    let slot = place(for: key)
    var value = slots[slot] ?? initial()
    // Out of the table while it changes, so that it is not copied.
    slots[slot] = nil
    defer { slots[slot] = value }
    return change(&value)
  }

  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    if count == 0 { return nil }
    var hole = slot(for: key)
    if hashes[hole] == 0 { return nil }
    let value = slots[hole]
    count -= 1
    // What was pushed behind the hole moves up, so that no search ends too early.
    var slot = next(hole)
    while hashes[slot] != 0 {
      let home = first(of: hashes[slot])
      if (slot &- home) & (hashes.count - 1) >= (slot &- hole) & (hashes.count - 1) {
        hashes[hole] = hashes[slot]
        keys[hole] = keys[slot]
        slots[hole] = slots[slot]
        hole = slot
      }
      slot = next(slot)
    }
    free(hole)
    return value
  }

  mutating func removeAll() {
    if count == 0 { return }
    for slot in hashes.indices where hashes[slot] != 0 { free(slot) }
    count = 0
  }

  /// Keeps what fits.
  mutating func keep(_ fits: (Value) -> Bool) {
    let old = Array(all)
    removeAll()
    for (key, value) in old where fits(value) { set(key, value) }
  }

  private func first(of hash: UInt) -> Int { Int(truncatingIfNeeded: hash) & (hashes.count - 1) }
  private func next(_ slot: Int) -> Int { (slot + 1) & (hashes.count - 1) }

  /// Where a key is, or would be; there is at least one slot.
  private func slot(for key: Key) -> Int {
    var slot = first(of: key.hash)
    while hashes[slot] != 0, hashes[slot] != key.hash || keys[slot].text != key.text { slot = next(slot) }
    return slot
  }

  /// The place of a key, which is made where there is none.
  private mutating func place(for key: Key) -> Int {
    if (count + 1) * 4 > hashes.count * 3 { grow() }
    let slot = slot(for: key)
    if hashes[slot] == 0 {
      hashes[slot] = key.hash
      keys[slot] = key
      count += 1
    }
    return slot
  }

  private mutating func free(_ slot: Int) {
    hashes[slot] = 0
    keys[slot] = .absent
    slots[slot] = nil
  }

  private mutating func grow() {
    let old = Array(all)
    let size = max(8, hashes.count * 2)
    hashes = Array(repeating: 0, count: size)
    keys = Array(repeating: .absent, count: size)
    slots = Array(repeating: nil, count: size)
    count = 0
    for (key, value) in old { set(key, value) }
  }
}
