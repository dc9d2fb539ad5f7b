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
      found.setField(Metadata.allCases[number], line.trimmed(key.upperBound + 1..<end), line)
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
        time = EpochField(line, at: index + 2, before: end, .epochSeconds).map(TimeField.number)
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

  private mutating func setField(_ key: Metadata, _ value: Range<Int>, _ line: Span<UInt8>) {
    guard !value.isEmpty else { return }
    switch key {
    case .timestamp:
      if let clock = DateTimeField(line, at: value.lowerBound, before: value.upperBound) {
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
