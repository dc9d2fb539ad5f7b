import BasicContainers

/// A column with a value for each row number. It is stored only up to the highest row that was ever set, and all other rows have
/// the value `none`. A column that is never set takes no memory.
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

  /// Sets the value of a row back to `none`.
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
