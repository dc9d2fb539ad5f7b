import Rulebook

/// A change of a log under which a violated rule may hold.
struct Edit: Hashable {
  let kind: Kind
  /// The change in words: `timer.stop id=redraw occurred between lines 2 and 5`.
  let text: String

  /// Whether the event of a line does not occur. This says least: that it must not occur there, whatever else happens.
  var isRemoval: Bool {
    if case .remove = kind { true } else { false }
  }

  enum Kind: Hashable {
    /// A line with an event is added between two lines. It has the header of one of them.
    case insert(String, after: Int, before: Int)
    /// A line is left out.
    case remove(Int)
    /// A line comes just before another.
    case move(Int, before: Int)
    /// A line comes just after another, at the same time.
    case hasten(Int, after: Int)
    /// A line has another event.
    case rewrite(Int, String)
    /// The event of a line is on the main thread. `thread` is the place of the thread in the line.
    case moveToMainThread(Int, thread: Range<Int>)
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

  /// The event of a line does not occur.
  static func remove(_ event: String, at line: Int) -> Edit {
    Edit(kind: .remove(line), text: "`\(event)` did not occur at line \(line)")
  }

  /// A line lacks one of its fields.
  static func leaveOut(_ field: (name: String, value: String), of event: ReportedEvent, at line: Int) -> Edit
  {
    Edit(
      kind: .rewrite(line, event.text(field.name, nil)),
      text: "line \(line) did not have `\(ReportedEvent.text(field.name, field.value))`")
  }

  /// A field of a line has a certain value. `demand` is what the rule demands of the field.
  static func set(
    _ field: String, _ value: String, _ demand: String, of event: ReportedEvent, at line: Int
  ) -> Edit {
    Edit(kind: .rewrite(line, event.text(field, value)), text: "line \(line) had \(demand)")
  }

  /// The event of a line is on the main thread.
  static func onMainThread(_ line: Int, thread: Range<Int>) -> Edit {
    Edit(kind: .moveToMainThread(line, thread: thread), text: "line \(line) was on the main thread")
  }

  /// A line comes earlier.
  static func move(_ line: Int, before other: Int) -> Edit {
    Edit(kind: .move(line, before: other), text: "line \(line) came before line \(other)")
  }
}
