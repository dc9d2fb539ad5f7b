import Synchronization

/// What is made when it is first asked for, as most logs never need it. Whichever thread asks gets the same.
final class Deferred<Value: AnyObject & Sendable>: Sendable {
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
