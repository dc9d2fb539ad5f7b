import Testing
import Trace

@Suite struct `Syslog` {
  @Test func `is read as a Mac writes it`() {
    let reading = Reading(
      """
      Jan  1 10:00:00 my-mac Walk[812] (com.example.walk): dogDidWakeUp
      Jan  1 10:00:01 my-mac com.example.launchd[1] (com.example.helper[99]): Exited with code: 1
      Mar 26 15:02:43  walkd[52907]: bark.start id=rex
      Sep 13 15:28:51 my-mac localhost Walk[37195]: (Flutter) dogDidWakeUp
      Sep 13 15:28:52.123 my-mac Walk[37195] <Notice>: dogWillSleep
      <13>Sep 13 15:28:53 my-mac My Walk[37195]: bark.stop
      Sep 13 15:28:54 my-mac kernel without a number: dogDidWakeUp
      Sep 13 15:28:55 other.example.com com.example.walk[1] (sandbox) <Notice>: walked
      """)
    #expect(
      reading.notes == [
        "1 Jan  1 10:00:00 Walk[812] dog.didWakeUp", "3 Mar 26 15:02:43 walkd[52907] bark.start",
        "4 Sep 13 15:28:51 Walk[37195] dog.didWakeUp", "5 Sep 13 15:28:52.123 Walk[37195] dog.willSleep",
        "6 Sep 13 15:28:53 My Walk[37195] bark.stop",
      ])
    #expect(reading.formats == ["asl": 6, "idevice-relay": 1, "plain": 1])
  }

  @Test func `is read from a device`() {
    let reading = Reading(
      #"""
      [connected:00000000-0000000000000000]
      Jan 17 16:09:04.087254 Walk(Foundation)[1181] <Notice>: -[DogDelegate dogDidWakeUp:]
      Jan  7 16:09:04.100001 My Walk(Dev)(FrontKit)[34] <Info>: [app<com.example.walk>:1181] walked
      Jan 7 16:09:05 Walk(Foundation)[1181] <Notice>: dogWillSleep
      Mar 15 12:34:56 iPhone Walk(Flutter)[2037] <Notice>: dogDidWakeUp
      Mar 15 12:34:57 Walk[2037] <Warning>: dogWillSleep
      Mar 15 12:34:58 iPhone backboardd[74] <Notice>: bark.start id=caf\M-C\M-) x=\\M-C
      Mar 15 12:34:58 My Walk[75] <Notice>: bark.stop id=C:\path
      Mar 15 12:34:59 Walk[75] <Notice>: bark.stop id=\M-x
      [disconnected:00000000-0000000000000000]
      """#)
    #expect(
      reading.notes == [
        "2 Jan 17 16:09:04.087254 Walk[1181] dog.didWakeUp", "4 Jan 7 16:09:05 Walk[1181] dog.willSleep",
        "5 Mar 15 12:34:56 Walk[2037] dog.didWakeUp", "6 Mar 15 12:34:57 Walk[2037] dog.willSleep",
        "7 Mar 15 12:34:58 backboardd[74] bark.start", "8 Mar 15 12:34:58 My Walk[75] bark.stop",
        "9 Mar 15 12:34:59 Walk[75] bark.stop",
      ])
    #expect(reading.sightings[4].fields == ["id": "café", "x": "\\M-C"])
    #expect(reading.sightings[5].fields == ["id": "C:\\path"])
    #expect(reading.sightings[6].fields == ["id": "\\M-x"])
    #expect(reading.formats == ["idevice-trace": 2, "idevice-relay": 6])
  }

  @Test func `may have a line break before the process id`() {
    let reading = Reading(
      #"""
      Jul  3 10:00:48 com.example.tool-@(#)PROGRAM:tool  PROJECT:tool-1.2
      \#t[1200] <Warning>: dogDidWakeUp
      Jul  3 10:00:48 com.example.tool-@(#)PROGRAM:tool  PROJECT:tool-1.2
      \#t[1200] <Warning>: caf\M-C\M-) bark.start
      Jul  3 10:00:48 com.example.tool-@(#)PROGRAM:tool  PROJECT:tool-1.2
      \#t[1200] <Warning>: bark.start id=caf\M-C\M-)
      Jul  3 10:00:49 com.example.tool-@(#)PROGRAM:tool  PROJECT:tool-1.2
      Jul  3 10:00:50 iPad Walk[1200] <Warning>: bark.stop
      """#)
    #expect(
      reading.notes == [
        "2 Jul  3 10:00:48 PROJECT:tool-1.2[1200] dog.didWakeUp",
        "6 Jul  3 10:00:48 PROJECT:tool-1.2[1200] bark.start", "8 Jul  3 10:00:50 Walk[1200] bark.stop",
      ])
    #expect(reading.sightings.map(\.column) == [20, 20, 44])
    #expect(reading.sightings[1].fields == ["id": "café"])
    #expect(reading.formats == ["idevice-relay": 4, "plain": 1])
  }

  @Test func `may report that a message was repeated`() {
    let reading = Reading(
      """
      Mar 26 15:02:43 my-mac Walk[5]: bark.start id=rex
      Mar 26 15:02:44 --- last message repeated 2 times ---
      Mar 26 15:02:45 my-mac Walk[5]: dogDidWakeUp
      Mar 26 15:02:46: --- last message repeated 1 time ---
      Mar 26 15:02:47: --- last message repeated 1 time ---
      Mar 26 15:02:48 my-mac Walk[5]: bark.stop
      Mar 26 15:02:49 my-mac Walk[5]: walked
      Mar 26 15:02:50 my-mac last message repeated 7 times
      Mar 26 15:02:51 my-mac Walk[5]: dogWillSleep
      a line between
      Mar 26 15:02:52 --- last message repeated 7 times ---
      """)
    #expect(
      reading.notes == [
        "1 Mar 26 15:02:43 Walk[5] bark.start", "2 Mar 26 15:02:44 Walk[5] bark.start",
        "2 Mar 26 15:02:44 Walk[5] bark.start", "3 Mar 26 15:02:45 Walk[5] dog.didWakeUp",
        "4 Mar 26 15:02:46 Walk[5] dog.didWakeUp", "6 Mar 26 15:02:48 Walk[5] bark.stop",
        "9 Mar 26 15:02:51 Walk[5] dog.willSleep",
      ])
    #expect(reading.sightings.map(\.column) == [33, 21, 21, 33, 22, 33, 33])
    #expect(reading.sightings[2].fields == ["id": "rex"])
    #expect(reading.formats == ["asl": 5, "asl-repeat": 5])
  }

  @Test func `is read with any modification date of the file`() {
    let reading = Reading(
      Array("Jan  7 10:00:00 mac Walk[1] <Notice>: dogDidWakeUp\n".utf8), Recognizer(.walk),
      lastWritten: Timestamp(nanoseconds: .max, kind: .zoned))
    #expect(reading.sightings.map(\.timestamp?.kind) == [.yearless])
  }

  @Test(arguments: [
    // Written just before and after New Year of 2027.
    (1_798_761_600, "Jan  1 10:00:00", 1_798_797_600), (1_798_675_200, "Dec 31 10:00:00", 1_798_711_200),
    (1_798_848_000, "Dec 31 10:00:00", 1_798_711_200), (1_798_502_400, "Jan  1 10:00:00", 1_767_261_600),
    // In 2024, which has a leap day, and in 2025.
    (1_709_251_200, "Feb 29 10:00:00", 1_709_200_800), (1_748_736_000, "Feb 29 10:00:00", 1_709_200_800),
    (1_748_736_000, "Mar  1 10:00:00", 1_740_823_200),
  ])
  func `gets its year from the modification date of the file`(written: Int64, date: String, seconds: Int64) {
    let reading = Reading(
      Array("\(date) mac Walk[1] <Notice>: dogDidWakeUp\n".utf8), Recognizer(.walk),
      lastWritten: Timestamp(nanoseconds: written * 1_000_000_000, kind: .zoned))
    #expect(
      reading.sightings.map(\.timestamp)
        == [Timestamp(nanoseconds: seconds * 1_000_000_000, kind: .yearless)])
  }

  @Test func `continues past New Year`() {
    let log = "Dec 31 23:59:59 my-mac Walk[5]: bark.start\nJan  1 00:00:01 my-mac Walk[5]: bark.stop"
    let times = Reading(log).sightings.compactMap(\.timestamp?.nanoseconds)
    #expect(times.count == 2 && times[1] - times[0] == 2_000_000_000)
  }

  @Test(arguments: [
    // A line that was written before New Year, but is below it in the log.
    ["Dec 31 23:59:59", "Jan  1 00:00:01", "Dec 31 23:59:59", "Jan  1 00:00:02"],
    // A device that loses its date when it starts.
    ["Jul 12 10:00:00", "Jan  1 00:00:05", "Jul 12 10:00:01", "Jul 12 10:00:02"],
  ])
  func `goes back over a New Year that was none`(times: [String]) {
    let reading = Reading(times.map { "\($0) my-mac Walk[5]: bark.start" }.joined(separator: "\n"))
    let seconds = reading.sightings.compactMap { $0.timestamp.map { $0.nanoseconds / 1_000_000_000 } }
    #expect(seconds.count == 4 && (0...2).contains(seconds[2] - seconds[0]))
    #expect(seconds.count == 4 && (1...3).contains(seconds[3] - seconds[0]))
  }

  @Test func `has a year of its own in lines of a tool with another clock`() {
    let log = """
      Jan 01 10:00:00 07-12 23:00:00.000   592   608 I Walk: bark.start
      Jan 01 10:00:00
      Jan 01 10:00:00 07-12 23:00:01.000   592   608 I Walk: bark.stop
      Jan 01 10:00:01
      Jan 01 10:00:01 07-12 23:00:02.000   592   608 I Walk: bark.start
      """
    let times = Reading(log).sightings.compactMap(\.timestamp?.nanoseconds)
    #expect(times.map { $0 - times[0] } == [0, 1_000_000_000, 2_000_000_000])
  }

  @Test func `with an ISO date is read`() {
    let reading = Reading(
      """
      2021-08-12 06:00:23-0700 logd[31]: rolled
      2021-08-12 06:00:24-07 my-mac walkd[412]: bark.stop
      2024-01-01T10:00:00.123456+01:00 host Walk[42]: dogDidWakeUp
      2024-01-01T10:00:00.123456+01:00 host Walk[42] (x) <Notice>: walked
      2024-01-01T10:00:00Z Walk[42] <Notice>: dogWillSleep
      """)
    #expect(
      reading.notes == [
        "2 2021-08-12 06:00:24-07 walkd[412] bark.stop",
        "3 2024-01-01T10:00:00.123456+01:00 Walk[42] dog.didWakeUp",
        "5 2024-01-01T10:00:00Z Walk[42] dog.willSleep",
      ])
    #expect(reading.formats == ["iso-syslog": 5])
  }

  @Test func `of RFC 5424 is read`() {
    let reading = Reading(
      """
      <14>1 2024-01-01T10:00:00.000Z host Walk 42 - - dogDidWakeUp
      <14>1 2024-01-01T10:00:01.000Z host Walk - ID47 [a@1 x="]\\"]"][b] \u{FEFF}bark.start id=rex
      <14>1 - - - - - - bark.stop
      <14>1 2024-01-01T10:00:00.000Z host Walk 42 - dogDidWakeUp
      """)
    #expect(
      reading.notes == [
        "1 2024-01-01T10:00:00.000Z Walk[42] dog.didWakeUp", "2 2024-01-01T10:00:01.000Z Walk[-] bark.start",
        "3 - -[-] bark.stop",
      ])
    #expect(reading.formats == ["syslog-5424": 3])
  }

  @Test func `by pymobiledevice3 is read`() {
    let reading = Reading(
      """
      2024-03-15 10:00:00.123456 Walk{Walk}[1181] <NOTICE>: dogDidWakeUp(_:)
      2024-03-15 10:00:01 My Walk{FrontKit}[34] <INFO>: bark.start id=rex [com.example.walk][Life of dogs]
      2024-03-15 10:00:02.500000 walkd{RunKit+0x1f0}[33] <USER_ACTION>: dogWillSleep
      2024-03-15 10:00:03.500000 walkd{}[33] <NOTICE>: bark.stop id=[x][y]
      """)
    #expect(
      reading.notes == [
        "1 2024-03-15 10:00:00.123456 Walk[1181] dog.didWakeUp",
        "2 2024-03-15 10:00:01 My Walk[34] bark.start",
        "3 2024-03-15 10:00:02.500000 walkd[33] dog.willSleep",
        "4 2024-03-15 10:00:03.500000 walkd[33] bark.stop",
      ])
    #expect(reading.sightings.map { $0.fields["id"] } == [nil, "rex", nil, "[x][y]"])
    #expect(reading.formats == ["pymobiledevice": 4])
  }

  @Test(arguments: [
    "Mar 2024 was cold", "Mar 26 was cold", "Mar 26 15:02:43", "May  dogs", "Jan  1 10:00:00", "<14>",
    "<14>1 ",
    "<x> dogs", "Jan 32 99:99:99 a b[1]: c", "Oct  1 10:00:00 [1]: x", "Oct  1 10:00:00 a[1", "<1>Mar",
    "<1>Jan 1 1",
  ])
  func `does not crash the reader with a similar line`(line: String) {
    #expect(Reading(line).statistics.lines == 1)
  }

  @Test func `of a Mac is read as written`() {
    roundTrip(.asl, oddities: [.blanks, .parentheses, .colons, .foreign]) {
      Kept(time: .yearless, digits: $0.always(of: 0, 3))
    } writer: {
      $0.any(of: "", "<13>", salt: 2) + "\($0.monthName) \($0.clock($0.always(of: 0, 3))) "
        + $0.always(of: "my-mac ", " ", "my-mac localhost ", salt: 1) + "\($0.process)[\($0.pid)]: \($0.text)"
    }
  }

  @Test func `of a device is read as written`() {
    roundTrip(.ideviceTrace) { _ in
      Kept(time: .yearless)
    } writer: {
      "\($0.monthName) \($0.clock(6)) \($0.process)(\($0.any(of: "WalkKit", "lib x.dylib")))[\($0.pid)] <Notice>: \($0.text)"
    }
  }

  @Test func `of a relay is read as written`() {
    roundTrip(.ideviceRelay) { _ in
      Kept(time: .yearless, digits: 0)
    } writer: {
      "\($0.monthName) \($0.clock(0)) \($0.always(of: "iPhone", "Étés-iPhone")) \($0.process)(WalkKit)[\($0.pid)] <Warning>: "
        + $0.vis($0.text)
    }
  }

  @Test func `of a relay without host is read as written`() {
    roundTrip(.ideviceRelay, oddities: [.brackets, .parentheses, .colons, .foreign]) { _ in
      Kept(time: .yearless, digits: 0)
    } writer: {
      let host = $0.number == 0 ? $0.always(of: "iPhone ", "") : ""
      return "\($0.monthName) \($0.clock(0)) \(host)\($0.process)(WalkKit)[\($0.pid)] <Warning>: "
        + $0.vis($0.text)
    }
  }

  @Test func `with an ISO date is read as written`() {
    roundTrip(.isoSyslog, oddities: [.parentheses, .foreign]) {
      Kept(time: .zoned, digits: $0.always(of: 0, 3, 6))
    } writer: {
      let digits = $0.always(of: 0, 3, 6)
      // With microseconds, host and zone it is the syslog style of `log`.
      let host = digits == 6 ? "" : $0.any(of: "", "my-mac ")
      return $0.date() + $0.always(of: " ", "T", salt: 1) + $0.clock(digits)
        + $0.zone($0.always(of: "", ":", salt: 2), isShort: true) + " \(host)\($0.process)[\($0.pid)]"
        + $0.any(of: "", " <Notice>", salt: 3) + ": \($0.text)"
    }
  }

  @Test func `of RFC 5424 is read as written`() {
    roundTrip(.syslog5424, oddities: [.brackets, .parentheses, .colons, .foreign]) { _ in
      Kept(time: .zoned)
    } writer: {
      "<14>1 \($0.date())T\($0.clock(6))\($0.zone(":")) my-mac \($0.process) \($0.pid) - "
        + $0.any(of: "-", "[a x=\"]\"]") + " \($0.text)"
    }
  }

  @Test func `by pymobiledevice3 is read as written`() {
    roundTrip(.pymobiledevice, continues: false) { _ in
      Kept(time: .local)
    } writer: {
      "\($0.date()) \($0.clock(6)) \($0.process){\($0.any(of: "", "WalkKit", "WalkKit+0x1f"))}[\($0.pid)] <NOTICE>: \($0.message)"
        + $0.any(of: "", " [com.example.walk][life]", " [com.example.walk][]", salt: 1)
    }
  }
}
