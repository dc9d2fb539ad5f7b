import Testing
import Trace

@Suite struct `The system's log` {
  private static let hyphens = String(repeating: "-", count: 116)

  @Test func `is read in its default style`() {
    let reading = Reading(
      """
      getpwuid_r did not find a match for uid 501
      Filtering the log data using "composedMessage CONTAINS "dogDidWakeUp""
      Skipping debug messages, pass --debug to include.
      Timestamp                       Thread     Type        Activity             PID    TTL  
      2024-03-15 10:00:00.123456-0700 0x1a2b3    Default     0x0                  312    0    Walk: (WalkKit) [com.example.walk:life] -[DogDelegate dogDidWakeUp:]
      2024-03-15 10:00:00.223456-0700 0x150d23a  Info        0x6f2ea              55     0    Walk Helper (Renderer): (FrontKit) [com.example.FrontKit:Common] dogWillSleep
      2024-03-15 10:00:01.000001-0700 0x1a2b3    Error       0x0                  312    0    Walk: bark.start id=rex {
          code = 4;
      }
      2024-03-15 10:00:01.100001-0700 0x1a2b3    User Action 0x0                  312    0    Walk: bark.start id=rex
      2024-03-15 10:00:02.500000-0700 0x0        Timesync    0x0                  0      0    === system boot: dogDidWakeUp
      2024-03-15 10:00:03.000000-0700 0x1        Signpost    0x1                  312    0    [spid 0xeeeeb0b5b2b2eeee, process, begin] Walk: (WalkKit) [com.example.walk:] bark.stop
      2024-03-15 10:00:04.000000-0700 0x1        Default     0x0                  312    0    /usr/libexec/walkd: [gui/501/com.example.walk [5877]:] dogDidWakeUp(_:)
      2024-03-15 10:00:05.000000-0700 0x1        Default     0x0                  312  Walk: [123:ERROR] bark.stop
      2024-03-15 10:00:06.000000-0700 0xca00279  Default     0x0                  3289   0    log: [com.apple.log:] log run noninteractively, parent: 3283 (zsh), args: '/usr/bin/log' 'show' '--predicate' 'dogWillSleep'
      2024-03-15 10:00:07.000000-0700 0x1        Default     0x0                  0      0    kernel: (WalkSMC) walked
      \(Self.hyphens)
      Log      - Default:          3, Info:                0, Debug:             0, Error:          0, Fault:          0
      Activity - Create:           0, Transition:          0, Actions:           0
      """)
    #expect(
      reading.notes == [
        "5 2024-03-15 10:00:00.123456-0700 Walk[312:0x1a2b3] dog.didWakeUp",
        "6 2024-03-15 10:00:00.223456-0700 Walk Helper (Renderer)[55:0x150d23a] dog.willSleep",
        "10 2024-03-15 10:00:01.100001-0700 Walk[312:0x1a2b3] bark.start",
        "12 2024-03-15 10:00:03.000000-0700 Walk[312:0x1] bark.stop",
        "13 2024-03-15 10:00:04.000000-0700 walkd[312:0x1] dog.didWakeUp",
        "14 2024-03-15 10:00:05.000000-0700 Walk[312:0x1] bark.stop",
      ])
    #expect(reading.formats == ["oslog-default": 10])
  }

  @Test func `has signposts that begin and end`() {
    func line(_ type: String, _ message: String) -> String {
      "2024-03-15 10:00:03.000000-0700 0x1 Signpost 0x1 312 0 [spid 0x1, process, \(type)] Walk: (WalkKit) [com.example.walk:life] \(message)"
    }
    let log = [
      line("begin", "dogDidWakeUp"), line("event", "dogWillSleep"), line("  end", "dogDidWakeUp"),
      line("begin", "bark.start"), line("end", "bark.start"), line("end", "dogWillSleep"),
    ]
    let reading = Reading(log.joined(separator: "\n"))
    #expect(
      reading.events == [
        "dog.didWakeUp", "dog.willSleep", "dog.didWakeUp.end", "bark.start", "dog.willSleep.end",
      ])
    #expect(reading.statistics.events == 5)
  }

  @Test func `may have the message on the next line`() {
    let reading = Reading(
      """
      Timestamp                       Thread     Type        Activity             PID    TTL
      2023-04-13 03:31:54.896185+0400 0xe38a     Default     0x0                  11980  0
        com.example.Walk-Service: (walk_kit) [DD] dogDidWakeUp(_:)
      2023-04-13 03:31:55.000000+0400 0xe38a     Default     0x0                  11980  0
      2023-04-13 03:31:56.000000+0400 0xe38a     Default     0x0                  11980  0    Walk: dogWillSleep
      """)
    #expect(
      reading.notes == [
        "3 2023-04-13 03:31:54.896185+0400 com.example.Walk-Service[11980:0xe38a] dog.didWakeUp",
        "5 2023-04-13 03:31:56.000000+0400 Walk[11980:0xe38a] dog.willSleep",
      ])
    #expect(reading.sightings.map(\.column) == [45, 95])
    #expect(reading.formats == ["oslog-default": 3])
  }

  @Test func `is read in its compact style`() {
    let reading = Reading(
      """
      Timestamp               Ty Process[PID:TID]
      2026-08-11 17:15:22.031 Df Walk[80328:9875ec] [com.example.walk:life] dogDidWakeUp
      2026-08-11 17:15:22.055 E  My Walk[80328:998b3a] (DogData) [com.example.walk:store] bark.start id=rex
      2026-08-11 17:15:22.056 Sd walkd[64:33] state dump: dogDidWakeUp
          bark.start id=dump
      2026-08-11 17:15:22.000 Other[1:2] dogWillSleep
      2026-08-11 17:15:22.057 Df kernel[0:1cd] [com.apple.xnu:memorystatus] killing pid 386 [helperd]
      2026-08-11 17:15:22.058 Zz Walk[80328:9875ec] dogWillSleep
      2026-08-11 17:15:22.059 A  Walk[80328:9875ec] (WalkKit) bark.stop
      2026-08-11 17:15:22.060 Sd walkd[64:33] state dump
      2026-08-11 17:15:22.061000+0200  localhost Walk[80328]: dogDidWakeUp
      """)
    #expect(
      reading.notes == [
        "2 2026-08-11 17:15:22.031 Walk[80328:9875ec] dog.didWakeUp",
        "3 2026-08-11 17:15:22.055 My Walk[80328:998b3a] bark.start",
        "8 2026-08-11 17:15:22.058 Walk[80328:9875ec] dog.willSleep",
        "9 2026-08-11 17:15:22.059 Walk[80328:9875ec] bark.stop",
        "11 2026-08-11 17:15:22.061000+0200 Walk[80328] dog.didWakeUp",
      ])
    #expect(reading.formats == ["oslog-compact": 7, "oslog-syslog": 1])
  }

  @Test func `has two-letter types only below the banner of the compact style`() {
    let reading = Reading(
      "2026-08-11 17:15:22.031 My Walk[80328:9875ec] dogDidWakeUp\n2026-08-11 17:15:22.031 Df Walk[8:9] bark.stop"
    )
    #expect(reading.sightings.map(\.process) == ["My Walk", "Walk"])
    #expect(reading.formats == ["nslog": 1, "oslog-compact": 1])
  }

  @Test func `is read in its syslog style`() {
    let reading = Reading(
      #"""
      Timestamp                       (process)[PID]    
      2023-09-27 22:55:39.622369+0200  localhost Walk[41737]: (WalkKit) dogDidWakeUp(_:)
      2023-09-27 22:55:39.622623+0200  localhost kernel[0]: (WalkSMC) Previous shutdown cause: 5
      2023-09-27 22:55:40.000000+0200  localhost My Walk[41737]: [com.example.walk:life] bark.start id=\M-C\M-)t\M-C\M-)
      2023-09-27 22:55:41.000000+0200 localhost Walk[41737]: bark.stop
      """#)
    #expect(
      reading.notes == [
        "2 2023-09-27 22:55:39.622369+0200 Walk[41737] dog.didWakeUp",
        "4 2023-09-27 22:55:40.000000+0200 My Walk[41737] bark.start",
        "5 2023-09-27 22:55:41.000000+0200 Walk[41737] bark.stop",
      ])
    #expect(reading.sightings[1].fields == ["id": "été"])
    #expect(reading.formats == ["oslog-syslog": 4])
  }

  @Test(arguments: [
    "Filtering the log data using \"eventMessage CONTAINS \"dogDidWakeUp\"\"",
    "Filtering the log data using \"dogDidWakeUp\"",
    "2024-03-15 10:00:00.123456-0700 0xca00279  Default     0x0                  3289   0    log: [com.apple.log:] log run noninteractively, parent: 3283 (zsh), args: '/usr/bin/log' 'show' '--predicate' 'eventMessage CONTAINS \"dogDidWakeUp\"'",
  ])
  func `does not report the query of the log command`(line: String) {
    #expect(Reading(line).sightings.isEmpty)
  }

  @Test(arguments: ["[app<com.example.walk>:1181]", "[com.example.walk:1181]", "[Walk:1181]"])
  func `keeps the process that a message is about`(subject: String) throws {
    var vocabulary = Vocabulary.walk
    vocabulary.declare(
      EventDeclaration(name: "walk.pause", templates: [try LineTemplate("[{walk}:{pid}] Pausing.")]))
    for subsystem in ["", "[com.example.run:process] ", "(RunKit) [com.example.run:process] "] {
      let line = "2024-03-15 10:00:07.000000-0700 0x1 Default 0x0 33 0 rund: \(subsystem)\(subject) Pausing."
      #expect(Reading(line, vocabulary).sightings.map { $0.fields["pid"] } == ["1181"])
    }
  }

  @Test func `is read as written in its default style`() {
    roundTrip(.oslogDefault) { _ in
      Kept(time: .zoned, thread: Kept.prefixedHex)
    } writer: {
      let type = $0.any(of: "Default", "Info", "Error", "User Action")
      let library = $0.any(of: "", "(WalkKit) ", "(lib x.dylib) ", salt: 1)
      let subsystem = $0.any(of: "", "[com.example.walk:life] ", "[gui/501/com.example [5]:] ", salt: 2)
      let signpost = $0.any(of: "", "", "", "[spid 0xee, process, event] ", salt: 3)
      func column(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
      }
      let banner = $0.number == 0 ? "Filtering the log data using \"dogDidWakeUp\"\n" : ""
      return banner + "\($0.date()) \($0.clock(6))\($0.zone()) " + column(Kept.prefixedHex($0.thread), 11)
        + column(type, 12) + column($0.any(of: "0x0", "0x6f2ea", salt: 4), 21) + column("\($0.pid)", 7)
        + column($0.any(of: "0", "14", salt: 5), 5) + signpost + "\($0.process): " + library + subsystem
        + $0.text
    }
  }

  @Test func `is read as written in its compact style`() {
    roundTrip(.oslogCompact) { _ in
      Kept(time: .local, digits: 3, thread: Kept.hex)
    } writer: {
      let banner = $0.number == 0 ? "Timestamp               Ty Process[PID:TID]\n" : ""
      let library = $0.any(of: "", "(WalkKit) ", salt: 1)
      let subsystem = $0.any(of: "", "[com.example.walk:life] ", salt: 2)
      return banner + "\($0.date()) \($0.clock(3)) "
        + $0.any(of: "Df", "Db", "I ", "E ", "F ", "A ", "Xx") + " "
        + "\($0.process)[\($0.pid):\(Kept.hex($0.thread))] " + library + subsystem + $0.text
    }
  }

  @Test func `is read as written in its syslog style`() {
    roundTrip(.oslogSyslog) { _ in
      Kept(time: .zoned)
    } writer: {
      "\($0.date()) \($0.clock(6))\($0.zone())" + $0.any(of: "  ", " ")
        + "localhost \($0.process)[\($0.pid)]: "
        + $0.any(of: "", "(WalkKit) ", salt: 1) + $0.any(of: "", "[com.example.walk:life] ", salt: 2)
        + $0.vis($0.text)
    }
  }
}

extension RandomRecord {
  /// A text with the escapes of vis(3), except for line ends.
  func vis(_ text: String) -> String {
    text.utf8.reduce(into: "") { text, byte in
      if byte == UInt8(ascii: "\n") {
        text += "\n"
      } else if byte >= 0xA0 {
        text += "\\M-" + String(UnicodeScalar(byte & 0x7F))
      } else if byte >= 0x80 {
        text += "\\M^" + String(UnicodeScalar((byte & 0x1F) | 0x40))
      } else {
        text += byte == UInt8(ascii: "\\") ? "\\\\" : String(UnicodeScalar(byte))
      }
    }
  }
}
