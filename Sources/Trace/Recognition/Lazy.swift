import Synchronization

/// A value that is created when it is first used, because most logs never need it. All threads get the same value.
final class Lazy<Value: AnyObject & Sendable>: Sendable {
  /// A mutex, because `AtomicLazyReference` takes ten times as long to return an existing value.
  private let made = Mutex<Value?>(nil)
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  var value: Value {
    made.withLock { value in
      if let value { return value }
      let new = make()
      value = new
      return new
    }
  }
}
