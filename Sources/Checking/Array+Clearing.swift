extension Array {
  /// Takes out all elements and keeps the memory: for lists of a few elements, for which `removeAll` does much more.
  @inline(__always)
  mutating func clear() {
    while !isEmpty { removeLast() }
  }
}
