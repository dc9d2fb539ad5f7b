import Testing

@testable import Trace

private let header = "2024-02-03 10:00:00.123456+0100 MyApp[76:2300] "

/// Messages that were wrapped by hand before they were pasted.
@Suite struct `A wrapped message` {
  @Test(arguments: [
    // Within the text at the beginning of the message.
    "[BackgroundTask] Background task still not⏎ended after expiration handlers were called: <_UIBackgroundTaskInfo: 0x1>: taskID = 7, taskName = Sync, creationTime = 9 (elapsed = 44).",
    // Within a field, and in many places.
    "Background task still not ended after⏎expiration handlers were called:⏎<_UIBackgroundTaskInfo: 0x1>:⏎taskID = 7, taskName =⏎Sync,⏎creationTime = 9 (elapsed = 44).",
    // Spaces at both ends of a line have no meaning.
    "Background task still not ended after expiration handlers were called: ⏎    <_UIBackgroundTaskInfo: 0x1>: taskID = 7, taskName = Sync, creationTime = 9",
  ])
  func `is read as one message`(message: String) {
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
    // The next line belongs to another record.
    "Background task still not ended after⏎2024-02-03 10:00:01.123456+0100 MyApp[76:2300] expiration handlers were called: <_UIBackgroundTaskInfo: 0x1>: taskID = 7, taskName = Sync, creationTime = 9",
    // An empty line ends a message.
    "Background task still not ended after⏎⏎expiration handlers were called: <_UIBackgroundTaskInfo: 0x1>: taskID = 7, taskName = Sync, creationTime = 9",
    // Other text is in between.
    "Background task still not ended after⏎all\n expiration handlers were called: <_UIBackgroundTaskInfo: 0x1>: taskID = 7, taskName = Sync, creationTime = 9",
    // The message is incomplete.
    "Background task still not ended after⏎expiration handlers were called: <_UIBackgroundTaskInfo: 0x1>: taskID = 7,",
    // There is no record to which the text could belong.
    "Something else⏎⏎Background task still not ended after⏎expiration handlers were called, as the page says",
  ])
  func `is not an event if it is incomplete or interrupted`(message: String) {
    #expect(Reading(bundled: (header + message).replacing("⏎", with: "\n")).events.isEmpty)
  }

  @Test func `contains the reason of an exception`() {
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

  @Test func `is the event of its first line if the whole message is not an event`() {
    let log = """
      \(header)*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 5
      beyond bounds
      \(header)applicationDidBecomeActive
      """
    let reading = Reading(bundled: log)
    #expect(reading.events == ["process.exit", "app.didBecomeActive"])
    #expect(reading.sightings.map(\.line) == [1, 3])
  }

  @Test func `is one event, whatever its last lines contain`() {
    let reading = Reading(
      bundled: """
        \(header)Execution of the command buffer was aborted due to an error during execution.
        Insufficient Permission (to submit GPU work from background)
        (00000006:kIOGPUCommandBufferCallbackErrorBackgroundExecutionNotPermitted)
        """)
    #expect(reading.events == ["metal.denied"])
  }

  @Test func `does not include lines that are events themselves`() {
    let reading = Reading(
      bundled: """
        \(header)Background task still not ended after
        applicationDidEnterBackground
        expiration handlers were called: <_UIBackgroundTaskInfo: 0x1>: taskID = 7, taskName = Sync, creationTime = 9
        """)
    #expect(reading.events == ["app.didEnterBackground"])
    #expect(reading.sightings.map(\.line) == [2])
  }

  @Test func `does not include a line without a header that is an event itself`() throws {
    var vocabulary = Vocabulary()
    vocabulary.declare(
      EventDeclaration(
        name: "upload.progress", templates: [try LineTemplate("[Upload] {percent} % {id}")],
        fields: ["percent": .text, "id": .text]))
    vocabulary.declare(
      EventDeclaration(
        name: "upload.end", templates: [try LineTemplate("[Upload] finished {id}")], fields: ["id": .text]))
    vocabulary.declare(
      EventDeclaration(name: "app.enter", templates: [try LineTemplate("{..}app will enter")]))
    let log = "[Upload] 71 % A.HEIC\n[Upload] finished A.HEIC\nthe app will enter\n"
    let reading = Reading(log, vocabulary)
    #expect(reading.events == ["upload.progress", "upload.end", "app.enter"])
    #expect(reading.sightings.map(\.line) == [1, 2, 3])
  }

  @Test(arguments: ["", header])
  func `does not include a line that is a whole message by itself`(header: String) throws {
    var vocabulary = Vocabulary()
    vocabulary.declare(
      EventDeclaration(
        name: "note.edit", templates: [try LineTemplate("[Editor] note {id} edited ({change})")],
        fields: ["id": .text, "change": .text]))
    let reading = Reading("\(header)[Editor] note 17 opened\n[Editor] note 18 edited (+3)\n", vocabulary)
    #expect(reading.summary("id", "change") == ["note.edit id=18 change=+3"])
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
