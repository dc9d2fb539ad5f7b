/// The report of a crash whose lines have no header: an exception of Java or Kotlin, and the stack below it. People paste it from
/// a crash reporter, a shop's console or an IDE.
///
///     java.lang.IllegalStateException: no data
///         at com.example.app.MainActivity.onCreate(MainActivity.kt:32)
///         at android.app.Activity.performCreate(Activity.java:8051)
///
/// An app may also print an exception that it handles. So this is a crash only if nothing else in the log shows what the lines
/// are: no line above has a header or an event. Programs on a computer print such stacks, too. So a line has to name Android, or
/// a line has to be one of a crash report: `Crash Report`, `Android Version: 16`.
struct ExceptionReport {
  /// The exception as the runtime logs it, with the header that the report lacks; nil if no exception is open.
  private(set) var record: AssembledRecord?
  /// Whether a line shows that the exception is one of an app.
  private var isOfApp = false
  /// Whether a line of the stack shows that a tool on a computer threw the exception.
  private var isOfTool = false
  /// Whether a line above shows that the text is a crash report.
  private var isReport = false
  /// What the line above an exception says about it.
  private var heading = Heading.none
  /// The number of lines since the exception, and whether its stack has begun.
  private var lines = 0
  private var hasStack = false

  private enum Heading {
    case none
    /// The reason of a crash: App Center shows it below the stack.
    case reason
    /// A command of the shell failed.
    case command
  }

  private static let mostLines = 200
  /// The maximum number of lines of an exception's message.
  private static let mostOfMessage = 20

  /// What Play Console and ACRA write before an exception.
  private static let reporters: [StaticString] = ["Exception ", "STACK_TRACE="]
  /// The words before the cause of an exception. A copy may begin there, without the exception itself.
  private static let causes: [StaticString] = ["Caused by: ", "Caused by "]
  /// The header of an uncaught exception, in the words of Play Console.
  private static let header = Array("E/AndroidRuntime: Exception ".utf8)
  /// Packages of Android and of its runtimes. A program on a computer has none of them in its stacks.
  private static let android: [StaticString] = [
    "android.", "androidx.", "com.android.internal.", "com.google.android.", "dalvik.",
  ]
  /// Packages of tools that build or test an app, or that run in the shell of a device. What they throw ends no app.
  private static let tools: [StaticString] = [
    "android.app.Instrumentation$InstrumentationThread.", "android.databinding.", "androidx.test.",
    "com.android.build.",
    "com.android.builder.", "com.android.commands.", "com.android.tools.", "junit.", "org.gradle.",
    "org.jetbrains.kotlin.",
    "org.junit.", "org.robolectric.",
  ]
  /// What the shell prints above the exception of a command that fails.
  private static let commands: [StaticString] = [
    "Exception occurred while executing", "Security exception: ", "Starting: Intent ",
    "Starting service: Intent ",
    "Broadcasting: Intent ",
  ]

  /// Whether an exception was read whose report may go on.
  var isOpen: Bool { record != nil }

  /// Whether an exception with its stack was read, and is a crash.
  var isCrash: Bool { record != nil && isOfApp && !isOfTool && (hasStack || heading == .reason) }

  /// Whether the next line may continue the report.
  func goesOn(in line: Span<UInt8>) -> Bool {
    let text = Self.unquoted(line)
    return text.isEmpty
      || lines < Self.mostLines
        && (!hasStack && heading != .reason || Self.isBetweenFrames(line, text)
          || Self.method(line, text) != nil)
  }

  /// Reads the next line of a log without headers.
  mutating func readLine(_ line: Span<UInt8>, number: Int) {
    let text = Self.unquoted(line)
    if text.isEmpty || record != nil && Self.isBetweenFrames(line, text) { return }
    lines += 1
    if let method = Self.method(line, text) {
      hasStack = true
      let frame = method..<text.upperBound
      isOfApp = isOfApp || line.starts(with: Self.android, frame)
      isOfTool = isOfTool || line.starts(with: Self.tools, frame)
      return
    }
    if lines > Self.mostOfMessage { end() }
    if readException(line, text, number: number) { return }
    isReport = isReport || line.isOfReport(text)
    if text.lowerBound > 1, line.has("# Reason", at: text.lowerBound - 2, before: text.upperBound) {
      heading = .reason
    } else if line.starts(with: Self.commands, text) {
      heading = .command
    } else {
      heading = .none
    }
  }

  /// Ends the report.
  mutating func end() { record = nil }

  /// Begins a report if a line is an exception. Returns whether it is one.
  private mutating func readException(_ line: Span<UInt8>, _ text: Range<Int>, number: Int) -> Bool {
    let words = line.first(of: Self.reporters, at: text.lowerBound, before: text.upperBound)?.end
    let cause = line.first(of: Self.causes, at: text.lowerBound, before: text.upperBound)?.end
    var exception = (words ?? cause ?? text.lowerBound)..<text.upperBound
    guard heading != .command, Self.isException(line, exception) else { return false }
    isOfTool = line.starts(with: Self.tools, exception)
    isOfApp = words != nil || isReport || heading == .reason || line.names(Self.android, exception)
    lines = 0
    hasStack = false
    // Play Console ends the name with a colon, even if the exception has no message.
    if line[exception.upperBound - 1] == UInt8(ascii: ":") {
      exception = exception.lowerBound..<exception.upperBound - 1
    }
    var record = AssembledRecord()
    record.storePart(exception, of: line, number: number, behind: Self.header.span)
    record.header = Header(quoted: record.bytes.span)
    self.record = record
    return true
  }

  /// Whether a byte may be around a quotation in Markdown: a space, or a mark of a heading, a quotation, code or bold text.
  private static func isMark(_ byte: UInt8) -> Bool {
    byte.isSpace || byte == UInt8(ascii: "#") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "`")
      || byte == UInt8(ascii: "*")
  }

  /// Returns the text of a line without the marks of a quotation in Markdown.
  private static func unquoted(_ line: Span<UInt8>) -> Range<Int> {
    var text = Header(bare: line).message
    while !text.isEmpty, isMark(line[text.lowerBound]) { text = text.lowerBound + 1..<text.upperBound }
    while !text.isEmpty, isMark(line[text.upperBound - 1]) { text = text.lowerBound..<text.upperBound - 1 }
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
    let names: [StaticString] = ["Exception", "Error", "Throwable"]
    return (last..<index).contains { line.starts(with: names, $0..<index) }
  }

  /// Returns the start of the method's name in a line of a stack: `at package.Class.method(File.java:12)`, with or without `at` and
  /// a space before the bracket; nil if the line is none.
  private static func method(_ line: Span<UInt8>, _ text: Range<Int>) -> Int? {
    let start = line.end(of: "at ", at: text.lowerBound, before: text.upperBound) ?? text.lowerBound
    var index = start
    var dots = 0
    while index < text.upperBound, line[index] > UInt8(ascii: " "), line[index] != UInt8(ascii: "(") {
      if line[index] == UInt8(ascii: ".") { dots += 1 }
      index += 1
    }
    index = line.skippingSpaces(index, before: text.upperBound)
    guard dots > 0, index < text.upperBound, line[index] == UInt8(ascii: "("),
      line.index(of: UInt8(ascii: ")"), in: index..<text.upperBound) != nil
    else { return nil }
    return start
  }

  /// Whether a line is part of a stack, but no frame: a cause, or the number of frames that are left out.
  private static func isBetweenFrames(_ line: Span<UInt8>, _ text: Range<Int>) -> Bool {
    line.starts(with: ["Caused by", "Suppressed: ", "..."], text)
  }
}

extension Span<UInt8> {
  /// Whether a part begins with one of several texts.
  fileprivate func starts(with texts: [StaticString], _ part: Range<Int>) -> Bool {
    first(of: texts, at: part.lowerBound, before: part.upperBound) != nil
  }

  /// Whether a part has a word that begins with one of several packages.
  fileprivate func names(_ packages: [StaticString], _ part: Range<Int>) -> Bool {
    part.contains { index in
      let isStart =
        index == part.lowerBound || !self[index - 1].isIdentifier && self[index - 1] != UInt8(ascii: ".")
      return isStart && starts(with: packages, index..<part.upperBound)
    }
  }

  /// Whether a part is a line of a crash report: its title, or the version of Android.
  fileprivate func isOfReport(_ part: Range<Int>) -> Bool {
    contains(["crash", "Crash", "CRASH"], part)
      || contains(["Android", "ANDROID"], part) && part.contains { self[$0].isDigit }
        && !contains(["radle"], part)
  }

  private func contains(_ texts: [StaticString], _ part: Range<Int>) -> Bool {
    part.contains { starts(with: texts, $0..<part.upperBound) }
  }
}
