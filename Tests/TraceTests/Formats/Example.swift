import Testing
import Trace

/// A line of a format with the expected values of its header. The last `@` is replaced by an event.
struct Example: Sendable, CustomTestStringConvertible {
  var line: String
  var format: Format
  var time: String?
  var process: String?
  var pid: Int?
  var thread: String?
  var isMainThread: Bool?

  init(
    _ line: String, _ format: Format, time: String? = nil, _ process: String? = nil, _ pid: Int? = nil,
    _ thread: String? = nil, main: Bool? = nil
  ) {
    (self.line, self.format, self.time) = (line, format, time)
    (self.process, self.pid, self.thread, isMainThread) = (process, pid, thread, main)
  }

  var testDescription: String { line }

  /// Expects that the last record of the log is read with these values.
  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    let mark = line.lastIndex(of: "@") ?? line.endIndex
    let reading = Reading(line[..<mark] + "dogDidWakeUp" + line[mark...].dropFirst())
    let found = reading.sightings.last
    #expect(reading.sightings.count == 1, sourceLocation: sourceLocation)
    #expect(found?.event == "dog.didWakeUp", sourceLocation: sourceLocation)
    #expect(found?.name == "dogDidWakeUp", sourceLocation: sourceLocation)
    #expect(reading.statistics.records[format.rawValue] > 0, sourceLocation: sourceLocation)
    #expect(found?.time == time, sourceLocation: sourceLocation)
    #expect(found?.process == process, sourceLocation: sourceLocation)
    #expect(found?.pid == pid, sourceLocation: sourceLocation)
    #expect(found?.thread == thread, sourceLocation: sourceLocation)
    #expect(found?.isMainThread == isMainThread, sourceLocation: sourceLocation)
  }
}

/// The events of one line.
func events(in line: String) -> [String] { Reading(line).events }

/// The time of the first event of a log.
func moment(in log: String) -> Timestamp? { Reading(log).sightings.first?.timestamp }
