/// Decides by the text around a name whether a message reports a call or only mentions it.
///
/// Before the name (the lead), only decoration, tags, class names and a few words that loggers use are allowed. After it (the
/// tail), anything is allowed except words with which prose, stack frames and registrations continue.
struct ProseFilter {
  /// Whether a message reports the beginning or the end of a call.
  enum Phase { case begin, end }

  /// Beginnings of tails that describe the callback instead of reporting a call.
  private static let tails = [
    "was not", "wasn't", "is not", "isn't", "not called", "never", "should", "must", "will be", "would",
    "can",
    "may", "is deprecated", "deprecated", "instead", "before", "after", "until", "or", "observers",
    "observer", "registered", "registering", "subscribed", "not", "is already", "is swizzled", "swizzled",
    "queued", "handler", "no-op", "skipped", "ignored", "?", "(in ",
    "+ ", "and", "vs", "are", "is sent", "is also", "is ignored", "fires", "belongs", "maps", "runs", "means",
    "happens", "used to", "at once", "func ",
  ]

  /// System classes with methods that have the names of callbacks.
  private static let systemClasses = WordTable([
    "CLLocationManager", "FBSScene", "NSNotificationCenter", "RBDevice", "WebPageProxy", "WebProcessPool",
    "WebProcessProxy",
  ])

  /// Whether the last name in the text before a method's name is a system class.
  static func isOfSystem(_ line: Span<UInt8>, _ receiver: Range<Int>) -> Bool {
    var end = receiver.upperBound
    while end > receiver.lowerBound, !line[end - 1].isIdentifier { end -= 1 }
    let name = line.identifierStart(endingAt: end, notBefore: receiver.lowerBound)..<end
    return systemClasses.number(of: name, in: line) != nil
  }

  /// Whether a message reports an event by the name in it, instead of only mentioning the name.
  static func isReport(_ line: Span<UInt8>, _ spelling: Range<Int>, in message: Range<Int>) -> Bool {
    let (before, after) = (
      message.lowerBound..<spelling.lowerBound, spelling.upperBound..<message.upperBound
    )
    return lead(line, before) != nil && tail(line, after).isReport && !isOfMarkdown(line, before, after)
  }

  /// Reads a lead. Returns nil if it is not allowed before a report.
  static func lead(_ line: Span<UInt8>, _ range: Range<Int>) -> LeadingText? {
    var start = range.lowerBound
    // Text before a lone carriage return was overwritten on the screen.
    while let end = line.index(of: .carriageReturn, in: start..<range.upperBound) { start = end + 1 }
    var scanner = LeadScanner(range: start..<range.upperBound)
    return scanner.read(line) ? scanner.lead : nil
  }

  /// Whether a tail is allowed after the name in a report, and the phase of the call that it reports.
  static func tail(_ line: Span<UInt8>, _ range: Range<Int>) -> (isReport: Bool, phase: Phase?) {
    let end = range.upperBound
    var index = endOfPosition(line, range.lowerBound, before: end)
    guard index < end else { return (true, nil) }
    if isOfCode(line, index, before: end) || line.has(", from ", at: index, before: end)
      || line.has(" ---> ", at: index, before: end)
    {
      return (false, nil)
    }
    index = line.skippingSpaces(index, before: end)
    if line.has("/", at: index, before: end) || isTestTime(line, index, before: end) { return (false, nil) }
    for text in tails where line.hasText(text, at: index, before: end) {
      let goesOn = text.utf8.last?.isLetter == true && line.isWordCharacter(at: index + text.utf8.count)
      if !goesOn { return (false, nil) }
    }
    if isSentence(line, index, before: end) || isList(line, index, before: end) { return (false, nil) }
    // The callback's own text follows a colon or a dash.
    while index < end, isSeparator(line[index]) { index += 1 }
    if line.has("unrecognized selector", at: index, before: end) { return (false, nil) }
    let word = index..<line.skippingIdentifier(index, before: end)
    if case .logging(let phase?) = Self.word(word, in: line) {
      // `took 12 ms` reports the end of the call, `took long` does not.
      if line.has("took", at: index, before: end), !line.byte(at: word.upperBound + 1).isDigit {
        return (true, nil)
      }
      return (true, phase)
    }
    let mark = line.skippingSpaces(range.lowerBound, before: end)
    return (true, mark < end ? phaseMark(line, mark, before: end) : nil)
  }

  /// Whether the text after a name belongs to a JavaScript stack frame (`name@http://…`) or to source code, like an argument on
  /// a line of its own (`name,`).
  private static func isOfCode(_ line: Span<UInt8>, _ index: Int, before end: Int) -> Bool {
    if line[index] == UInt8(ascii: "@") || line[index] == UInt8(ascii: ",") && index + 1 == end {
      return true
    }
    // `print(…)` after a label, and the rest of a declaration: `name: Type?) -> Bool {`.
    if line[index] == UInt8(ascii: ":") {
      let word = line.skippingSpaces(index + 1, before: end)
      let call = line.skippingIdentifier(word, before: end)
      return call > word && line.has("(", at: call, before: end) && line[word].isLower
    }
    guard line.has(" {", at: end - 2, before: end) else { return false }
    return (index..<end).contains { line.has(") -> ", at: $0, before: end) }
  }

  /// Whether the text at an index is the duration that xcpretty prints after the name of a test: `(0.001 seconds)`.
  private static func isTestTime(_ line: Span<UInt8>, _ index: Int, before end: Int) -> Bool {
    line.has("(", at: index, before: end) && line.byte(at: index + 1).isDigit
      && line.start(of: " seconds)", endingAt: end, notBefore: index) != nil
  }

  /// Returns the end of the source position after a name (`:42`, ` line 42`, ` [Line 42]`, ` (File.swift:42)`), or of `()`; the
  /// start if neither follows.
  private static func endOfPosition(_ line: Span<UInt8>, _ start: Int, before end: Int) -> Int {
    var index = start
    while line.byte(at: index) == UInt8(ascii: ":"), line.byte(at: index + 1).isDigit {
      index = line.skippingDigits(index + 1, before: end)
    }
    if line.has("()", at: index, before: end) { return index + 2 }
    guard line.byte(at: index) == UInt8(ascii: " ") else { return index }
    if line.has(" line ", at: index, before: end) {
      let stop = line.skippingDigits(index + 6, before: end)
      return stop > index + 6 ? stop : index
    }
    guard index + 1 < end,
      line[index + 1] == UInt8(ascii: "(") || line.has("[Line ", at: index + 1, before: end),
      let close = line.closing(index + 1, before: end), line[close - 1].isDigit
    else { return index }
    return close + 1
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte.isSpace || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: ":")
      || byte == UInt8(ascii: "|") || byte == UInt8(ascii: ",")
  }

  /// Returns the phase that an arrow or a brace at an index marks: into the method or out of it.
  static func phaseMark(_ line: Span<UInt8>, _ index: Int, before end: Int) -> Phase? {
    switch line[index] {
    case UInt8(ascii: "{"): .begin
    case UInt8(ascii: "}"): .end
    case UInt8(ascii: ">"): line.has(">>>", at: index, before: end) ? .begin : nil
    case UInt8(ascii: "-"): line.has("-->", at: index, before: end) ? .begin : nil
    case UInt8(ascii: "<"):
      line.has("<<<", at: index, before: end) || line.has("<--", at: index, before: end) ? .end : nil
    case 0xE2:
      line.has("→", at: index, before: end) ? .begin : line.has("←", at: index, before: end) ? .end : nil
    default: nil
    }
  }
}
