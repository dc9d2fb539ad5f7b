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
  var pid = true
  /// A thread as it is printed; nil where it is not.
  var thread: ((UInt64) -> String)?

  static func hex(_ thread: UInt64) -> String { String(thread, radix: 16) }
  static func decimal(_ thread: UInt64) -> String { String(thread) }
  static func prefixedHex(_ thread: UInt64) -> String { "0x" + hex(thread) }
}

/// Writes random logs in a format, reads them in pieces of random size, and expects what was written.
///
/// `LIFECHECK_SEED` is the seed of the first log, `LIFECHECK_TRACES` how many there are; a failure says the seed that
/// makes its log the first.
///
/// - Parameters:
///   - oddities: what the format allows in process names.
///   - continues: whether a message may go on over the next lines.
///   - keeping: what the writer keeps of a record.
///   - writer: the text of a record, without the last line end.
func roundTrip(
  _ format: Format, traces: Int = 1_000, oddities: RandomRecord.Oddities = .all, continues: Bool = true,
  keeping: (RandomRecord) -> Kept, writer: (RandomRecord) -> String
) {
  let environment = ProcessInfo.processInfo.environment
  let first = environment["LIFECHECK_SEED"].flatMap { UInt64($0) } ?? 20_261_121
  let count = environment["LIFECHECK_TRACES"].flatMap { Int($0) } ?? traces
  let recognizer = Recognizer(.walk)
  for seed in first..<first + UInt64(count) {
    var dice = Dice(seed: seed)
    let isZoned = keeping(RandomRecord()).time == .zoned
    let records = RandomRecord.log(&dice, oddities: oddities, continues: continues, isZoned: isZoned)
    var log = ""
    var expected: [Expected] = []
    for var record in records {
      record.isLast = record.number == records.count - 1
      let text = writer(record)
      if let event = record.event {
        // The message's first word is enough to find its line, also where the rest is written in another way.
        let word = record.message.split(separator: " ").first { $0.allSatisfy(\.isASCII) } ?? ""
        let above = text.split(separator: "\n", omittingEmptySubsequences: false).prefix {
          !$0.contains(word)
        }
        let line = log.utf8.count { $0 == UInt8(ascii: "\n") } + above.count + 1
        expected.append(Expected(event, line, record, keeping(record), start: records[0]))
      }
      log += text + "\n"
    }
    let lastWritten = Timestamp(nanoseconds: records[0].local, kind: .zoned)
    let reading = Reading(Array(log.utf8), recognizer, lastWritten: lastWritten) {
      Int.random(in: 1...80, using: &dice)
    }
    let found = reading.sightings.map(Expected.init)
    var ours = reading.statistics.records[format.rawValue]
    if [.nslog, .nslogTime, .nslogCut, .plain].contains(format) {
      ours += reading.statistics.records[Format.canonical.rawValue]
    }
    guard found == expected, ours == records.count || format == .bare else {
      let missing = expected.filter { !found.contains($0) }.map { "missing \($0)" }
      let wrong = found.filter { !expected.contains($0) }.map { "wrong   \($0)" }
      let counts = zip(Format.allCases, reading.statistics.records).filter { $0.1 > 0 }
        .map { "\($0.1) \($0.0.name)" }
      Issue.record(
        """
        LIFECHECK_SEED=\(seed), \(format.name), \(records.count) records: \(counts)
        \((missing + wrong).joined(separator: "\n"))
        \(log)
        """)
      return
    }
  }
}

/// An event that was written, or read.
private struct Expected: Equatable, CustomStringConvertible {
  var event: String
  var line: Int
  var time: Timestamp?
  var process: String?
  var pid: Int?
  var thread: String?
  var fields: [String: String]

  init(_ event: String, _ line: Int, _ record: RandomRecord, _ kept: Kept, start: RandomRecord) {
    self.event = event
    self.line = line
    fields = record.fields
    process = kept.process ? record.process : nil
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
