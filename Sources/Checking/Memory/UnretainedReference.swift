/// A reference to an object that is used without being retained. A retain and a release cost more than most calls on the object.
struct UnretainedReference<Object: AnyObject>: ~Copyable {
  private var reference: Object

  init(_ object: consuming Object) { reference = object }

  /// The object; a caller retains it.
  var object: Object { reference }

  /// Calls a function with the object. The object is not retained, because a method of its owner reads it, and because the
  /// reference is not optional.
  @inline(__always) @discardableResult
  borrowing func with<Result>(_ body: (Object) -> Result) -> Result { body(reference) }

  /// Whether there is no other reference to the object.
  mutating func isUnique() -> Bool { isKnownUniquelyReferenced(&reference) }
}

extension UnretainedReference: Sendable where Object: Sendable {}
