/// What stands before the message of a line.
struct Header {
  /// How the record is written.
  var format = Format.bare
  /// When; nil where the line has no time.
  var time: TimeReading?
  /// The process's name, without its folder.
  var process: Range<Int>?
  /// The process number.
  var pid: Int?
  /// The thread.
  var thread: Range<Int>?
  /// Whether the format says which thread is the main one, and it is that; nil where it does not say.
  var isMainThread: Bool?
  /// What the line says, without blanks around it.
  var message: Range<Int>
  /// How the message is written; only a message that needs it is decoded.
  var coding = Coding.plain

  /// Whether there is one: a line without is part of the record above it, or plain text.
  var isEmpty: Bool { time == nil && process == nil }

  /// A line without a header.
  @inline(__always)
  init(bare line: Span<UInt8>, from start: Int = 0) {
    var end = line.count
    while end > start, line[end - 1].isBlank { end -= 1 }
    message = line.skippingBlanks(start, before: end)..<end
  }

  /// A record that was put together from pieces, of which this is the message.
  init(message: Range<Int>) { self.message = message }

  /// The header of a line in whatever format it has.
  @inline(__always)
  init(of line: Span<UInt8>, _ context: borrowing LogContext) {
    self.init(bare: line)
    guard !message.isEmpty else { return }
    readConsole(line)
  }
}
