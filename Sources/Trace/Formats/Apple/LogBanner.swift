/// The banner that `log` prints above its records. It is never an event, though it may quote a predicate that names one.
///
///     Filtering the log data using "eventMessage CONTAINS "dogDidWakeUp""
///     Timestamp               Ty Process[PID:TID]
extension Header {
  /// Reads a banner, whose message is then empty. Returns false if the line is something else.
  @inline(never)
  mutating func readBanner(_ line: Span<UInt8>, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    if line.has("Filtering the log data using ", at: 0, before: limit) {
      context.isCompactLog = false
    } else if line.has("Timestamp  ", at: 0, before: limit) {
      let index = line.skippingSpaces(9, before: limit)
      context.isCompactLog = line.has("Ty ", at: index, before: limit)
      guard
        context.isCompactLog || line.has("Thread ", at: index, before: limit)
          || line.has("(process)[PID]", at: index, before: limit)
      else { return false }
    } else {
      return false
    }
    context.isInDump = false
    message = limit..<limit
    return true
  }
}
