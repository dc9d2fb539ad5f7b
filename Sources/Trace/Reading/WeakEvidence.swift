/// Tells the first line of a callback from those that follow it, where every message bears the name of the function
/// that logs it: what is told again before another callback comes is no new call.
struct WeakEvidence {
  private var newest: EventID?

  /// Whether an event only says where the log is already.
  @inline(__always)
  mutating func isKnown(_ event: Event, _ recognizer: Recognizer) -> Bool {
    if event.traits.contains(.isWeak), newest == event.id { return true }
    if recognizer.isCall(event.id) { newest = event.id.entry }
    return false
  }
}
