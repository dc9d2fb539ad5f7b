import TestSupport
import Testing

@testable import Trace

/// Breadcrumbs, and events that an SDK sends. The samples have the structure of real documents.
@Suite struct `Telemetry` {
  /// A document with one event of each kind of record.
  struct Sample: Sendable, CustomTestStringConvertible {
    var format: Format
    var document: String
    /// Each event with its time, without the facts of the document.
    var events: [String]
    var process: String
    /// The facts that the document names.
    var facts: [String: String] = ["ios": "17.4", "version": "4.2.1", "build": "77", "device": "iPhone15,2"]
    /// The texts that the events are located at.
    var names: [String]

    var testDescription: String { format.name }
  }

  static let sentry = Sample(
    format: .sentry,
    document: #"""
      {"event_id":"1","timestamp":1767258010.5,"platform":"cocoa",
       "contexts":{"app":{"app_name":"Walk","app_version":"4.2.1","app_build":"77"},
        "os":{"name":"iOS","version":"17.4"},"device":{"model":"iPhone15,2"}},
       "breadcrumbs":[
        {"timestamp":1767258000.125,"category":"started","type":"debug","message":"Breadcrumb Tracking"},
        {"timestamp":"2026-01-01T09:00:01.25Z","category":"app.lifecycle","data":{"state":"active"}},
        {"timestamp":1767258002.5,"category":"console","message":"user.dataDirty id=draft"},
        {"timestamp":1767258003,"category":"app.lifecycle","data":{"state":"inactive"}},
        {"data":{"state":"background"},"category":"app.lifecycle","timestamp":1767258004.5},
        {"timestamp":1767258005,"category":"device.event","message":"Low memory","data":{"action":"LOW_MEMORY"}},
        {"timestamp":1767258006,"category":"app.lifecycle","data":{"state":"foreground"}}]}
      """#,
    events: [
      "app.didBecomeActive 2026-01-01T09:00:01.25Z", "user.dataDirty 1767258002.5",
      "app.willResignActive 1767258003", "app.didEnterBackground 1767258004.5",
      "app.didReceiveMemoryWarning 1767258005", "app.willEnterForeground 1767258006",
    ], process: "Walk",
    names: [
      "app.lifecycle", "user.dataDirty", "app.lifecycle", "app.lifecycle", "device.event", "app.lifecycle",
    ])

  static let bugsnag = Sample(
    format: .bugsnag,
    document: #"""
      {"apiKey":"1","payloadVersion":"4.0","events":[{"exceptions":[{"errorClass":"E"}],
       "app":{"id":"com.example.walk","version":"4.2.1","bundleVersion":"77"},"metaData":{"app":{"name":"Walk"}},
       "device":{"osName":"iOS","osVersion":"17.4","model":"iPhone15,2"},
       "breadcrumbs":[
        {"timestamp":"2026-01-01T09:00:00.125Z","name":"Bugsnag loaded","type":"state","metaData":{}},
        {"timestamp":"2026-01-01T09:00:01Z","name":"Scene Activated","type":"state","metaData":{"configuration":"C"}},
        {"timestamp":"2026-01-01T09:00:02Z","name":"data.save","type":"manual","metaData":{"id":"draft"}},
        {"timestamp":"2026-01-01T09:00:03Z","name":"App Did Enter Background","type":"state","metaData":{}},
        {"timestamp":"2026-01-01T09:00:04Z","name":"App Will Enter Foreground","type":"state","metaData":{}}]}]}
      """#,
    events: [
      "scene.didBecomeActive 2026-01-01T09:00:01Z", "data.save 2026-01-01T09:00:02Z",
      "app.didEnterBackground 2026-01-01T09:00:03Z", "app.willEnterForeground 2026-01-01T09:00:04Z",
    ], process: "Walk",
    names: ["Scene Activated", "data.save", "App Did Enter Background", "App Will Enter Foreground"])

  static let crashlytics = Sample(
    format: .crashlytics,
    document: #"""
      {"platform":"IOS","bundle_identifier":"com.example.walk","is_fatal":true,
       "device":{"model":"iPhone15,2"},"operating_system":{"display_version":"17.4","name":"iOS"},
       "application":{"build_version":"77","display_version":"4.2.1"},"process_state":"BACKGROUND",
       "logs":[
        {"timestamp":"2026-01-01 09:00:01.25 UTC","message":"applicationDidBecomeActive"},
        {"timestamp":"2026-01-01 09:00:04.25 UTC","message":"applicationDidEnterBackground"}],
       "breadcrumbs":[
        {"timestamp":"2026-01-01 09:00:01.1 UTC","name":"screen_view","params":[{"key":"screen","value":"Main"}]},
        {"timestamp":"2026-01-01 09:00:03.1 UTC","name":"data.save","params":[{"key":"id","value":"draft"}]}]}
      """#,
    events: [
      "app.didBecomeActive 2026-01-01 09:00:01.25 UTC", "data.save 2026-01-01 09:00:03.1 UTC",
      "app.didEnterBackground 2026-01-01 09:00:04.25 UTC",
    ], process: "com.example.walk",
    names: ["applicationDidBecomeActive", "data.save", "applicationDidEnterBackground"])

  static let cloudLogging = Sample(
    format: .crashlytics,
    document: #"""
      {"insertId":"x","timestamp":"2026-01-01T09:00:09Z","jsonPayload":{"platform":"IOS",
       "bundleOrPackage":"com.example.walk","crashlyticsSdkVersion":"11.0","processState":"BACKGROUND",
       "version":{"displayVersion":"4.2.1","buildVersion":"77"},"operatingSystem":{"displayVersion":"17.4"},
       "device":{"model":"iPhone15,2"},
       "logs":[{"logTime":"2026-01-01T09:00:01Z","message":"applicationDidBecomeActive"}],
       "breadcrumbs":[{"eventTime":"2026-01-01T09:00:03Z","title":"app_background","params":{}}]}}
      """#,
    events: [
      "app.didBecomeActive 2026-01-01T09:00:01Z", "app.didEnterBackground 2026-01-01T09:00:03Z",
    ], process: "com.example.walk", names: ["applicationDidBecomeActive", "app_background"])

  private static func track(_ event: String, _ second: Int, _ properties: String = "{}") -> String {
    #"""
    {"type":"track","event":"\#(event)","timestamp":"2026-01-01T09:00:0\#(second)Z","anonymousId":"a",
     "properties":\#(properties),"context":{"app":{"name":"Walk","version":"4.2.1","build":"77"},
     "os":{"name":"iOS","version":"17.4"},"device":{"id":"d","model":"iPhone15,2"}}}
    """#
  }

  static let segment = Sample(
    format: .segment,
    document: #"{"batch":["#
      + [
        track("Application Opened", 1, #"{"from_background":false}"#), track("Button Clicked", 2),
        track("data.save", 3, #"{"id":"draft"}"#), track("Application Backgrounded", 4),
        track("Application Opened", 5, #"{"from_background":true}"#),
      ].joined(separator: ",\n") + #"],"sentAt":"2026-01-01T09:01:00Z"}"#,
    events: [
      "app.didFinishLaunching 2026-01-01T09:00:01Z", "data.save 2026-01-01T09:00:03Z",
      "app.didEnterBackground 2026-01-01T09:00:04Z", "app.willEnterForeground 2026-01-01T09:00:05Z",
    ], process: "Walk",
    names: ["Application Opened", "data.save", "Application Backgrounded", "Application Opened"])

  private static func logRecord(_ second: Int, _ content: String, _ attributes: String...) -> String {
    let list = attributes.map { attribute in
      let parts = attribute.split(separator: "=")
      return #"{"key":"\#(parts[0])","value":{"stringValue":"\#(parts[1])"}}"#
    }
    return #"{"timeUnixNano":"176725800\#(second)000000000",\#(content)"attributes":["#
      + list.joined(separator: ",") + "]}"
  }

  private static let resource = #"""
    "resource":{"attributes":[{"key":"service.name","value":{"stringValue":"Walk"}},
     {"key":"service.version","value":{"stringValue":"4.2.1"}},{"key":"app.build_id","value":{"stringValue":"77"}},
     {"key":"os.name","value":{"stringValue":"iOS"}},{"key":"os.version","value":{"stringValue":"17.4"}},
     {"key":"device.model.identifier","value":{"stringValue":"iPhone15,2"}}]}
    """#

  private static let oldBody =
    #""body":{"kvlistValue":{"values":[{"key":"ios.lifecycle.state","value":{"stringValue":"background"}}]}},"#

  private static let logRecords =
    #""scopeLogs":[{"scope":{"name":"s"},"logRecords":["#
    + [
      logRecord(1, #""eventName":"device.app.lifecycle","#, "ios.app.state=active", "session.id=s"),
      logRecord(2, "", "event.name=device.app.lifecycle", "ios.state=inactive", "session.id=s"),
      logRecord(3, #""body":{"stringValue":"data.save id=draft"},"#, "session.id=s"),
      logRecord(4, oldBody, "event.name=device.app.lifecycle", "session.id=s"),
      logRecord(5, #""eventName":"device.app.lifecycle","#, "ios.app.state=terminate", "session.id=s"),
    ].joined(separator: ",\n") + "]}]"

  private static func openTelemetry(_ first: String, _ second: String) -> Sample {
    Sample(
      format: .otlp, document: #"{"resourceLogs":[{"# + first + ",\n" + second + "}]}",
      events: [
        "app.didBecomeActive 1767258001000000000", "app.willResignActive 1767258002000000000",
        "data.save 1767258003000000000", "app.didEnterBackground 1767258004000000000",
        "app.willTerminate 1767258005000000000",
      ], process: "Walk",
      names: [
        "device.app.lifecycle", "device.app.lifecycle", "data.save", "device.app.lifecycle",
        "device.app.lifecycle",
      ])
  }

  static let samples = [
    sentry, bugsnag, crashlytics, cloudLogging, segment, openTelemetry(resource, logRecords),
    // The resource may follow its records.
    openTelemetry(logRecords, resource),
  ]

  private static func isFact(_ sighting: Sighting) -> Bool { sighting.event == "app.config" }

  @Test(arguments: samples)
  func `is read with its times, process and facts`(sample: Sample) {
    let reading = Reading(bundled: sample.document)
    let events = reading.sightings.filter { !Self.isFact($0) }
    #expect(events.map { "\($0.event) \($0.time ?? "-")" } == sample.events)
    #expect(events.allSatisfy { $0.process == sample.process && $0.pid == nil })
    #expect(Set(reading.processes).count == 1)
    let facts = reading.sightings.filter(Self.isFact).reduce(into: [:]) { $0.merge($1.fields) { $1 } }
    #expect(facts == sample.facts)
    #expect(events.filter { $0.event == "data.save" }.allSatisfy { $0.fields == ["id": "draft"] })
    #expect(events.allSatisfy { $0.fields["state"] == nil })
    #expect(reading.statistics.records[sample.format.rawValue] > events.count - 1)
    #expect(reading.statistics.unreadableCount == 0)
  }

  /// The place of an event is right in a document of several lines, and of one line.
  @Test(arguments: samples)
  func `has events at the lines and columns of their names`(sample: Sample) {
    for document in [sample.document, sample.document.replacing("\n", with: "")] {
      let lines = document.split(separator: "\n")
      let events = Reading(bundled: document).sightings.filter { !Self.isFact($0) }
      #expect(events.count == sample.names.count)
      for (event, name) in zip(events, sample.names) {
        #expect(lines[event.line - 1].dropFirst(event.column - 1).hasPrefix(name), "\(event)")
      }
    }
  }

  /// Breadcrumbs may leave out steps, which `via=framework` says.
  @Test(arguments: samples)
  func `has states that are not taken for callbacks`(sample: Sample) {
    let states = Reading(bundled: sample.document).sightings.filter {
      $0.event.hasPrefix("app.") && !Self.isFact($0) && !$0.name.hasPrefix("application")
    }
    #expect(states.allSatisfy { $0.fields["via"] == "framework" })
  }

  @Test(arguments: samples)
  func `has the same events however it is cut into pieces`(sample: Sample) {
    for document in [sample.document, sample.document.replacing("\n", with: "")] {
      let expected = Reading(bundled: document).sightings
      for size in [1, 7, 1_000] {
        #expect(Reading(Array(document.utf8), .bundled, pieces: size).sightings == expected)
      }
    }
  }

  @Test(arguments: samples)
  func `has the same events in a log whose lines are skipped`(sample: Sample) {
    let noise = String(
      repeating: "2026-01-01 08:00:00.000 Other[7:8] nothing to report here at all\n", count: 3_000)
    var log = noise
    for _ in 0..<3 {
      log += sample.document.replacing("\n", with: "") + "\n" + noise
      log += sample.document + "\n" + noise
    }
    var limits = ReaderLimits()
    limits.everyLine = 1_000
    let expected = Reading(Array(log.utf8), .bundled, mode: .everyLine)
    let reading = Reading(Array(log.utf8), .bundled, limits: limits)
    #expect(reading.sightings == expected.sightings)
    #expect(reading.skipped > noise.utf8.count)
    #expect(reading.sightings.count > 6)
  }

  @Test func `of several documents belongs to several runs of the app`() {
    let document = Self.sentry.document.replacing("\n", with: "")
    let two = Reading(bundled: document + "\n" + document)
    #expect(Set(two.processes).count == 2)
    #expect(Set(two.sightings.map(\.process)) == ["Walk"])
    // Segment names the device, so its events belong together.
    let event = Self.segment.document.replacing("\n", with: "")
    let other = event.replacing(#""anonymousId":"a""#, with: #""anonymousId":"b""#)
    let three = Reading(bundled: [event, event, other].joined(separator: "\n"))
    #expect(Set(three.processes).count == 2)
    #expect(three.sightings.filter(Self.isFact).count == 4)
  }

  @Test func `of an envelope is read below its headers`() {
    let payload = Self.sentry.document.replacing("\n", with: "")
    let envelope = """
      {"event_id":"1","sent_at":"2026-01-01T09:00:11Z","sdk":{"name":"sentry.cocoa"}}
      {"type":"event","length":\(payload.utf8.count)}
      \(payload)
      {"type":"attachment","length":4,"filename":"a.txt"}
      text
      """
    let reading = Reading(bundled: envelope)
    #expect(reading.events == Reading(bundled: Self.sentry.document).events)
    #expect(Set(reading.sightings.map(\.line)) == [3])
    #expect(reading.statistics.unreadableCount == 0)
  }

  @Test func `may have breadcrumbs in an object`() {
    let values = Self.sentry.document.replacing(#""breadcrumbs":["#, with: #""breadcrumbs":{"values":["#)
      .replacing("]}", with: "]}}", maxReplacements: 1)
    let reading = Reading(bundled: values)
    #expect(reading.events == Reading(bundled: Self.sentry.document).events)
  }

  @Test func `of an Android app names activities`() {
    let document = #"""
      {"platform":"java","contexts":{"os":{"name":"Android","version":"14"},"app":{"app_name":"Walk"}},"breadcrumbs":[
      {"timestamp":1767258001,"category":"ui.lifecycle","data":{"screen":"MainActivity","state":"resumed"}},
      {"timestamp":1767258002,"category":"app.lifecycle","data":{"state":"background"}},
      {"timestamp":1767258003,"category":"ui.lifecycle","data":{"screen":"MainActivity","state":"stopped"}}]}
      """#
    let reading = Reading(bundled: document)
    #expect(
      reading.summary("id", "via") == [
        "activity.resume id=MainActivity via=framework", "activity.stop id=MainActivity via=framework",
      ])
    #expect(reading.formats == ["telemetry-android": 3])
  }

  @Test func `that is cut is reported as a cut document`() {
    let reading = Reading(
      bundled: Self.sentry.document.split(separator: "\n").dropLast().joined(separator: "\n"))
    #expect(reading.events == [])
    #expect(reading.statistics.unreadable.map(\.reason) == ["the document that begins here has no end"])
  }

  @Test func `has well-formed layouts`() {
    for layout in DocumentLayout.known + [.openTelemetry] {
      let paths =
        layout.records + layout.signs + layout.run + layout.recordRun + layout.facts.map(\.place)
        + [layout.time, layout.fields, layout.process, layout.system, layout.systemVersion].compactMap(\.self)
      #expect(paths.allSatisfy { !$0.places.isEmpty }, "\(layout.format)")
      #expect(layout.messages.allSatisfy { !$0.parts.isEmpty }, "\(layout.format)")
    }
  }
}
