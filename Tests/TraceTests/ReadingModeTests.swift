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

  private func expectSame(_ bytes: [UInt8], _ recognizer: Recognizer = .bundled) {
    let reference = Reading(bytes, recognizer, mode: .everyLine)
    var limits = ReaderLimits()
    limits.everyLine = 200
    limits.skipsKnownHeaders = true
    for size in Self.sizes + [37, 1_000] {
      let skipping = Reading(bytes, recognizer, pieces: size == 0 ? nil : size, limits: limits)
      #expect(skipping.knownEvents == reference.knownEvents, "skipping, pieces of \(size) bytes")
      #expect(skipping.statistics.lines == reference.statistics.lines, "skipping, pieces of \(size) bytes")
      #expect(
        skipping.statistics.mentions == reference.statistics.mentions, "skipping, pieces of \(size) bytes")
    }
    for size in Self.sizes {
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

  @Test(arguments: ["broken.trace.log", "healthy.trace.log", "home.trace.log", "nslog.log", "scenes.log"])
  func `has the same events in a sample`(name: String) throws {
    let folder = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/Samples/"
    expectSame([UInt8](try #require(FileManager.default.contents(atPath: folder + name))))
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
