// Lines that are passed over: those between the events of a dense stretch.

extension EventParser {
  /// Counts the next line if it has a header like one above and no event. Returns whether it does.
  @inline(__always)
  mutating func passesOver(_ line: Span<UInt8>) -> Bool {
    guard let message = context.shapes.message(of: line), !Header.mayHavePrefix(line, message),
      SharedLine.second(in: line, from: message.lowerBound) == nil,
      !recognizer.mayFind(in: line, message, .apple)
    else { return false }
    let shape = context.shapes.shape
    tally.counts.lines += 1
    tally.countRecord(shape.format)
    if shape.owner != newestOwner {
      owners.note(line, shape.process, shape.pid)
      newestOwner = shape.owner
    }
    return true
  }

  /// Whether no line above has to do with the next one but by its process.
  var mayPassOver: Bool {
    !(context.isTold || context.isInDump || context.cut.isWaiting || context.held.areThere || above.isWaiting
      || above.isRepeatable || wrapped.isOpen || documents.isWaiting)
  }
}
