/// A reference that is lent from where it stands: to hand an object out counts a reference to it, which costs more than most
/// of what it is asked to do.
struct UnretainedReference<Object: AnyObject>: ~Copyable {
  private var reference: Object

  init(_ object: consuming Object) { reference = object }

  /// The object, handed out.
  var object: Object { reference }

  /// Has it do something. A method, and no optional: what is reached from outside, or out of one, is counted.
  @inline(__always) @discardableResult
  borrowing func with<Result>(_ body: (Object) -> Result) -> Result { body(reference) }

  /// Whether nobody else refers to it.
  mutating func isOnlyOne() -> Bool { isKnownUniquelyReferenced(&reference) }
}
