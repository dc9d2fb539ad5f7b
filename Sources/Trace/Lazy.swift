import Synchronization

/// A value that is created when it is first used, because most logs never need it. All threads get the same value.
package final class Lazy<Value: AnyObject & Sendable>: Sendable {
  /// A mutex, because `AtomicLazyReference` takes ten times as long to return an existing value.
  private let created = Mutex<Value?>(nil)
  private let create: @Sendable () -> Value

  package init(_ create: @escaping @Sendable () -> Value) { self.create = create }

  /// The value. The first use creates it.
  package var value: Value {
    created.withLock { value in
      if let value { return value }
      let new = create()
      value = new
      return new
    }
  }
}
