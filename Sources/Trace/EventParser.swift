/// Lines in, events out: what a line's event needs from the lines above it, and what is counted.
struct EventParser: ~Copyable {
  private let recognizer: Recognizer
  /// The event of the current line; one value for all lines, so that nothing is allocated for each.
  private var event = Event(id: .unknown, form: .canonical, line: 0, name: 0..<0)
  private var clock = DayClock()
  private var record = Record()
  private var processes = WordTable()
  private var counts = TraceStatistics()
  private var unknownNames = WordTable()
  private var unknownUses: [TraceStatistics.UnknownName] = []
  private var unknownFields = UnknownFields()

  init(_ recognizer: Recognizer) { self.recognizer = recognizer }

  /// What was counted so far.
  var statistics: TraceStatistics {
    var statistics = counts
    for (number, use) in unknownUses.enumerated() { statistics.unknownNames[unknownNames[number]] = use }
    statistics.unknownFields = unknownFields.uses
    statistics.unknownFieldCount = unknownFields.total
    return statistics
  }

  /// The names of the processes that an event belonged to.
  var processNames: [String] { (0..<processes.count).map { processes[$0] } }

  /// Reads the next line.
  @inline(__always)
  mutating func take(
    _ line: Span<UInt8>, _ body: (borrowing Event, Span<UInt8>) throws -> Void
  ) rethrows {
    counts.lines += 1
    let header = Header(of: line)
    if let reading = header.clock, !reading.isDated { clock.note(reading.timestamp(line)) }
    if let process = header.process { record.note(line, process, pid: header.pid) }
    switch recognizer.find(in: line, header, &event) {
    case .nothing: return
    case .event:
      complete(line, header)
      try body(event, line)
    case .mention: counts.mentions += 1
    case .unreadable(let index, let reason): countUnreadable(column: line.column(ofByte: index), reason)
    }
  }

  /// Passes over a line that cannot be read at all.
  mutating func skipLine(_ reason: UnreadableReason) {
    counts.lines += 1
    countUnreadable(column: 1, reason)
  }

  private mutating func countUnreadable(column: Int, _ reason: UnreadableReason) {
    counts.unreadableCount += 1
    guard counts.unreadable.count < TraceStatistics.shown else { return }
    counts.unreadable.append(.init(line: counts.lines, column: column, reason: reason.rawValue))
  }

  /// Gives the event what the header and the lines above tell.
  private mutating func complete(_ line: Span<UInt8>, _ header: Header) {
    counts.events += 1
    event.line = counts.lines
    event.time = header.clock?.timestamp(line).map(clock.place)
    event.timeText = header.clock?.text
    event.process = header.process
    event.pid = header.pid
    event.thread = header.thread
    event.owner = record.owner(&processes)
    if event.id == .unknown {
      countUnknown(line)
    } else if event.form == .canonical {
      for field in event.fields where !recognizer.declares(field.name, of: event.id) {
        unknownFields.count(field.name, of: event, line, recognizer)
      }
    }
  }

  private mutating func countUnknown(_ line: Span<UInt8>) {
    counts.unknownCount += 1
    var number = unknownNames.number(of: event.name, in: line)
    if number == nil, unknownUses.count < TraceStatistics.shown {
      number = unknownNames.insert(line, event.name)
      unknownUses.append(.init(count: 0, firstLine: counts.lines))
    }
    if let number { unknownUses[number].count += 1 }
  }

  /// The nearest record above or at the current line that names its process.
  private struct Record {
    private var name: [UInt8] = []
    private var pid: Int?
    private var process: ProcessID?

    @inline(__always)
    mutating func note(_ line: Span<UInt8>, _ range: Range<Int>, pid: Int?) {
      self.pid = pid
      guard !line.extracting(range).isEqual(to: name.span) else { return }
      process = nil
      name.removeAll(keepingCapacity: true)
      for index in range { name.append(line[index]) }
    }

    mutating func owner(_ processes: inout WordTable) -> Event.Owner? {
      guard !name.isEmpty else { return nil }
      let process = process ?? ProcessID(processes.insert(name.span, name.indices))
      self.process = process
      return Event.Owner(process: process, pid: pid)
    }
  }
}

/// Counts the midnights between times of day.
struct DayClock {
  private var last: Int64 = 0
  private var midnights: Int64 = 0

  /// Takes in the time of day of a line. A drop of more than twelve hours is a midnight; a smaller one is a clock
  /// that was set back.
  mutating func note(_ time: Timestamp?) {
    guard let time else { return }
    // No log is a century long; one that jumps to and fro must not overflow.
    if last - time.nanoseconds > 43_200_000_000_000 { midnights = min(midnights + 1, 36_525) }
    last = time.nanoseconds
  }

  /// The moment that a time stands for: a time of day is one on a clock that goes on past midnight.
  func place(_ time: Timestamp) -> Timestamp {
    guard time.kind == .timeOnly else { return time }
    return Timestamp(nanoseconds: time.nanoseconds + midnights * 86_400_000_000_000, kind: .timeOnly)
  }
}
