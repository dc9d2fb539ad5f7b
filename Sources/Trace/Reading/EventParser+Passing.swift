// Lines that are passed over: most of a log.

extension EventParser {
  /// Passes over lines that would be read without an event, from an index on at which a line begins; gives back where
  /// the first line begins that has to be read.
  @inline(__always)
  mutating func passOver(_ bytes: Span<UInt8>, from start: Int) -> Int {
    sweep.isWorthwhile() && mayPassOver ? passOverAll(bytes, from: start) : start
  }

  @inline(never)
  private mutating func passOverAll(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while true {
      let passed = sweep.pass(bytes, from: position, isCompactLog: context.isCompactLog)
      isLost = passed.isLost
      guard let header = passed.header else { return position }
      position = passed.end
      newestOwner = 0
      tally.counts.lines += passed.lines
      tally.countRecord(header.format, passed.lines)
      if let process = sweep.process(header) { owners.note(bytes, process.name, process.pid) }
      guard passed.goesOn else { return position }
    }
  }

  /// Whether the next line has a header like one above and no event, so that it is counted and done: where a stretch of
  /// the log was not passed over because of lines beside it.
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

  /// Learns the header that was not known, unless it says more than whose record it is: that a dump of state begins.
  @inline(never)
  mutating func learn(_ line: Span<UInt8>, _ header: Header) {
    isLost = false
    guard !context.isInDump else { return }
    sweep.learn(line, header, isCompactLog: context.isCompactLog)
  }
}
