import BasicContainers

extension Array {
  /// Removes all elements and keeps the memory. For lists of a few elements, this is cheaper than `removeAll(keepingCapacity:)`.
  @inline(__always)
  mutating func clear() {
    while !isEmpty { removeLast() }
  }

  /// Removes the elements that fit a predicate, and keeps the order of the others. Unlike `removeAll`, it never allocates.
  @inline(__always)
  mutating func drop(where isOver: (Element) -> Bool) {
    guard var kept = firstIndex(where: isOver) else { return }
    for place in kept + 1..<count where !isOver(self[place]) {
      swapAt(kept, place)
      kept += 1
    }
    while count > kept { removeLast() }
  }
}

extension UniqueArray where Element: ~Copyable {
  /// Removes all elements and keeps the memory.
  @inline(__always)
  mutating func clear() { removeAll(keepingCapacity: true) }
}

extension UniqueArray {
  /// Reserves capacity for one more element. A full array grows to four times its size, and from 1,024 elements on to twice its
  /// size, so that a table soon reaches its final size.
  @inline(__always)
  mutating func makeRoom() {
    if count == capacity { reserveCapacity(Swift.max(16, count * (count < 1_024 ? 4 : 2))) }
  }

  /// Removes the elements that fit a predicate, and keeps the order of the others.
  @inline(__always)
  mutating func drop(where isOver: (borrowing Element) -> Bool) {
    var kept = 0
    for place in 0..<count where !isOver(self[place]) {
      if kept < place { swapAt(kept, place) }
      kept += 1
    }
    if kept < count { removeLast(count - kept) }
  }
}

extension [UInt8] {
  /// Overwrites the bytes from an index on. All of these bytes must exist.
  @inline(__always)
  mutating func write(_ bytes: Span<UInt8>, at place: Int) {
    var span = mutableSpan
    span.write(bytes, at: place)
  }
}

extension MutableSpan<UInt8> {
  /// Overwrites the bytes from an index on. All of these bytes must exist.
  @inline(__always)
  mutating func write(_ bytes: Span<UInt8>, at place: Int) {
    precondition(place >= 0 && place <= count - bytes.count)
    // One copy of all bytes instead of one for each byte. The pointers do not escape.
    unsafe bytes.withUnsafeBytes { source in
      unsafe withUnsafeMutableBytes {
        unsafe UnsafeMutableRawBufferPointer(rebasing: $0[place...]).copyMemory(from: source)
      }
    }
  }
}
