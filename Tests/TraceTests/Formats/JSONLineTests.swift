import TestSupport
import Testing
import Trace

@Suite struct `JSON lines` {
  struct Expected: Sendable {
    var line: String
    var event = "dog.didWakeUp"
    var time: String?
    var process: String?
    var pid: Int?
    var thread: String?
    var column = 0
    var fields: [String: String] = [:]
  }

  @Test(arguments: [
    // pino, zap, Datadog.
    Expected(
      line: #"{"level":30,"time":1700000000123,"pid":4242,"hostname":"h","msg":"dogDidWakeUp"}"#,
      time: "1700000000123", pid: 4242, column: 67),
    Expected(
      line: #"{"level":"info","ts":1700000000.123,"caller":"life.go:10","msg":"dogDidWakeUp: rex"}"#,
      time: "1700000000.123"),
    Expected(
      line:
        #"{"timestamp":"2024-01-01T10:00:00.123Z","status":"info","message":"dogDidWakeUp(_:)","service":"walk"}"#,
      time: "2024-01-01T10:00:00.123Z", process: "walk"),
    Expected(
      line:
        #"{"id":"A","content":{"timestamp":"2024-01-01T10:00:00.123Z","service":"walk","message":"dogDidWakeUp"}}"#,
      time: "2024-01-01T10:00:00.123Z", process: "walk"),
    // bunyan: `name` is not an event.
    Expected(
      line:
        #"{"name":"walk","hostname":"h","pid":1,"level":30,"msg":"dogDidWakeUp","time":"2012-05-08T16:58:55.586Z","v":0}"#,
      time: "2012-05-08T16:58:55.586Z", pid: 1),
    // GCP.
    Expected(
      line:
        #"{"timestamp":"2024-01-01T10:00:00Z","receiveTimestamp":"2024-01-01T10:00:09Z","severity":"INFO","textPayload":"dogDidWakeUp"}"#,
      time: "2024-01-01T10:00:00Z"),
    Expected(
      line: #"{"timestamp":"2024-01-01T10:00:00Z","jsonPayload":{"message":"dogDidWakeUp"}}"#,
      time: "2024-01-01T10:00:00Z"),
    // Docker: a line break at the end, or a line of another format.
    Expected(
      line: #"{"log":"dogDidWakeUp\n","stream":"stdout","time":"2024-01-01T10:00:00.123456789Z"}"#,
      time: "2024-01-01T10:00:00.123456789Z"),
    Expected(
      line:
        #"{"log":"2024-02-03 10:00:00.123 Walk[76:2300] dogDidWakeUp\r\n","stream":"stderr","time":"2024-01-01T10:00:00.1Z"}"#,
      time: "2024-02-03 10:00:00.123", process: "Walk", pid: 76, thread: "2300", column: 47),
    // pymobiledevice3.
    Expected(
      line:
        #"{"pid":1181,"procid":1,"thread_id":259,"timestamp":"2024-03-15T10:00:00.123456","level":"NOTICE","image_name":"/x/UIKit","image_offset":1,"filename":"/private/var/Walk.app/Walk","mach_timestamp":5,"message":"dogDidWakeUp(_:)","label":{"subsystem":"a","category":"b"}}"#,
      time: "2024-03-15T10:00:00.123456", process: "Walk", pid: 1181, thread: "259"),
    // SwiftyBeaver.
    Expected(
      line:
        #"{"timestamp":1700000000.123,"level":1,"message":"dogDidWakeUp","thread":"main","file":"Dog","function":"walk()","line":12,"context":null}"#,
      time: "1700000000.123", thread: "main"),
    // A source file is not a process.
    Expected(line: #"{"filename":"walk.py","msg":"dogDidWakeUp"}"#),
    Expected(line: #"{"filename":"/a/b.c/walk.py","msg":"dogDidWakeUp"}"#),
    // Dotted and nested keys, upper and lower case, the last of the same key.
    Expected(
      line:
        #"{"@timestamp":"2024-01-01T10:00:00Z","process":{"name":"Walk","pid":7,"thread":{"id":9}},"log.level":"x","MESSAGE":"dogDidWakeUp"}"#,
      time: "2024-01-01T10:00:00Z", process: "Walk", pid: 7, thread: "9"),
    Expected(
      line: #"{"process.name":"Walk","process.pid":"7","message":"nothing","message":"dogDidWakeUp"}"#,
      process: "Walk", pid: 7),
    // Escapes.
    Expected(
      line: #"{"process":"\/a\/b\/Walk","msg":"\ud83d\udc15 \"dog\": x","event":"dogDidWakeUp"}"#,
      process: "Walk"),
    Expected(line: #"{"msg":"first\n\u2192 dogDidWakeUp\nlast"}"#, column: 23),
    // Event names, with fields as members.
    Expected(
      line: #"{"ts":1700000000,"event":"bark.start","id":"a \"b\"","loud":7.5,"other":1,"level":"info"}"#,
      event: "bark.start", time: "1700000000", fields: ["id": "a \"b\"", "loud": "7.5"]),
    Expected(line: #"{"msg":"bark.stop","id":12}"#, event: "bark.stop", fields: ["id": "12"]),
    Expected(line: #"{"msg":"bark.stop id=7"}"#, event: "bark.stop", fields: ["id": "7"]),
    Expected(
      line: #"{"message":"the kennel is open now","event_name":"kennelDidOpen:","id":"A","kennel":"B"}"#,
      event: "kennel.didOpen", fields: ["id": "A"]),
    Expected(line: #"{"function":"dogDidWakeUp(_:)","message":"saving 3 items"}"#),
    // Around the object.
    Expected(
      line: #"2024-01-01T00:00:01.25Z {"msg":"dogDidWakeUp","pid":7}"#, time: "2024-01-01T00:00:01.25Z",
      pid: 7,
      column: 33),
    Expected(
      line: #"2024-01-01T00:00:01.25Z {"msg":"dogDidWakeUp","ts":1700000000}"#, time: "1700000000"),
    Expected(line: #"  {"msg":"dogDidWakeUp"},"#, column: 11),
    Expected(line: #"[{"msg":"dogDidWakeUp"}]"#),
    Expected(line: #"[{"msg":"dogDidWakeUp"},"#),
    Expected(line: #"},{"msg":"dogDidWakeUp"}]"#),
  ])
  func `are events with their time, process and fields`(expected: Expected) {
    let reading = Reading(expected.line)
    let found = reading.sightings.first
    #expect(reading.events == [expected.event])
    #expect(found?.time == expected.time)
    #expect(found?.process == expected.process)
    #expect(found?.pid == expected.pid)
    #expect(found?.thread == expected.thread)
    #expect(found?.fields == expected.fields)
    #expect(reading.statistics.records[Format.jsonLine.rawValue] == 1)
    if expected.column > 0 { #expect(found?.column == expected.column) }
  }

  @Test(arguments: [
    (#""time":1700000000123"#, 1_700_000_000_123_000_000, Timestamp.Kind.zoned),
    (#""time":1700000000"#, 1_700_000_000_000_000_000, .zoned),
    (#""time":"1700000000123456""#, 1_700_000_000_123_456_000, .zoned),
    (#""__REALTIME_TIMESTAMP":"1700000000123456""#, 1_700_000_000_123_456_000, .zoned),
    (#""timeUnixNano":1700000000123456789"#, 1_700_000_000_123_456_789, .zoned),
    (#""ts":999999999.5"#, 999_999_999_500_000_000, .zoned),
    (#""t":12.5"#, 12_500_000_000, .relative),
    (#""time":0,"observedTimeUnixNano":"1700000000123456789""#, 1_700_000_000_123_456_789, .zoned),
    (#""date":"2024-02-03T10:00:00+01:00""#, 1_706_950_800_000_000_000, .zoned),
    (#""time":"10:00:00.5""#, 36_000_500_000_000, .timeOnly),
    (#""time":"10\/14\/2021, 8:01:02 AM""#, 1_634_198_462_000_000_000, .local),
    (#""time":"20240102T030405Z""#, 1_704_164_645_000_000_000, .zoned),
  ])
  func `have times in many units and formats`(member: String, nanoseconds: Int64, kind: Timestamp.Kind) {
    let reading = Reading(#"{\#(member),"msg":"dogDidWakeUp"}"#)
    #expect(reading.sightings.map(\.timestamp) == [Timestamp(nanoseconds: nanoseconds, kind: kind)])
  }

  @Test(arguments: [
    #"{"msg":"dogDidWakeUp was not called"}"#,
    #"{"accessor":{"identifier":"a.b"},"kind":"dogDidWakeUp","type":"access","timeStamp":"2022-04-27T10:53:24.555-04:00"}"#,
    #"{"message":"nothing","type":"dogDidWakeUp"}"#,
    #"{"formatString":"dogDidWakeUp","eventMessage":null,"timestamp":"2024-03-15 10:00:05.000000-0700"}"#,
    #"{"count":2,"finished":1}"#,
    #"{"msg":["dogDidWakeUp"]}"#,
    #"{"a":{"msg":"dogDidWakeUp"}}"#,
    "{dogDidWakeUp = 1;}",
    #"["dogDidWakeUp"]"#,
  ])
  func `that only mention a callback are not events`(line: String) {
    #expect(Reading(line).events == [])
  }

  @Test func `with a function's name are one event until another event occurs`() {
    let line = #"{"function":"dogDidWakeUp(_:)","message":"step"}"#
    let other = #"{"function":"dogWillSleep(_:)","message":"step"}"#
    let log = [line, line, #"{"message":"noise"}"#, line, other, other, line].joined(separator: "\n")
    #expect(Reading(log).sightings.map(\.line) == [1, 5, 7])
  }

  @Test(arguments: [("main", ["dog.didWakeUp"]), ("1", [])])
  func `with a function's name are events only on the main thread`(thread: String, events: [String]) {
    let line = #"{"thread":"\#(thread)","message":"step","function":"dogDidWakeUp(_:)"}"#
    let reading = Reading(line)
    #expect(reading.events == events)
    #expect(reading.sightings.map(\.column) == events.map { _ in thread.count + 43 })
  }

  @Test func `with a function's name are events even if the message is similar to one`() {
    let line = #"{"function":"dogDidWakeUp(_:)","message":"saved WFDogDidWakeUpNotificationX"}"#
    #expect(Reading(line).events == ["dog.didWakeUp"])
  }

  @Test func `may contain records of other formats`() {
    let inner = #"{\"ts\":1700000000,\"event\":\"bark.start\",\"id\":\"7\"}"#
    let log = """
      {"events":[{"timestamp":1650464338144,"message":"\(inner)\\n","ingestionTime":1},
      {"timestamp":1650464338145,"message":"dogDidWakeUp\\n"}],"nextToken":"x"}
      {"messageType":"DATA_MESSAGE","logEvents":[{"id":"1","timestamp":1650464338144,"message":"dogWillSleep"}]}
      """
    let reading = Reading(log)
    #expect(reading.events == ["bark.start", "dog.didWakeUp", "dog.willSleep"])
    #expect(reading.sightings.map(\.time) == ["1700000000", "1650464338145", "1650464338144"])
    #expect(reading.sightings.map(\.line) == [1, 2, 3])
    #expect(reading.sightings.first?.fields == ["id": "7"])
  }

  @Test func `may be from Android Studio`() {
    let reading = Reading(
      """
      {
        "metadata": {"device": {"serialNumber": "1"}, "filter": "package:mine", "projectApplicationIds": []},
        "logcatMessages": [
          {
            "header": {
              "logLevel": "INFO", "pid": 1234, "tid": 1259, "applicationId": "com.example.walk",
              "processName": "com.example.walk", "tag": "Dog",
              "timestamp": {"seconds": 1700000000, "nanos": 123000000}
            },
            "message": "dogDidWakeUp"
          }
        ]
      }
      """)
    #expect(reading.events == ["dog.didWakeUp"])
    #expect(reading.sightings.map(\.timestamp?.nanoseconds) == [1_700_000_000_123_000_000])
    #expect(reading.sightings.map(\.process) == ["com.example.walk"])
    #expect(reading.sightings.map(\.thread) == ["1259"])
    #expect(reading.sightings.map(\.line) == [10])
  }

  /// The greatest time is 9,223,372,036.854775807 s after 1970, in the year 2262.
  @Test(arguments: [("854775807", Int64.max), ("854775808", nil), ("999999999", nil)])
  func `may have a time that does not fit`(nanoseconds: String, time: Int64?) {
    let log = #"{"timestamp": {"seconds": 9223372036, "nanos": \#(nanoseconds)}, "message": "dogDidWakeUp"}"#
    let reading = Reading(log)
    #expect(reading.events == ["dog.didWakeUp"])
    #expect(reading.sightings.map(\.timestamp?.nanoseconds) == [time])
  }

  @Test func `may share a line`() {
    let log = #"{"msg":"dogDidWakeUp"}{"msg":"dogWillSleep"} , {"msg":"bark.start"},"#
    let reading = Reading(log + "\n" + log)
    #expect(
      reading.events == [
        "dog.didWakeUp", "dog.willSleep", "bark.start", "dog.didWakeUp", "dog.willSleep", "bark.start",
      ])
    #expect(reading.sightings.map(\.column) == [9, 31, 56, 9, 31, 56])
  }

  @Test func `that are cut off are counted as unreadable`() {
    let reading = Reading(
      """
      {"time":1,"msg":"dogDidWa
      {"time":1,"msg":"dogDidWakeUp"
      {"time":2,"msg":"dogWillSleep"}
      {"time":3,
      """)
    #expect(reading.events == ["dog.willSleep"])
    #expect(reading.statistics.unreadable.map(\.line) == [1, 2, 4])
  }

  @Test func `are read as written`() {
    func kept(_ record: RandomRecord) -> Kept {
      let isNumber = record.always(of: true, false)
      return Kept(
        time: isNumber ? .zoned : record.always(of: .zoned, .local, salt: 1),
        digits: isNumber ? record.always(of: 0, 3, 6, 9, salt: 2) : 6, thread: Kept.decimal)
    }
    roundTrip(.jsonLine, oddities: .all, continues: true, keeping: kept) { record in
      let kept = kept(record)
      let unit = (0..<(9 - kept.digits)).reduce(Int64(1)) { unit, _ in unit * 10 }
      var members = [
        record.always(of: true, false)
          ? #""time":\#(record.time / unit)"#
          : #""@timestamp":"\#(record.date())T\#(record.clock(6))\#(kept.time == .zoned ? record.zone(":") : "")""#,
        #""process":"\#(record.process)""#, #""pid":\#(record.pid)"#, #""tid":\#(record.thread)"#,
        #""msg":"\#(record.text.json)""#, #""level":"info""#,
      ]
      var dice = Dice(seed: record.whim)
      members.shuffle(using: &dice)
      let blank = record.any(of: "", " ", salt: 3)
      return record.any(of: "{", "  {", "{ ", salt: 4)
        + members.joined(separator: ",\(blank)").replacing("\":", with: "\":\(blank)")
        + record.any(of: "}", "},", " }", salt: 5)
    }
  }
}

extension String {
  /// The text, escaped for a JSON string.
  var json: String {
    replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n").replacing(
      "\t", with: "\\t"
    ).replacing("/", with: "\\/")
  }
}
