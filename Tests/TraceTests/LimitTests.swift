import TestSupport
import Testing

@testable import Trace

/// One step beyond each limit of the readers. If the missing part may be an event, the log is not checked completely,
/// and `firstOmission` reports that. If the missing part cannot be an event, nothing is reported.
@Suite struct `A log beyond a limit of the reader` {
  private static func x(_ count: Int) -> String { String(repeating: "x", count: count) }
  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map { line($0) + "\n" }.joined()
  }

  /// A log, its expected events, and the expected omission.
  struct Row: CustomTestStringConvertible {
    var testDescription: String
    var events: [String]
    var omission: (line: Int, column: Int, reason: String)?
    var log: @Sendable () -> String

    init(
      _ name: String, _ events: [String], missing omission: (line: Int, column: Int, reason: String)? = nil,
      _ log: @autoclosure @escaping @Sendable () -> String
    ) {
      (testDescription, self.events, self.omission, self.log) = (name, events, omission, log)
    }

    /// Reads the log as a whole and in pieces.
    func check() {
      for pieces in [nil, 1, 7, 100, 999] as [Int?] {
        check(
          Reading(
            Array(log().utf8), `A log beyond a limit of the reader`.recognizer, pieces: pieces, limits: .small
          ))
      }
    }

    private func check(_ reading: Reading) {
      #expect(reading.events == events)
      let found = reading.statistics.firstOmission
      #expect(found?.place.line == omission?.line)
      #expect(found?.place.column == omission?.column)
      #expect(found?.place.reason == omission?.reason)
      #expect(found?.help.isEmpty != true)
    }
  }

  private static let recognizer = Recognizer(`An incident report`.vocabulary)
  private static let dated = "2024-01-01 10:00:00.123456+0100 Walk[7:9] "
  private static let longLine = "the line is longer than 1000 bytes and may report an event"

  static let longLines = [
    Row(
      "a field goes on", ["bark.stop"], missing: (1, 1_002, longLine),
      "bark.start id=\(x(1_000))\nbark.stop\n"),
    Row(
      "a quote goes on", ["bark.stop"], missing: (1, 15, longLine),
      "bark.start id=\"\(x(1_000))\"\nbark.stop\n"),
    Row(
      "the event is before it", ["dog.didWakeUp", "bark.stop"], "dogDidWakeUp: \(x(3_000))\nbark.stop\n"),
    Row(
      "a field's name goes on", ["bark.stop"], missing: (1, 17, longLine),
      "bark.start id=7 \(x(1_000))=1\nbark.stop\n"),
    Row("there is no event", ["bark.stop"], "a bark: \(x(3_000))\nbark.stop\n"),
    Row("a name is before it", ["bark.stop"], "once upon a time dogDidWakeUp \(x(3_000))\nbark.stop\n"),
    Row(
      "a name is after it", ["bark.stop"], missing: (1, 1, longLine),
      "a \(x(3_000)) dogDidWakeUp\nbark.stop\n"),
    Row(
      "a dotted name is after it", ["bark.stop"], missing: (1, 1, longLine),
      "a \(x(3_000)) dog.didWakeUp\nbark.stop\n"),
    Row(
      "a name is across the border of two parts", ["bark.stop"], missing: (1, 1, longLine),
      "\(x(1_001 + 250 - 6)) dogDidWakeUp \(x(1_000))\nbark.stop\n"),
    Row(
      "a name is at the end of the first part", ["bark.stop"], missing: (1, 1, longLine),
      "\(x(1_001 - 6)) dogDidWakeUp \(x(1_000))\nbark.stop\n"),
    Row(
      "the last of its records goes on", ["dog.didWakeUp", "bark.stop"], missing: (1, 1, longLine),
      "\(dated)dogDidWakeUp\(dated)a \(x(3_000)) dogWillSleep\nbark.stop\n"),
    Row(
      "another record is after it", ["bark.stop"], missing: (1, 1, longLine),
      "a \(x(3_000))2024-01-01 10:00:00.123 Walk[7:9] dogDidWakeUp\nbark.stop\n"),
    Row(
      "the header belongs to an event", ["bark.start", "bark.stop"],
      "2024-01-01 10:00:00.123 Walk[7:9] \(x(3_000))\nbark.start\nbark.stop\n"),
    Row("it has no end", ["bark.stop"], "bark.stop\n\(x(3_000))"),
    Row(
      "it has no end and contains a name", ["bark.stop"], missing: (2, 1, longLine),
      "bark.stop\n\(x(3_000)) dogDidWakeUp"),
    Row("it has colours", ["dog.didWakeUp"], "\u{1B}[31mdogDidWakeUp\u{1B}[0m \(x(3_000))\n"),
  ]

  @Test(arguments: longLines) func `for the length of a line`(row: Row) { row.check() }

  private static let telemetryHead = #"{"resourceLogs":[{"#
  private static let resource =
    #""resource":{"attributes":[{"key":"process.pid","value":{"intValue":"42"}}]}"#
  private static func record(_ message: String) -> String { #"{"body":{"stringValue":"\#(message)"}}"# }
  private static let noise = Array(repeating: record(x(200)), count: 30).joined(separator: ",\n")

  static let documents = [
    Row(
      "an object on a long line", ["dog.didWakeUp", "bark.stop"],
      "{\"data\":\"\(x(3_000))\",\"msg\":\"dogDidWakeUp\"}\nbark.stop\n"),
    Row(
      "a long line of objects", ["dog.didWakeUp", "dog.willSleep", "bark.stop"],
      "[{\"msg\":\"dogDidWakeUp\"},\(Array(repeating: "{\"msg\":\"\(x(100))\"}", count: 200).joined(separator: ",")),{\"msg\":\"dogWillSleep\"}]\nbark.stop\n"
    ),
    Row(
      "a long line after a time", ["dog.didWakeUp"],
      "2024-01-01T10:00:00Z {\"data\":\"\(x(3_000))\",\"msg\":\"dogDidWakeUp\"}\n"),
    Row(
      "a long line in an object", ["dog.didWakeUp", "bark.stop"],
      "{\n\"data\":\"\(x(3_000))\",\n\"msg\":\"dogDidWakeUp\"\n}\nbark.stop\n"),
    Row(
      "a message with long lines", ["dog.didWakeUp", "dog.willSleep"],
      "{\"msg\":\"dogDidWakeUp\\n\(x(3_000))\\ndogWillSleep\"}\n"),
    Row(
      "a record that is too large", ["dog.willSleep"],
      "[{\"data\":\"\(x(5_000))\",\"msg\":\"nothing\"},\n{\"msg\":\"dogWillSleep\"}]\n"),
    Row(
      "a record that is too large and names an event", ["dog.willSleep"],
      missing: (1, 2, "the record that begins here is larger than 4000 bytes and names an event"),
      "[{\"data\":\"\(x(5_000))\",\"msg\":\"dogDidWakeUp\"},\n{\"msg\":\"dogWillSleep\"}]\n"),
    Row(
      "a record of many lines that names an event", ["dog.willSleep"],
      missing: (2, 1, "the record that begins here is larger than 4000 bytes and names an event"),
      "[\n{\n\(lines(60) { "\"key\($0)\":\"\(x(80))\"," })\"msg\":\"bark.start\"\n},\n{\"msg\":\"dogWillSleep\"}]\n"
    ),
    Row(
      "a report that is too large", ["bark.stop"],
      missing: (1, 1, "the record that begins here is larger than 4000 bytes and names an event"),
      "{\n\"procLaunch\":\"2026-03-17 22:50:01 -0700\",\n\(lines(60) { "\"key\($0)\":\"\(x(80))\"," })\"pid\":7\n}\nbark.stop\n"
    ),
    Row(
      "an array that is not read", ["dog.didWakeUp", "bark.stop"],
      "{\"threads\":[\n\(lines(60) { "{\"frames\":[\($0),\"dogWillSleep\(x(80))\"]}," })],\n\"msg\":\"dogDidWakeUp\"}\nbark.stop\n"
    ),
    Row(
      "more values than are kept", ["dog.willSleep"],
      "{\"attributes\":[\(String(repeating: "0,", count: 600))0],\"msg\":\"nothing\"}\n{\"msg\":\"dogWillSleep\"}\n"
    ),
    Row(
      "more values than are kept beside an event", ["dog.willSleep"],
      missing: (1, 1, "the record that begins here is larger than 4000 bytes and names an event"),
      "{\"attributes\":[\(String(repeating: "0,", count: 600))0],\"msg\":\"dogDidWakeUp\"}\n{\"msg\":\"dogWillSleep\"}\n"
    ),
    Row(
      "as many brackets as are read", ["dog.didWakeUp"],
      "{\"a\":\(String(repeating: "[", count: 19))\(String(repeating: "]", count: 19)),\"msg\":\"dogDidWakeUp\"}\n"
    ),
    Row(
      "more brackets", [], missing: (1, 25, "more than 20 brackets are inside each other"),
      "{\"a\":\(String(repeating: "[", count: 20))\(String(repeating: "]", count: 20)),\"msg\":\"dogDidWakeUp\"}\n"
    ),
    Row("an object in three strings", ["dog.didWakeUp"], quoted("dogDidWakeUp", 3)),
    Row(
      "an object in four strings", [],
      missing: (1, 9, "the message is JSON that is a string of JSON, more than 3 times"),
      quoted("dogDidWakeUp", 4)),
    Row("an object in four strings without an event", [], quoted("nothing", 4)),
  ]

  /// A message in nested objects, each in a string of the next one.
  private static func quoted(_ message: String, _ depth: Int) -> String {
    (0..<depth).reduce(message) { text, _ in
      "{\"msg\":\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"}"
    }
  }

  @Test(arguments: documents) func `for objects`(row: Row) {
    row.check()
  }

  private static let damaged =
    "\(telemetryHead)\(resource),\"scopeLogs\":[{\"logRecords\":[\(record("dogDidWakeUp")),"
    + noise.replacing("\n", with: "") + ","

  static let telemetry = [
    Row(
      "the records are many", ["dog.didWakeUp", "dog.willSleep"],
      "\(telemetryHead)\(resource),\"scopeLogs\":[{\"logRecords\":[\(record("dogDidWakeUp")),\n\(noise),\n\(record("dogWillSleep"))]}]}]}\n"
    ),
    Row(
      "the resource is missing", ["dog.didWakeUp", "dog.willSleep"],
      "\(telemetryHead)\"scopeLogs\":[{\"logRecords\":[\(record("dogDidWakeUp")),\n\(noise),\n\(record("dogWillSleep"))]}]}]}\n"
    ),
    Row(
      "the resource is late", ["dog.didWakeUp", "dog.willSleep"],
      missing: (32, 55, "the resource follows its records"),
      "\(telemetryHead)\"scopeLogs\":[{\"logRecords\":[\(record("dogDidWakeUp")),\n\(noise),\n\(record("dogWillSleep"))]}],\(resource)}]}\n"
    ),
    Row(
      "the resource is after a few records", ["dog.didWakeUp", "dog.willSleep"],
      "\(telemetryHead)\"scopeLogs\":[{\"logRecords\":[\(record("dogDidWakeUp")),\n\(record("dogWillSleep"))]}],\(resource)}]}\n"
    ),
    Row(
      "the document has no end", ["dog.didWakeUp"],
      missing: (1, 1, "the document that begins here has no end"),
      "\(telemetryHead)\(resource),\"scopeLogs\":[{\"logRecords\":[\(record("dogDidWakeUp")),\n{\"body\":"),
    Row(
      "the document is damaged", ["dog.didWakeUp", "dog.willSleep"],
      missing: (2, 1, "the document is damaged here"),
      "\(telemetryHead)\(resource),\"scopeLogs\":[{\"logRecords\":[\(record("dogDidWakeUp")),\n!\n\(record("dogWillSleep"))]}]}]}\n"
    ),
    Row(
      "the document is damaged before its resource is known",
      ["dog.didWakeUp", "dog.willSleep", "bark.stop"],
      missing: (2, 41, "the document is damaged here"),
      "\(telemetryHead)\"scopeLogs\":[{\"logRecords\":[\(record("dogDidWakeUp")),\n\(record("dogWillSleep")),!\nbark.stop\n"
    ),
    Row(
      "the document is damaged on a long line", ["dog.didWakeUp"],
      missing: (1, damaged.utf8.count + 1, "the document is damaged here"),
      "\(damaged)!\(record("dogWillSleep"))]}]}]}\n"
    ),
  ]

  @Test(arguments: telemetry) func `for telemetry`(row: Row) {
    row.check()
  }

  @Test func `gives waiting telemetry the resource that follows`() {
    let log =
      "\(Self.telemetryHead)\"scopeLogs\":[{\"logRecords\":[\(Self.record("dogDidWakeUp"))]},{\"logRecords\":[\(Self.record("dogWillSleep"))]}],\(Self.resource)},{\"scopeLogs\":[{\"logRecords\":[\(Self.record("dogDidWakeUp"))]}]}]}\n"
    #expect(Reading(log).sightings.map(\.pid) == [42, 42, nil])
  }

  private static func traced(
    _ name: String, _ time: Int, _ phase: String = "i", pid: Int = 1, thread: Int = 1
  ) -> String {
    "{\"ph\":\"\(phase)\",\"name\":\"\(name)\",\"ts\":\(time),\"pid\":\(pid),\"tid\":\(thread)},"
  }
  private static func trace(_ events: String) -> String { "[\n\(events){}]\n" }

  private static let late = "the event is too far out of the order of time"

  static let traces = [
    Row(
      "events in the order of time", Array(repeating: "dog.didWakeUp", count: 50),
      trace(lines(50) { traced("dogDidWakeUp", $0) })),
    Row(
      "an event before those that wait", Array(repeating: "dog.didWakeUp", count: 7) + ["bark.stop"],
      trace(traced("bark.stop", 9) + lines(7) { traced("dogDidWakeUp", 1 + $0) })),
    Row(
      "an event before those that were handed out", Array(repeating: "dog.didWakeUp", count: 8),
      missing: (10, 1, late), trace(lines(8) { traced("dogDidWakeUp", 2 + $0) } + traced("bark.stop", 1))),
    Row(
      "an event among those that wait",
      Array(repeating: "dog.didWakeUp", count: 4) + ["bark.stop"]
        + Array(repeating: "dog.didWakeUp", count: 4),
      trace(lines(8) { traced("dogDidWakeUp", 2 + $0) } + traced("bark.stop", 5))),
    Row(
      "long lines", Array(repeating: "dog.didWakeUp", count: 100),
      trace(lines(100) { traced("dogDidWakeUp", $0) }.replacing("\n", with: ""))),
    Row(
      "phases that are open", [], trace(lines(4) { traced("x", $0, "B") })),
    Row(
      "more phases that are open", ["dog.didWakeUp"],
      missing: (6, 1, "more than 4 phases of the trace are open at the same time"),
      trace(lines(4) { traced("x", $0, "B") } + traced("dogDidWakeUp", 9, "B"))),
    Row("names", [], trace(lines(4) { named($0) })),
    Row(
      "more names", [], missing: (6, 1, "the trace names more than 4 processes or threads"),
      trace(lines(5) { named($0) })),
    Row(
      "a name before its events", Array(repeating: "dog.didWakeUp", count: 8),
      trace(named(1) + lines(8) { traced("dogDidWakeUp", $0) } + named(2))),
    Row(
      "a name after its events", Array(repeating: "dog.didWakeUp", count: 8),
      missing: (10, 1, "the name of a process or thread follows its events"),
      trace(lines(8) { traced("dogDidWakeUp", $0) } + named(1))),
  ]

  private static func named(_ process: Int) -> String {
    "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":\(process),\"args\":{\"name\":\"Walk\"}},"
  }

  @Test(arguments: traces) func `for traces`(row: Row) { row.check() }

  private static func table(_ rows: String) -> String {
    "<trace-query-result><node><schema name=\"os-log\"><col><mnemonic>time</mnemonic></col></schema>\n\(rows)</node></trace-query-result>\nbark.stop\n"
  }
  private static let message = "<row><os-log-metadata id=\"1\" fmt=\"dogDidWakeUp\"/></row>\n"

  static let tables = [
    Row(
      "a table on a long line", ["dog.didWakeUp", "dog.willSleep", "bark.stop"],
      table(
        message
          + lines(30) { "<row><os-log-metadata id=\"\($0 + 2)\" fmt=\"\(x(200)) &lt;\"/></row>" }
          .replacing("\n", with: "") + message.replacing("DidWakeUp", with: "WillSleep"))),
    Row(
      "tags inside each other", ["bark.stop"], missing: (2, 27, "more than 10 tags are inside each other"),
      table(String(repeating: "<a><b>", count: 10))),
    Row(
      "a tag", ["bark.stop"], missing: (2, 1, "a tag or its text is larger than 4000 bytes"),
      table("<row a=\"" + lines(60) { _ in x(90) } + "\"></row>\n")),
    Row(
      "a text", ["bark.stop"], missing: (45, 1, "a tag or its text is larger than 4000 bytes"),
      table("<row><narrative>" + lines(60) { _ in x(90) } + "</narrative></row>\n")),
    Row(
      "the columns of a row", ["dog.didWakeUp", "bark.stop"],
      missing: (2, 62, "the row has more than 5 columns"),
      table(
        "<row>" + String(repeating: "<a/>", count: 5) + "<os-log-metadata fmt=\"dogDidWakeUp\"/></row>\n"
          + message)),
    Row(
      "the values of a table", ["dog.didWakeUp", "bark.stop"],
      missing: (26, 14, "the row refers to a value that is too far above to be kept"),
      table(
        message + lines(23) { "<row><process id=\"\($0 + 2)\" fmt=\"a (1)\"/></row>" }
          + "<row><process ref=\"24\"/></row>\n")),
    Row(
      "a value that is kept", ["dog.didWakeUp", "dog.didWakeUp", "bark.stop"],
      table(
        message + lines(30) { "<row><event-time id=\"\($0 + 2)\">\($0)</event-time></row>" }
          + "<row><event-time ref=\"30\"/><os-log-metadata ref=\"1\"/></row>\n")),
    Row(
      "a time far above", ["dog.didWakeUp", "dog.didWakeUp", "bark.stop"],
      missing: (33, 17, "the row refers to a value that is too far above to be kept"),
      table(
        message + lines(30) { "<row><event-time id=\"\($0 + 2)\">\($0)</event-time></row>" }
          + "<row><event-time ref=\"2\"/><os-log-metadata ref=\"1\"/></row>\n")),
    Row(
      "the periods of an app's life", Array(repeating: "app.didBecomeActive", count: 3) + ["bark.stop"],
      missing: (5, 1, "the table has more than 3 periods of an app's life"),
      table(
        lines(4) { "<row><start-time>\($0)</start-time><app-period fmt=\"Foreground - Active\"/></row>" }
      )),
  ]

  @Test(arguments: tables) func `for tables of Instruments`(row: Row) {
    row.check()
  }

  @Test(arguments: documents + tables) func `has its events at the same columns`(row: Row) {
    guard row.omission == nil else { return }
    let log = Array(row.log().utf8)
    let limited = Reading(log, Self.recognizer, limits: .small)
    #expect(limited.originColumns == Reading(log, Self.recognizer).originColumns)
  }

  private static func pieces(_ text: String, _ size: Int = 300) -> String {
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: size).map { start in
      let end = min(start + size, bytes.count)
      return
        "2024-01-01T00:00:01.1Z stdout \(end < bytes.count ? "P" : "F") \(String(decoding: bytes[start..<end], as: UTF8.self))\n"
    }.joined()
  }

  static let cut = [
    Row(
      "an object", ["dog.didWakeUp", "bark.stop"],
      pieces("{\"data\":\"\(x(3_000))\",\"msg\":\"dogDidWakeUp\"}") + pieces("bark.stop")),
    Row(
      "an event before it", ["dog.didWakeUp", "bark.stop"],
      pieces("dogDidWakeUp \(x(3_000))") + pieces("bark.stop")),
    Row("no event", ["bark.stop"], pieces(x(3_000)) + pieces("bark.stop")),
    Row(
      "an event after it", ["bark.stop"], missing: (1, 1, longLine),
      pieces("\(x(3_000)) dogDidWakeUp") + pieces("bark.stop")),
    Row(
      "pieces without an end", ["bark.stop"], missing: (1, 1, longLine),
      pieces("\(x(3_000)) dogDidWakeUp").replacing(" F ", with: " P ") + "\nbark.stop\n"),
  ]

  @Test(arguments: cut) func `for lines that a container split`(row: Row) { row.check() }

  @Test func `for repeated messages of syslog`() {
    func reading(_ times: String) -> Reading {
      let log =
        "Jan  7 16:09:05 iPhone walkd[1181]: bark.start\nJan  7 16:09:06 iPhone --- last message repeated \(times) times ---\n"
      return Reading(Array(log.utf8), Self.recognizer, limits: .small)
    }
    #expect(reading("10").events.count == 11)
    #expect(reading("10").statistics.firstOmission == nil)
    for times in ["11", "99999999999999999999"] {
      let reading = reading(times)
      #expect(reading.events.count == 11)
      let place = TraceStatistics.UnreadableLine(
        line: 2, column: 28, reason: "messages are repeated more than 10 times")
      #expect(reading.statistics.firstOmission?.place == place)
    }
  }

  /// These limits define headers. Beyond them, a line has no header, but is still read.
  @Test(arguments: [
    "2024-02-03 10:00:00.123 \(x(101))[76:2300] dogDidWakeUp",
    "default\t10:00:00.123456 +0500\t\(x(41))\tWalkKit\tdogDidWakeUp",
    "Jan 17 16:09:04 \(x(251))[1181] <Notice>: dogDidWakeUp",
    String(repeating: "2024-01-01T00:00:01.2345678Z ", count: 5) + "dogDidWakeUp",
    "2024-03-15 10:00:00.123456-0700 0x1a2b3 Default 0x0 312 0 \(x(500))\n  Walk: (Kit) dogDidWakeUp",
  ]) func `for headers still has its event or reports it`(line: String) {
    let reading = Reading(line + "\nbark.stop\n")
    #expect(reading.events.last == "bark.stop")
    #expect(reading.events.first == "dog.didWakeUp" || reading.statistics.mentions == 1)
  }

  /// A line without a header waits a limited number of lines for its metadata.
  @Test(arguments: [(255, true), (256, false)]) func `for the lines of a message has no metadata`(
    lines: Int, isFound: Bool
  ) {
    let reading = Reading(
      "dogDidWakeUp {\n\(Self.lines(lines) { _ in "  a" })Type: Notice | Timestamp: 2026-02-10 12:32:48.912994+11:00 | Process: Walk | PID: 7\n"
    )
    #expect(reading.events == ["dog.didWakeUp"])
    #expect(reading.sightings.first?.pid == (isFound ? 7 : nil))
  }

  /// All unreadable lines are counted, even if they are not listed.
  @Test func `for listed unreadable lines`() {
    let reading = Reading(Self.lines(TraceStatistics.shown + 1) { _ in "bark.start id=\"" })
    #expect(reading.statistics.unreadable.count == TraceStatistics.shown)
    #expect(reading.statistics.unreadableCount == TraceStatistics.shown + 1)
  }
}

extension ReaderLimits {
  /// Limits that small logs exceed.
  static let small = {
    var limits = ReaderLimits()
    (limits.line, limits.part, limits.record, limits.text, limits.gap) = (1_000, 250, 4_000, 1_000, 200)
    (limits.values, limits.brackets) = (500, 20)
    (limits.traceEvents, limits.traceBytes, limits.phases, limits.names) = (8, 1_000, 4, 4)
    (limits.tags, limits.columns, limits.periods) = (10, 5, 3)
    (limits.tableValues, limits.tableBytes, limits.tableTimes) = (20, 2_000, 10)
    limits.repeats = 10
    return limits
  }()
}
