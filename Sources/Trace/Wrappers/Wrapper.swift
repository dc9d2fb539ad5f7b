/// What programs put before each line that they pass on: a transport's time, a container's name, a mark.
///
/// What lies behind it is read as if the line began there, up to four deep. The innermost time, process and number
/// are the record's; a wrapper's time serves where the record has none.
extension Header {
  private static let deepest = 4

  /// What a wrapper holds, from an index on; nil where that is nothing, or lies too deep.
  @inline(never)
  static func unwrapped(_ line: Span<UInt8>, from start: Int, _ context: inout LogContext) -> Header? {
    let start = line.skippingByteOrderMark(start)
    guard line.skippingBlanks(start, before: line.count) < line.count, context.wrappers < deepest else {
      return nil
    }
    context.wrappers += 1
    defer { context.wrappers -= 1 }
    let inner = line.extracting(start..<line.count)
    var header = Header(of: inner, &context)
    header.move(by: start)
    return header
  }

  /// Adopts the header inside a wrapper as this line's header, with the wrapper's time if it has none.
  mutating func adopt(_ inner: Header, time outer: TimeField?, as format: Format = .plain) {
    self = inner
    if time == nil { time = outer }
    if self.format == .bare, time != nil { self.format = format }
  }

  /// Whether it says so much that the text before it can be a wrapper: a process, or a format with one.
  var isCertain: Bool {
    format.isConsole ? process != nil && time != nil : format != .capacitor && format != .metro
  }

  /// Makes the ranges of a part of a line those of the line.
  mutating func move(by distance: Int) {
    time = time?.moved(by: distance)
    process = process?.moved(by: distance)
    thread = thread?.moved(by: distance)
    tag = tag?.moved(by: distance)
    function = function?.moved(by: distance)
    message = message.moved(by: distance)
  }
}

extension Range<Int> {
  /// The same in a line with so many bytes more before it.
  func moved(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}
