import Foundation
import TestSupport
import Testing
import Trace

/// What a format keeps of a record.
struct Kept {
  /// The kind of its times; nil where it has none.
  var time: Timestamp.Kind?
  /// How many digits of a second's fraction.
  var digits = 6
  var process = true
  /// The process that every record is of, where that is a tool and not what it tells of.
  var tool: String?
  var pid = true
  /// A thread as it is printed; nil where it is not.
  var thread: ((UInt64) -> String)?

  static func hex(_ thread: UInt64) -> String { String(thread, radix: 16) }
  static func decimal(_ thread: UInt64) -> String { String(thread) }
  static func prefixedHex(_ thread: UInt64) -> String { "0x" + hex(thread) }
}

/// A log that was written, and what is to be read in it.
struct WrittenLog {
  var text = ""
  var events: [WrittenEvent] = []
  /// How many records of some formats it has.
  var records: [Format: Int] = [:]
  /// When it was written last.
  var lastWritten: Timestamp?

  /// The number of the line that comes next.
  var nextLine: Int { text.utf8.count { $0 == UInt8(ascii: "\n") } + 1 }
}

/// Writes random logs in a format, reads them in pieces of random size, and expects what was written.
///
/// `LIFECHECK_SEED` is the seed of the first log, `LIFECHECK_TRACES` how many there are; a failure says the seed that
/// makes its log the first.
func roundTrip(
  _ format: Format, traces: Int = 1_000, vocabulary: Vocabulary = .walk, template: HeaderTemplate? = nil,
  write: (inout Dice) -> WrittenLog
) {
  let environment = ProcessInfo.processInfo.environment
  let first = environment["LIFECHECK_SEED"].flatMap { UInt64($0) } ?? 20_261_121
  let count = environment["LIFECHECK_TRACES"].flatMap { Int($0) } ?? traces
  let recognizer = Recognizer(vocabulary)
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
  }
}

/// The same, of random records.
///
/// - Parameters:
///   - oddities: what the format allows in process names.
///   - continues: whether a message may go on over the next lines.
///   - keeping: what the writer keeps of a record.
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
    // Each line that a message goes on over counts as one, too.
    if format == .bare { log.records[.bare] = nil }
    for var record in records {
      record.isLast = record.number == records.count - 1
      let text = writer(record)
      if let event = record.event {
        // The message's first word is enough to find its line, also where the rest is written in another way.
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

  /// What is kept of a record; times that tell no day are of that of `start`, or later.
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
