/// Xcode's console, copied with metadata: a message, and below it a line with its metadata.
///
///     dogDidWakeUp(_:)
///     Type: Notice | Timestamp: 2026-02-10 12:32:48.912994+11:00 | Process: Walk | Category:  | TID: 0x16fc80
///
/// The user chooses the fields. A message of several lines continues as long as lines are indented, or until its brackets are
/// closed. Any other line above the metadata is a message of its own, whose time is not known.
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

  /// Reads a line of metadata. Returns false if it has another format.
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
      index = line.skippingSpaces(end + 1, before: limit)
      count += 1
    }
    guard count > 1 else { return false }
    self = found
    format = .xcodeMeta
    message = limit..<limit
    context.metadata.isKnown = true
    return true
  }

  /// Reads the prefix of a redirected log: `OSLOG-` with a UUID, numbers and `{t:1707559968.912994,tid:0x16fc80}` before a tab.
  /// Returns false if the line has another format.
  @inline(never)
  mutating func readRedirected(_ line: Span<UInt8>) -> Bool {
    let limit = message.upperBound
    let mark = 42
    guard line.has("OSLOG-", at: 0, before: limit), mark < limit, line[mark].isSpace,
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
    message = line.skippingSpaces(tab, before: limit)..<limit
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
