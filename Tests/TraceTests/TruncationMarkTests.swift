import Testing
import Trace

@Suite struct `A message with an event that cannot be read` {
  @Test(arguments: [
    #"{"process":"Walk","pid":1,"message":"bark.start id=\"a"}"#,
    "\u{1B}[1m\u{1B}[2mbark.start\u{1B}[0m id=\"a", "bark.start id=\"a",
  ])
  func `is reported at its column in the original line`(line: String) throws {
    // In JSON the quote is two bytes.
    let quote = line.hasPrefix("{") ? "\\\"a" : "\"a"
    let column = try #require(
      line.ranges(of: quote).last.map { line.distance(from: line.startIndex, to: $0.lowerBound) })
    #expect(Reading(line).statistics.unreadable.map(\.column) == [column + 1])
  }
}

@Suite struct `A message that the system cut off` {
  @Test(arguments: [
    ("dogDidWakeUp<…>", 59), ("bark.start id=re<…>", 63), ("bark.start id=<…>", 61),
  ])
  func `is not an event if the cut may be in its name or a field`(message: String, column: Int) {
    let reading = Reading("2024-02-03 10:00:00.123456+0100 Walk[76:2300] " + message)
    #expect(reading.events == [])
    #expect(reading.statistics.unreadable.map(\.column) == [column])
    #expect(reading.statistics.unreadable.map(\.reason) == ["the system cut the message off here"])
  }

  @Test(arguments: [
    ("dogDidWakeUp: a dog of many <…>", "dog.didWakeUp"), ("dogDidWakeUp(_:) <…>", "dog.didWakeUp"),
    ("dogDidWakeUp …>", "dog.didWakeUp"),
  ])
  func `is an event if its name and fields are complete`(message: String, event: String) {
    #expect(events(in: "2024-02-03 10:00:00.123456+0100 Walk[76:2300] " + message) == [event])
  }

  @Test func `is not an event in JSON, either`() {
    let reading = Reading(#"{"eventMessage":"dogDidWakeUp<…>","processID":7}"#)
    #expect(reading.events == [])
    #expect(reading.statistics.unreadable.map(\.line) == [1])
    #expect(reading.statistics.unreadable.map(\.column) == [30])
  }
}
