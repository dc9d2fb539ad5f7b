import TestSupport
import Testing

@testable import Trace

@Suite struct `A custom header` {
  struct Row: CustomTestStringConvertible {
    var template: String
    var line: String
    var process: String?
    var pid: Int?
    var thread: String?
    var time: String?
    var testDescription: String { "\(template) of \(line)" }
  }

  static let rows = [
    Row(
      template: "{time} | {process}({pid}) [{thread}] {message}",
      line: "10:00:00.123 | Walk(42) [main] bark.start",
      process: "Walk", pid: 42, thread: "main", time: "10:00:00.123"),
    Row(
      template: "{time} | {process}({pid}) [{thread}] {message}",
      line: "2026-11-20T10:00:00.5+01:00  |  My Walk (beta)(7)   [q] bark.start", process: "My Walk (beta)",
      pid: 7,
      thread: "q", time: "2026-11-20T10:00:00.5+01:00"),
    Row(
      template: "[{level}] {time} {category}: {message}",
      line: "[info] Jan  7 16:09:04.087 dogs and cats: bark.start",
      time: "Jan  7 16:09:04.087"),
    Row(
      template: "<{time}> {any}/{any}> {message}", line: "<1700000000123> x/y> bark.start",
      time: "1700000000123"),
    Row(template: "{time}s {message}", line: "12.75s bark.start", time: "12.75"),
    Row(template: "{process}#{message}", line: "/usr/bin/Walk#bark.start", process: "Walk"),
    Row(template: "{{{pid}}} {message}", line: "{42} bark.start", pid: 42),
    Row(
      template: "06-12? {time}|{message}", line: "06-12? 06-12 15:30:20.700|bark.start",
      time: "06-12 15:30:20.700"),
    Row(
      template: "{time} - {message}", line: "10/14/2021, 8:01:02 AM - bark.start",
      time: "10/14/2021, 8:01:02 AM"),
    Row(
      template: "<{time}> {message}", line: "<20240102T030405.123Z> bark.start", time: "20240102T030405.123Z"),
  ]

  @Test(arguments: rows)
  func `gives the parts before the message`(row: Row) throws {
    let template = try HeaderTemplate(row.template)
    let reading = Reading("prose\n\(row.line) id=1\n\(row.line) but prose\n", template: template)
    #expect(reading.events == ["bark.start"])
    let sighting = try #require(reading.sightings.first)
    #expect(sighting.process == row.process)
    #expect(sighting.pid == row.pid)
    #expect(sighting.thread == row.thread)
    #expect(sighting.time == row.time)
    #expect((sighting.timestamp != nil) == (row.time != nil))
    #expect(sighting.fields == ["id": "1"])
    #expect(reading.statistics.records[Format.custom.rawValue] == 2)
  }

  @Test func `has the day first if a date of the log shows that`() throws {
    let log =
      "3/2/2021 08:00:00 - bark.start\n14/2/2021 08:00:00 - bark.stop\n15/2/2021 08:00:00 - bark.start\n"
    let reading = Reading(log + log, template: try HeaderTemplate("{time} - {message}"))
    let days = reading.sightings.map { ($0.timestamp?.nanoseconds ?? 0) / 86_400_000_000_000 }
    #expect(days == [18_688, 18_672, 18_673, 18_661, 18_672, 18_673])
  }

  @Test func `is read as written`() throws {
    let template = try HeaderTemplate("{time} <{level}> {process}/{pid}@{thread}: {message}")
    roundTrip(.custom, template: template) { _ in
      Kept(time: .zoned, thread: Kept.hex)
    } writer: {
      "\($0.date()) \($0.clock(6))\($0.zone(":")) <\($0.any(of: "info", "fault"))> \($0.process)/\($0.pid)@\(Kept.hex($0.thread)): \($0.text)"
    }
  }

  @Test func `is reported as missing for the first lines without it`() throws {
    let template = try HeaderTemplate("{time} | {process}({pid}) {message}")
    let log = "\nprose\n10:00:00 - x\n10:00:00 | Walk(x) y\n10:00:00 | Walk\n"
    let headerMismatches = Reading(log, template: template).statistics.headerMismatches
    #expect(headerMismatches.map(\.line) == [2, 3, 4])
    #expect(headerMismatches.map(\.column) == [1, 9, 12])
    #expect(
      headerMismatches.map(\.reason) == ["expected a time", "expected ` | `", "expected a process's name"])
  }

  @Test func `leaves other lines to their own formats`() throws {
    let template = try HeaderTemplate("{time} | {message}")
    let log = "10:00:00 | bark.start\n2026-11-20 10:00:00.100 Walk[42:1f] bark.stop\n"
    #expect(Reading(log, template: template).sightings.map(\.process) == [nil, "Walk"])
    #expect(Reading(log, template: template, only: .custom).events == ["bark.start"])
    #expect(
      Reading(log, template: template, only: .nslog).sightings.map(\.time) == ["2026-11-20 10:00:00.100"])
  }

  @Test(arguments: [
    ("{time} {message} x", "a header ends in `{message}`"), ("{time}", "a header ends in `{message}`"),
    ("{message}", "the header has nothing before the message"),
    ("{time}{pid} {message}", "expected text between two holes"),
    ("{time} {time} {message}", "`{time}` occurs twice in a header"),
    ("{tim} {message}", "unknown part `{tim}` of a header"),
    ("{time {message}", "expected a field's name between the braces"),
  ])
  func `with a mistake is an error`(text: String, message: String) {
    let error = #expect(throws: PlaceholderText.Malformed.self) { try HeaderTemplate(text) }
    #expect(error?.message == message)
  }

  @Test
  func `is matched quickly in a long line`() throws {
    let seconds = try processorSeconds {
      let template = try HeaderTemplate("{any}({any}[{pid}] {time} {message}")
      let line = String(repeating: "a(b[1", count: 40_000)
      #expect(Reading(line, template: template).statistics.lines == 1)
    }
    #expect(seconds < 60)
  }
}
