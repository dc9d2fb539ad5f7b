import TestSupport
import Testing

@testable import Trace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Compares the fast reading with the reading of every line by itself, which is the reference.
@Suite struct `A log that is read fast` {
  /// Sizes of pieces in bytes. 0 is the whole log.
  private static let sizes = [0, 1, 7, 100, 4_096]

  private func expectSame(
    _ bytes: [UInt8], _ recognizer: Recognizer = .bundled, everyLine: Int = 200,
    skipping: [Int] = sizes + [37, 1_000], fast: [Int] = sizes
  ) {
    let reference = Reading(bytes, recognizer, mode: .everyLine)
    var limits = ReaderLimits()
    limits.everyLine = everyLine
    for size in skipping {
      limits.fittingText = size == 37 ? ReaderLimits().fittingText : 100
      // The first pieces have the scanner made that scans the others.
      let isScanned = size == 37 || size == 1_000
      let skipping = Reading(
        bytes, recognizer, pieces: size == 0 ? nil : size, limits: limits, isScanned: isScanned)
      #expect(skipping.knownEvents == reference.knownEvents, "skipping, pieces of \(size) bytes")
      #expect(skipping.statistics.lines == reference.statistics.lines, "skipping, pieces of \(size) bytes")
      #expect(
        skipping.statistics.mentions == reference.statistics.mentions, "skipping, pieces of \(size) bytes")
    }
    for size in fast {
      let fast = Reading(bytes, recognizer, pieces: size == 0 ? nil : size)
      #expect(fast.sightings == reference.sightings, "pieces of \(size) bytes")
      #expect(fast.statistics == reference.statistics, "pieces of \(size) bytes")
    }
  }

  @Test(.enabled(if: !Corpus.names.isEmpty, "the annotated logs are not present"), arguments: Corpus.names)
  func `has the same events in an annotated log`(name: String) throws {
    expectSame(try Corpus.bytes(name + ".log"))
  }

  @Test(
    .enabled(if: !Cases.paths.isEmpty, "the logs with known faults are not present"), arguments: Cases.paths)
  func `has the same events in a log with a known fault`(path: String) throws {
    expectSame([UInt8](try #require(FileManager.default.contents(atPath: path))))
  }

  /// What tools write before and behind the lines that they pass on.
  private static let wrappers = [
    ("2026-11-27T10:00:00.1234567Z ", ""), ("2026-11-27T10:00:00.123456789Z stdout F ", ""),
    ("[IOSSimulatorLog] ", ""), ("web_1  | ", ""), ("flutter: ", ""), ("\t", ""), ("", "\r"),
    ("\u{1B}[32m", "\u{1B}[0m"),
  ]

  /// The log comes twice, because the start of a log is read line by line, and shows how its lines begin.
  @Test(.enabled(if: !Corpus.names.isEmpty, "the annotated logs are not present"), arguments: Corpus.names)
  func `has the same events in a log that a tool passes on`(name: String) throws {
    let lines = try Corpus.bytes(name + ".log").split(separator: .lineFeed, omittingEmptySubsequences: false)
    for (before, behind) in Self.wrappers {
      let log = lines.flatMap { Array(before.utf8) + $0 + Array(behind.utf8) + [.lineFeed] }
      expectSame(log + log, everyLine: log.count, skipping: [0, 1_000], fast: [])
    }
  }

  @Test(arguments: ["broken.trace.log", "healthy.trace.log", "home.trace.log", "nslog.log", "scenes.log"])
  func `has the same events in a sample`(name: String) throws {
    let folder = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/Samples/"
    expectSame([UInt8](try #require(FileManager.default.contents(atPath: folder + name))))
  }

  /// A line lacks a part of its template if the message goes on in the next line.
  @Test func `has the same events in messages that are wrapped between any two words`() {
    let vocabulary = Recognizer.bundled.vocabulary
    let header = "2026-11-20 10:00:00.123456+0100 MyApp[716:4021] "
    // So much that an attempt to skip it is worth it.
    let nothing = header + String(repeating: "nothing to report ", count: 20) + "\n"
    var log = nothing
    for (number, template) in vocabulary.events.flatMap(\.templates).enumerated() {
      let words = template.example.split(separator: " ")
      let place = words.count > 1 ? 1 + number % (words.count - 1) : 1
      log += header + words[..<place].joined(separator: " ") + "\n"
      if place < words.count { log += words[place...].joined(separator: " ") + "\n" }
      log += nothing
    }
    let bytes = [UInt8](log.utf8)
    let reference = Reading(bytes, .bundled, mode: .everyLine)
    var limits = ReaderLimits()
    limits.everyLine = 200
    limits.fittingText = 100
    for size in [nil, 100, 1_000, 4_096] {
      let skipping = Reading(bytes, .bundled, pieces: size, limits: limits, isScanned: size == 1_000)
      #expect(skipping.knownEvents == reference.knownEvents, "pieces of \(size ?? bytes.count) bytes")
    }
    #expect(reference.knownEvents.count > 100)
  }
}

extension LineTemplate {
  /// A message that fits the template.
  fileprivate var example: String {
    pieces.map { piece in
      switch piece {
      case .literal(let text): text
      case .choice(let texts, _): texts[0]
      case .capture: "some"
      case .any: "any"
      }
    }.joined()
  }
}

extension Reading {
  /// The events with names that the vocabulary has.
  var knownEvents: [Sighting] { sightings.filter { !$0.event.hasPrefix("?") } }
}

/// Logs of real apps with known faults. They are not part of the project and are tested only if they are present.
private enum Cases {
  static let paths = ["apple", "android"].flatMap { platform in
    let folder =
      #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 } + "/shared/cases/" + platform
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { !$0.hasSuffix(".tsv") && !$0.hasSuffix(".md") }.sorted().map { folder + "/" + $0 }
  }
}
