import Rulebook
import Testing
import Trace

/// Reports and tables of Instruments contain facts. The vocabulary says which events they are.
@Suite struct `A fact of a document` {
  private static let tooHot = "0x40ddb1e5"

  private static func termination(_ namespace: String, _ code: Int) -> String {
    `An incident report`.crash(#""termination" : {"code":\#(code),"namespace":"\#(namespace)"},"#)
  }

  private static func period(_ name: String) -> String {
    """
    <?xml version="1.0"?>
    <trace-query-result><node><schema name="life-cycle-period"/>
    <row><start-time>1000000000</start-time><duration>500000000</duration><app-period fmt="\(name)">\(name)</app-period></row>
    </node></trace-query-result>
    """
  }

  /// The reading of a log with events that a project adds to the bundled rulebook.
  private static func reading(_ log: String, adding vocabulary: String) throws -> Reading {
    let text = "lifecheck: 1\nextends: ios\nvocabulary:\n\(vocabulary)\n"
    let rulebook = try Rulebook.load(["own.yaml"]) { path in
      path == "own.yaml"
        ? .success(Array(text.utf8)) : .failure(Rulebook.FileProblem("there is no such file"))
    }
    return Reading(Array(log.utf8), Recognizer(rulebook.vocabulary))
  }

  @Test(arguments: [
    ("RUNNINGBOARD", "system"), ("NEWBOARD", "system"), ("JETSAM", "lowMemory"), ("TCC", "crash"),
    ("SIGNAL", "killed"),
  ])
  func `may have a code without a line of its own`(namespace: String, reason: String) {
    let exit = Reading(bundled: Self.termination(namespace, 0x40dd_b1e5)).sightings.last
    #expect(exit?.event == "process.exit")
    #expect(exit?.fields["reason"] == reason)
    #expect(exit?.fields["code"] == Self.tooHot)
  }

  @Test(arguments: [
    ("JETSAM", "lowMemory"), ("TCC", "crash"), ("FRONTBOARD", "watchdog"), ("SIGNAL", "watchdog"),
  ])
  func `may have a code whose meaning depends on who ended the process`(namespace: String, reason: String) {
    let reading = Reading(bundled: Self.termination(namespace, 0x8bad_f00d))
    #expect(reading.sightings.last?.fields["reason"] == reason)
  }

  @Test func `may have a code that a project maps`() throws {
    let reading = try Self.reading(
      Self.termination("RUNNINGBOARD", 0x40dd_b1e5),
      adding: """
          process.exit:
            line:
              message: 'process exit: {..}, code \(Self.tooHot)'
              from: report
              fields: {reason: too hot, code: heat}
        """)
    #expect(reading.summary("reason", "code") == ["process.start", "process.exit reason=too hot code=heat"])
  }

  @Test func `may be a period that a project maps`() throws {
    let reading = try Self.reading(
      Self.period("Background - Suspended"),
      adding: """
          process.suspend: {line: {message: 'Background - Suspended begins', from: Instruments}}
          process.resume: {line: {message: 'Background - Suspended ends', from: Instruments}}
        """)
    #expect(reading.events == ["process.suspend", "process.resume"])
    #expect(reading.sightings.map(\.line) == [3, 3])
    #expect(reading.sightings.map(\.timestamp?.nanoseconds) == [1_000_000_000, 1_500_000_000])
  }

  @Test func `is not an event without a line that maps it`() {
    let callback = Vocabulary(
      EventDeclaration(
        name: "app.didFinishLaunching", returns: true, callbacks: ["didFinishLaunchingWithOptions"]))
    let reading = Reading(
      Array(Self.period("Launching - didFinishLaunchingWithOptions()").utf8), Recognizer(callback))
    #expect(reading.events == [])
    #expect(reading.statistics.records[Format.xctrace.rawValue] == 1)
  }

  @Test func `is not something that an app can log`() throws {
    let vocabulary = Recognizer.bundled.vocabulary
    let firstFrame = try #require(vocabulary.events.first { $0.name == "ui.firstFrame" })
    #expect(firstFrame.templates.map(\.isOfDocument) == [true])
    #expect(firstFrame.logTemplates == [])
    #expect(!firstFrame.hasSpelling)
  }
}
