import BasicContainers

/// Values by key, where most often there is one: the first is compared, and only others are looked up. It has one owner, so
/// that to look for a value counts no references of others.
struct SmallDictionary<Key: Hashable, Value>: ~Copyable {
  /// One or none.
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

  /// Does something with each value, in no order.
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
