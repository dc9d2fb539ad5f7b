import Synchronization

/// A value that is made when it is first used, because most logs never need it. All threads get the same value.
final class Lazy<Value: AnyObject & Sendable>: Sendable {
  /// Not `AtomicLazyReference`, which takes ten times as long to give what is there.
  private let made = Mutex<Value?>(nil)
  private let make: @Sendable () -> Value

  /// Something that is made so.
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
