import Testing
import Trace

@Suite struct `What the system's log says of itself` {
  static let boot = "=== system boot: 39CA2A6B-6C61-4D23-9666-738BEDF1FC44"
  static let clock = "=== system wallclock time adjusted"
  static let loss =
    "lost >=63 unreliable messages from 1001-2002 (Mach continuous exact start-approx. end)"

  /// A style in which the log is shown: a record of the log's own, and one of an app.
  struct Style: CustomTestStringConvertible {
    var testDescription: String
    var own: @Sendable (_ message: String) -> String
    var app: @Sendable (_ message: String) -> String
  }

  static let styles = [
    Style(testDescription: "default") { message in
      let type = message.hasPrefix("lost") ? "Loss    " : "Timesync"
      return
        "2024-03-15 10:00:02.500000-0700 0x0        \(type)    0x0                  0      0    \(message)"
    } app: {
      "2024-03-15 10:00:02.500000-0700 0x1a2b3    Default     0x0                  312    0    Walk: (WalkKit) [com.example.walk:life] \($0)"
    },
    Style(testDescription: "compact") {
      "2024-03-15 10:00:02.500 Df kernel[0:0] \($0)"
    } app: {
      "2024-03-15 10:00:02.500 Df Walk[312:1a2b3] [com.example.walk:life] \($0)"
    },
    Style(testDescription: "syslog") {
      "2024-03-15 10:00:02.500000-0700  localhost kernel[0]: \($0)"
    } app: {
      "2024-03-15 10:00:02.500000-0700  localhost Walk[312]: (WalkKit) \($0)"
    },
    Style(testDescription: "ndjson") { message in
      let sort = message.hasPrefix("lost") ? "lossEvent" : "timesyncEvent"
      return
        #"{"eventType":"\#(sort)","eventMessage":"\#(message)","processImagePath":"","processID":0,"timestamp":"2024-03-15 10:00:02.500000-0700"}"#
    } app: {
      #"{"eventType":"logEvent","eventMessage":"\#($0)","processImagePath":"\/private\/var\/Walk.app\/Walk","processID":312,"timestamp":"2024-03-15 10:00:02.500000-0700"}"#
    },
  ]

  @Test(arguments: styles, [(boot, "system.boot"), (clock, "system.clockSet"), (loss, "trace.loss")])
  func `is an event`(style: Style, record: (message: String, event: String)) {
    let reading = Reading(bundled: style.own(record.message))
    #expect(reading.events == [record.event])
    #expect(reading.sightings.allSatisfy { $0.timestamp != nil && $0.pid == 0 })
  }

  @Test(arguments: [
    "2024-03-15 10:00:02.500 Df (null)[0:0] \(boot)", "2024-03-15 10:00:02.500 Df logd[91:1a] \(boot)",
    "2024-03-15 10:00:02.500000-0700  localhost (null)[0]: \(boot)",
    "2024-03-15 10:00:02.500000-0700  localhost logd[91]: \(boot)",
    "default\t10:00:02.500000-0700\tkernel\t\(boot)",
    #"{"eventMessage":"\#(boot)","processImagePath":"\/kernel","eventType":"timesyncEvent","timestamp":"2024-03-15 10:00:02.500000-0700"}"#,
    """
    [{
      "eventMessage" : "\(boot)",
      "eventType" : "timesyncEvent",
      "timestamp" : "2024-03-15 10:00:02.500000-0700"
    }]
    """,
  ])
  func `comes from the kernel, from logd or from nobody`(record: String) {
    #expect(Reading(bundled: record).events == ["system.boot"])
  }

  @Test(arguments: styles, [boot, clock, loss])
  func `is prose where an app says it`(style: Style, message: String) {
    #expect(Reading(bundled: style.app(message)).events == [])
  }

  @Test(arguments: [
    boot, clock, loss, "[boot] \(boot)", "timesyncEvent", "lossEvent",
    "2024-03-15 10:00:02.500 Walk[312:1a2b3] \(loss)", "10:00:02.500 \(boot)", #"{"message":"\#(clock)"}"#,
    #"{"eventType":"timesyncEvent","message":"\#(clock)"}"#, #"{"eventType":"lossEvent"}"#,
  ])
  func `is prose in other logs`(line: String) { #expect(Reading(bundled: line).events == []) }

  @Test(arguments: [
    ("timesyncEvent", ["system.clockSet"]), ("lossEvent", ["trace.loss"]), ("logEvent", []),
    ("stateEvent", []),
  ])
  func `may have no words but its sort`(sort: String, events: [String]) {
    let record =
      #"{"eventType":"\#(sort)","eventMessage":null,"timestamp":"2024-03-15 10:00:05.000000-0700"}"#
    #expect(Reading(bundled: record).events == events)
  }

  @Test func `is mostly no event`() {
    for style in Self.styles {
      #expect(Reading(bundled: style.own("=== log class: TTL more than 14 days begins")).events == [])
    }
  }
}
