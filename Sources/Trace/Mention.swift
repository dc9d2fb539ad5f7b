/// Tells a line that reports a call from one that only speaks of it, by the text around the spelling.
///
/// Before it (the lead) only decoration, tags, class names and a few words of logging may stand; after it
/// (the tail) anything but the words with which prose, stack frames and registrations go on.
struct Mention {
  /// What the words around a spelling say about the moment.
  enum Phase { case begin, end }

  /// A lead that a report may have.
  struct Lead {
    /// What it says about the moment, if anything.
    var phase: Phase?
    /// The address in a printed object, `<Class: 0x…>`, that ends the lead.
    var instance: Range<Int>?
  }

  private enum Word {
    /// `WARNING`, `@objc`: no part of a sentence.
    case decoration
    /// A word of logging: three of them at most.
    case logging(Phase?)
    /// Only right before the spelling.
    case last
  }

  private static let begins = [
    "begin", "began", "start", "started", "enter", "entered", "entering", "called", "calling",
  ]
  private static let ends = [
    "end", "ended", "ending", "exit", "exited", "leave", "leaving", "left", "return", "returned", "returning",
    "done", "finished", "completed", "took",
  ]
  private static let logging = [
    "app", "application", "scene", "delegate", "lifecycle", "event", "events", "callback", "method", "func",
    "function", "state", "notification", "received", "got", "handling", "handle", "posted", "observed", "did",
  ]
  private static let levels = [
    "trace", "verbose", "debug", "info", "notice", "default", "warn", "warning", "error", "critical", "fault",
    "fatal", "severe", "alert", "emergency", "log", "v", "d", "i", "w", "e", "f",
  ]
  private static let declaring = ["objc", "virtual", "void", "static"]

  /// The words of a lead, and what each of them is.
  private static let words: (table: WordTable, kinds: [Word]) = {
    let lists: [([String], Word)] = [
      (begins, .logging(.begin)), (ends, .logging(.end)), (logging, .logging(nil)), (levels, .decoration),
      (declaring, .decoration), (["in"], .last),
    ]
    let table = WordTable(lists.flatMap(\.0), ignoringCase: true)
    return (table, lists.flatMap { list in list.0.map { _ in list.1 } })
  }()

  private static func word(_ range: Range<Int>, in line: Span<UInt8>) -> Word? {
    words.table.number(of: range, in: line).map { words.kinds[$0] }
  }

  /// Texts with which a tail speaks about the callback instead of reporting it.
  private static let tails = [
    "was not", "wasn't", "is not", "isn't", "not called", "never", "should", "must", "will be", "would",
    "can",
    "may", "is deprecated", "deprecated", "instead", "before", "after", "until", "or", "observers",
    "observer", "registered", "registering", "subscribed", "not", "is already", "is swizzled", "swizzled",
    "queued", "handler", "no-op", "skipped", "ignored", "?", "(in ",
    "+ ",
  ]

  /// Classes of the system that have methods of the same names.
  private static let systemClasses = WordTable([
    "CLLocationManager", "FBSScene", "NSNotificationCenter", "RBDevice", "WebPageProxy", "WebProcessPool",
    "WebProcessProxy",
  ])

  /// Whether the last name in the text before a method's name is a class of the system.
  static func isOfSystem(_ line: Span<UInt8>, _ receiver: Range<Int>) -> Bool {
    var end = receiver.upperBound
    while end > receiver.lowerBound, !line[end - 1].isIdentifier { end -= 1 }
    let name = line.identifierStart(endingAt: end, notBefore: receiver.lowerBound)..<end
    return systemClasses.number(of: name, in: line) != nil
  }

  /// Whether a message reports what is spelled in it, and does not only speak of it.
  static func isReport(_ line: Span<UInt8>, _ spelling: Range<Int>, in message: Range<Int>) -> Bool {
    lead(line, message.lowerBound..<spelling.lowerBound) != nil
      && tail(line, spelling.upperBound..<message.upperBound).isReport
  }

  /// What a lead says; nil where a report has no such lead.
  static func lead(_ line: Span<UInt8>, _ range: Range<Int>) -> Lead? {
    var start = range.lowerBound
    // Text that a lone CR ends was overwritten on the screen.
    while let end = line.index(of: .carriageReturn, in: start..<range.upperBound) { start = end + 1 }
    var scanner = LeadScanner(range: start..<range.upperBound)
    return scanner.read(line) ? scanner.lead : nil
  }

  /// Whether a tail may follow a report, and what it says about the moment.
  static func tail(_ line: Span<UInt8>, _ range: Range<Int>) -> (isReport: Bool, phase: Phase?) {
    let end = range.upperBound
    var index = endOfPosition(line, range.lowerBound, before: end)
    guard index < end else { return (true, nil) }
    if isOfCode(line, index, before: end) || line.has(", from ", at: index, before: end) {
      return (false, nil)
    }
    index = line.skippingBlanks(index, before: end)
    if line.has("/", at: index, before: end) || isTestTime(line, index, before: end) { return (false, nil) }
    for text in tails where line.hasText(text, at: index, before: end) {
      let goesOn = text.utf8.last?.isLetter == true && line.isLetterLike(at: index + text.utf8.count)
      if !goesOn { return (false, nil) }
    }
    // Behind a colon or a dash comes the callback's own text.
    while index < end, isSeparator(line[index]) { index += 1 }
    if line.has("unrecognized selector", at: index, before: end) { return (false, nil) }
    let word = index..<line.skippingIdentifier(index, before: end)
    if case .logging(let phase?) = Self.word(word, in: line) {
      // `took 12 ms` is an end, `took long` is not.
      if line.has("took", at: index, before: end), !line.byte(at: word.upperBound + 1).isDigit {
        return (true, nil)
      }
      return (true, phase)
    }
    let mark = line.skippingBlanks(range.lowerBound, before: end)
    return (true, mark < end ? phaseMark(line, mark, before: end) : nil)
  }

  /// Whether a spelling goes on as in a frame of JavaScript, `name@http://…`, or is an argument on a line of its own.
  private static func isOfCode(_ line: Span<UInt8>, _ index: Int, before end: Int) -> Bool {
    line[index] == UInt8(ascii: "@") || line[index] == UInt8(ascii: ",") && index + 1 == end
  }

  /// What xcpretty prints after the name of a test: `(0.001 seconds)`.
  private static func isTestTime(_ line: Span<UInt8>, _ index: Int, before end: Int) -> Bool {
    line.has("(", at: index, before: end) && line.byte(at: index + 1).isDigit
      && line.start(of: " seconds)", endingAt: end, notBefore: index) != nil
  }

  /// The end of what may stand right after a spelling and says where it was: `:42`, ` line 42`,
  /// ` [Line 42]`, ` (File.swift:42)`, `()`.
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
    byte.isBlank || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: ":")
      || byte == UInt8(ascii: "|") || byte == UInt8(ascii: ",")
  }

  /// What an arrow or a brace at an index says: into the method, or out of it.
  private static func phaseMark(_ line: Span<UInt8>, _ index: Int, before end: Int) -> Phase? {
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

  /// Reads a lead from left to right, piece by piece.
  private struct LeadScanner {
    let range: Range<Int>
    var lead = Lead()
    private var index = 0
    private var words = 0
    private var hasNumber = false
    private var isClosed = false

    init(range: Range<Int>) { self.range = range }

    mutating func read(_ line: Span<UInt8>) -> Bool {
      index = range.lowerBound
      while index < range.upperBound {
        let byte = line[index]
        if byte.isBlank {
          index += 1
          continue
        }
        if isClosed { return false }
        lead.instance = nil
        if let phase = phaseMark(line, index, before: range.upperBound) { lead.phase = phase }
        guard readPiece(line, byte) else { return false }
      }
      return true
    }

    private mutating func readPiece(_ line: Span<UInt8>, _ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: "#"), UInt8(ascii: "."),
        UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "~"), UInt8(ascii: "+"), UInt8(ascii: ":"),
        UInt8(ascii: "}"), UInt8(ascii: "@"):
        index += 1
        return true
      case UInt8(ascii: "<")
      where line.byte(at: index + 1) == UInt8(ascii: "-")
        || line.byte(at: index + 1) == UInt8(ascii: "<"):
        while index < range.upperBound, line[index] == byte || line[index] == UInt8(ascii: "-") { index += 1 }
        return true
      case UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "<"): return readTag(line)
      case 0x80...:
        guard let (value, length) = line.scalar(at: index), value.isSymbol else { return false }
        index += length
        return true
      default:
        return byte.isDigit ? readNumber(line) : byte.isIdentifier && readWord(line)
      }
    }

    /// `[AppDelegate]`, `(main)`, `<Class: 0x…>`.
    private mutating func readTag(_ line: Span<UInt8>) -> Bool {
      guard let close = line.closing(index, before: range.upperBound) else { return false }
      if line[index] == UInt8(ascii: "<"), let zero = line.index(of: UInt8(ascii: "0"), in: index..<close),
        line.has(" 0x", at: zero - 1, before: close)
      {
        var end = zero + 2
        while end < close, line[end].isHex { end += 1 }
        lead.instance = zero..<end
      }
      index = close + 1
      return true
    }

    /// A counter: `12)`, `#12`.
    private mutating func readNumber(_ line: Span<UInt8>) -> Bool {
      index = line.skippingDigits(index, before: range.upperBound)
      guard !hasNumber, !line.isLetterLike(at: index) else { return false }
      hasNumber = true
      if line.byte(at: index) == UInt8(ascii: ")") { index += 1 }
      return true
    }

    private mutating func readWord(_ line: Span<UInt8>) -> Bool {
      let limit = range.upperBound
      let word = index..<line.skippingIdentifier(index, before: limit)
      var end = word.upperBound
      guard !line.isLetterLike(before: word.lowerBound), !line.isLetterLike(at: end) else { return false }
      let next = end + 1 < limit ? line[end + 1] : 0
      // The spelling itself may be what the dot leads to.
      let isPath =
        end < limit && line[end] == UInt8(ascii: ".") && (next.isIdentifier || end + 1 == limit)
      if !isPath, let kind = Mention.word(word, in: line) {
        index = end
        return take(kind)
      }
      // A class, a file with a line, a label: `MyApp.SceneDelegate`, `AppDelegate.m:42`, `Lifecycle:`.
      guard line[word.lowerBound].isUpper else { return false }
      while end + 1 < limit, line[end] == UInt8(ascii: "."), line[end + 1].isIdentifier {
        end = line.skippingIdentifier(end + 1, before: limit)
      }
      var isLabel = isPath
      if end < limit, line[end] == UInt8(ascii: ":") {
        isLabel = true
        let digits = line.skippingDigits(end + 1, before: limit)
        // `File.swift:42:10:` is how compilers begin a message.
        if digits > end + 1, line.byte(at: digits) == UInt8(ascii: ":"), line.byte(at: digits + 1).isDigit {
          return false
        }
        end = digits
      } else if end < limit, line[end] == UInt8(ascii: "("), let close = line.closing(end, before: limit) {
        end = close + 1
      }
      index = end
      return isLabel || isTypeName(line, word)
    }

    private mutating func take(_ word: Word) -> Bool {
      switch word {
      case .decoration: return true
      case .logging(let phase):
        if let phase { lead.phase = phase }
        words += 1
        return words <= 3
      case .last:
        isClosed = true
        words += 1
        return words <= 3
      }
    }

    /// Two capitals or more and a small letter: no word of a sentence has that.
    private func isTypeName(_ line: Span<UInt8>, _ word: Range<Int>) -> Bool {
      var capitals = 0
      var hasSmall = false
      for index in word {
        if line[index].isUpper { capitals += 1 }
        if line[index].isLower { hasSmall = true }
      }
      return capitals > 1 && hasSmall
    }
  }
}
