/// Drops repeated evidence of the same call. In some logs, each message has the name of the function that logged it. Only the
/// first of these lines, until another callback, is a new call.
struct RepeatedFunctionFilter {
  private var newest: EventID?

  /// Whether an event is only weak evidence of a call that is already known.
  @inline(__always)
  mutating func isKnown(_ event: Event, _ recognizer: Recognizer) -> Bool {
    if event.traits.contains(.isWeak), newest == event.id { return true }
    if recognizer.isCall(event.id) { newest = event.id.entry }
    return false
  }
}
