import BasicContainers

/// A dictionary for one entry in most cases. The first key is compared directly, and only further keys are hashed. It cannot be
/// copied, so a lookup retains no storage.
struct SmallDictionary<Key: Hashable, Value>: ~Copyable {
  /// The first entry; empty if there is none.
  private var first = UniqueArray<Entry>()
  private var others: [Key: Value] = [:]

  struct Entry {
    fileprivate let key: Key
    fileprivate var value: Value
  }

  var count: Int { first.count + others.count }

  subscript(key: Key) -> Value? {
    if !first.isEmpty, first[0].key == key { return first[0].value }
    return others.isEmpty ? nil : others[key]
  }

  /// Calls a function with each value, in no particular order.
  func forEach(_ body: (Value) -> Void) {
    if !first.isEmpty { body(first[0].value) }
    for value in others.values { body(value) }
  }

  mutating func set(_ key: consuming Key, _ value: consuming Value) {
    if first.isEmpty {
      first.append(Entry(key: key, value: value))
    } else if first[0].key == key {
      first[0].value = value
    } else {
      others[key] = value
    }
  }

  mutating func removeAll() {
    if !first.isEmpty { first.removeAll(keepingCapacity: true) }
    if !others.isEmpty { others.removeAll(keepingCapacity: true) }
  }
}
