import Synchronization

/// A value that is made when it is first used, because most logs never need it. All threads get the same value.
package final class Lazy<Value: AnyObject & Sendable>: Sendable {
  /// Not `AtomicLazyReference`, which takes ten times as long to return a value.
  private let made = Mutex<Value?>(nil)
  private let make: @Sendable () -> Value

  /// Creates a value that is made by a function.
  package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// The value. The first use makes it.
  package var value: Value {
    made.withLock { value in
      if let value { return value }
      let new = make()
      value = new
      return new
    }
  }
}
