import Rulebook

/// A change of a log under which a violated rule may hold.
struct Edit: Hashable {
  let kind: Kind
  /// The change in words: `timer.stop id=redraw occurred between lines 2 and 5`.
  let text: String

  enum Kind: Hashable {
    /// A line with an event is added between two lines. It has the header of one of them.
    case insert(String, after: Int, before: Int)
    /// A line is left out.
    case remove(Int)
    /// A line comes just before another.
    case move(Int, before: Int)
    /// A line comes just after another, at the same time.
    case hasten(Int, after: Int)
  }

  /// A line comes earlier by a duration in nanoseconds, and so soon enough after another.
  static func hasten(_ line: Int, after other: Int, by duration: Int64) -> Edit {
    Edit(
      kind: .hasten(line, after: other),
      text: "line \(line) came \(Quantity.text(nanoseconds: duration)) earlier")
  }

  /// An event occurs between two lines.
  static func insert(_ event: String, after: Int, before: Int) -> Edit {
    Edit(
      kind: .insert(event, after: after, before: before),
      text: "`\(event)` occurred between lines \(after) and \(before)")
  }

  /// A line is missing.
  static func remove(_ line: Int) -> Edit { Edit(kind: .remove(line), text: "line \(line) did not exist") }

  /// A line comes earlier.
  static func move(_ line: Int, before other: Int) -> Edit {
    Edit(kind: .move(line, before: other), text: "line \(line) came before line \(other)")
  }
}
