import TestSupport
import Testing
import Trace

/// Most headers are equal to a header above but for some digits (`HeaderCache`). A line must give the same result in a log as
/// alone.
@Suite struct `A header that is in the cache` {
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

  /// The parts of lines of several formats.
  private static let styles = [
    // NSLog and the compact style of `log`
    [dates, times, zones, [" "], types, processes, numbers, messages],
    // the default style of `log`
    [
      ["2026-11-20 ", "2026-11-20 ", "2026-11-21 "],
      ["10:00:00.123456", "10:00:01.500000", "10:01:00.000000"],
      ["+0100 ", "-0800 ", " "], ["0x1a2b3c", "0x1a2b3d", "0x1a2b3", "0xqq"], ["    "],
      ["Default     ", "Info        ", "Signpost    ", "Loss        "], ["0x0  ", "0x1f "],
      ["312    0    ", "313    0    ", "312    "],
      [
        "Walk: ", "Walk: (Kit) ", "Walk: [com.example.walk:life] ", "Walk Talk: ", "log: ", "",
        "[spid 0x1, process, end] Walk: ",
      ],
      messages + ["Walk: dogDidWakeUp", "Talk: (Kit) dogDidWakeUp", "bark.start id=rex"],
    ],
    // the threadtime format of logcat
    [
      ["11-20 ", "11-20 ", "11-21 "], ["10:00:00.123", "10:00:01.500", "10:01:00.000", "1O:00:00.000"],
      ["  42  42 ", "  42  43 ", "  42  44 ", " 1000  42  43 ", "  42  4x "], ["I ", "W ", "Q "],
      ["Walk    : ", "WalkActivity: ", "AB: ", "AB: cd  : ", "wm_on_paused_called: ", "", "Walk     "],
      messages + ["abc : dogDidWakeUp", "Walk    : dogDidWakeUp", "bark.start id=rex"],
    ],
  ]

  /// Lines that mostly have the same parts.
  private static func log(_ parts: [[String]], _ dice: inout Dice) -> [String] {
    func pick(_ texts: [String]) -> String { texts[Int.random(in: texts.indices, using: &dice)] }
    let usual = parts.map(pick)
    return (0..<12).map { _ in
      zip(parts, usual).map { Int.random(in: 0..<8, using: &dice) == 0 ? pick($0) : $1 }.joined()
    }
  }

  @Test(arguments: styles.indices, 0..<20) func `gives the same events as alone`(style: Int, seed: UInt64) {
    var dice = Dice(seed: seed)
    let recognizer = Recognizer(.walk)
    for _ in 0..<40 {
      let lines = Self.log(Self.styles[style], &dice)
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
