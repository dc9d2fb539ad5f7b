import TestSupport
import Testing

@testable import Trace

/// Compares the fast reading with the reading of every line by itself, which is the reference.
@Suite struct `A log that is read fast` {
  private let comparison = ReadingComparison()

  private static let paths = RealLogs.all
  private static let areLogsPresent = !paths.isEmpty
  private static let annotated = RealLogs.annotated

  @Test(
    .enabled(if: areLogsPresent, "the logs of real apps are not present"),
    arguments: zip(paths, paths.indices))
  func `has the same events in a log of a real app`(path: String, number: Int) throws {
    let outcome = comparison.compare(try RealLogs.bytes(path), in: PieceSizes.forLog(number, sample: 2))
    if let difference = outcome.difference { Issue.record("\(difference)") }
  }

  @Test(.enabled(if: areLogsPresent, "the logs of real apps are not present"))
  func `has skipped lines in most logs of real apps`() throws {
    let skipping = try Self.paths.filter { path in
      comparison.compare(try RealLogs.bytes(path), [.skipping], in: [.whole]).skipped > 0
    }
    #expect(skipping.count * 2 > Self.paths.count)
  }

  /// Texts that tools put before and behind the lines that they pass on.
  private static let wrappers =
    (Wrappers.marks + ["2026-11-27T10:00:00.123456789Z stdout F ", "[IOSSimulatorLog] ", "flutter: "]).map {
      ($0, "")
    } + [("", "\r"), ("\u{1B}[32m", "\u{1B}[0m")]

  /// The log comes twice, because the start of a log is read line by line, and shows how its lines begin.
  @Test(
    .enabled(if: areLogsPresent, "the logs of real apps are not present"),
    arguments: zip(annotated, annotated.indices))
  func `has the same events in a log that a tool passes on`(path: String, number: Int) throws {
    let lines = try RealLogs.bytes(path).split(separator: .lineFeed, omittingEmptySubsequences: false)
    let count = Self.annotated.count
    // By default, each wrapper is put around one or two of the logs.
    for (wrapper, (before, behind)) in Self.wrappers.enumerated()
    where PieceSizes.areAll || wrapper % count == number {
      let log = lines.flatMap { Array(before.utf8) + $0 + Array(behind.utf8) + [.lineFeed] }
      let comparison = ReadingComparison(head: log.count)
      let sizes = PieceSizes.forLog(number + wrapper, of: count, sample: 1)
      let outcome = comparison.compare(log + log, [.skipping, .scannedAhead], in: sizes)
      if let difference = outcome.difference { Issue.record("\(before): \(difference)") }
    }
  }

  @Test(arguments: 0..<ProjectTexts.samples.count)
  func `has the same events in a sample`(number: Int) {
    let outcome = comparison.compare(ProjectTexts.samples[number], in: PieceSizes.forLog(number))
    if let difference = outcome.difference { Issue.record("\(difference)") }
  }

  /// A line lacks a part of its template if the message goes on in the next line. Each message is wrapped at each place.
  @Test func `has the same events in messages that are wrapped between any two words`() {
    let vocabulary = Recognizer.bundled.vocabulary
    let header = "2026-11-20 10:00:00.123456+0100 MyApp[716:4021] "
    // So much that an attempt to skip it is worth it.
    let nothing = header + String(repeating: "nothing to report ", count: 20) + "\n"
    var log = nothing
    for template in vocabulary.events.flatMap(\.logTemplates) {
      let words = template.example.split(separator: " ")
      for place in 1..<max(2, words.count) {
        log += header + words[..<place].joined(separator: " ") + "\n"
        if place < words.count { log += words[place...].joined(separator: " ") + "\n" }
        log += nothing
      }
    }
    let bytes = Array(log.utf8)
    let sizes = PieceSizes.forLog(0, sample: 1)
    let outcome = comparison.compare(bytes, [.skipping, .scannedAhead], in: sizes)
    if let difference = outcome.difference { Issue.record("\(difference)") }
    #expect(comparison.reference(bytes).sightings.count > 100)
    #expect(outcome.skipped > 0)
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
