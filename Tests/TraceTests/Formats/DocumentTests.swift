import TestSupport
import Testing
import Trace

@Suite struct `A JSON document` {
  static let appleLog = """
    Filtering the log data using "eventMessage CONTAINS "dogDidWakeUp""
    [{
      "traceID" : 37579774151491588,
      "formatString" : "dogWillSleep",
      "eventMessage" : "-[DogDelegate dogDidWakeUp:]",
      "eventType" : "logEvent",
      "source" : null,
      "backtrace" : {
        "frames" : [
          {
            "symbol" : "dogWillSleep",
            "imageOffset" : 1
          }
        ]
      },
      "threadID" : 88334,
      "processImagePath" : "\\/private\\/var\\/containers\\/Walk.app\\/Walk",
      "timestamp" : "2024-03-15 10:00:00.123456-0700",
      "messageType" : "Default",
      "processID" : 312
    },{
      "eventMessage" : "two\\ndogWillSleep(_:)",
      "timestamp" : "2024-03-15 10:00:00.223456-0700",
      "eventType" : "logEvent"
    }]
    """

  @Test func `of the system's log is read object by object`() {
    let reading = Reading(Self.appleLog)
    #expect(reading.events == ["dog.didWakeUp", "dog.willSleep"])
    #expect(reading.sightings.map(\.line) == [5, 22])
    #expect(reading.sightings.map(\.column) == [21, 26])
    #expect(
      reading.sightings.map(\.time) == ["2024-03-15 10:00:00.123456-0700", "2024-03-15 10:00:00.223456-0700"])
    #expect(reading.sightings.map(\.process) == ["Walk", nil])
    #expect(reading.sightings.map(\.pid) == [312, nil])
    #expect(reading.sightings.map(\.thread) == ["88334", nil])
    #expect(reading.statistics.records[Format.oslogJSON.rawValue] == 2)
    #expect(reading.statistics.unreadableCount == 0)
  }

  @Test func `of a stream may contain other values and repeated keys, even if it is large`() {
    let element = #"{"header":{"pid":1},"message":"\#(String(repeating: "x", count: 1_000))"}"#
    let event = #"{"header":{"pid":1},"message":"dogDidWakeUp"}"#
    let elements = Array(repeating: element, count: 900).joined(separator: ",")
    for between in [",\n7,[1,{}],\"x\",", "],\"end\":\"x\",\n\"end\":1,\"logcatMessages\":["] {
      let log = "{\"logcatMessages\":[\n\(elements)\(between)\(elements),\n\(elements),\n\(event)]}\n"
      let reading = Reading(log, pieces: 4_096)
      #expect(reading.events == ["dog.didWakeUp"])
      #expect(reading.statistics.records[Format.studioJSON.rawValue] == 2_701)
      #expect(reading.statistics.unreadableCount == 0)
    }
  }

  @Test func `of the system's log may lack its start and its end`() {
    let lines = Self.appleLog.split(separator: "\n").map(String.init)
    let second =
      #"{"eventMessage":"bark.start id=7","eventType":"logEvent","timestamp":"2024-03-15 10:00:00.123456-0700"}"#
    let cut = Reading((lines[6...23] + ["},{"]).joined(separator: "\n"))
    #expect(cut.events == ["dog.willSleep"])
    #expect(cut.statistics.unreadableCount == 0)
    // In the middle of an object.
    let half = Reading(lines[1..<10].joined(separator: "\n"))
    #expect(half.events == [])
    #expect(half.statistics.unreadable.map(\.line) == [1])
    #expect(half.statistics.mentions == 2)
    // With other lines after it.
    let mixed = Reading((lines[..<10] + [second, "dogWillSleep"]).joined(separator: "\n"))
    #expect(mixed.events == ["bark.start", "dog.willSleep"])
    #expect(mixed.sightings.map(\.line) == [11, 12])
  }

  @Test func `of the system's log may have one object per line`() {
    let reading = Reading(
      """
      Filtering the log data using "process == "Walk""
      {"timezoneName":"","messageType":"Default","eventType":"logEvent","source":null,"subsystem":"com.example.walk","threadID":88334,"processImagePath":"\\/private\\/var\\/Walk.app\\/Walk","timestamp":"2024-03-15 10:00:00.123456-0700","eventMessage":"dogDidWakeUp(_:)","processID":312}
      {"eventType":"timesyncEvent","eventMessage":null,"timestamp":"2024-03-15 10:00:05.000000-0700"}
      {"count":2,"finished":1}
      """)
    #expect(reading.events == ["dog.didWakeUp"])
    #expect(reading.sightings.map(\.process) == ["Walk"])
    #expect(reading.sightings.map(\.thread) == ["88334"])
    #expect(reading.statistics.records[Format.oslogJSON.rawValue] == 2)
  }

  @Test func `of the system's log has signposts that begin and end`() {
    func line(_ type: String, _ message: String) -> String {
      #"{"eventType":"signpostEvent","signpostType":"\#(type)","signpostName":"walk","eventMessage":"\#(message)","processID":7}"#
    }
    let log = [
      line("begin", "dogDidWakeUp"), line("event", "dogWillSleep"), line("end", "dogDidWakeUp"),
      line("begin", "bark.start"), line("end", "bark.start"),
    ]
    #expect(
      Reading(log.joined(separator: "\n")).events == [
        "dog.didWakeUp", "dog.willSleep", "dog.didWakeUp.end", "bark.start",
      ])
  }

  @Test func `of the system's log may be a state dump, which has no events`() {
    let dump =
      #"{"eventMessage":"bark.start id=7\ndogDidWakeUp","eventType":"stateEvent","timestamp":"2024-03-15 10:00:00.123456-0700"}"#
    let event = dump.replacing("stateEvent", with: "logEvent")
    let pretty = "[" + [dump, event].joined(separator: ",").replacing(",\"", with: ",\n  \"") + "]"
    for log in [dump + "\n" + event, pretty] {
      let reading = Reading(log)
      #expect(reading.events == ["bark.start", "dog.didWakeUp"])
      #expect(reading.statistics.records[Format.oslogJSON.rawValue] == 2)
    }
  }

  static let telemetry = #"""
    {"resourceLogs":[{"resource":{"attributes":[{"key":"process.pid","value":{"intValue":"4242"}},{"key":"service.name","value":{"stringValue":"walk"}}]},"scopeLogs":[{"scope":{"name":"life"},"logRecords":[{"timeUnixNano":"1700000000123000000","severityNumber":9,"body":{"stringValue":"dogDidWakeUp"},"attributes":[{"key":"thread.id","value":{"intValue":"259"}}]},{"timeUnixNano":"0","observedTimeUnixNano":1700000001123000000,"body":{"stringValue":"text"},"eventName":"bark.start","attributes":[{"key":"id","value":{"stringValue":"rex"}}]},{"body":{"kvlistValue":{"values":[{"key":"message","value":{"stringValue":"dogWillSleep"}}]}}}]}]}]}
    """#

  @Test(arguments: [false, true]) func `of telemetry contains records`(isPretty: Bool) {
    let log =
      isPretty ? Self.telemetry.replacing(",", with: ",\n  ").replacing("{\"", with: "{\n\"") : Self.telemetry
    let reading = Reading(log)
    #expect(reading.events == ["dog.didWakeUp", "bark.start", "dog.willSleep"])
    #expect(
      reading.sightings.map(\.timestamp?.nanoseconds) == [
        1_700_000_000_123_000_000, 1_700_000_001_123_000_000, nil,
      ])
    #expect(reading.sightings.map(\.process) == ["walk", "walk", "walk"])
    #expect(reading.sightings.map(\.pid) == [4242, 4242, 4242])
    #expect(reading.sightings.map(\.thread) == ["259", nil, nil])
    #expect(reading.sightings.map { $0.fields["id"] } == [nil, "rex", nil])
    #expect(reading.statistics.records[Format.otlp.rawValue] == 3)
  }

  @Test func `that turns out to be text is read line by line`() {
    let reading = Reading(
      """
      {
          name = "dogDidWakeUp";
      }
      {
      dogDidWakeUp
      [
      dogWillSleep
      {
        "a" : 1,
      10:00:00 Walk[7:23] bark.start
      """)
    #expect(reading.events == ["dog.didWakeUp", "dog.willSleep", "bark.start"])
    #expect(reading.sightings.map(\.line) == [5, 7, 10])
    #expect(reading.statistics.unreadable.map(\.line) == [8])
    let text = Reading("10:00:00 {\n}\n10:00:01 {\"a\":1,\n}")
    #expect(text.statistics.records[Format.plain.rawValue] == 2)
  }

  @Test func `is read the same in any pieces, and can be cut anywhere`() {
    let recognizer = Recognizer(.walk)
    let log = Array([Self.appleLog, Self.telemetry, ChromeTraces.log].joined(separator: "\n").utf8)
    let whole = Reading(log, recognizer)
    #expect(whole.events.count == 5 + ChromeTraces.events.count)
    for size in [1, 2, 3, 7, 64, 1_000] {
      let pieces = Reading(log, recognizer, pieces: size)
      #expect(pieces.sightings == whole.sightings)
      #expect(pieces.statistics == whole.statistics)
    }
    for end in stride(from: 0, to: log.count, by: 7) {
      #expect(Reading(Array(log[..<end]), recognizer).statistics.lines <= whole.statistics.lines)
      #expect(Reading(Array(log[end...]), recognizer).statistics.lines <= whole.statistics.lines)
    }
  }

  @Test func `is read quickly, even if it is malformed`() {
    let seconds = processorSeconds {
      for (piece, count) in [
        ("[", 200_000), ("{\"a\":", 100_000), ("{\"a\":[", 100_000), ("{\"a\":1,\n", 100_000),
        ("{\n", 100_000),
        ("[{\n", 100_000), ("{\"a\":\"\n", 50_000), ("},{", 100_000), ("\"", 200_000),
        ("{\"msg\":\"{\\\"a\\\":\"}", 50_000),
      ] {
        #expect(Reading("{\"b\":0," + String(repeating: piece, count: count)).statistics.lines > 0)
        #expect(Reading(String(repeating: piece, count: count)).statistics.lines > 0)
      }
    }
    #expect(seconds < 60)
  }

  /// If two sizes are large at once, the time must not grow with their product.
  @Test(
    arguments: [
      "{\"msg\":\"" + String(repeating: "\\n", count: 50_000) + "\",\"process\":\""
        + String(repeating: "p", count: 200_000) + "\"}",
      "{\"traceEvents\":[\n"
        + String(repeating: "{\"ph\":\"B\",\"name\":\"bark\",\"ts\":1,\"pid\":1,\"tid\":1},\n", count: 20_000)
        + String(repeating: "{\"ph\":\"E\",\"ts\":2,\"pid\":1,\"tid\":1},\n", count: 20_000),
      "<trace-query-result><node a=\"" + String(repeating: "\n", count: 100_000),
      String(repeating: " ", count: 250_000)
        + String(repeating: "2026-11-20 10:00:00 Walk[7:9] x", count: 8_000),
    ]) func `is read quickly, even if it is large`(log: String)
  {
    let seconds = processorSeconds {
      #expect(Reading(log).events == [])
    }
    #expect(seconds < 60)
  }

  @Test func `may have any number of elements`() {
    let noise =
      "{\"ph\":\"i\",\"name\":\"noise\",\"ts\":1,\"pid\":1,\"tid\":1},{\n\"ph\":\"i\",\"name\":\"x\"},\n"
    let event = "{\"ph\":\"i\",\"name\":\"dogDidWakeUp\",\"ts\":2,\"pid\":1,\"tid\":1},"
    let log =
      "{\"other\":\"before\",\n\"traceEvents\":[\n" + String(repeating: noise, count: 16_000) + event
      + String(repeating: noise, count: 16_000) + event + "{}],\n\"msg\":\"dogWillSleep\"\n}\nbark.start\n"
    let reading = Reading(log)
    #expect(reading.sightings.map(\.line) == [32_003, 64_003, 64_004, 64_006])
    #expect(reading.sightings.map(\.column) == [19, 19, 8, 1])
    #expect(reading.events == ["dog.didWakeUp", "dog.didWakeUp", "dog.willSleep", "bark.start"])
  }

  @Test func `of Android contains Android's events`() {
    let log = """
      {"logcatMessages":[{"header":{"logLevel":"INFO","pid":7,"tid":9,"applicationId":"com.example.walk","tag":"Walker",
      "timestamp":{"seconds":1700000000,"nanos":5}},"message":"dogDidWakeUp"}]}
      """
    let reading = Reading(log)
    #expect(reading.formats == ["json-line": 1, "studio-json": 1])
    #expect(reading.events == ["dog.didWakeUp"])
    #expect(reading.sightings.first?.pid == 7)
  }

  @Test func `is not read if another format is given`() {
    let log = "{\"msg\":\"dogDidWakeUp\"}\n2026-11-20 10:00:00.100 Walk[42:1f] bark.stop\n"
    #expect(Reading(log, only: .nslog).events == ["bark.stop"])
    #expect(Reading(log, only: .jsonLine).events == ["dog.didWakeUp"])
  }

  @Test func `may have a line of any length`() {
    let long = "\"image\":\"" + String(repeating: "x", count: 1 << 20) + "\","
    let reading = Reading("{\n\"time\":1700000000,\n\(long)\n\"msg\":\"dogDidWakeUp\"\n}\ndogWillSleep")
    #expect(reading.events == ["dog.didWakeUp", "dog.willSleep"])
    #expect(reading.sightings.map(\.line) == [4, 6])
    #expect(reading.sightings.map(\.time) == ["1700000000", nil])
    #expect(reading.statistics.unreadable == [])
  }

  @Test func `may be large, and so may a record`() {
    let noise = "  {\"name\":\"x\",\"values\":[1,2,3]},\n"
    let large =
      "{\"threads\":[\n" + String(repeating: noise, count: 100_000) + "{}],\n\"msg\":\"dogDidWakeUp\"\n}\n"
    #expect(Reading(large).events == ["dog.didWakeUp"])
    let array = "[\n" + large + ",{\"msg\":\"dogWillSleep\"}]"
    let reading = Reading(array)
    #expect(reading.events == ["dog.didWakeUp", "dog.willSleep"])
    #expect(reading.statistics.unreadable == [])
  }
}

enum ChromeTraces {
  static let log = """
    [
    {"name":"process_name","ph":"M","pid":4242,"args":{"name":"Walk"}},
    {"name":"dogDidWakeUp","cat":"life","ph":"B","ts":1000000,"pid":4242,"tid":259},
    {"name":"noise","ph":"B","ts":1000001,"pid":4242,"tid":259},
    {"ph":"E","ts":1000002,"pid":4242,"tid":259},
    {"ph":"E","ts":1004500.5,"pid":4242,"tid":259},
    {"name":"kennelDidOpen:","cat":"life","ph":"X","ts":1000100,"dur":2500,"pid":4242,"tid":259,"args":{"id":"A"}},
    {"name":"dog.didFetch","cat":"life","ph":"b","id":"0x1","ts":1000200,"pid":4242,"tid":260},
    {"name":"dog.didFetch","cat":"life","ph":"e","id":"0x1","ts":1003200,"pid":4242,"tid":260},
    {"name":"bark.start","ph":"i","ts":999999,"pid":4242,"tid":259,"s":"g","args":{"loud":3}},
    """
  static let events = [
    "bark.start", "dog.didWakeUp", "kennel.didOpen", "dog.didFetch", "kennel.didOpen.end", "dog.didFetch.end",
    "dog.didWakeUp.end",
  ]
}

@Suite struct `A trace of Chrome` {
  @Test(arguments: [
    ChromeTraces.log, ChromeTraces.log + "\n]",
    "{\"traceEvents\":" + ChromeTraces.log + "\n{}],\"displayTimeUnit\":\"ms\"}",
    "{\"traceEvents\":" + ChromeTraces.log,
  ]) func `is read in the order of its times`(log: String) {
    let reading = Reading(log)
    #expect(reading.events == ChromeTraces.events)
    #expect(
      reading.sightings.map(\.timestamp?.nanoseconds) == [
        999_999_000, 1_000_000_000, 1_000_100_000, 1_000_200_000, 1_002_600_000, 1_003_200_000, 1_004_500_500,
      ])
    #expect(
      reading.sightings.map(\.time) == [
        "999999", "1000000", "1000100", "1000200", "1002600", "1003200", "1004500.5",
      ])
    #expect(reading.sightings.map(\.line) == [10, 3, 7, 8, 7, 9, 6])
    #expect(reading.sightings.allSatisfy { $0.process == "Walk" && $0.pid == 4242 })
    #expect(reading.sightings.map(\.thread) == ["259", "259", "259", "260", "259", "260", "259"])
    #expect(reading.sightings.map(\.fields) == [["loud": "3"], [:], ["id": "A"], [:], ["id": "A"], [:], [:]])
    #expect(reading.statistics.unreadableCount == 0)
  }

  @Test(arguments: [
    ("1000100.25", "2500.5", "1002600.75"), ("0", "0.001", "0.001"), ("1.5", "0.5", "2"),
    ("7", "12.34", "19.34"),
  ])
  func `gives the time of an end in the unit of the trace`(start: String, length: String, end: String) {
    let reading = Reading(
      #"[{"name":"dogDidWakeUp","ph":"X","ts":\#(start),"dur":\#(length),"pid":1,"tid":1}]"#)
    #expect(reading.sightings.map(\.time) == [start, end])
  }

  @Test func `ends where other lines begin`() {
    let reading = Reading(ChromeTraces.log + "\n10:00:00 dogWillSleep")
    #expect(reading.events == ChromeTraces.events + ["dog.willSleep"])
  }
}
