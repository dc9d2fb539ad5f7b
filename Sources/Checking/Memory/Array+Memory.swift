import BasicContainers

extension Array {
  /// Takes out all elements and keeps the memory: for lists of a few elements, for which `removeAll` does much more.
  @inline(__always)
  mutating func clear() {
    while !isEmpty { removeLast() }
  }

  /// Takes out what is over and keeps the order of the rest, where `removeAll` asks for memory.
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

extension UniqueArray {
  /// Takes out all elements and keeps the memory.
  @inline(__always)
  mutating func clear() { removeAll(keepingCapacity: true) }

  /// Sees to it that there is room for one more: where there is none, for four times as many, and of many for twice as many,
  /// so that a table is soon as large as it will be.
  @inline(__always)
  mutating func makeRoom() {
    if count == capacity { reserveCapacity(Swift.max(16, count * (count < 1_024 ? 4 : 2))) }
  }

  /// Takes out what is over and keeps the order of the rest.
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
  /// Writes some bytes over those from a place on, which have to be there.
  @inline(__always)
  mutating func write(_ bytes: Span<UInt8>, at place: Int) {
    var span = mutableSpan
    span.write(bytes, at: place)
  }
}

extension MutableSpan<UInt8> {
  /// Writes some bytes over those from a place on, which have to be there.
  @inline(__always)
  mutating func write(_ bytes: Span<UInt8>, at place: Int) {
    precondition(place >= 0 && place <= count - bytes.count)
    // One copy instead of one a byte; neither buffer is kept.
    unsafe bytes.withUnsafeBytes { source in
      unsafe withUnsafeMutableBytes {
        unsafe UnsafeMutableRawBufferPointer(rebasing: $0[place...]).copyMemory(from: source)
      }
    }
  }
}
