/// What stands before the message of a line.
struct Header {
  /// When; nil where the line has no time.
  var clock: ClockReading?
  /// The process's name, without its folder.
  var process: Range<Int>?
  /// The process number.
  var pid: Int?
  /// The thread.
  var thread: Range<Int>?
  /// What the line says, without blanks around it.
  var message: Range<Int>

  /// Whether there is one: a line without is part of the record above it, or plain text.
  var isEmpty: Bool { clock == nil && process == nil }

  /// The header of a line in whatever format it has. A new format is a new file and one more line here.
  @inline(__always)
  init(of line: Span<UInt8>) {
    var end = line.count
    while end > 0, line[end - 1].isBlank { end -= 1 }
    message = line.skippingBlanks(0, before: end)..<end
    readConsole(line)
  }
}
