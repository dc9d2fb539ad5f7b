import Testing
import Trace

@Suite struct `A function's name beside each message` {
  private static func line(_ time: Int, _ function: String, _ message: String, thread: String = "main")
    -> String
  {
    "2024-03-15 10:00:0\(time).000 [Info] [\(thread)] [Dog.swift:12] \(function) > \(message)"
  }

  @Test func `is an event once, at the first message of the call`() {
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

  @Test func `is ignored if the message is an event`() {
    let log = [
      Self.line(0, "dogDidWakeUp(_:)", "dogDidWakeUp(_:)"), Self.line(1, "dogDidWakeUp(_:)", "yawning"),
      Self.line(2, "dogDidWakeUp(_:)", "dogDidWakeUp ended"), Self.line(3, "log(_:)", "dogWillSleep"),
    ]
    #expect(
      Reading(log.joined(separator: "\n")).events == [
        "dog.didWakeUp", "dog.didWakeUp.end", "dog.willSleep",
      ])
  }

  @Test func `is an event even if the message is similar to one`() {
    #expect(
      Reading(Self.line(0, "dogDidWakeUp(_:)", "saved WFDogDidWakeUpNotificationX")).events == [
        "dog.didWakeUp"
      ])
  }

  @Test(arguments: ["com.apple.main-thread", "advancedLogger"])
  func `is an event with the main queue or a logger's name`(tag: String) {
    #expect(Reading(Self.line(0, "dogDidWakeUp(_:)", "yawning", thread: tag)).events == ["dog.didWakeUp"])
  }

  @Test func `is not an event on another queue`() {
    let line = Self.line(0, "dogDidWakeUp(_:)", "done", thread: "com.example.queue")
    #expect(Reading(line).events == [])
  }
}
