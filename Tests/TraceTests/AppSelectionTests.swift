import TestSupport
import Testing

@testable import Trace

@Suite struct `The events of one app in a log of several` {
  private static let log = """
    10:00:00.000 a.app[1:1] dog.didWakeUp
    10:00:01.000 b.app[2:1] dog.didWakeUp
    10:00:02.000 a.app:remote[3:1] bark.start
    10:00:03.000 a.apple[4:1] bark.start
    10:00:04.000 a.app[1:1] bark.stop
    10:00:05.000 b.app[2:1] bark.stop

    """

  private static func lines(
    of app: String, logEvents: Set<EventID> = [], inPiecesOf size: Int = 4_096
  ) -> (lines: [Int], statistics: TraceStatistics) {
    let recognizer = Recognizer(.walk)
    var reader = TraceReader(recognizer, app: AppSelection(app, logEvents: logEvents))
    var lines: [Int] = []
    let bytes = Array(log.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      let piece = bytes.span.extracting(start..<min(start + size, bytes.count))
      reader.read(piece) { event, _ in lines.append(event.line) }
    }
    reader.finish { event, _ in lines.append(event.line) }
    return (lines, reader.statistics)
  }

  @Test(arguments: [("a.app", [1, 3, 5]), ("b.app", [2, 6]), ("a.apple", [4]), ("c.app", [])], [7, 4_096])
  func `are those of its process and of the processes named after it`(_ app: (String, [Int]), _ size: Int) {
    let found = Self.lines(of: app.0, inPiecesOf: size)
    #expect(found.lines == app.1)
    #expect(found.statistics.events == app.1.count)
    #expect(found.statistics.eventsOfOtherApps == 6 - app.1.count)
  }

  @Test func `and those about the log as a whole`() throws {
    let waking = try #require(Vocabulary.walk.id(of: "dog.didWakeUp"))
    #expect(Self.lines(of: "a.apple", logEvents: [waking]).lines == [1, 2, 4])
  }

  @Test func `include those of a process whose name the log does not show`() {
    let log = "06-18 15:14:44.000  1234  1250 I Dog     : bark.start\n"
    var reader = TraceReader(Recognizer(.walk), app: AppSelection("a.app"))
    var count = 0
    reader.read(Array(log.utf8).span) { _, _ in count += 1 }
    reader.finish { _, _ in count += 1 }
    #expect(count == 1)
  }

  /// Android's log mostly has only the pid of a process. An event about the process names it.
  @Test func `do not include those of a process that an event names`() throws {
    var vocabulary = Vocabulary.walk
    var crash = try LineTemplate("Process: {process}, PID: {pid}")
    crash.belongsToOtherProcess = true
    vocabulary.declare(
      EventDeclaration(name: "dog.crash", templates: [crash], fields: ["process": .text, "pid": .text]))
    let log = """
      06-18 15:14:43.000  1234  1250 I Dog     : bark.start
      06-18 15:14:44.000  1234  1250 I Dog     : Process: b.app, PID: 1234
      06-18 15:14:45.000  1234  1250 I Dog     : bark.stop
      06-18 15:14:46.000  1300  1300 I Dog     : Process: a.app, PID: 1300
      06-18 15:14:47.000  1300  1300 I Dog     : bark.stop

      """
    var reader = TraceReader(Recognizer(vocabulary), app: AppSelection("a.app"))
    var lines: [Int] = []
    reader.read(Array(log.utf8).span) { event, _ in lines.append(event.line) }
    reader.finish { event, _ in lines.append(event.line) }
    #expect(lines == [1, 4, 5])
  }
}
