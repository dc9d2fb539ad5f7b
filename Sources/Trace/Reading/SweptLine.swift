/// A line at which the sweep stopped since a literal is in it: what is known of it, so that only its message has to be
/// read.
///
/// In a system's log some lines of a hundred are such, that tell again and again in which state an app is. To read one
/// from its start takes half as much again.
struct SweptLine {
  /// Where it is, without its end.
  let place: Range<Int>
  let header: Header
  /// The first literal in the message, or one that overlaps it.
  let literal: Range<Int>
}

extension EventParser {
  /// Reads the line at which the sweep stopped, if it knows the header; gives back where the next line begins. Nil
  /// where there is none, or where it has to be read in another way.
  @inline(__always)
  mutating func takeSwept(
    _ bytes: Span<UInt8>, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Int? {
    guard let swept = sweep.takeStop() else { return nil }
    return try take(swept, of: bytes, body)
  }

  @inline(never)
  private mutating func take(
    _ swept: SweptLine, of bytes: Span<UInt8>, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Int? {
    let line = bytes.extracting(swept.place)
    guard !OddBytes.atWords.mayStand(in: line) else { return nil }
    tally.counts.lines += 1
    event.line = self.line
    newestOwner = 0
    familiar.areEvents = false
    note(line, swept.header)
    if !event.fields.isEmpty { event.fields.removeAll(keepingCapacity: true) }
    let finding = recognizer.findSpelling(in: line, swept.header, from: swept.literal, &event)
    try report(finding, line, swept.header, body)
    isFree = mayPassOver
    let end = swept.place.upperBound
    return bytes[end] == .lineFeed ? end + 1 : end + 2
  }
}
