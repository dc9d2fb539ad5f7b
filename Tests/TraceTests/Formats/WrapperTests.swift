import Testing
import Trace

@Suite struct `Wrappers` {
  private static let stamp = "2024-02-03 10:00:00.123"
  private static let inner = stamp + " Walk[76:2300] @"
  private static func wrapped(_ mark: String) -> Example {
    Example(mark + inner, .nslog, time: stamp, "Walk", 76, "2300")
  }

  /// Texts that tools put before the lines that they pass on.
  static let marks = [
    // Builds.
    "2024-01-01T00:00:01.2345678Z ", "build\tRun tests\t2024-01-01T00:00:01.2345678Z ",
    "build (macos)\tUNKNOWN STEP\t\u{FEFF}2024-01-01T00:00:01.2345678Z ", "2024-01-01T00:00:01.234567Z 00O ",
    "2024-01-01T00:00:01.234567Z 01E+", "[10:00:00]: ", "[10:00:00]: ▸ ", "INFO [2024-01-01 10:00:00.12]: ",
    "2024-01-01T00:00:01.2345678Z ##[error]",
    // Containers.
    "2024-01-01T00:00:01.23Z stdout F ", "2024-01-01T00:00:01.234567891+01:00 stderr F ",
    "2024-01-01T00:00:01Z stdout F ", "2024-01-01T00:00:01.234567891Z ", "api-1  | ", "api_2 | ", "api | ",
    "[pod/api-5d8/app] ", "[pod/api-5d8/app] 2024-01-01T00:00:01.234567891Z ",
    // Test tools.
    "2026-10-02 21:46:49:675 - [Xcode] ", "2026-10-02 21:46:49:675 [b3f2a28c][XCUITestDriver@6a6c] ",
    "2026-10-02 21:46:49:675 [debug] [XCUITestDriver@6a6c] ", "[debug] [XCUITestDriver@6a6c] ",
    "[b3f2a28c][XCUITestDriver@6a6c] ", "[Xcode] ", "[iOSLog] [IOS_SYSLOG_ROW] ",
    "2026-10-02 21:46:49:675 - [iOSLog] [IOS_SYSLOG_ROW] ", "info: [IOS_SYSLOG_ROW ] ",
    "2026-10-02 21:46:49:675 - info: [IOS_SYSLOG_ROW ] ",
    "          843 2026-10-02 21:46:49:675 - [Xcode] ", "11:44:06.770 detox[8813] i ",
    "[I 240101 10:00:00 relay:42] logProcess: ",
    // People.
    "12:", "12-", "walk.log:12:", "/tmp/walk.log:12:", "a/walk-2.log:12-", "12 ", "> ", "> > ", ">> ", "    ",
    "// ",
    "//", "# ", "* ", "; ", "`", "\t\t", "00:00:01 ", "Jan 01 10:00:00 ", "1700000000.123456 ",
    // Four levels.
    "> build\tRun\t2024-01-01T00:00:01.2345678Z api-1  | ",
  ]

  @Test(arguments: marks.map(wrapped)) func `are removed from a record`(example: Example) { example.check() }

  @Test(arguments: [
    Example("2024-01-01T00:00:01.2345678Z @", .plain, time: "2024-01-01T00:00:01.2345678Z"),
    Example("2024-01-01T00:00:01.234567Z 00O @", .plain, time: "2024-01-01T00:00:01.234567Z"),
    Example("2024-01-01T00:00:01.23Z stdout F @", .plain, time: "2024-01-01T00:00:01.23Z"),
    Example(
      "2024-01-01T00:00:01.2345678Z Walk[76:2300] @", .nslogCut, time: "2024-01-01T00:00:01.2345678Z", "Walk",
      76, "2300"),
    Example("2024-01-01T00:00:01.234567891Z flutter: @", .flutter, time: "2024-01-01T00:00:01.234567891Z"),
    Example("api-1  | @", .bare),
    Example("api-1  | 10:00:00 @", .plain, time: "10:00:00"),
    Example("[10:00:00]: ▸ @", .plain, time: "10:00:00"),
    Example("11:44:06.770 detox[8813] i @", .detox, time: "11:44:06.770", "detox", 8813),
    Example("2026-10-02 21:46:49:675 [Appium] @", .appium, time: "2026-10-02 21:46:49:675"),
    Example("[debug] [XCUITestDriver@6a6c] @", .appium),
    Example(
      "2026-10-02 21:46:49:675 - [Xcode] 17:40:01.500 Walk[812:270001] @", .nslogTime, time: "17:40:01.500",
      "Walk", 812, "270001"),
    Example("> 2024-02-03 10:00:00 @", .plain, time: "2024-02-03 10:00:00"),
    Example("// Jan  6 15:30:20 @", .plain, time: "Jan  6 15:30:20"),
    // The device's clock differs from Appium's.
    Example("2026-10-02 21:46:49:675 - [iOSLog] [IOS_SYSLOG_ROW] @", .bare),
    Example("[I 240101 10:00:00 relay:42] logProcess: @", .plain, time: "240101 10:00:00"),
  ])
  func `give their time to a record without one`(example: Example) { example.check() }

  @Test(arguments: [
    "2024-01-01T00:00:00.0000000Z ##[group]dogDidWakeUp",
    "2024-01-01T00:00:00.0000000Z ##[command]dogDidWakeUp",
    "##[section]dogDidWakeUp", "::group::dogDidWakeUp",
    "section_start:1700000000:dogDidWakeUp\r\u{1B}[0KdogDidWakeUp\n",
    "section_end:1700000000:walk\r\u{1B}[0K", "walk | dogDidWakeUp", "//dogDidWakeUp",
    "> > > > > > > then dogDidWakeUp", "> 10:00:00 dogDidWakeUp", "    2024-02-03 10:00:00 the dogDidWakeUp",
    "Dog.swift:12:dogDidWakeUp", "12:dogDidWakeUp", "2024-01-01T00:00:01.123Z 2024-02-03 x dogDidWakeUp",
    "Dog.swift:42:10: warning: dogDidWakeUp",
  ])
  func `are not events themselves`(line: String) { #expect(events(in: line).isEmpty) }

  @Test func `are removed down to four levels`() {
    let deep = String(repeating: "2024-01-01T00:00:01.2345678Z ", count: 4)
    #expect(Reading(deep + "10:00:00 dogDidWakeUp").sightings.first?.time == "10:00:00")
    #expect(
      Reading("2024-01-01T00:00:01.2345678Z " + deep + "10:00:00 dogDidWakeUp").sightings.first?.time
        != "10:00:00")
  }

  @Test func `of containers have their split lines joined`() {
    let reading = Reading(
      """
      2024-01-01T00:00:01.000000001Z stdout P 2024-02-03 10:00:00.123 Walk[76:2300] dogDid
      2024-01-01T00:00:01.000000002Z stdout P Wake
      2024-01-01T00:00:01.000000003Z stdout F Up
      2024-01-01T00:00:01.000000004Z stdout P bark.start
      2024-01-01T00:00:01.000000005Z stderr F bark.stop
      2024-01-01T00:00:01.000000006Z stdout F bark.stop
      2024-01-01T00:00:01.000000007Z stdout P bark.start
      """)
    #expect(reading.events == ["dog.didWakeUp", "bark.start", "bark.stop", "bark.stop", "bark.start"])
    #expect(reading.sightings.map(\.line) == [1, 4, 5, 6, 7])
    #expect(reading.sightings.first?.column == 79)
    #expect(reading.sightings.first?.thread == "2300")
    #expect(reading.statistics.lines == 7)
  }

  @Test func `of containers have split objects joined, but not with other lines`() {
    let reading = Reading(
      """
      2024-01-01T00:00:01.000000001Z stdout P {"msg":"dogDid
      2024-01-01T00:00:01.000000002Z stdout F WakeUp","pid":7}
      2024-01-01T00:00:01.000000003Z stdout P some text
      2024-01-01T00:00:01.000000004Z stdout P {"a":1}
      ab
      2024-02-03 10:00:00.123 Walk[76:2300] dogWillSleep
      """)
    #expect(reading.events == ["dog.didWakeUp", "dog.willSleep"])
    #expect(reading.sightings.map(\.line) == [1, 6])
    #expect(reading.sightings.map(\.pid) == [7, 76])
    #expect(reading.statistics.unreadableCount == 0)
  }
}
