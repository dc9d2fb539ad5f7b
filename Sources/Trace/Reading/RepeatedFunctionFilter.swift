/// Drops repeated evidence of one call. In some logs each message has the name of the function that logs it; only the first
/// line before another callback is a new call.
struct RepeatedFunctionFilter {
  private var newest: EventID?

  /// Whether an event only says where the log is already.
  @inline(__always)
  mutating func isKnown(_ event: Event, _ recognizer: Recognizer) -> Bool {
    if event.traits.contains(.isWeak), newest == event.id { return true }
    if recognizer.isCall(event.id) { newest = event.id.entry }
    return false
  }
}
