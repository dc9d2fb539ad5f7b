import Testing
import Trace

@Suite struct `A function's name beside each message` {
  private static func line(_ time: Int, _ function: String, _ message: String, thread: String = "main")
    -> String
  {
    "2024-03-15 10:00:0\(time).000 [Info] [\(thread)] [Dog.swift:12] \(function) > \(message)"
  }

  @Test func `tells of a call once, at its first message`() {
    let log = [
      Self.line(0, "dogDidWakeUp(_:)", "yawning"), Self.line(1, "dogDidWakeUp(_:)", "stretching"),
      Self.line(2, "helper()", "helping"), Self.line(3, "dogDidWakeUp(_:)", "standing"),
      Self.line(4, "dogWillSleep(_:)", "lying down"), Self.line(5, "dogDidWakeUp(_:)", "again"),
    ]
    let reading = Reading(log.joined(separator: "\n"))
    #expect(reading.sightings.map(\.line) == [1, 5, 6])
    #expect(reading.events == ["dog.didWakeUp", "dog.willSleep", "dog.didWakeUp"])
    #expect(reading.sightings.first?.name == "dogDidWakeUp(_:)")
  }

  @Test func `says less than the message`() {
    let log = [
      Self.line(0, "dogDidWakeUp(_:)", "dogDidWakeUp(_:)"), Self.line(1, "dogDidWakeUp(_:)", "yawning"),
      Self.line(2, "dogDidWakeUp(_:)", "dogDidWakeUp ended"), Self.line(3, "log(_:)", "dogWillSleep"),
    ]
    #expect(
      Reading(log.joined(separator: "\n")).events == [
        "dog.didWakeUp", "dog.didWakeUp.end", "dog.willSleep",
      ])
  }

  @Test func `tells of a call whose message only looks as if it said something`() {
    #expect(
      Reading(Self.line(0, "dogDidWakeUp(_:)", "saved WFDogDidWakeUpNotificationX")).events == [
        "dog.didWakeUp"
      ])
  }

  @Test(arguments: ["com.apple.main-thread", "advancedLogger"])
  func `of the main queue or of a logger tells of a call`(tag: String) {
    #expect(Reading(Self.line(0, "dogDidWakeUp(_:)", "yawning", thread: tag)).events == ["dog.didWakeUp"])
  }

  @Test func `of another queue is where the call has gone on`() {
    let line = Self.line(0, "dogDidWakeUp(_:)", "done", thread: "com.example.queue")
    #expect(Reading(line).events == [])
  }
}
