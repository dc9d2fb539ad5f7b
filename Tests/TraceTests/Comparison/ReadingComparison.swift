import TestSupport

@testable import Trace

/// Compares the fast ways to read a log with the reading of every line by itself, which is the reference.
struct ReadingComparison {
  var recognizer = Recognizer.bundled
  var lastWritten: Timestamp?
  var template: HeaderTemplate?
  /// The format that the user chose.
  var only: Format?
  /// The number of bytes at the start of a log that are always read line by line.
  var head = 200
  /// Whether the days of times without a date are compared, and the years of dates without a year. A reader counts midnights and
  /// New Years, and may miss one in lines that it skips.
  var comparesDays = true

  /// A fast way to read a log.
  enum Way: String, CaseIterable {
    /// The first MiB is read line by line, as in the program.
    case usual = "with the usual limits"
    /// Lines after the head are skipped.
    case skipping = "skipping lines"
    /// Lines are skipped, and each piece is scanned before it is read, as another thread does.
    case scannedAhead = "skipping lines, scanned ahead"
  }

  /// The result of a comparison.
  struct Outcome {
    /// The first difference from the reference, with the smallest log that shows it.
    var difference: String?
    /// The most bytes that were skipped in one reading.
    var skipped = 0
  }

  /// Reads a log in some ways, in pieces of some sizes, up to the first difference.
  func compare(
    _ log: [UInt8], _ ways: [Way] = Way.allCases, in sizes: [PieceSizes]
  ) -> Outcome {
    let reference = reference(log)
    var outcome = Outcome()
    for size in sizes {
      for way in ways {
        let reading = reading(log, way, size)
        outcome.skipped = max(outcome.skipped, reading.skipped)
        guard let difference = difference(reading, reference, way) else { continue }
        func found(in log: [UInt8]) -> Difference? {
          self.difference(self.reading(log, way, size), self.reference(log), way)
        }
        let smallest = log.shrunk { found(in: $0)?.isOfEvents == difference.isOfEvents }
        outcome.difference = """
          LIFECHECK_SEED=\(PieceSizes.seed), \(way.rawValue), \(size): \(difference.text)
          \(smallest.count) of \(log.count) bytes: \(found(in: smallest)?.text ?? "")
          \(smallest.swiftLiteral)
          """
        return outcome
      }
    }
    return outcome
  }

  /// Reads every line by itself.
  func reference(_ log: [UInt8]) -> Reading {
    Reading(
      log, recognizer, lastWritten: lastWritten, template: template, only: only, mode: .everyLine,
      nextSize: PieceSizes.whole.generator(for: log))
  }

  private func reading(_ log: [UInt8], _ way: Way, _ size: PieceSizes) -> Reading {
    var limits = ReaderLimits()
    if way != .usual {
      limits.everyLine = head
      // The scanner is fitted to the log, except in pieces of every other size.
      if !size.isOdd { limits.fittingText = 100 }
    }
    return Reading(
      log, recognizer, lastWritten: lastWritten, template: template, only: only, limits: limits,
      isScanned: way == .scannedAhead, nextSize: size.generator(for: log))
  }

  /// A difference between events, or between counts.
  private struct Difference {
    var isOfEvents: Bool
    var text: String
  }

  private func difference(_ reading: Reading, _ reference: Reading, _ way: Way) -> Difference? {
    func events(_ reading: Reading) -> [Sighting] {
      let events = way == .usual ? reading.sightings : reading.knownEvents
      return comparesDays ? events : events.map(\.withoutCountedDay)
    }
    func statistics(_ reading: Reading) -> TraceStatistics {
      way == .usual ? reading.statistics : reading.statistics.withoutCountsOfSkippedLines
    }
    let (found, expected) = (events(reading), events(reference))
    if found != expected {
      let number = zip(found, expected).prefix { $0 == $1 }.count
      guard number < min(found.count, expected.count) else {
        let other = number < found.count ? "also \(found[number])" : "not \(expected[number])"
        return Difference(isOfEvents: true, text: "there is \(other)")
      }
      let properties = Self.properties(of: found[number], differingFrom: expected[number])
      return Difference(isOfEvents: true, text: "\(expected[number]): \(properties)")
    }
    let (counts, expectedCounts) = (statistics(reading), statistics(reference))
    guard counts != expectedCounts else { return nil }
    return Difference(
      isOfEvents: false, text: Self.properties(of: counts, differingFrom: expectedCounts))
  }

  /// The properties in which a value differs from the reference.
  private static func properties<Value>(of value: Value, differingFrom reference: Value) -> String {
    zip(Mirror(reflecting: value).children, Mirror(reflecting: reference).children)
      .filter { String(describing: $0.value) != String(describing: $1.value) }
      .map { "\($0.label ?? "") is \($0.value), line by line \($1.value)" }
      .joined(separator: "; ")
  }
}

extension Sighting {
  /// The event without a time that depends on the number of midnights or New Years above it.
  fileprivate var withoutCountedDay: Sighting {
    guard timestamp?.kind == .timeOnly || timestamp?.kind == .yearless else { return self }
    var event = self
    event.timestamp = nil
    return event
  }
}

extension TraceStatistics {
  /// The statistics without the two counts that skipping loses: records of each format, and names of unknown families.
  var withoutCountsOfSkippedLines: TraceStatistics {
    var statistics = self
    statistics.events -= unknownCount
    (statistics.unknownNames, statistics.unknownCount) = ([:], 0)
    statistics.records = []
    return statistics
  }
}
