/// Searches skipped bytes for the names of events. If there are none, nothing was missed.
struct NameSearch {
  private let recognizer: Recognizer
  private let findsReports: Bool
  /// Whether a name was found.
  private(set) var isFound = false
  /// The end of the previous bytes, in which a name may begin.
  private var tail: [UInt8] = []

  /// An upper bound for the length of a vocabulary's names, and of the texts by which messages are found.
  private static let longestName = 1 << 10
  /// The number of bytes at the end of a line's first part in which a name may begin. A longer search would find names that the
  /// first part, which was already read, only quotes.
  private static let carriedTailLength = 1 << 8
  /// Keys of system reports that mean an event, but do not name it.
  private static let reportKeys: [StaticString] = [
    "captureTime\"", "procLaunch\"", "largestProcess\"", "crashDiagnostics\"", "applicationExitMetrics\"",
    "hangDiagnostics\"", "cpuExceptionDiagnostics\"",
  ]

  /// Creates a search for names; with `findsReports`, also for the keys of system reports.
  init(_ recognizer: Recognizer, findsReports: Bool = false) {
    self.recognizer = recognizer
    self.findsReports = findsReports
  }

  /// Creates a search of the text after some bytes. A name may begin in the last of these bytes.
  init(_ recognizer: Recognizer, after bytes: Span<UInt8>) {
    self.init(recognizer)
    tail.append(bytes.extracting(last: Self.carriedTailLength))
  }

  /// Searches the next bytes.
  mutating func search(_ bytes: Span<UInt8>) {
    guard !isFound, !bytes.isEmpty else { return }
    tail.append(bytes)
    isFound = recognizer.mayName(in: tail.span) || findsReports && Self.hasReportKey(tail.span)
    if !isFound, tail.contains(UInt8(ascii: "\\")) {
      // In JSON, the text of a message has escapes.
      var text: [UInt8] = []
      MessageEncoding.json.decode(tail.span, tail.indices) { byte, _ in text.append(byte) }
      isFound = recognizer.mayName(in: text.span)
    }
    tail.removeFirst(max(0, tail.count - Self.longestName))
  }

  private static func hasReportKey(_ text: Span<UInt8>) -> Bool {
    var start = 0
    while let quote = text.index(of: UInt8(ascii: "\""), in: start..<text.count) {
      start = quote + 1
      for key in reportKeys where text.has(key, at: start, before: text.count) { return true }
    }
    return false
  }
}

extension Recognizer {
  /// Whether a text may contain the name of an event in any spelling, or a text by which the message of an event is found.
  fileprivate func mayName(in text: Span<UInt8>) -> Bool {
    if firstLiteral(in: text, text.indices, .apple) != nil { return true }
    if firstLiteral(in: text, text.indices, .android) != nil { return true }
    var index = 0
    while let dot = text.index(of: UInt8(ascii: "."), in: index..<text.count) {
      var name = dot..<dot
      while name.lowerBound > index, text[name.lowerBound - 1].isInDottedName {
        name = name.lowerBound - 1..<name.upperBound
      }
      while name.upperBound < text.count, text[name.upperBound].isInDottedName {
        name = name.lowerBound..<name.upperBound + 1
      }
      if isName(name, in: text) { return true }
      index = name.upperBound
    }
    return false
  }
}

extension UInt8 {
  fileprivate var isInDottedName: Bool {
    isLetter || isDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: "-")
  }
}
