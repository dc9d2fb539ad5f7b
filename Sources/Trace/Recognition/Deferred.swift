import Synchronization

/// What is made when it is first asked for, as most logs never need it. Whichever thread asks gets the same.
final class Deferred<Value: AnyObject & Sendable>: Sendable {
  private let made = AtomicLazyReference<Value>()
  private let make: @Sendable () -> Value

  /// Something that is made so.
  init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  var value: Value { made.load() ?? made.storeIfNil(make()) }
}
