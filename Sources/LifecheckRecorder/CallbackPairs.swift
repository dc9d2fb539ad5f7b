/// Pairs callbacks with their notifications. UIKit calls the delegate and posts a notification for the same step, in either
/// order. Only the first of them is recorded, because the second one would look like a callback in the wrong state.
struct CallbackPairs {
  /// The steps whose second report is still expected, with the time of the first.
  private var expected: [Step: Int64] = [:]
  /// The longest time between the two, in microseconds. Later, the second one did not occur, and the report is of a new step.
  private static let longestDelay: Int64 = 2_000_000

  private struct Step: Hashable {
    var event: String
    var scene: String?
    var source: Source
  }

  enum Source: Hashable {
    case callback
    case notification
  }

  /// Returns whether a report is the first one of its step.
  mutating func isFirst(_ event: String, scene: String?, from source: Source, at time: Int64) -> Bool {
    let other = Step(event: event, scene: scene, source: source == .callback ? .notification : .callback)
    if let before = expected.removeValue(forKey: other), time - before <= Self.longestDelay { return false }
    expected[Step(event: event, scene: scene, source: source)] = time
    return true
  }

  /// Counts the delay from now on, if the notification of a callback is still expected: the callback has returned.
  mutating func extend(_ event: String, scene: String?, at time: Int64) {
    let step = Step(event: event, scene: scene, source: .callback)
    if expected[step] != nil { expected[step] = time }
  }
}
