import TestSupport
import Testing
import Trace

@Suite struct `A record of the system's log about itself` {
  private static let (boot, clock, loss) = (SystemLogRecord.boot, SystemLogRecord.clock, SystemLogRecord.loss)

  @Test(
    arguments: SystemLogStyle.allCases,
    [(boot, "system.boot"), (clock, "system.clockSet"), (loss, "trace.loss")])
  func `is an event`(style: SystemLogStyle, record: (message: String, event: String)) {
    let reading = Reading(bundled: style.line("10:00:02", record.message))
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
  func `may be from the kernel, from logd or without a process`(record: String) {
    #expect(Reading(bundled: record).events == ["system.boot"])
  }

  @Test(arguments: SystemLogStyle.allCases, [boot, clock, loss])
  func `is prose if an app prints it`(style: SystemLogStyle, message: String) {
    #expect(Reading(bundled: style.line("10:00:02", message, of: "Walk", 312)).events == [])
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
  func `may have no message, only a type`(type: String, events: [String]) {
    let record =
      #"{"eventType":"\#(type)","eventMessage":null,"timestamp":"2024-03-15 10:00:05.000000-0700"}"#
    #expect(Reading(bundled: record).events == events)
  }

  @Test func `is usually not an event`() {
    for style in SystemLogStyle.allCases {
      #expect(
        Reading(bundled: style.line("10:00:02", "=== log class: TTL more than 14 days begins")).events == [])
    }
  }
}
