/// The header of a line: the text before its message.
struct Header {
  /// The format of the record.
  var format = Format.bare
  /// The time; nil if the line has none.
  var time: TimeField?
  /// The process's name, without its directory.
  var process: Range<Int>?
  var pid: Int?
  var thread: Range<Int>?
  /// Whether the thread is the main thread; nil if that is not known.
  var isMainThread: Bool?
  /// The tag of the record, in Android's logs mostly the name of a class.
  var tag: Range<Int>?
  /// The function that logged it, if the format has a column for that.
  var function: Range<Int>?
  /// Whether the record is the end of the interval that the message names, in a signpost or a slice of a trace.
  var isEnd = false
  /// The message, without surrounding whitespace.
  var message: Range<Int>
  /// The encoding of the message, which is decoded only if necessary.
  var coding = MessageEncoding.plain

  /// Whether a line above has a header, so that this one may be a part of a record.
  var isBelowRecord = false

  /// Whether there is no header: the line is part of the record above it, or plain text.
  var isEmpty: Bool { time == nil && process == nil }

  /// Whether the line has no header at all, not even a tag.
  var isAbsent: Bool { format == .bare && isEmpty && tag == nil }

  /// Whether neither the line nor one above has a header.
  var isBare: Bool { isAbsent && !isBelowRecord }

  /// Creates an empty header. All of the line is its message.
  @inline(__always)
  init(bare line: Span<UInt8>, from start: Int = 0) {
    var end = line.count
    while end > start, line[end - 1].isSpace { end -= 1 }
    message = line.skippingSpaces(start, before: end)..<end
  }

  /// Creates the header of a record that was assembled from pieces.
  init(message: Range<Int>) { self.message = message }

  /// Reads the header of a line in any format.
  @inline(__always)
  init(of line: Span<UInt8>, _ context: inout LogContext) {
    self.init(bare: line)
    guard !message.isEmpty else { return }
    if !readSystem(line, &context) { readConsole(line, &context) }
    readPrefix(line)
    if context.isInDump, format != .oslogCompact { readDumped(line, &context) }
  }

  /// Reads a line below a dump of state. It is part of the dump, which may quote the output of a program, unless it is a record
  /// of another log, which ends the dump.
  @inline(never)
  private mutating func readDumped(_ line: Span<UInt8>, _ context: inout LogContext) {
    if !format.isConsole, process != nil, pid != nil, time?.timestamp(line)?.isDated == true {
      context.isInDump = false
    } else {
      self = Header(message: line.count..<line.count)
    }
  }

  /// Reads the header of a line that is quoted in a message or in another line, without an effect on the state of the log.
  init(quoted line: Span<UInt8>) {
    var context = LogContext()
    context.wrappers = 1
    self.init(of: line, &context)
  }

  /// Reads a line of the system's own formats that does not begin with a full date.
  @inline(__always)
  private mutating func readSystem(_ line: Span<UInt8>, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    // It may be the name of a month.
    if line[0].isUpper, line.byte(at: 3) == UInt8(ascii: " "), readSyslog(line, at: 0, &context) {
      return true
    }
    switch line[0] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      // A pid may be before the columns.
      return line.byte(at: 2) != UInt8(ascii: ":") && line.byte(at: 4) != UInt8(ascii: "-")
        && Self.mayBeConsoleCopy(line, before: limit) && readConsoleCopy(line)
    case UInt8(ascii: "("):
      // A command for the debugger.
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

  /// Returns the header if it has the chosen format, or an empty header if it has another one.
  func taken(as only: Format, _ line: Span<UInt8>) -> Header {
    let isCutNSLog = only == .nslog && (format == .nslogTime || format == .nslogCut)
    if format == only || isCutNSLog || (only == .canonical && format.isConsole) { return self }
    guard only == .plain, format == .nslog, let process, time != nil else { return Header(bare: line) }
    // The text between the time and the message belongs to the message.
    var header = self
    header.format = .plain
    (header.process, header.pid, header.thread) = (nil, nil, nil)
    header.message = process.lowerBound..<message.upperBound
    return header
  }
}
