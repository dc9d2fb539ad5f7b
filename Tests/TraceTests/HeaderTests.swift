import Testing
import Trace

@Suite struct `The header of a line` {
  struct Expected: Sendable {
    var line: String
    var time: String?
    var process: String?
    var pid: Int?
    var thread: String?
  }

  @Test(arguments: [
    // The canonical form.
    Expected(
      line: "2026-11-20T10:00:00.123456Z Walk[42:1] @", time: "2026-11-20T10:00:00.123456Z", process: "Walk",
      pid: 42,
      thread: "1"),
    Expected(line: "10:00:00.123 Walk[42:1] @", time: "10:00:00.123", process: "Walk", pid: 42, thread: "1"),
    Expected(line: "@"),
    // NSLog, and the system's copy of it.
    Expected(
      line: "2013-01-01 10:00:00.123 Walk[812:c07] @", time: "2013-01-01 10:00:00.123", process: "Walk",
      pid: 812,
      thread: "c07"),
    Expected(
      line: "2017-04-24 16:41:06.470869 Walk[459:77583] @", time: "2017-04-24 16:41:06.470869",
      process: "Walk", pid: 459,
      thread: "77583"),
    Expected(
      line: "2024-02-03 10:00:00.123456+0100 My Walk (Dev)[76:2300] [Life] @",
      time: "2024-02-03 10:00:00.123456+0100",
      process: "My Walk (Dev)", pid: 76, thread: "2300"),
    Expected(
      line: "2024-02-03 10:00:00:123 Walk[76:2300] @", time: "2024-02-03 10:00:00:123", process: "Walk",
      pid: 76,
      thread: "2300"),
    Expected(
      line: "2017-05-25 10:00:10.100200+0800 Walk[56:18](记号) @", time: "2017-05-25 10:00:10.100200+0800",
      process: "Walk", pid: 56, thread: "18"),
    Expected(
      line: "2024-02-03 10:00:00.123 Odd[x] Name[76:2300] @", time: "2024-02-03 10:00:00.123",
      process: "Odd[x] Name",
      pid: 76, thread: "2300"),
    Expected(
      line: "2024-02-03 10:00:00.123 /usr/libexec/walkd[76:2300] @", time: "2024-02-03 10:00:00.123",
      process: "walkd", pid: 76, thread: "2300"),
    Expected(
      line: "2024-02-03 10:00:00.123 walkd[76] @", time: "2024-02-03 10:00:00.123", process: "walkd", pid: 76),
    // Cut off.
    Expected(
      line: "17:40:01.500 Walk[812:270001] @", time: "17:40:01.500", process: "Walk", pid: 812,
      thread: "270001"),
    Expected(line: "Walk[9001:1000064] @", process: "Walk", pid: 9001, thread: "1000064"),
    Expected(line: "My Walk[41000:11000](mark) @", process: "My Walk", pid: 41000, thread: "11000"),
    // Pasted.
    Expected(
      line: "    //2018-03-01 10:00:13.400500+0800 Walk[89:40] @", time: "2018-03-01 10:00:13.400500+0800",
      process: "Walk", pid: 89, thread: "40"),
    Expected(
      line: "\t\t2018-03-01 10:00:13.400 Walk[89:40] @", time: "2018-03-01 10:00:13.400", process: "Walk",
      pid: 89,
      thread: "40"),
    Expected(
      line: "    10:00:00.123 Walk[89:40] @", time: "10:00:00.123", process: "Walk", pid: 89, thread: "40"),
    Expected(line: "10:00:00 DogLog[7] @", time: "10:00:00"),
    // Without a process.
    Expected(line: "2024-01-01 10:00:00.123 @", time: "2024-01-01 10:00:00.123"),
    Expected(line: "[2024-01-01T10:00:00Z] @", time: "2024-01-01T10:00:00Z"),
    Expected(line: "2024-01-01 10:00:00 +0000 @", time: "2024-01-01 10:00:00 +0000"),
    Expected(line: "2024-01-01 10:00:00 UTC | @", time: "2024-01-01 10:00:00 UTC"),
    Expected(line: "[10:00:01] @", time: "10:00:01"),
    Expected(line: "10:00:00.123\t@", time: "10:00:00.123"),
    Expected(line: "10:00:00 - @", time: "10:00:00"),
    // Almost a header.
    Expected(
      line: "2024-13-01 10:00:00.123 Walk[76:2300] @", time: "2024-13-01 10:00:00.123", process: "Walk",
      pid: 76, thread: "2300"),
    Expected(line: "Walk[x:12] Life: @"),
  ])
  func `is separated from the message`(expected: Expected) {
    let line = expected.line.replacing("@", with: "dogDidWakeUp")
    let found = Reading(line).sightings.first
    let isRead = !expected.line.hasPrefix("Walk[x")
    #expect((found != nil) == isRead)
    #expect(found?.time == (isRead ? expected.time : nil))
    #expect(found?.process == expected.process)
    #expect(found?.pid == expected.pid)
    #expect(found?.thread == expected.thread)
  }

  @Test(arguments: [
    ("1990-01-01 00:00:00", 631_152_000_000_000_000, Timestamp.Kind.local),
    ("2000-02-29 12:00:00.5", 951_825_600_500_000_000, .local),
    ("2024-02-03T10:00:00.123456789Z", 1_706_954_400_123_456_789, .zoned),
    ("2024-02-03 10:00:00.123+0130", 1_706_949_000_123_000_000, .zoned),
    ("2024-02-03 10:00:00,123-07:00", 1_706_979_600_123_000_000, .zoned),
    ("2024-02-03T10:00:00+01", 1_706_950_800_000_000_000, .zoned),
    ("2024-02-03 10:00:00 +0100", 1_706_950_800_000_000_000, .zoned),
    ("2024/02/03 10:00:00:023", 1_706_954_400_023_000_000, .local),
    ("2016-12-31 23:59:60", 1_483_228_800_000_000_000, .local),
    ("2016-12-31 24:00:00", 1_483_228_800_000_000_000, .local),
    ("2100-12-31 23:59:59", 4_133_980_799_000_000_000, .local),
    ("10:00:00.123", 36_000_123_000_000, .timeOnly),
    ("10:00:00:23", 36_000_023_000_000, .timeOnly),
  ])
  func `has a time`(text: String, nanoseconds: Int64, kind: Timestamp.Kind) {
    let reading = Reading(text + " dogDidWakeUp")
    #expect(reading.sightings.map(\.timestamp) == [Timestamp(nanoseconds: nanoseconds, kind: kind)])
    #expect(reading.sightings.map(\.time) == [text])
  }

  @Test(arguments: [
    "1989-12-31 23:59:59", "2101-01-01 00:00:00", "2567-01-01 10:00:00", "2023-02-29 10:00:00",
    "2100-02-29 10:00:00",
    "2024-00-01 10:00:00", "2024-01-32 10:00:00", "2024-04-31 10:00:00", "2024-01-01 25:00:00",
    "2024-01-01 24:00:01",
    "2024-01-01 10:60:00", "2024-01-01 10:00:61",
  ])
  func `has no time if the date is not valid, and the event counts`(text: String) {
    let reading = Reading(text + " dogDidWakeUp")
    #expect(reading.events == ["dog.didWakeUp"])
    #expect(reading.sightings.map(\.timestamp) == [nil])
  }

  @Test func `continues past midnight if it has no date`() {
    let log =
      "23:59:58 bark.start\n23:00:00 nothing\n00:00:01 nothing\n13:00:00 nothing\n00:59:59 bark.stop\n00:30:00 bark.stop"
    let day: Int64 = 86_400_000_000_000
    #expect(
      Reading(log).sightings.map(\.timestamp?.nanoseconds) == [
        day - 2_000_000_000, 2 * day + 3_599_000_000_000, 2 * day + 1_800_000_000_000,
      ])
  }

  @Test func `goes back over midnight in a line that was written before it`() {
    let log = "23:59:59 bark.start\n00:00:01 bark.stop\n23:59:58 bark.start\n00:00:02 bark.stop"
    let times = Reading(log).sightings.compactMap(\.timestamp?.nanoseconds)
    #expect(times.map { ($0 - times[0]) / 1_000_000_000 } == [0, 2, -1, 3])
  }

  @Test func `also gives the process of the lines below that have none`() {
    let reading = Reading(
      """
      bark.start
      2024-02-03 10:00:00.123 Walk[7:23] noise
      bark.start
      Kennel[8:99] noise
        bark.start
      10:00:01 bark.start
      Walk[7:23] bark.stop
      """)
    #expect(reading.sightings.map(\.owner) == [nil, "Walk[7]", "Kennel[8]", "Kennel[8]", "Walk[7]"])
    #expect(reading.sightings.map(\.process) == [nil, nil, nil, nil, "Walk"])
  }
}
