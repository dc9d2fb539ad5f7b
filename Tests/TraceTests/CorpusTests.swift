import Testing
import Trace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Annotated logs of real apps. They are not part of the project and are tested only if they are present.
enum Corpus {
  static let folder =
    #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 } + "/shared/corpus"
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".log") }.map { String($0.dropLast(4)) }.sorted()
  static let consoles = names.filter { name in
    [
      "nslog-", "pid-prefix-", "plain-", "unity-", "cocos2dx-", "bsd-syslog-", "idevicesyslog-ios9-memory-",
      "logd-", "logshow-", "logstream-", "simctl-", "console-app-tabs-deactivation-",
    ]
    .contains { name.hasPrefix($0) }
  }
  static let others = names.filter { !consoles.contains($0) }

  static func bytes(_ file: String) throws -> [UInt8] {
    [UInt8](try #require(FileManager.default.contents(atPath: "\(folder)/\(file)")))
  }
}

@Suite(.enabled(if: !Corpus.names.isEmpty, "the annotated logs are not present"))
struct `Annotated logs of real apps` {
  /// The events in the annotated console logs.
  static func vocabulary() throws -> Vocabulary {
    var vocabulary = Vocabulary()
    for name in [
      "DidBecomeActive", "WillResignActive", "DidEnterBackground", "WillEnterForeground", "WillTerminate",
      "DidReceiveMemoryWarning",
    ] {
      let small = name.prefix(1).lowercased() + name.dropFirst()
      vocabulary.declare(
        EventDeclaration(
          name: "app." + small, returns: true, callbacks: ["application\(name):"],
          notifications: ["UIApplication.\(small)Notification"],
          templates: name.hasSuffix("Warning") ? [try LineTemplate("Received memory warning.")] : []))
    }
    for name in [
      "DidBecomeActive", "WillResignActive", "DidEnterBackground", "WillEnterForeground", "DidDisconnect",
    ] {
      let small = name.prefix(1).lowercased() + name.dropFirst()
      vocabulary.declare(
        EventDeclaration(name: "scene." + small, returns: true, callbacks: ["scene\(name):"]))
    }
    vocabulary.declare(
      EventDeclaration(
        name: "app.willFinishLaunching", returns: true,
        callbacks: ["application:willFinishLaunchingWithOptions:", "willFinishLaunchingWithOptions"]))
    vocabulary.declare(
      EventDeclaration(
        name: "app.didFinishLaunching", returns: true,
        callbacks: [
          "application:didFinishLaunchingWithOptions:", "didFinishLaunchingWithOptions",
          "applicationDidFinishLaunching:",
        ]))
    vocabulary.declare(
      EventDeclaration(
        name: "process.exit",
        templates: [try LineTemplate("Message from debugger: Terminated due to signal {code}")]))
    return vocabulary
  }

  @Test(arguments: Corpus.consoles) func `have exactly the annotated events in console formats`(name: String)
    throws
  {
    let reading = Reading(try Corpus.bytes(name + ".log"), Recognizer(try Self.vocabulary()))
    let rows = String(decoding: try Corpus.bytes(name + ".expect.tsv"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    let found = reading.sightings.map { event in
      [
        "\(event.line)", event.event, event.process ?? "-", event.pid.map(String.init) ?? "-",
        event.time ?? "-",
      ].joined(separator: "\t")
    }
    #expect(found == rows)
  }

  @Test(arguments: Corpus.others) func `have only annotated events in other formats`(name: String)
    throws
  {
    let reading = Reading(try Corpus.bytes(name + ".log"), Recognizer(try Self.vocabulary()))
    let rows = String(decoding: try Corpus.bytes(name + ".expect.tsv"), as: UTF8.self)
      .split(separator: "\n").map { $0.split(separator: "\t").prefix(2).joined(separator: "\t") }
    for event in reading.sightings where !event.event.hasPrefix("?") {
      #expect(rows.contains("\(event.line)\t\(event.event)"))
    }
  }
}
