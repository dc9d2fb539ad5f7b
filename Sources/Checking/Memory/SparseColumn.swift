import BasicContainers

/// A value for each number, as far up as any was ever set; of all others there is one that stands for none. So of what
/// nobody sets nothing is kept.
struct SparseColumn<Value>: ~Copyable {
  private var values = UniqueArray<Value>()
  private let none: Value

  init(none: Value) { self.none = none }

  @inline(__always)
  subscript(_ number: Int32) -> Value {
    get { Int(number) < values.count ? values[Int(number)] : none }
    set {
      if Int(number) >= values.count { reach(Int(number)) }
      values[Int(number)] = newValue
    }
  }

  /// Takes a value away, if there is one.
  @inline(__always)
  mutating func remove(_ number: Int32) {
    if Int(number) < values.count { values[Int(number)] = none }
  }

  @inline(never)
  private mutating func reach(_ number: Int) {
    while values.count <= number {
      values.makeRoom()
      values.append(none)
    }
  }
}
