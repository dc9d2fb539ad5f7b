/// The report of a crash whose lines have no header: an exception of Java or Kotlin, and the stack below it. People paste it from
/// a crash reporter, a shop's console or an IDE.
///
///     java.lang.IllegalStateException: no data
///         at com.example.app.MainActivity.onCreate(MainActivity.kt:32)
///         at android.app.Activity.performCreate(Activity.java:8051)
///
/// An app may also print an exception that it handles. So this is a crash only if nothing else in the log shows what the lines
/// are: no line above has a header or an event. Programs on a computer print such stacks, too. So the stack has to contain a
/// class of Android, unless the first line has the words of a crash reporter.
struct ExceptionReport {
  /// The exception as the runtime logs it, with the header that the report lacks; nil if no exception is open.
  private(set) var record: AssembledRecord?
  /// Whether the first line has the words of a crash reporter.
  private var isReported = false
  private var frames = 0
  private static let mostFrames = 200

  /// What crash reporters write before the exception: Play Console and ACRA.
  private static let reporters: [StaticString] = ["Exception ", "STACK_TRACE="]
  /// The header of an uncaught exception, in the words of Play Console.
  private static let header = Array("E/AndroidRuntime: Exception ".utf8)
  private static let packages: [StaticString] = ["android.", "androidx.", "com.android.", "dalvik."]

  /// Reads the next line, which has no header. Returns whether the exception above it is known to be a crash now.
  mutating func readLine(_ line: Span<UInt8>, number: Int) -> Bool {
    let message = Self.unquoted(line)
    guard !message.isEmpty else { return false }
    if let method = Self.method(line, message) {
      frames += 1
      guard record != nil, frames <= Self.mostFrames else { return false }
      return isReported || Self.packages.contains { line.has($0, at: method, before: message.upperBound) }
    }
    if Self.isBetweenFrames(line, message) { return false }
    begin(line, message, number: number)
    return false
  }

  /// Ends the report.
  mutating func end() { record = nil }

  /// Begins with a line if it is an exception; otherwise ends the report.
  private mutating func begin(_ line: Span<UInt8>, _ message: Range<Int>, number: Int) {
    record = nil
    frames = 0
    isReported = false
    var start = message.lowerBound
    for words in Self.reporters {
      guard let end = line.end(of: words, at: start, before: message.upperBound) else { continue }
      start = end
      isReported = true
    }
    guard Self.isException(line, start..<message.upperBound) else { return }
    var record = AssembledRecord()
    // Play Console ends the name with a colon, even if the exception has no message.
    let end = line[message.upperBound - 1] == UInt8(ascii: ":") ? message.upperBound - 1 : message.upperBound
    record.storePart(start..<end, of: line, number: number, behind: Self.header.span)
    record.header = Header(quoted: record.bytes.span)
    self.record = record
  }

  /// Returns the text of a line without the marks of a quotation in Markdown.
  private static func unquoted(_ line: Span<UInt8>) -> Range<Int> {
    let marks: [UInt8] = [UInt8(ascii: ">"), UInt8(ascii: "`"), UInt8(ascii: " "), UInt8(ascii: "\t")]
    var text = Header(bare: line).message
    while !text.isEmpty, marks.contains(line[text.lowerBound]) {
      text = text.lowerBound + 1..<text.upperBound
    }
    while !text.isEmpty, line[text.upperBound - 1] == UInt8(ascii: "`") {
      text = text.lowerBound..<text.upperBound - 1
    }
    return text
  }

  /// Whether a text is the qualified name of an exception's class, alone or with a message behind it.
  private static func isException(_ line: Span<UInt8>, _ text: Range<Int>) -> Bool {
    var index = text.lowerBound
    var last = index
    while index < text.upperBound, line[index].isIdentifier || line[index] == UInt8(ascii: ".") {
      if line[index] == UInt8(ascii: ".") { last = index + 1 }
      index += 1
    }
    guard last > text.lowerBound, last < index, line[last].isUpper, line[text.lowerBound].isLower,
      index == text.upperBound || line[index] == UInt8(ascii: ":")
    else { return false }
    return ["Exception", "Error", "Throwable"].contains { (name: StaticString) in
      (last..<index).contains { line.has(name, at: $0, before: index) }
    }
  }

  /// Returns the start of the method's name in a line of a stack: `at package.Class.method(File.java:12)`, with or without `at` and
  /// a space before the bracket; nil if the line is none.
  private static func method(_ line: Span<UInt8>, _ message: Range<Int>) -> Int? {
    let at: StaticString = "at "
    let start = line.end(of: at, at: message.lowerBound, before: message.upperBound) ?? message.lowerBound
    var index = start
    var dots = 0
    while index < message.upperBound, line[index] > UInt8(ascii: " "), line[index] != UInt8(ascii: "(") {
      if line[index] == UInt8(ascii: ".") { dots += 1 }
      index += 1
    }
    index = line.skippingSpaces(index, before: message.upperBound)
    guard dots > 0, index < message.upperBound, line[index] == UInt8(ascii: "("),
      line[message.upperBound - 1] == UInt8(ascii: ")")
    else { return nil }
    return start
  }

  /// Whether a line is part of a stack, but no frame: a cause, or the number of frames that are left out.
  private static func isBetweenFrames(_ line: Span<UInt8>, _ message: Range<Int>) -> Bool {
    ["Caused by", "Suppressed: ", "..."].contains { (words: StaticString) in
      line.has(words, at: message.lowerBound, before: message.upperBound)
    }
  }
}
