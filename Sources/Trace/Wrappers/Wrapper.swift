/// Wrappers are prefixes that programs put before each line that they pass on: a time, the name of a container, a mark.
///
/// The text after a wrapper is read as if the line began there, up to four levels deep. The time, the process and the pid of
/// the record are the innermost ones. The time of a wrapper is used only if the record has none.
extension Header {
  private static let deepest = 4

  /// Reads the header of the text in a wrapper, from an index on; nil if the text is empty or nested too deeply.
  @inline(never)
  static func unwrapped(_ line: Span<UInt8>, from start: Int, _ context: inout LogContext) -> Header? {
    let start = line.skippingByteOrderMark(start)
    guard line.skippingSpaces(start, before: line.count) < line.count, context.wrappers < deepest else {
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

  /// Whether the header is so specific that the text before it can be a wrapper: it has a time and a process, or a format of
  /// its own.
  var isCertain: Bool {
    format.isConsole ? process != nil && time != nil : format != .capacitor && format != .metro
  }

  /// Moves all ranges by a distance, to make ranges of a part of a line ranges of the line.
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
  /// Returns the range moved by a distance.
  func moved(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}
