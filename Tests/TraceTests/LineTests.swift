import Testing
import Trace

@Suite struct `Lines` {
  static let log =
    "\u{FEFF}2026-11-20T10:00:00.1Z Walk[42:1] dog.didWakeUp\r\n\0\0bark.start id=\"a \\\"b\"\n\n犬🐕 dogWillSleep\n"
    + "bark.start id=\"\n-[DogDelegate dog:didFetchStickWithOptions:]\r\ndogDidWakeUp was not late\nbark.stop"

  @Test(arguments: 1...60)
  func `are read the same in pieces of any size`(size: Int) {
    let whole = Reading(Self.log)
    let pieces = Reading(Self.log, pieces: size)
    #expect(whole.events == ["dog.didWakeUp", "bark.start", "dog.didFetch", "bark.stop"])
    #expect(pieces.sightings == whole.sightings)
    #expect(pieces.statistics == whole.statistics)
  }

  @Test(arguments: ["\u{1B}]0;a title\u{7}", "\u{1B}]0;a title\u{1B}\\", "\u{1B}]10:00:00 Walk[7:9] "])
  func `are read after an escape sequence, even one without an end`(command: String) {
    #expect(Reading(command + "dogDidWakeUp\n").events == ["dog.didWakeUp"])
  }

  @Test(arguments: ["\n", "\r\n", "\r"], [nil, 1, 7])
  func `end with LF, CRLF or CR`(end: String, pieces: Int?) {
    let log = ["bark.start id=1", "noise", "", "bark.stop id=1"].joined(separator: end)
    for log in [log, log + end] {
      let reading = Reading(log, pieces: pieces)
      #expect(reading.sightings.map(\.line) == [1, 4])
      #expect(reading.sightings.map(\.fields) == [["id": "1"], ["id": "1"]])
      #expect(reading.statistics.lines == 4)
    }
  }

  @Test(arguments: [nil, 1, 100_000])
  func `end with CR only until the first LF`(pieces: Int?) {
    let log = String(repeating: "bark.start\r", count: 10_000) + "bark.stop\nbark.start\rx\nbark.stop"
    let reading = Reading(log, pieces: pieces)
    #expect(reading.statistics.lines == 10_003)
    #expect(reading.statistics.events == 10_002)
  }

  @Test(arguments: [nil, 1, 65_536, 999_999])
  func `above 1 MiB are unreadable if their event continues there`(pieces: Int?) {
    let longest = "bark.start id=" + String(repeating: "x", count: (1 << 20) - 14)
    let reading = Reading("bark.start\n\(longest)\n\(longest)x\nbark.stop\n\(longest)xx", pieces: pieces)
    #expect(reading.sightings.map(\.line) == [1, 2, 4])
    #expect(reading.statistics.lines == 5)
    #expect(
      reading.statistics.unreadable == [
        .init(line: 3, column: 1_048_578, reason: "the line is longer than 1 MiB and may report an event"),
        .init(line: 5, column: 1_048_578, reason: "the line is longer than 1 MiB and may report an event"),
      ])
    #expect(reading.statistics.firstOmission?.place.line == 3)
  }

  @Test(arguments: [nil, 4096])
  func `may begin with any number of NULs`(pieces: Int?) {
    let log = "bark.start\n" + String(repeating: "\0", count: 3 << 20) + "bark.stop\nbark.start\0\0\n"
    #expect(Reading(log, pieces: pieces).events == ["bark.start", "bark.stop", "bark.start"])
  }

  @Test(arguments: ["", "\n", "\r", "\0", "\u{FEFF}", " ", "\r\n\r\n", "x"])
  func `may be empty`(log: String) {
    #expect(Reading(log).events == [])
    #expect(Reading(log, pieces: 1).statistics == Reading(log).statistics)
  }

  @Test(arguments: [("abc", 2, 3), ("犬abc", 3, 2), ("🐕é", 4, 2), ("🐕é", 6, 3)])
  func `have columns in code points`(text: String, offset: Int, column: Int) {
    #expect(Array(text.utf8).span.column(ofByte: offset) == column)
  }

  @Test func `count bytes that are not UTF-8 one by one`() {
    let line: [UInt8] = [0xE7, 0x8A, 0xFF, 0xF0, 0x9F, 0x61]
    #expect(line.indices.map { line.span.column(ofByte: $0) } == [1, 2, 3, 4, 5, 6])
    #expect(line.span.column(ofByte: 99) == 7)
  }
}
