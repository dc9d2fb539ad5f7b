import Testing
import Trace

@Suite struct `NSLog` {
  @Test func `is read in old and new formats`() {
    let reading = Reading(
      """
      2013-01-01 10:00:00.123 Walk[812:c07] -[DogDelegate dogDidWakeUp:]
      2019-06-03 10:00:00.123 Walk[14684:2146911] -[DogDelegate dogWillSleep:]
      2017-04-24 16:41:06.470869 Walk[459:77583] bark.start id=rex
      2024-02-03 10:00:00.123456+0100 Walk[76:2300] [Life] dogDidWakeUp(_:)
      2024-02-03 10:00:00.130001+0100 My Walk Dev[76:2300] options = {
          "WFDogOptionsKey" = "walk://x";
      }
      2024-02-03 10:00:00:123 Walk[76:2300] bark.stop
      2024-02-03 10:00:00:123 Walk[76:A0f] bark.stop
      """)
    #expect(
      reading.notes == [
        "1 2013-01-01 10:00:00.123 Walk[812:c07] dog.didWakeUp",
        "2 2019-06-03 10:00:00.123 Walk[14684:2146911] dog.willSleep",
        "3 2017-04-24 16:41:06.470869 Walk[459:77583] bark.start",
        "4 2024-02-03 10:00:00.123456+0100 Walk[76:2300] dog.didWakeUp",
        "8 2024-02-03 10:00:00:123 Walk[76:2300] bark.stop",
        "9 2024-02-03 10:00:00:123 Walk[76:A0f] bark.stop",
      ])
    #expect(reading.formats == ["nslog": 4, "lifecheck": 3])
  }

  @Test func `is read without its date`() {
    let reading = Reading(
      """
      17:40:01.500 Walk[812:270001] dogDidWakeUp
      17:40:01.501204 Walk[812:270001] saved
      17:40:02.001 My Walk[812:2700aa] dogWillSleep(_:)
      """)
    #expect(
      reading.notes == [
        "1 17:40:01.500 Walk[812:270001] dog.didWakeUp", "3 17:40:02.001 My Walk[812:2700aa] dog.willSleep",
      ])
    #expect(reading.formats == ["nslog-time": 3])
  }

  @Test func `is read without its date and time`() {
    let reading = Reading(
      """
      Walk[9001:1000064] -[DogDelegate dogDidWakeUp:]
      Walk[9001:1000064] walked
      My Walk[41000:11000](mark) dogWillSleep
      """)
    #expect(
      reading.notes == ["1 - Walk[9001:1000064] dog.didWakeUp", "3 - My Walk[41000:11000] dog.willSleep"])
    #expect(reading.formats == ["nslog-cut": 3])
  }

  @Test(arguments: [
    "2024-02-03 10:00:00.123 text about foo[12] dogDidWakeUp", "2024-02-03 10:00:00.123 Walk[x:1] y",
    "2024-02-03 10:00:00.123 text about foo[12]: dogDidWakeUp", "10:00:00.123 walkd[12]: walked",
  ])
  func `is not assumed in prose with a number in brackets`(line: String) {
    #expect(Reading(line).formats == ["plain": 1])
  }

  @Test func `is read as written`() {
    roundTrip(.nslog) {
      let isZoned = $0.always(of: true, false)
      return Kept(
        time: isZoned ? .zoned : .local, digits: isZoned ? 6 : 3,
        thread: $0.always(of: Kept.decimal, Kept.hex, salt: 1))
    } writer: {
      let isZoned = $0.always(of: true, false)
      let thread = $0.always(of: Kept.decimal, Kept.hex, salt: 1)($0.thread)
      return $0.date() + " "
        + $0.clock(isZoned ? 6 : 3, mark: $0.always(of: ".", isZoned ? "." : ":", salt: 2))
        + (isZoned ? $0.zone() : "") + " \($0.process)[\($0.pid):\(thread)] \($0.text)"
    }
  }

  @Test func `is read as written without its date`() {
    roundTrip(.nslogTime, oddities: [.blanks, .parentheses, .foreign]) { _ in
      Kept(time: .timeOnly, digits: 3, thread: Kept.decimal)
    } writer: {
      "\($0.clock(3)) \($0.process)[\($0.pid):\($0.thread)] \($0.text)"
    }
  }

  @Test func `is read as written without its date and time`() {
    roundTrip(.nslogCut, oddities: [.blanks, .parentheses]) { _ in
      Kept(time: nil, thread: Kept.hex)
    } writer: {
      "\($0.process)[\($0.pid):\(Kept.hex($0.thread))] \($0.text)"
    }
  }

  @Test(arguments: [
    "See item foo[12:34] dogDidWakeUp", "a crash of MyApp[812:c07] bark.start id=3",
    "Crash in MyApp[812:c07] dogDidWakeUp", "Stopped at My App[812:c07] dogDidWakeUp",
    "-03 10:00:00.123456+0100 MyApp[76:2300] dogDidWakeUp",
  ])
  func `does not read prose as a process`(line: String) {
    for sighting in Reading(line).sightings { #expect(sighting.process == nil) }
  }

  @Test func `may have no-break spaces`() {
    let line = "2024-02-03 10:00:00.123456+0100\u{A0}MyApp[76:2300]\u{A0}dogDidWakeUp"
    let found = Reading(line).sightings.first
    #expect(found?.process == "MyApp")
    #expect(found?.time == "2024-02-03 10:00:00.123456+0100")
    #expect(Reading(line).originColumns == [48])
  }
}
