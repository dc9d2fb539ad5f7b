/// Counts the records, events and unreadable lines of a log.
struct StatisticsCounter: ~Copyable {
  let limits: ReaderLimits
  var counts = TraceStatistics()
  /// The newest record's format, and how many records of it are not among `counts` yet: most lines have the format of
  /// the one above.
  private var newest = (format: Format.bare, count: 0)
  private var unknownNames = WordTable()
  private var unknownUses: [TraceStatistics.UnknownName] = []
  private var unknownFields = UnknownFields()

  init(_ limits: ReaderLimits) { self.limits = limits }

  /// All of it.
  var statistics: TraceStatistics {
    var statistics = counts
    statistics.records[newest.format.rawValue] += newest.count
    for (number, use) in unknownUses.enumerated() { statistics.unknownNames[unknownNames[number]] = use }
    statistics.unknownFields = unknownFields.uses
    statistics.unknownFieldCount = unknownFields.total
    return statistics
  }

  /// How many records there are so far of formats that are written on one platform only.
  func records(of platform: Platform) -> Int {
    var count = 0
    for format in Self.formats where format.home == platform { count += records(of: format) }
    return count
  }

  /// Asked for with each chunk, the list is not made anew.
  private static let formats = Format.allCases

  /// A record of a format; with a negative number records that were counted and are none, after all.
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

  /// An event in a record of that format.
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

  /// A known event with declared fields, in a record of that format.
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

  /// Something of a line that cannot be read.
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

  /// The number of records of a format so far.
  func records(of format: Format) -> Int {
    counts.records[format.rawValue] + (format == newest.format ? newest.count : 0)
  }

  /// The newest line does not fit the header of the project's own logger. While none fits, the first ones are kept.
  mutating func countMisfit(_ line: Span<UInt8>, at index: Int, _ part: HeaderTemplate.Part) {
    guard records(of: .custom) == 0, counts.misfits.count < TraceStatistics.shownMisfits,
      !Header(bare: line).message.isEmpty
    else { return }
    counts.misfits.append(
      .init(line: counts.lines, column: line.column(ofByte: index), reason: part.expectation))
  }
}
