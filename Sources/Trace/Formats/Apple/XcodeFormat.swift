/// Xcode's console, copied with metadata: the message comes first, and below it a line with what else is known.
///
///     dogDidWakeUp(_:)
///     Type: Notice | Timestamp: 2026-02-10 12:32:48.912994+11:00 | Process: Walk | Category:  | TID: 0x16fc80
///
/// Which fields there are is up to the user. A message over several lines goes on with indented lines, or until what it
/// opened is closed; a line above that is one of its own, and its time is not known.
extension Header {
  private enum Metadata: String, CaseIterable {
    case type = "Type"
    case timestamp = "Timestamp"
    case process = "Process"
    case library = "Library"
    case subsystem = "Subsystem"
    case category = "Category"
    case tid = "TID"
    case pid = "PID"
  }

  private static let keys = WordTable(Metadata.allCases.map(\.rawValue))

  /// Reads a line of metadata; false where it is something else.
  @inline(never)
  mutating func readMetadata(_ line: Span<UInt8>, _ context: inout LogContext) -> Bool {
    let limit = message.upperBound
    var found = self
    var index = 0
    var count = 0
    while index < limit {
      let key = index..<line.skippingIdentifier(index, before: limit)
      guard key.upperBound < limit, line[key.upperBound] == UInt8(ascii: ":"),
        let number = Self.keys.number(of: key, in: line)
      else { return false }
      let end = line.index(of: UInt8(ascii: "|"), in: key.upperBound..<limit) ?? limit
      found.take(Metadata.allCases[number], line.trimmed(key.upperBound + 1..<end), line)
      index = line.skippingBlanks(end + 1, before: limit)
      count += 1
    }
    guard count > 1 else { return false }
    self = found
    format = .xcodeMeta
    message = limit..<limit
    context.metadata.isKnown = true
    return true
  }

  /// Reads the mark of a redirected log, `OSLOG-` with a UUID, numbers and `{t:1707559968.912994,tid:0x16fc80}`
  /// before a tab; false where it is something else.
  @inline(never)
  mutating func readRedirected(_ line: Span<UInt8>) -> Bool {
    let limit = message.upperBound
    let mark = 42
    guard line.has("OSLOG-", at: 0, before: limit), mark < limit, line[mark].isBlank,
      let tab = line.index(of: UInt8(ascii: "\t"), in: mark..<limit),
      let brace = line.index(of: UInt8(ascii: "{"), in: mark..<tab)
    else { return false }
    var index = brace + 1
    while index < tab, line[index] != UInt8(ascii: "}") {
      let end =
        line.index(of: UInt8(ascii: ","), in: index..<tab)
        ?? line.index(of: UInt8(ascii: "}"), in: index..<tab)
      guard let end else { break }
      if line.has("t:", at: index, before: end) {
        time = NumberReading(line, at: index + 2, before: end, .epochSeconds).map(TimeReading.number)
      } else if line.has("tid:", at: index, before: end) {
        thread = index + 4..<end
      }
      index = end + 1
    }
    guard time != nil else { return false }
    format = .xcodeMeta
    message = line.skippingBlanks(tab, before: limit)..<limit
    return true
  }

  private mutating func take(_ key: Metadata, _ value: Range<Int>, _ line: Span<UInt8>) {
    guard !value.isEmpty else { return }
    switch key {
    case .timestamp:
      if let clock = ClockReading(line, at: value.lowerBound, before: value.upperBound) {
        time = .clock(clock)
      }
    case .process: process = value
    case .tid: thread = value
    case .pid
    where value.count < 12
      && line.skippingDigits(value.lowerBound, before: value.upperBound) == value.upperBound:
      pid = line.number(value)
    case .type, .library, .subsystem, .category, .pid: break
    }
  }
}

/// A line with an event and no header, that waits for its metadata: the one line that may not be told at once.
struct MetadataMemory {
  /// Whether the log has shown metadata.
  var isKnown = false
  /// Whether a line waited in vain: a log that is written while it is read must not wait.
  var isMissed = false
  /// What the line opened and did not close.
  private var depth = 0
  private var following = 0

  private static let patience = 200
  private static let longestMessage = 256

  /// Whether a line without a header has to wait for the next one.
  func isExpected(atLine number: Int) -> Bool { isKnown || (!isMissed && number <= Self.patience) }

  /// Begins to wait below a line.
  mutating func begin(_ line: Span<UInt8>) {
    depth = 0
    following = 0
    count(line)
  }

  /// Whether a line without a header is part of the message that waits.
  mutating func continues(_ line: Span<UInt8>) -> Bool {
    following += 1
    guard following < Self.longestMessage, depth > 0 || line.byte(at: 0).isBlank || Self.closes(line) else {
      return false
    }
    count(line)
    return true
  }

  /// Whether a line ends what lines above the one that waits have opened: `}`, `);`.
  private static func closes(_ line: Span<UInt8>) -> Bool {
    let first = line.byte(at: 0)
    guard first == UInt8(ascii: "}") || first == UInt8(ascii: ")") || first == UInt8(ascii: "]") else {
      return false
    }
    for index in 1..<line.count where line[index].isIdentifier { return false }
    return true
  }

  private mutating func count(_ line: Span<UInt8>) {
    for index in 0..<line.count {
      switch line[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: ")"): depth -= 1
      default: break
      }
    }
  }
}
