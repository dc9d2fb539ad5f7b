import TestSupport
import Testing
import Trace

/// Most headers have the same shape as the header above. A line must give the same result in a log as alone.
@Suite struct `A header like the one above` {
  private static let dates = ["2026-11-20 ", "2026-11-20 ", "2026/11/20 ", "2026-11-2O ", ""]
  private static let times = [
    "10:00:00.123", "10:59:59.999", "23:00:01.500", "10:00:00.123456", "10:00:0;.123", "10:00:00.1:3",
    "10:00:00:12",
    "10:00:00",
  ]
  private static let zones = ["", "", "+0100", "-0800", "Z", "+01:00"]
  private static let types = ["", "", "Df ", "I  ", "Db "]
  private static let processes = [
    "log", "Walk", "Walk", "Talk", "My Walk", "W", "/usr/bin/walkd",
  ]
  private static let numbers = [
    "[42:1a2b3c]", "[42:1a2b3d]", "[42:999999]", "[43:1a2b3c]", "[42:main]", "[42:qqqqqq]", "[42]", "[42:1]",
    "[1:2]:",
  ]
  private static let messages = [
    " dogDidWakeUp", " -[DogDelegate dogDidWakeUp:]", " [Dog] dogDidWakeUp", "(mark) dogDidWakeUp",
    "  dogDidWakeUp  ",
    " flutter: dogDidWakeUp", " flutter: bark.start id=rex", " bark.start id=rex", " bark.start\u{A0}id=rex",
    " bark.start^[[0m", " st2026-11-20 10:00:00.123 Talk[7:9] bark.start",
    " x\r2026-11-20 10:00:00 Talk[7:9] bark.start", " nothing", "", " ", " (lib) dogDidWakeUp",
    " (Kit) [com.example.walk:life] dogDidWakeUp", " (Kit) [com.example.walk:life] [a] dogDidWakeUp",
    " log run noninteractively dogDidWakeUp",
  ]

  private static let parts = [dates, times, zones, [" "], types, processes, numbers, messages]

  /// Lines that mostly have the same parts.
  private static func log(_ dice: inout Dice) -> [String] {
    func pick(_ texts: [String]) -> String { texts[Int.random(in: texts.indices, using: &dice)] }
    let usual = parts.map(pick)
    return (0..<12).map { _ in
      zip(parts, usual).map { Int.random(in: 0..<8, using: &dice) == 0 ? pick($0) : $1 }.joined()
    }
  }

  @Test(arguments: 0..<20) func `gives the same events as alone`(seed: UInt64) {
    var dice = Dice(seed: seed)
    let recognizer = Recognizer(.walk)
    for _ in 0..<60 {
      let lines = Self.log(&dice)
      let whole = Reading(Array((lines.joined(separator: "\n") + "\n").utf8), recognizer)
      let alone = lines.enumerated().flatMap { number, line in
        Reading(Array(line.utf8), recognizer).sightings.map { Self.text($0, line: number + 1) }
      }
      #expect(whole.sightings.map { Self.text($0, line: $0.line) } == alone)
    }
  }

  private static func text(_ sighting: Sighting, line: Int) -> String {
    "\(line) \(sighting.event) \(sighting.name) \(sighting.time ?? "-") \(sighting.process ?? "-") "
      + "\(sighting.pid.map(String.init) ?? "-") \(sighting.thread ?? "-")"
  }
}
