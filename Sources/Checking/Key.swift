/// The value of the field that binds events to each other, or several values as one, with its hash.
struct Key: Sendable, Equatable {
  let text: String
  /// Never 0.
  fileprivate let hash: UInt

  /// Other in each run, so that no log can be made whose keys collide.
  private static let seed = UInt.random(in: .min ... .max)

  init(_ text: String) {
    self.text = text
    hash = Self.finished(text.utf8.reduce(Self.seed, Self.mixed))
  }

  /// The value that some bytes are; what is not UTF-8 is U+FFFD.
  init(_ bytes: Span<UInt8>) {
    text = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    var hash = Self.seed
    var all: UInt8 = 0
    for index in bytes.indices {
      hash = Self.mixed(hash, bytes[index])
      all |= bytes[index]
    }
    // What was repaired has other bytes than these.
    if all >= 0x80 { hash = text.utf8.reduce(Self.seed, Self.mixed) }
    self.hash = Self.finished(hash)
  }

  @inline(__always)
  private static func mixed(_ hash: UInt, _ byte: UInt8) -> UInt {
    (hash ^ UInt(byte)) &* 0x9E37_79B9_7F4A_7C15
  }

  @inline(__always)
  private static func finished(_ hash: UInt) -> UInt { (hash ^ hash >> 29) | 1 << (UInt.bitWidth - 1) }

  /// What concerns no thing in particular.
  static let empty = Key("")
  /// What stands for the lack of a key; no text is equal to it.
  static let absent = Key(absence: ())

  private init(absence: ()) {
    text = ""
    hash = 1
  }

  var isEmpty: Bool { text.isEmpty }

  static func == (a: Key, b: Key) -> Bool { a.hash == b.hash && a.text == b.text }

  /// Two values as one.
  func joined(with other: Key) -> Key { Key(text + "\u{1F}" + other.text) }
}

/// Values by key, in no order: open addressing with linear probing (Knuth, The Art of Computer Programming 3, 6.4,
/// algorithms L and R), so that a steady number of keys asks for no memory.
struct KeyTable<Value> {
  /// The hash of each slot's key; 0 where the slot is free.
  private var hashes: [UInt] = []
  private var entries: [(key: Key, value: Value)?] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  subscript(_ key: Key) -> Value? {
    if count == 0 { return nil }
    return slot(of: key).flatMap { entries[$0]?.value }
  }

  /// All values, and all keys with theirs.
  var values: some Sequence<Value> { all.lazy.map(\.value) }
  var all: some Sequence<(key: Key, value: Value)> { entries.lazy.compactMap(\.self) }

  /// Puts a value under a key, in place of another.
  mutating func set(_ key: Key, _ value: Value) {
    if let slot = slot(of: key) {
      entries[slot]?.value = value
      return
    }
    if (count + 1) * 4 > hashes.count * 3 { grow() }
    var slot = first(of: key.hash)
    while hashes[slot] != 0 { slot = next(slot) }
    hashes[slot] = key.hash
    entries[slot] = (key, value)
    count += 1
  }

  /// Changes what is under a key, where there is nothing that value.
  mutating func update<Result>(
    _ key: Key, from initial: @autoclosure () -> Value, _ change: (inout Value) -> Result
  ) -> Result {
    if slot(of: key) == nil { set(key, initial()) }
    guard let slot = slot(of: key), var entry = entries[slot] else { preconditionFailure("it was just set") }
    // Out of the table while it changes, so that it is not copied.
    entries[slot] = nil
    defer { entries[slot] = entry }
    return change(&entry.value)
  }

  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    if count == 0 { return nil }
    guard var hole = slot(of: key) else { return nil }
    let value = entries[hole]?.value
    count -= 1
    // What was pushed behind the hole moves up, so that no search ends too early.
    var slot = next(hole)
    while hashes[slot] != 0 {
      let home = first(of: hashes[slot])
      if (slot &- home) & (hashes.count - 1) >= (slot &- hole) & (hashes.count - 1) {
        hashes[hole] = hashes[slot]
        entries[hole] = entries[slot]
        hole = slot
      }
      slot = next(slot)
    }
    hashes[hole] = 0
    entries[hole] = nil
    return value
  }

  mutating func removeAll() {
    if count == 0 { return }
    for slot in hashes.indices where hashes[slot] != 0 {
      hashes[slot] = 0
      entries[slot] = nil
    }
    count = 0
  }

  /// Keeps what fits.
  mutating func keep(_ fits: (Value) -> Bool) {
    let old = entries
    removeAll()
    for case let entry? in old where fits(entry.value) { set(entry.key, entry.value) }
  }

  private func first(of hash: UInt) -> Int { Int(truncatingIfNeeded: hash) & (hashes.count - 1) }
  private func next(_ slot: Int) -> Int { (slot + 1) & (hashes.count - 1) }

  private func slot(of key: Key) -> Int? {
    if hashes.isEmpty { return nil }
    var slot = first(of: key.hash)
    while hashes[slot] != 0 {
      if hashes[slot] == key.hash, entries[slot]?.key.text == key.text { return slot }
      slot = next(slot)
    }
    return nil
  }

  private mutating func grow() {
    let old = entries
    let size = max(8, hashes.count * 2)
    hashes = Array(repeating: 0, count: size)
    entries = Array(repeating: nil, count: size)
    count = 0
    for case let entry? in old { set(entry.key, entry.value) }
  }
}
