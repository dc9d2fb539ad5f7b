import Foundation
import TestSupport
import Testing
import Trace

/// The parts of a record that a format keeps.
struct Kept {
  /// The kind of its times; nil if it has none.
  var time: Timestamp.Kind?
  /// The number of digits of a fraction of a second.
  var digits = 6
  var process = true
  /// The process of every record, if a tool writes the log in place of the app.
  var tool: String?
  var pid = true
  /// Prints a thread; nil if the format has no threads.
  var thread: ((UInt64) -> String)?

  static func hex(_ thread: UInt64) -> String { String(thread, radix: 16) }
  static func decimal(_ thread: UInt64) -> String { String(thread) }
  static func prefixedHex(_ thread: UInt64) -> String { "0x" + hex(thread) }
}

/// A log that was written, and its expected events.
struct WrittenLog {
  var text = ""
  var events: [WrittenEvent] = []
  /// Lines of the same format without an event.
  var filler = "nothing to see\n"
  /// The number of records of some formats.
  var records: [Format: Int] = [:]
  /// The time of the last modification.
  var lastWritten: Timestamp?

  /// The number of the next line.
  var nextLine: Int { text.utf8.count { $0 == UInt8(ascii: "\n") } + 1 }
}

/// Writes random logs in a format, reads them in pieces of random size, and compares the events. Each log is also read line by
/// line, which is the reference, and together with others, where lines are skipped.
///
/// `LIFECHECK_SEED` is the seed of the first log, `LIFECHECK_TRACES` the number of logs. A failure reports the seed of
/// its log.
func roundTrip(
  _ format: Format, traces: Int = 1_000, vocabulary: Vocabulary = .walk, template: HeaderTemplate? = nil,
  write: (inout Dice) -> WrittenLog
) {
  let environment = ProcessInfo.processInfo.environment
  let first = environment["LIFECHECK_SEED"].flatMap { UInt64($0) } ?? 20_261_121
  let count = environment["LIFECHECK_TRACES"].flatMap { Int($0) } ?? traces
  let recognizer = Recognizer(vocabulary)
  var joined = JoinedLogs()
  var skipped = 0
  for seed in first..<first + UInt64(count) {
    var dice = Dice(seed: seed)
    let log = write(&dice)
    let reading = Reading(
      Array(log.text.utf8), recognizer, lastWritten: log.lastWritten, template: template
    ) {
      Int.random(in: 1...80, using: &dice)
    }
    let found = reading.sightings.map(WrittenEvent.init)
    guard found == log.events, log.records.allSatisfy({ reading.statistics.records[$0.rawValue] == $1 })
    else {
      let missing = log.events.filter { !found.contains($0) }.map { "missing \($0)" }
      let wrong = found.filter { !log.events.contains($0) }.map { "wrong   \($0)" }
      let written = log.records.map { "\($1) \($0.name)" }.sorted()
      let counts = zip(Format.allCases, reading.statistics.records).filter { $0.1 > 0 }
        .map { "\($0.1) \($0.0.name)" }
      Issue.record(
        """
        LIFECHECK_SEED=\(seed), \(format.name): \(written), read as \(counts)
        \((missing + wrong).joined(separator: "\n"))
        \(log.text)
        """)
      return
    }
    let reference = ReadingComparison(
      recognizer: recognizer, lastWritten: log.lastWritten, template: template
    ).reference(Array(log.text.utf8))
    guard reading.sightings == reference.sightings, reading.statistics == reference.statistics else {
      Issue.record("LIFECHECK_SEED=\(seed), \(format.name) is read differently line by line\n\(log.text)")
      return
    }
    // By default, only the first logs are joined, to save time.
    guard PieceSizes.areAll || seed < first + 2 * UInt64(JoinedLogs.most) else { continue }
    joined.append(log)
    guard joined.count == JoinedLogs.most || seed == first + UInt64(count) - 1 else { continue }
    let number = Int(seed - first) / JoinedLogs.most
    let sizes = PieceSizes.forLog(number, of: (count - 1) / JoinedLogs.most + 1, sample: 1)
    for only in [nil, format] {
      let outcome = joined.compare(recognizer, template, only: only, sizes)
      if let difference = outcome.difference {
        let choice = only == nil ? "" : " as the chosen format"
        Issue.record("LIFECHECK_SEED=\(seed), \(format.name)\(choice): \(difference)")
        return
      }
      skipped += outcome.skipped
    }
    joined = JoinedLogs()
  }
  // A single log may have nothing to skip.
  guard count == traces else { return }
  #expect(skipped > 0, "no bytes of \(format.name) were skipped")
}

/// Does the same with random records.
///
/// - Parameters:
///   - oddities: the special characters that the format allows in process names.
///   - continues: whether a message may continue on the next lines.
///   - keeping: the parts of a record that the writer keeps.
///   - writer: the text of a record, without the last line end.
func roundTrip(
  _ format: Format, oddities: RandomRecord.Oddities = .all, continues: Bool = true,
  template: HeaderTemplate? = nil, keeping: (RandomRecord) -> Kept, writer: (RandomRecord) -> String
) {
  let isZoned = keeping(RandomRecord()).time == .zoned
  roundTrip(format, template: template) { dice in
    let records = RandomRecord.log(
      &dice, oddities: oddities, continues: continues, isZoned: isZoned, isCanonical: format == .canonical)
    var log = WrittenLog(lastWritten: Timestamp(nanoseconds: records[0].local, kind: .zoned))
    log.records = [format: records.count]
    if [.nslog, .nslogTime, .nslogCut, .plain, .bare].contains(format) {
      let canonical = records.count { $0.isCanonical }
      log.records = [format: records.count - canonical, .canonical: canonical]
    }
    // Each continuation line counts as a record, too.
    if format == .bare { log.records[.bare] = nil }
    var filler = records[0]
    (filler.message, filler.continuation, filler.isLast) = ("nothing to see", [], true)
    // A document of Instruments is never skipped, but lines behind it are.
    if format != .xctrace { log.filler = writer(filler) + "\n" }
    for var record in records {
      record.isLast = record.number == records.count - 1
      let text = writer(record)
      if let event = record.event {
        // The first word of the message is enough to find its line, even if the rest is escaped.
        let word = record.message.split(separator: " ").first { $0.allSatisfy(\.isASCII) } ?? ""
        let above = text.split(separator: "\n", omittingEmptySubsequences: false).prefix {
          !$0.contains(word)
        }
        let line = log.nextLine + above.count
        log.events.append(WrittenEvent(event, line, record, keeping(record), start: records[0]))
      }
      log.text += text + "\n"
    }
    return log
  }
}

/// An event that was written, or read.
struct WrittenEvent: Equatable, CustomStringConvertible {
  var event: String
  var line: Int
  var time: Timestamp?
  var process: String?
  var pid: Int?
  var thread: String?
  var fields: [String: String]

  /// The kept parts of a record. Times without a date count from the day of `start`.
  init(
    _ event: String, _ line: Int, _ record: RandomRecord, _ kept: Kept, start: RandomRecord = RandomRecord()
  ) {
    self.event = event
    self.line = line
    fields = record.fields
    process = kept.tool ?? (kept.process ? record.process : nil)
    pid = kept.pid ? record.pid : nil
    thread = kept.thread?(record.thread)
    let unit = (kept.digits..<9).reduce(Int64(1)) { unit, _ in unit * 10 }
    let cut = { RandomRecord.floor($0, unit) * unit }
    let midnight = RandomRecord.floor(start.local, RandomRecord.day) * RandomRecord.day
    time =
      switch kept.time {
      case .zoned: Timestamp(nanoseconds: cut(record.time), kind: .zoned)
      case .timeOnly: Timestamp(nanoseconds: cut(record.local - midnight), kind: .timeOnly)
      case .some(let kind): Timestamp(nanoseconds: cut(record.local), kind: kind)
      case nil: nil
      }
  }

  init(_ sighting: Sighting) {
    (event, line, fields) = (sighting.event, sighting.line, sighting.fields)
    (time, process, pid) = (sighting.timestamp, sighting.process, sighting.pid)
    thread = sighting.thread
  }

  var description: String {
    "\(line): \(event) \(fields) \(process ?? "-")[\(pid ?? -1):\(thread ?? "-")] \(time.map { "\($0.nanoseconds) \($0.kind)" } ?? "-")"
  }
}
