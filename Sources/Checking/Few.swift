/// Values by key, where most often there is one: the first is compared, and only others are looked up. It has one owner, so
/// that to look for a value counts no references of others.
struct Few<Key: Hashable, Value>: ~Copyable {
  private var first: (key: Key, value: Value)?
  private var others: [Key: Value] = [:]

  var count: Int { first == nil ? 0 : others.count + 1 }

  subscript(key: Key) -> Value? {
    if first?.key == key { return first?.value }
    return others.isEmpty ? nil : others[key]
  }

  mutating func set(_ key: Key, _ value: Value) {
    if first == nil || first?.key == key { first = (key, value) } else { others[key] = value }
  }

  mutating func removeAll() {
    first = nil
    if !others.isEmpty { others.removeAll(keepingCapacity: true) }
  }
}
