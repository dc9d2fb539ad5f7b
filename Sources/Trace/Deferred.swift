/// A value of an archive that is decoded when it is first asked for, because most runs never need it.
package enum Deferred<Value: Sendable>: Sendable {
  case known(Value)
  /// The value at an index of a list that is stored as a whole.
  case stored(Lazy<DecodedList<Value>>, index: Int)

  package var value: Value {
    switch self {
    case .known(let value): value
    case .stored(let list, let index): list.value.values[index]
    }
  }
}

/// A list that was decoded.
package final class DecodedList<Value: Sendable>: Sendable {
  let values: [Value]

  package init(_ values: [Value]) { self.values = values }
}
