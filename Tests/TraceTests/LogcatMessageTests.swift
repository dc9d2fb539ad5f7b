import Testing

@testable import Trace

/// A message with line ends, of which logcat prints each line with the header.
@Suite struct `A message of several lines in logcat` {
  private static let vocabulary: Vocabulary = {
    var vocabulary = Vocabulary()
    let texts = ["crash in {thread} , process {process}", "crash in {thread}"]
    vocabulary.declare(
      EventDeclaration(
        name: "app.crash", templates: texts.compactMap { try? LineTemplate($0) },
        fields: ["thread": .text, "process": .text]))
    return vocabulary
  }()

  private func reading(_ lines: String...) -> Reading {
    Reading(lines.joined(separator: "\n") + "\n", Self.vocabulary)
  }

  private static let header = "06-18 15:14:44.000  1234  1250 E Runtime : "

  @Test func `is one event at its first line`() {
    let reading = reading(
      Self.header + "crash in main", Self.header + ", process com.example.app",
      Self.header + "\tat a.b(C.java:1)")
    #expect(reading.summary("thread", "process") == ["app.crash thread=main process=com.example.app"])
    #expect(reading.sightings.map(\.line) == [1])
    #expect(reading.sightings.map(\.owner) == ["[1234]"])
  }

  @Test(arguments: [
    "06-18 15:14:44.001  1234  1250 E Runtime : ", "06-18 15:14:44.000  1234  1251 E Runtime : ",
    "06-18 15:14:44.000  1234  1250 E Other   : ", "06-18 15:14:44.000  1234  1250 W Runtime : ",
  ])
  func `has the same header in each line`(_ other: String) {
    let lines = [Self.header + "crash in main", other + ", process com.example.app"]
    let reading = Reading(lines.joined(separator: "\n") + "\n", Self.vocabulary)
    #expect(reading.summary("thread", "process") == ["app.crash thread=main"])
  }

  @Test func `does not include the next message`() {
    let lines = ["crash in main", "crash in worker", "something else"].map { Self.header + $0 }
    let reading = Reading(lines.joined(separator: "\n") + "\n", Self.vocabulary)
    #expect(reading.summary("thread") == ["app.crash thread=main", "app.crash thread=worker"])
    #expect(reading.sightings.map(\.line) == [1, 2])
  }
}

/// `dumpsys` prints the parts of a record as indented lines without a header.
@Suite struct `Indented lines without a header` {
  @Test func `report an event each`() throws {
    var vocabulary = Vocabulary()
    vocabulary.declare(
      EventDeclaration(
        name: "process.exit", templates: [try LineTemplate("process={process} reason={reason}")],
        fields: ["process": .text, "reason": .text]))
    let record = "    Exit #0:\n      process=a.b reason=3 (LOW)\n      importance=400 trace=null\n"
    let reading = Reading(record + record + record, vocabulary)
    #expect(reading.sightings.map(\.line) == [2, 5, 8])
  }
}
