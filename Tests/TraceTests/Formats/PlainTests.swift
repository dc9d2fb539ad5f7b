import Testing
import Trace

@Suite struct `Plain lines` {
  @Test(arguments: [
    Example("2024-01-01 10:00:00.123 @", .plain, time: "2024-01-01 10:00:00.123"),
    Example("10/14/21 08:01:02.345678 pid=71 handler: @", .plain, time: "10/14/21 08:01:02.345678", nil, 71),
    Example("10/14/2021, 8:01:02 AM @", .plain, time: "10/14/2021, 8:01:02 AM"),
    Example("3/5/24 8:01:02\u{202F}PM - @", .plain, time: "3/5/24 8:01:02\u{202F}PM"),
    Example(
      "20240115-7:05:29:606|Walk_Core|40001234|@", .plain, time: "20240115-7:05:29:606", nil, 40_001_234),
    Example("20240115-7:5:35:23|Walk|40001234| @", .plain, time: "20240115-7:5:35:23", nil, 40_001_234),
    Example("20240102T030405.123Z @", .plain, time: "20240102T030405.123Z"),
    Example("20240102_03:04:05 Walk[812:c07] @", .nslog, time: "20240102_03:04:05", "Walk", 812, "c07"),
    Example("1700000000.123 @", .plain, time: "1700000000.123"),
    Example("1700000000123 | @", .plain, time: "1700000000123"),
    Example("[1700000000123456] @", .plain, time: "1700000000123456"),
    Example("1700000000123456789\t@", .plain, time: "1700000000123456789"),
    Example("+0.123s @", .plain, time: "0.123s"),
    Example("[0.123] @", .plain, time: "0.123"),
    Example("[  12.5 ms] @", .plain, time: "12.5 ms"),
    Example("06-12 15:30:20.700 @", .plain, time: "06-12 15:30:20.700"),
    Example("Jan  6 15:30:20.700 [notice] @", .plain, time: "Jan  6 15:30:20.700"),
    Example("INFO 2024-01-01 10:00:00 @", .plain, time: "2024-01-01 10:00:00"),
    Example("[warn] 10:00:00.123 @", .plain, time: "10:00:00.123"),
    Example("error: [10:00:00] @", .plain, time: "10:00:00"),
    Example("[10:00:02.087] [DogDelegate.swift:88 walk(_:)] @", .plain, time: "10:00:02.087"),
    Example("18:15:07 assertiond @", .plain, time: "18:15:07", "assertiond"),
    Example(
      "` 18:15:07 assertiond @ 18:15:08 SpringBoard x dogWillSleep", .plain, time: "18:15:07", "assertiond"),
    Example("18:15:07 DogHouse @", .plain, time: "18:15:07"),
    // Numbers that are not times.
    Example("[12] @", .bare), Example("12) @", .bare),
  ])
  func `may have a time in many forms`(example: Example) { example.check() }

  @Test func `may join several records of the system's processes`() {
    let log =
      "18:15:07 assertiond dogDidWakeUp 18:15:08 SpringBoard bark.start 18:15:09 x 18:15:10 kernel dogWillSleep"
    let reading = Reading(log)
    #expect(
      reading.notes == [
        "1 18:15:07 assertiond[-] dog.didWakeUp", "1 18:15:10 kernel[-] dog.willSleep",
      ])
    #expect(reading.originColumns == [21, 93])
    #expect(Reading("18:15:07 dogDidWakeUp 18:15:08 SpringBoard dogWillSleep").notes.count == 1)
  }

  @Test(arguments: [
    ("10/14/21 08:01:02.345678", 1_634_198_462_345_678_000, Timestamp.Kind.local),
    ("10/14/2021, 8:01:02 AM", 1_634_198_462_000_000_000, .local),
    ("14/10/2021, 8:01:02 PM", 1_634_241_662_000_000_000, .local),
    ("10/14/71 12:01:02 am", 56_160_000_000_000_000, .local),
    ("20240115-7:05:29:606", 1_705_302_329_606_000_000, .local),
    ("20240115-7:5:35:23", 1_705_302_335_023_000_000, .local),
    ("20240102T030405.123Z", 1_704_164_645_123_000_000, .zoned),
    ("1700000000.123", 1_700_000_000_123_000_000, .zoned),
    ("1700000000123", 1_700_000_000_123_000_000, .zoned),
    ("1700000000123456", 1_700_000_000_123_456_000, .zoned),
    ("1700000000123456789", 1_700_000_000_123_456_789, .zoned),
    ("[0.5]", 500_000_000, .relative), ("[12.5ms]", 12_500_000, .relative), ("+3us", 3_000, .relative),
  ])
  func `have the right timestamp`(time: String, nanoseconds: Int64, kind: Timestamp.Kind) {
    let expected = time.hasPrefix("10/14/71") ? nil : Timestamp(nanoseconds: nanoseconds, kind: kind)
    #expect(moment(in: time + " dogDidWakeUp") == expected)
  }

  @Test func `have the day first after a number above twelve`() {
    let log = """
      3/5/2024 10:00:00 dogDidWakeUp
      13/5/2024 10:00:00 dogDidWakeUp
      3/5/2024 10:00:00 dogDidWakeUp
      3/25/2024 10:00:00 dogDidWakeUp
      """
    let day: Int64 = 86_400_000_000_000
    #expect(
      Reading(log).sightings.map { ($0.timestamp?.nanoseconds ?? 0) / day } == [
        19_787, 19_856, 19_846, 19_807,
      ])
  }

  @Test(arguments: [
    "13/13/2024 10:00:00", "2/30/2024 10:00:00", "10/14/2021 13:00:00 PM", "20241301T030405",
    "20240102T250000",
  ])
  func `have no time if the date is not valid, and are still events`(time: String) {
    let reading = Reading(time + " dogDidWakeUp")
    #expect(reading.events == ["dog.didWakeUp"])
    #expect(reading.sightings.map(\.timestamp) == [nil])
  }
}

@Suite struct `A random plain log` {
  @Test func `with packed dates is read as written`() {
    roundTrip(.plain) { _ in
      Kept(time: .local, digits: 3, process: false, pid: false)
    } writer: {
      "\($0.date(""))\($0.always(of: "-", "T", "_", " "))\($0.clock(3)) \($0.text)"
    }
  }

  @Test func `with slashes in dates is read as written`() {
    roundTrip(.plain) { _ in
      Kept(time: .local, digits: 6, process: false)
    } writer: {
      "\($0.civil.month)/\($0.civil.day)/\($0.civil.year) \($0.clock(6)) pid=\($0.pid) walk: \($0.text)"
    }
  }

  @Test func `with numbers as times is read as written`() {
    roundTrip(.plain) {
      Kept(time: $0.always(of: .zoned, .zoned), digits: $0.always(of: 0, 3, 6, 9), process: false, pid: false)
    } writer: {
      let unit: Int64 = $0.always(of: 1_000_000_000, 1_000_000, 1_000, 1)
      // Before 2001-09-09, the number has one digit less and could mean anything.
      let digits = $0.always(of: 0, 3, 6, 9)
      return $0.time < 1_000_000_000_000_000_000
        ? "\($0.date()) \($0.clock(digits))\($0.zone()) \($0.text)" : "\($0.time / unit) \($0.text)"
    }
  }
}
