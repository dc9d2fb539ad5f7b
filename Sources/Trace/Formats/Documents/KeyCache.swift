/// A cache of the keys of a record, in their order. Most records have the same keys as the record above. Comparing their bytes
/// takes a fifth of the time of looking up their meanings.
struct KeyCache {
  /// The meaning of a key.
  struct Key {
    var meaning: JSONKeys.Meaning?
    /// Whether the key also identifies a kind of document.
    var isMark = false
    /// Whether the members of its object may be members of the record.
    var isTransparent = false
  }

  /// The keys with their quotes and colons.
  private var text: [UInt8] = []
  private var keys: [(key: Key, text: Range<Int>)] = []

  /// Reads the key at an index. `number` counts the keys of the record from 0. Returns the key and the index of its value; nil if
  /// there is no key.
  @inline(__always)
  mutating func key(_ number: Int, _ line: Span<UInt8>, _ start: Int) -> (Key, value: Int)? {
    if number < keys.count {
      let known = keys[number].text
      let end = start + known.count
      if end < line.count, line.extracting(start..<end).isEqual(to: text.span.extracting(known)) {
        return (keys[number].key, end)
      }
    }
    return replace(number, line, start)
  }

  /// Looks up a key, and replaces the cached keys from its number on with it.
  @inline(never)
  private mutating func replace(_ number: Int, _ line: Span<UInt8>, _ start: Int) -> (Key, value: Int)? {
    guard let colon = SystemLogRecord.endOfKey(line, start) else { return nil }
    let name = start + 1..<colon - 1
    let meanings = JSONKeys.meanings(of: name, in: line)
    let key = Key(
      meaning: meanings?.first, isMark: meanings?.second != nil,
      isTransparent: JSONKeys.isTransparent(name, in: line) || JSONKeys.isPrefix(name, in: line))
    keys.removeSubrange(min(number, keys.count)...)
    let end = keys.last?.text.upperBound ?? 0
    text.removeSubrange(end...)
    text.append(line.extracting(start..<colon + 1))
    keys.append((key, end..<text.count))
    return (key, colon + 1)
  }
}
