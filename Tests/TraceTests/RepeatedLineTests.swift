import TestSupport
import Testing
import Trace

/// Most lines of a log share a header, a minute or a message with earlier lines. The result of a line must not depend
/// on the earlier lines.
@Suite struct `A line that repeats parts of earlier lines` {
  private static let names = [
    "bark.start", "bark.stop", "dog.didWakeUp", "dog.didWakeUp.end", "bark.nothing", "bark", "Bark.start",
  ]
  private static let fields = [
    " id=rex", " id=a1", " id=\"a b\"", " id=\"a \\\" b\"", " id=12:30:45", " id=a:b", " id=caf\u{E9}",
    " id=^[[0m",
    " id=", " id=\"\"", " id=\"x\"y", " id=\"open", " id=a\"b", " id=a=b", " =a", " 9a=b", " loudness=7",
    " loudness-in-decibels=7", " reason=none", "  id=rex", "\tid=rex", " id=<…>", " id", " id=a\\b",
  ]
  private static let words = [
    "-[DogDelegate dogDidWakeUp:]", "dogDidWakeUp {", "} dogDidWakeUp", "dogDidWakeUp was not called",
    "<Dog: 0x1f2e> dogDidWakeUp", "<Dog: 0x1f2f> dogDidWakeUp", "dogDidWakeUp <…>", "flutter: dogDidWakeUp",
    "12:30:45 dogDidWakeUp", "dogDidWakeUp ^[[0m", "nothing",
  ]
  private static let seconds = [
    "10:00:00.000", "10:00:00.001", "10:00:59.999", "10:00:60.000", "10:00:61.000", "10:01:00.000",
    "24:00:00.000",
    "23:59:59.1", "10:60:00.000", "10:00:00:123", "10:00:00.123456",
  ]
  private static let dates = ["2026-11-20", "2026-11-20", "2026-11-21", "2026-02-29", "2024-02-29"]
  private static let zones = ["", "", "Z", "+0100", "-05:30"]
  private static let processes = [
    "Walk[42:1]", "Walk[42:7]", "Walk[42:1a2b3c4d5e]", "Walk[42:1a2b3c4d5f]", "Walk[42:2a2b3c4d5f]",
    "Walk[43:8]", "Talk[42:1]", "Walk[42:g]",
  ]

  private static func pick(_ texts: [String], _ dice: inout Dice) -> String {
    texts[Int.random(in: texts.indices, using: &dice)]
  }

  private static func message(_ dice: inout Dice) -> String {
    if Int.random(in: 0..<3, using: &dice) == 0 { return pick(words, &dice) }
    let count = Int.random(in: 0..<4, using: &dice)
    return pick(names, &dice) + (0..<count).map { _ in pick(fields, &dice) }.joined()
  }

  /// Lines of NSLog, mostly of one process, with one format of times.
  private static func lines(_ dice: inout Dice) -> [String] {
    let (zone, separator) = (pick(zones, &dice), pick([" ", "T"], &dice))
    let process = pick(processes, &dice)
    return (0..<30).map { _ in
      let process = Int.random(in: 0..<4, using: &dice) == 0 ? pick(processes, &dice) : process
      return pick(dates, &dice) + separator + pick(seconds, &dice) + zone + " \(process) " + message(&dice)
    }
  }

  /// Lines that are nearly all events, with nearly the same header.
  private static func eventsInARow(_ dice: inout Dice) -> [String] {
    let (start, sort) = ("2026-11-20 10:0", pick(["", "Df "], &dice))
    return (0..<60).map { number in
      let isOdd = Int.random(in: 0..<12, using: &dice) == 0
      let process = isOdd ? pick(processes, &dice) : processes[0]
      let text =
        isOdd ? message(&dice) : pick(["bark.start id=a\(number)", "dog.didWakeUp", words[0]], &dice)
      let origin = isOdd ? pick(["", "(WalkKit) ", "[com.example.walk:life] ", " "], &dice) : ""
      return start + "\(number / 40):\(10 + number % 40).123 \(sort)\(process) " + origin + text
    }
  }

  /// Records of the system's log, mostly with the same keys.
  private static func records(_ dice: inout Dice) -> [String] {
    (0..<30).map { number in
      let isRare = Int.random(in: 0..<6, using: &dice) == 0
      let text = message(&dice).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing("\t", with: "\\t")
      let sort = isRare ? pick(["stateEvent", "timesyncEvent", "lossEvent"], &dice) : "logEvent"
      let thread = isRare ? pick(["null", "\"main\"", "-1"], &dice) : "77"
      let path = pick(["\\/Walk.app\\/Walk", "\\/usr\\/walkd", "Walk", isRare ? "\\/" : "W"], &dice)
      let end = isRare ? #","signpostType":"\#(pick(["begin", "end"], &dice))""# : ""
      let category = isRare ? pick(["caf\u{E9}", "^[[0m", "a\\\"b"], &dice) : "life"
      return #"{"traceID":\#(number),"eventMessage":"\#(text)","eventType":"\#(sort)","threadID":\#(thread),"#
        + #""category":"\#(category)","#
        + #""source":{"line":\#(number)},"processImagePath":"\#(path)","#
        + #""timestamp":"\#(pick(dates, &dice)) \#(pick(seconds, &dice))000+0100","processID":\#(number % 3)\#(end)}"#
    }
  }

  @Test(arguments: 0..<20) func `gives the same events as alone`(seed: UInt64) {
    var dice = Dice(seed: seed)
    let recognizer = Recognizer(.walk)
    for _ in 0..<10 {
      expect(Self.lines(&dice), recognizer)
      expect(Self.eventsInARow(&dice), recognizer)
      expect(Self.records(&dice), recognizer)
    }
  }

  @Test(arguments: 0..<20) func `gives the same events with any line ends and in any pieces`(seed: UInt64) {
    var dice = Dice(seed: seed)
    let recognizer = Recognizer(.walk)
    for end in ["\n", "\r\n", "\r\r\n", " \n", "\0\n", "\n\0\0", "\n\u{FEFF}", "\n\n"] {
      let lines = Self.eventsInARow(&dice) + Self.lines(&dice)
      let log = Array(lines.joined(separator: end).utf8)
      let whole = Reading(log, recognizer)
      let size = Int.random(in: 1..<1_000, using: &dice)
      let pieces = Reading(log, recognizer, pieces: size)
      #expect(pieces.sightings == whole.sightings)
      #expect(pieces.statistics == whole.statistics)
      let usual = Reading(Array(lines.joined(separator: "\n").utf8), recognizer)
      #expect(whole.events == usual.events)
      #expect(whole.sightings.map(\.fields) == usual.sightings.map(\.fields))
      #expect(whole.sightings.map(\.timestamp) == usual.sightings.map(\.timestamp))
    }
  }

  /// Compares the log, in which each line occurs twice, with the sum of its lines read alone. Compares the counts, too.
  private func expect(_ lines: [String], _ recognizer: Recognizer) {
    let whole = Reading(Array(((lines + lines).joined(separator: "\n") + "\n").utf8), recognizer)
    let alone = lines.map { Reading(Array($0.utf8), recognizer) }
    var expected: [Sighting] = []
    for (number, reading) in (alone + alone).enumerated() {
      for var sighting in reading.sightings {
        sighting.line = number + 1
        expected.append(sighting)
      }
    }
    #expect(whole.sightings.map(withoutNeighbours) == expected.map(withoutNeighbours))
    #expect(whole.formats == sum(alone.map(\.formats)))
    for count in [
      \TraceStatistics.events, \.mentions, \.unreadableCount, \.unknownCount, \.unknownFieldCount,
    ] {
      #expect(
        whole.statistics[keyPath: count] == alone.map { $0.statistics[keyPath: count] }.reduce(0, +) * 2)
    }
  }

  /// The owner of a process id without a name depends on the lines above.
  private func withoutNeighbours(_ sighting: Sighting) -> Sighting {
    var sighting = sighting
    if sighting.process == nil { sighting.owner = nil }
    return sighting
  }

  private func sum(_ formats: [[String: Int]]) -> [String: Int] {
    formats.reduce(into: [:]) { sum, formats in sum.merge(formats.mapValues { $0 * 2 }, uniquingKeysWith: +) }
  }
}
