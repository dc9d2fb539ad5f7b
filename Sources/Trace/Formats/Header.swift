/// What stands before the message of a line.
struct Header {
  /// How the record is written.
  var format = Format.bare
  /// When; nil where the line has no time.
  var time: TimeField?
  /// The process's name, without its folder.
  var process: Range<Int>?
  /// The process number.
  var pid: Int?
  /// The thread.
  var thread: Range<Int>?
  /// Whether the format says which thread is the main one, and it is that; nil where it does not say.
  var isMainThread: Bool?
  /// What the record is filed under, in Android's log a class's name as a rule.
  var tag: Range<Int>?
  /// The function that logged it, where the format has a column for that.
  var function: Range<Int>?
  /// Whether the record, a signpost or a slice of a trace, ends what the message names.
  var isEnd = false
  /// What the line says, without blanks around it.
  var message: Range<Int>
  /// How the message is written; only a message that needs it is decoded.
  var coding = MessageEncoding.plain

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
  init(of line: Span<UInt8>, _ context: inout LogContext) {
    self.init(bare: line)
    guard !message.isEmpty else { return }
    if !readSystem(line, &context) { readConsole(line, &context) }
    readPrefix(line)
    if context.isInDump, format != .oslogCompact { readDumped(line, &context) }
  }

  /// What a line is that stands below a dump of state: a part of it, which may quote what a program printed, or a
  /// record of another log, which ends it.
  @inline(never)
  private mutating func readDumped(_ line: Span<UInt8>, _ context: inout LogContext) {
    if !format.isConsole, process != nil, pid != nil, time?.timestamp(line)?.isDated == true {
      context.isInDump = false
    } else {
      self = Header(message: line.count..<line.count)
    }
  }

  /// The header of a line that is quoted, in a message or as a part of another line: what it says of the log is nothing
  /// that is to be remembered.
  init(quoted line: Span<UInt8>) {
    var context = LogContext()
    context.wrappers = 1
    self.init(of: line, &context)
  }

  /// Reads a line of the system's own formats that begins with something else than a full date.
  @inline(__always)
  private mutating func readSystem(_ line: Span<UInt8>, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    // The name of a month.
    if line[0].isUpper, line.byte(at: 3) == UInt8(ascii: " "), readSyslog(line, at: 0, &context) {
      return true
    }
    switch line[0] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      // The number of a process may stand before the columns.
      return line.byte(at: 2) != UInt8(ascii: ":") && line.byte(at: 4) != UInt8(ascii: "-")
        && Self.mayBeConsoleCopy(line, before: limit) && readConsoleCopy(line)
    case UInt8(ascii: "("):
      // What somebody told the debugger.
      guard line.has("(lldb)", at: 0, before: limit) else { return false }
      message = limit..<limit
      return true
    case UInt8(ascii: "<"): return readPriority(line, &context)
    case UInt8(ascii: "O") where line.byte(at: 5) == UInt8(ascii: "-"):
      if readRedirected(line) { return true }
    case UInt8(ascii: "C"), UInt8(ascii: "L"), UInt8(ascii: "P"), UInt8(ascii: "S"):
      if readMetadata(line, &context) { return true }
    case UInt8(ascii: "F"):
      if readBanner(line, &context) { return true }
    case UInt8(ascii: "T"):
      if readMetadata(line, &context) || readBanner(line, &context) { return true }
    default: break
    }
    return Self.mayBeConsoleCopy(line, before: limit) && readConsoleCopy(line)
  }

  /// The header of a line that is to be read as one format, and is no header where it is of another one.
  func taken(as only: Format, _ line: Span<UInt8>) -> Header {
    let isCutNSLog = only == .nslog && (format == .nslogTime || format == .nslogCut)
    if format == only || isCutNSLog || (only == .canonical && format.isConsole) { return self }
    guard only == .plain, format == .nslog, let process, time != nil else { return Header(bare: line) }
    // What stands between the time and the message belongs to the message.
    var header = self
    header.format = .plain
    (header.process, header.pid, header.thread) = (nil, nil, nil)
    header.message = process.lowerBound..<message.upperBound
    return header
  }
}
