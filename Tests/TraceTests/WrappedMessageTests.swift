import Testing

@testable import Trace

private let header = "2024-02-03 10:00:00.123456+0100 MyApp[76:2300] "

/// What somebody has wrapped by hand before it was pasted.
@Suite struct `A wrapped message` {
  @Test(arguments: [
    // In the midst of the text that the message begins with.
    "[BackgroundTask] Background task still not⏎ended after expiration handlers were called: <_UIBackgroundTaskInfo: 0x1>: taskID = 7, taskName = Sync, creationTime = 9 (elapsed = 44).",
    // In a field, and often.
    "Background task still not ended after⏎expiration handlers were called:⏎<_UIBackgroundTaskInfo: 0x1>:⏎taskID = 7, taskName =⏎Sync,⏎creationTime = 9 (elapsed = 44).",
    // Blanks at both ends of a line say nothing.
    "Background task still not ended after expiration handlers were called: ⏎    <_UIBackgroundTaskInfo: 0x1>: taskID = 7, taskName = Sync, creationTime = 9",
  ])
  func `is read as one`(message: String) {
    let lines = (header + message).replacing("⏎", with: "\n")
    for end in ["", "\n", "\n\n", "\n\(header)Something else\n", "\nSomething else\n"] {
      let log = lines + end
      let reading = Reading(bundled: log)
      #expect(reading.summary("id", "name", "left") == ["backgroundTask.expire.end id=7 name=Sync left=open"])
      #expect(reading.sightings.map(\.line) == [1])
      #expect(reading.sightings.map(\.owner) == ["MyApp[76]"])
      #expect(reading.sightings.map(\.time) == ["2024-02-03 10:00:00.123456+0100"])
      for size in [1, 7, 50] {
        let pieces = Reading(Array(log.utf8), .bundled, pieces: size)
        #expect(pieces.sightings == reading.sightings)
        #expect(pieces.statistics == reading.statistics)
      }
    }
  }

  @Test(arguments: [
    // The line below is of another record.
    "Background task still not ended after⏎2024-02-03 10:00:01.123456+0100 MyApp[76:2300] expiration handlers were called: <_UIBackgroundTaskInfo: 0x1>: taskID = 7, taskName = Sync, creationTime = 9",
    // A blank line ends a message.
    "Background task still not ended after⏎⏎expiration handlers were called: <_UIBackgroundTaskInfo: 0x1>: taskID = 7, taskName = Sync, creationTime = 9",
    // Other text stands in between.
    "Background task still not ended after⏎all\n expiration handlers were called: <_UIBackgroundTaskInfo: 0x1>: taskID = 7, taskName = Sync, creationTime = 9",
    // It is not all there.
    "Background task still not ended after⏎expiration handlers were called: <_UIBackgroundTaskInfo: 0x1>: taskID = 7,",
    // There is no record that it could belong to.
    "Something else⏎⏎Background task still not ended after⏎expiration handlers were called, as the page says",
  ])
  func `is none`(message: String) {
    #expect(Reading(bundled: (header + message).replacing("⏎", with: "\n")).events.isEmpty)
  }

  @Test func `tells what an exception says`() {
    let reading = Reading(
      bundled: """
        \(header)*** Terminating app due to uncaught exception 'NSInternalInconsistencyException',
        reason: 'Launch handler for task with identifier a.b has already
        been registered'
        *** First throw call stack:
        """)
    #expect(reading.summary("id", "again") == ["bgTask.register id=a.b again=yes", "process.exit"])
    #expect(reading.sightings.map(\.line) == [1, 1])
  }

  @Test func `is what its first line says where nothing else comes of it`() {
    let log = """
      \(header)*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 5
      beyond bounds
      \(header)applicationDidBecomeActive
      """
    let reading = Reading(bundled: log)
    #expect(reading.events == ["process.exit", "app.didBecomeActive"])
    #expect(reading.sightings.map(\.line) == [1, 3])
  }

  @Test func `is told once, whatever its last lines say`() {
    let reading = Reading(
      bundled: """
        \(header)Execution of the command buffer was aborted due to an error during execution.
        Insufficient Permission (to submit GPU work from background)
        (00000006:kIOGPUCommandBufferCallbackErrorBackgroundExecutionNotPermitted)
        """)
    #expect(reading.events == ["metal.denied"])
  }

  @Test func `leaves lines alone that say something themselves`() {
    let reading = Reading(
      bundled: """
        \(header)Background task still not ended after
        applicationDidEnterBackground
        expiration handlers were called: <_UIBackgroundTaskInfo: 0x1>: taskID = 7, taskName = Sync, creationTime = 9
        """)
    #expect(reading.events == ["app.didEnterBackground"])
    #expect(reading.sightings.map(\.line) == [2])
  }

  @Test func `has no more than ten lines`() {
    func log(lines: Int) -> String {
      header
        + "Background task still not ended after expiration handlers were called: <_UIBackgroundTaskInfo: 0x1"
        + String(repeating: "\n0x1", count: lines - 2) + "\n>: taskID = 7, taskName = Sync, creationTime = 9"
    }
    #expect(Reading(bundled: log(lines: 10)).events == ["backgroundTask.expire.end"])
    #expect(Reading(bundled: log(lines: 11)).events == [])
  }
}
