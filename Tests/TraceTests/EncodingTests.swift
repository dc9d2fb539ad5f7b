import TestSupport
import Testing
import Trace

@Suite struct `A log in another encoding` {
  enum Encoding: String, CaseIterable {
    case utf16LE, utf16BE, utf32LE, utf32BE, utf16LEPlain, utf16BEPlain

    func encode(_ text: String) -> [UInt8] {
      var bytes: [UInt8] = []
      func put(_ unit: UInt32, _ width: Int, isBig: Bool) {
        let places = (0..<width).map { UInt8(truncatingIfNeeded: unit >> UInt32(8 * $0)) }
        bytes += isBig ? places.reversed() : places
      }
      let isBig = self == .utf16BE || self == .utf32BE || self == .utf16BEPlain
      let marked = self == .utf16LEPlain || self == .utf16BEPlain ? text : "\u{FEFF}" + text
      switch self {
      case .utf32LE, .utf32BE: for scalar in marked.unicodeScalars { put(scalar.value, 4, isBig: isBig) }
      default: for unit in marked.utf16 { put(UInt32(unit), 2, isBig: isBig) }
      }
      return bytes
    }
  }

  static let log =
    "2026-11-20T10:00:00.1Z Walk[42:1] dog.didWakeUp\r\n犬🐕é bark 𝄞 -[DogDelegate dogWillSleep]\n\n"
    + "bark.start id=\"犬🐕\"\nplain prose to fill the first bytes\nbark.stop"

  @Test(arguments: Encoding.allCases, [nil, 1, 2, 3, 7, 255])
  func `is read like the same text in UTF-8, in pieces of any size`(encoding: Encoding, size: Int?) {
    let plain = Reading(Self.log)
    let reading = Reading(encoding.encode(Self.log), Recognizer(.walk), pieces: size)
    #expect(plain.events == ["dog.didWakeUp", "bark.start", "bark.stop"])
    #expect(reading.sightings == plain.sightings)
    #expect(reading.statistics == plain.statistics)
  }

  @Test(arguments: Encoding.allCases)
  func `has columns in code points`(encoding: Encoding) {
    let reading = Reading(
      encoding.encode("犬🐕é[42:1f] bark.stop\nlines that are all ASCII\n"), Recognizer(.walk))
    #expect(reading.sightings.map(\.column) == [12])
  }

  @Test func `may contain unpaired surrogates`() {
    let bytes: [UInt8] =
      [0xFF, 0xFE, 0x3D, 0xD8, 0x0A, 0x00, 0x00, 0xDC] + Encoding.utf16LE.encode("\nbark.stop").dropFirst(2)
    #expect(Reading(bytes + [0x41], Recognizer(.walk)).events == [])
    #expect(Reading(bytes, Recognizer(.walk)).events == ["bark.stop"])
  }

  @Test(arguments: [
    "\0\0\0\0\0\0\0\0bark.stop\n", "a\0bark.stop\nbark.start\n", "bark.start\n\0\0\0bark.stop\n\0",
  ])
  func `is not assumed because of a few NULs`(log: String) {
    #expect(Reading(log).events.count >= 1)
    #expect(Reading(log, pieces: 1).sightings == Reading(log).sightings)
  }
}

@Suite struct `A line with control characters` {
  static let rows: [(line: String, event: String, column: Int)] = [
    ("\u{1b}[36;1mbark.start\u{1b}[0m id=1", "bark.start", 8),
    (
      "2026-11-20 10:00:00.100 \u{1b}[1mWalk\u{1b}[0m[4\u{1b}[m2:1] \u{1b}]0;title\u{7}bark.start id=1",
      "bark.start", 57
    ),
    ("10:00:00.100 Walk[42:1] \u{1b}]8;;http://x\u{1b}\\bark.start id=1", "bark.start", 40),
    ("\u{1b}(Bbark.start id=1\u{1b}[31", "bark.start", 4),
    ("^[[36;1mbark.start^[[0m id=1", "bark.start", 9),
    ("ba\0rk.st\0art id=1", "bark.start", 1),
    ("b\u{8}bark.star\u{8}rt id=1", "bark.start", 3),
    ("10%\r20%\rbark.start id=1", "bark.start", 9),
    ("10%\r2026-11-20 10:00:00.100 Walk[42:1] bark.start id=1", "bark.start", 40),
    ("\u{1b}[32m10:00:00.100 犬犬[42:1] \u{1b}[0m-[DogDelegate dogWillSleep:]", "dog.willSleep", 32),
  ]

  @Test(arguments: rows)
  func `is read without them and keeps its columns`(line: String, event: String, column: Int) {
    let reading = Reading("prose\n" + line + "\nbark.stop\n")
    #expect(reading.events == [event, "bark.stop"])
    #expect(reading.sightings.map(\.line) == [2, 3])
    #expect(reading.originColumns.first == column)
    if event == "bark.start" { #expect(reading.sightings.first?.fields == ["id": "1"]) }
    for size in [1, 5, 11] {
      let pieces = Reading("prose\n" + line + "\nbark.stop\n", pieces: size)
      #expect(pieces.sightings == reading.sightings)
      #expect(pieces.statistics == reading.statistics)
    }
  }

  @Test(arguments: [nil, 1, 100_000])
  func `may contain any number of NULs`(size: Int?) {
    let zeros = String(repeating: "\0", count: size == 1 ? 9_000 : 3 << 20)
    let log = "half a mess\(zeros)2026-11-20 10:00:00.100 Walk[42:1] bark.start\(zeros) id=1\nbark.stop\n"
    let reading = Reading(log, pieces: size)
    #expect(reading.events == ["bark.start", "bark.stop"])
    #expect(reading.originColumns == [48, 1])
    #expect(reading.sightings.map(\.line) == [1, 2])
  }

  @Test func `may have them in its header`() {
    let reading = Reading(
      "\u{1b}[2m2026-11-20 10:00:00.100\u{1b}[0m \u{1b}[35mWalk\u{1b}[0m[42:1] bark.start\n")
    #expect(reading.sightings.first?.process == "Walk")
    #expect(reading.sightings.first?.pid == 42)
    #expect(reading.sightings.first?.time == "2026-11-20 10:00:00.100")
  }

  @Test(arguments: [
    "the pattern ^[[A-Z]+ and ^ and ^[[0-9]", "\u{1b}", "\u{1b}[", "\u{8}\u{8}", "^[[", "x\r",
    "é\u{8}\u{1b}]",
  ])
  func `may contain nothing else`(line: String) {
    #expect(Reading(line).statistics.lines == 1)
    #expect(Reading(line + "\nbark.stop").events == ["bark.stop"])
  }

  @Test func `keeps byte 9B, which begins a sequence in 8-bit encodings`() {
    let line: [UInt8] =
      [0x9B, 0x33, 0x31, 0x6D] + Array("dogDidWakeUp\n".utf8)
      + [0x1B, 0x28, 0x42, 0x9B, 0x33, 0x31, 0x6D] + Array("bark.start\n犬".utf8) + [0xE7, 0x9B, 0xB4]
      + Array(" bark.stop".utf8)
    #expect(Reading(line, Recognizer(.walk)).events == ["dog.didWakeUp", "bark.start"])
  }
}

@Suite struct `Two records on one line` {
  static let header = "2024-01-01 10:00:00.123456+0100 Walk[1:2] "

  @Test(arguments: [
    "Test Case '-[A b]' st", "XCTestOutputBarrier", "abc ", "10:00:00.000 Rex[9:9] half a mess", "12",
    "2024-01-01 10:00:00.000 Rex[9:9] half of a message", "2024-01-01 10:00:00.000 Rex[9:9] bark.start id=1",
  ])
  func `are separated at a header with date, process and process id`(start: String) {
    let line = start + Self.header + "-[DogDelegate dogWillSleep:]"
    for size in [nil, 1, 13] {
      let reading = Reading("bark.stop\n" + line + "\nbark.stop\n", pieces: size)
      let mine = reading.sightings.filter { $0.event == "dog.willSleep" }
      #expect(mine.map(\.line) == [2], "\(line)")
      #expect(mine.map(\.process) == ["Walk"])
      #expect(reading.statistics.lines == 3)
      let index = reading.events.firstIndex(of: "dog.willSleep") ?? 0
      #expect(reading.originColumns[index] == line.unicodeScalars.count - 27)
    }
  }

  @Test func `may also be three`() {
    let line = "ab" + Self.header + "bark.startcd" + Self.header + "bark.stop"
    #expect(Reading(line.replacing("startcd", with: "start id=cd")).events == ["bark.start", "bark.stop"])
  }

  @Test(arguments: [
    "2024-01-01 10:00:00.000 Rex[9:9] he said: ", "{\"message\":\"", "<string>", "Rex said \"", "[x] ",
  ])
  func `are not separated if one quotes the other`(start: String) {
    #expect(Reading(start + Self.header + "-[DogDelegate dogWillSleep:]").events == [])
  }

  @Test(arguments: [
    "at 2024-01-01 10:00:00 bark.stop", "at 2024-01-01 10:00:00 Walk said bark.stop",
  ])
  func `are not separated at a shorter header`(line: String) {
    #expect(Reading(line).events == [])
  }
}
