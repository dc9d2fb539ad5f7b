// Parts of sentences are equal if they mean the same. Where they are written, and how a name is written, does not matter.

extension SpanReference: Hashable {
  /// Whether both refer to the same span in the same way.
  public static func == (a: SpanReference, b: SpanReference) -> Bool {
    a.id == b.id && a.isBound == b.isBound
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(isBound)
  }
}

extension EventPattern.Atom: Hashable {
  /// Whether both match the same events.
  public static func == (a: Self, b: Self) -> Bool {
    a.events == b.events && a.isClose == b.isClose && a.keys == b.keys && a.condition == b.condition
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(events)
    hasher.combine(isClose)
    hasher.combine(keys)
    hasher.combine(condition)
  }
}
