import TestSupport
import Testing
import Trace

@Suite struct `The canonical form` {
  @Test func `is an event in every format`() {
    let reading = Reading(
      """
      2026-11-20T10:00:00.123456Z MyApp[4242:1] bark.start id=porch loud=7
      10:00:05.123 MyApp[4242:1] bark.stop id=porch
      MyApp[4242:1] bark.start
      MyApp[4242] bark.start
      bark.start
      2013-01-01 10:00:00.123 My App[812:c07] bark.start id=a
      2024-02-03 10:00:00.123456+0100 MyApp[76:2300] [Noise] bark.start id=a
      """)
    #expect(
      reading.events == [
        "bark.start", "bark.stop", "bark.start", "bark.start", "bark.start", "bark.start", "bark.start",
      ])
    #expect(reading.sightings[0].fields == ["id": "porch", "loud": "7"])
    #expect(reading.sightings.map(\.thread) == ["1", "1", "1", nil, nil, "c07", "2300"])
    #expect(reading.sightings.map(\.form).allSatisfy { $0 == .canonical })
    #expect(reading.sightings.map(\.column) == [43, 28, 15, 13, 1, 41, 56])
  }

  @Test func `ends a callback with .end`() {
    #expect(
      Reading("dog.didWakeUp\ndog.didWakeUp.end result=yes").events == ["dog.didWakeUp", "dog.didWakeUp.end"])
    #expect(Reading("bark.start.end").events == ["?bark.start.end"])
  }

  @Test(arguments: 0..<20) func `preserves every field value`(seed: UInt64) {
    var dice = Dice(seed: seed)
    let characters = Array("ab7 =\"\\\t{}[]:,.é犬🐕")
    let values = (0..<9).map { _ in
      String(
        (0..<Int.random(in: 0...12, using: &dice)).map { _ in
          characters[Int.random(in: 0..<characters.count, using: &dice)]
        })
    }
    let fields = values.enumerated().map { index, value in
      "f\(index)=\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    let reading = Reading("10:00:00.123 Walk[42:1] bark.start " + fields.joined(separator: " "))
    #expect(reading.sightings.map { event in values.indices.map { event.fields["f\($0)"] } } == [values])
  }

  @Test func `prefers a declared event to the return of another event`() {
    let vocabulary = Vocabulary(
      EventDeclaration(name: "walk", returns: true), EventDeclaration(name: "walk.start", returns: true),
      EventDeclaration(name: "walk.start.end", fields: ["km": .number]))
    #expect(
      Reading("walk.start\nwalk.start.end km=3", vocabulary).events == ["walk.start", "walk.start.end"])
    #expect(Reading("walk.start.end", vocabulary).sightings.count == 1)
  }

  @Test func `may have quoted values`() {
    let reading = Reading(#"bark.start id="front \"old\" porch" why="a\\b" loud= url=dog://x?a=b,c"#)
    #expect(
      reading.sightings.map(\.fields) == [
        ["id": #"front "old" porch"#, "why": #"a\b"#, "loud": "", "url": "dog://x?a=b,c"]
      ])
  }

  @Test func `reports names that are not in the vocabulary`() {
    let reading = Reading("meow.start id=1\nmeow.start id=2\nbark.whisper\nnot an event")
    #expect(reading.events == ["?meow.start", "?meow.start", "?bark.whisper"])
    #expect(reading.statistics.unknownCount == 3)
    #expect(reading.statistics.unknownNames["meow.start"] == .init(count: 2, firstLine: 1))
    #expect(reading.statistics.unknownNames["bark.whisper"] == .init(count: 1, firstLine: 3))
  }

  @Test func `reports fields that the event does not declare`() {
    let reading = Reading("bark.start idd=a loud=7 via=ear\nbark.stop loud=7\nbark.start idd=b")
    #expect(
      reading.statistics.unknownFields == [
        .init(event: "bark.start", field: "idd", count: 2, firstLine: 1, beside: ["loud", "via"]),
        .init(event: "bark.stop", field: "loud", count: 1, firstLine: 2),
      ])
    #expect(reading.statistics.unknownFieldCount == 3)
  }

  @Test func `lists a limited number of unknown fields, and counts all`() {
    let lines = (1...1_500).map { "bark.start f\($0)=1\n" }.joined()
    let statistics = Reading(lines + "bark.start f7=2").statistics
    #expect(statistics.unknownFieldCount == 1_501)
    #expect(statistics.unknownFields.count == TraceStatistics.shown)
    #expect(statistics.unknownFields[6].count == 2)
  }

  @Test(arguments: [
    "com.example.walk", "main.swift", "cache.clear", "e.g. this", "v1.2", "a..b", "a.", "Bark.start",
  ])
  func `is not every text with a dot`(line: String) {
    let reading = Reading(line)
    #expect(reading.events == [])
    #expect(reading.statistics.unreadableCount == 0)
  }

  @Test(arguments: [
    (#"bark.start id="porch"#, 15, "the quote that begins here has no end"),
    (#"bark.start id="porch"x"#, 22, "expected a blank after the closing quote"),
    (#"bark.start id=por"ch"#, 18, "a quote inside a value that has none at its start"),
    ("bark.start id=porch and more", 21, "expected `key=value` here"),
    ("bark.start =porch", 12, "expected a field's name before `=`"),
    ("🐕🐕 [1] x", 0, ""),
  ])
  func `with malformed fields is unreadable, with its place`(line: String, column: Int, reason: String) {
    let reading = Reading(line)
    #expect(reading.events == [])
    #expect(
      reading.statistics.unreadable
        == (column == 0 ? [] : [.init(line: 1, column: column, reason: reason)]))
  }

  @Test func `in prose is counted as a mention`() {
    let reading = Reading("bark.start was called\ndog.didWakeUp twice")
    #expect(reading.events == [])
    #expect(reading.statistics.mentions == 2)
    #expect(reading.statistics.unreadableCount == 0)
  }
}
