/// Counts the records, events and unreadable lines of a log.
struct StatisticsCounter: ~Copyable {
  let limits: ReaderLimits
  var counts = TraceStatistics()
  /// The format of the newest record, and the number of its records that are not in `counts` yet. Most lines have the format of
  /// the line above.
  private var newest = (format: Format.bare, count: 0)
  private var unknownNames = WordTable()
  private var unknownUses: [TraceStatistics.UnknownName] = []
  private var unknownFields = UnknownFields()

  init(_ limits: ReaderLimits) { self.limits = limits }

  /// The statistics so far.
  var statistics: TraceStatistics {
    var statistics = counts
    statistics.records[newest.format.rawValue] += newest.count
    for (number, use) in unknownUses.enumerated() { statistics.unknownNames[unknownNames[number]] = use }
    statistics.unknownFields = unknownFields.uses
    statistics.unknownFieldCount = unknownFields.total
    return statistics
  }

  /// Returns the number of records so far in formats that are written on this platform only.
  func records(of platform: Platform) -> Int {
    var count = 0
    for format in Self.formats where format.home == platform { count += records(of: format) }
    return count
  }

  /// Stored, because the list would otherwise be created for each chunk.
  private static let formats = Format.allCases

  /// Counts records of a format. A negative number corrects an earlier count.
  @inline(__always)
  mutating func countRecord(_ format: Format, _ number: Int = 1) {
    if format != newest.format { change(to: format) }
    newest.count += number
  }

  @inline(never)
  private mutating func change(to format: Format) {
    counts.records[newest.format.rawValue] += newest.count
    newest = (format, 0)
  }

  /// Counts an event in a record of a format.
  mutating func countEvent(
    _ event: Event, _ line: Span<UInt8>, _ format: Format, _ recognizer: Recognizer
  ) {
    counts.events += 1
    if event.form == .canonical, format.isConsole {
      countRecord(format, -1)
      countRecord(.canonical)
    }
    if event.id == .unknown {
      countUnknown(event, line)
    } else if event.form == .canonical {
      for field in event.fields where !recognizer.declares(field.name, of: event.id) {
        unknownFields.count(field.name, of: event, line, recognizer)
      }
    }
  }

  /// Counts a known event, with declared fields only, and its record.
  @inline(__always)
  mutating func countPlainEvent(_ format: Format) {
    counts.events += 1
    countRecord(format)
  }

  private mutating func countUnknown(_ event: Event, _ line: Span<UInt8>) {
    counts.unknownCount += 1
    var number = unknownNames.number(of: event.name, in: line)
    if number == nil, unknownUses.count < TraceStatistics.shown {
      number = unknownNames.insert(line, event.name)
      unknownUses.append(.init(count: 0, firstLine: event.line))
    }
    if let number { unknownUses[number].count += 1 }
  }

  /// Counts a place in a line that cannot be read.
  mutating func countUnreadable(
    line: Int, column: Int, _ reason: UnreadableReason, _ format: Format = .bare
  ) {
    let found = TraceStatistics.UnreadableLine(line: line, column: column, reason: reason.message(limits))
    counts.unreadableCount += 1
    counts.unreadableRecords[format.rawValue] += 1
    if counts.firstUnreadable[format] == nil { counts.firstUnreadable[format] = found }
    if counts.unreadable.count < TraceStatistics.shown { counts.unreadable.append(found) }
    if let help = reason.help, counts.firstOmission == nil {
      counts.firstOmission = .init(place: found, help: help)
    }
  }

  /// Returns the number of records of a format so far.
  func records(of format: Format) -> Int {
    counts.records[format.rawValue] + (format == newest.format ? newest.count : 0)
  }

  /// Stores the newest line as one that does not match the header of the project's own logger. Only the first ones are stored,
  /// and only until a line matches.
  mutating func countMisfit(_ line: Span<UInt8>, at index: Int, _ part: HeaderTemplate.Part) {
    guard records(of: .custom) == 0, counts.headerMismatches.count < TraceStatistics.shownMisfits,
      !Header(bare: line).message.isEmpty
    else { return }
    counts.headerMismatches.append(
      .init(line: counts.lines, column: line.column(ofByte: index), reason: part.expectation))
  }
}
