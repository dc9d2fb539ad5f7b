import TestSupport

@testable import Trace

/// Reads one input in several ways and describes the first difference or false statement.
struct RandomReading {
  private static let recognizers = [Recognizer(`An incident report`.vocabulary), .bundled]
  /// Ranges for the sizes of pieces, in bytes.
  private static let sizes = [1...1, 1...10, 50...300, 1...5_000, 1_000...100_000]

  private let recognizer: Recognizer
  private let only: Format?
  private let limits: ReaderLimits
  private let comparesLimits: Bool

  /// Chooses a vocabulary, a format and limits; with `comparesLimits`, the result must be that of the usual limits.
  init(_ dice: inout Dice, comparesLimits: Bool) {
    self.comparesLimits = comparesLimits
    recognizer = Self.recognizers.randomElement(using: &dice) ?? .bundled
    only = Int.random(in: 0..<20, using: &dice) == 0 ? Format.named.randomElement(using: &dice) : nil
    limits = Bool.random(using: &dice) ? ReaderLimits() : .random(&dice)
  }

  /// Describes the first problem with the result of reading an input; nil if there is none.
  func problem(with input: [UInt8], _ dice: inout Dice) -> String? {
    let whole = Reading(input, recognizer, only: only, limits: limits)
    if let problem = problem(with: whole, input) { return problem }
    let reference = Reading(input, recognizer, only: only, mode: .everyLine, limits: limits)
    if let (one, other) = Self.difference(whole.sightings, reference.sightings) {
      return "read fast \(one), line by line \(other)"
    }
    if whole.statistics != reference.statistics {
      return "read fast there is counted \(whole.statistics), line by line \(reference.statistics)"
    }
    if let problem = problemOfSkipping(input) { return problem }
    let sizes = Self.sizes.randomElement(using: &dice) ?? 1...1
    let pieces = Reading(input, recognizer, lastWritten: nil, only: only, limits: limits) {
      Int.random(in: sizes, using: &dice)
    }
    if let (one, other) = Self.difference(whole.sightings, pieces.sightings) {
      return "as a whole \(one), in pieces of \(sizes) bytes \(other)"
    }
    if whole.statistics != pieces.statistics {
      return
        "in pieces of \(sizes) bytes there is counted \(pieces.statistics), as a whole \(whole.statistics)"
    }
    // Limits change nothing unless an omission is reported.
    guard comparesLimits, whole.statistics.firstOmission == nil else { return nil }
    let usual = Reading(input, recognizer, only: only)
    if let (one, other) = Self.difference(whole.places, usual.places) {
      return "with \(limits) \(one), with the usual ones \(other)"
    }
    return nil
  }

  /// Describes a difference if lines are skipped. A line that names a process is put first, because the start of a log
  /// shows whether lines name processes.
  private func problemOfSkipping(_ input: [UInt8]) -> String? {
    let head = "[ 11-20 10:00:00.000 42:1 I/Walk ]\nnothing\n\n2026-11-20 10:00:00.000 Walk[42:1] nothing\n"
    let input = Array(head.utf8) + input
    let reference = Reading(input, recognizer, only: only, mode: .everyLine, limits: limits)
    var skipping = limits
    skipping.everyLine = head.utf8.count
    for size in [nil, 1, 50, 200, 1_000] {
      skipping.fittingText = size == 50 ? ReaderLimits().fittingText : 1
      let skipped = Reading(
        input, recognizer, pieces: size, only: only, limits: skipping, isScanned: size == 200 || size == 1)
      if let (one, other) = Self.difference(skipped.places, reference.places) {
        return "skipping in pieces of \(size ?? 0) bytes \(one), line by line \(other)"
      }
      if skipped.statistics.lines != reference.statistics.lines { return "skipped lines are not counted" }
    }
    return nil
  }

  private static func difference<Thing: Equatable>(_ one: [Thing], _ other: [Thing]) -> (String, String)? {
    guard one != other else { return nil }
    let number = zip(one, other).prefix { $0 == $1 }.count
    func text(_ things: [Thing]) -> String { number < things.count ? "\(things[number])" : "nothing" }
    return (text(one), text(other))
  }

  /// Describes a statement about the log that cannot be true; nil if there is none.
  private func problem(with reading: Reading, _ input: [UInt8]) -> String? {
    let statistics = reading.statistics
    guard reading.sightings.count == statistics.events else { return "events are not counted" }
    let repeats = limits.repeats
    guard statistics.events <= input.count + repeats else { return "there are more events than bytes" }
    for event in reading.sightings where !(1...statistics.lines).contains(event.line) || event.column < 1 {
      return "\(event) is outside of the log"
    }
    for line in statistics.unreadable where !(1...statistics.lines).contains(line.line) || line.column < 1 {
      return "\(line) is outside of the log"
    }
    guard statistics.unreadable.count == min(statistics.unreadableCount, TraceStatistics.shown) else {
      return "unreadable lines are not counted"
    }
    return nil
  }
}

extension Reading {
  /// An event's place and fields, without values from earlier lines.
  fileprivate struct Place: Equatable {
    var line: Int
    var column: Int
    var event: String
    var fields: [String: String]
  }

  /// The known events by place. Their order may differ, because a trace beyond a limit is not sorted by time as a whole.
  fileprivate var places: [Place] {
    sightings.filter { !$0.event.hasPrefix("?") }.map {
      Place(line: $0.line, column: $0.column, event: $0.event, fields: $0.fields)
    }.sorted { ($0.line, $0.column, $0.event) < ($1.line, $1.column, $1.event) }
  }
}

extension ReaderLimits {
  /// Limits that small logs exceed.
  fileprivate static func random(_ dice: inout Dice) -> Self {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &dice) }
    var limits = ReaderLimits()
    (limits.line, limits.part) = (number(100...2_000), number(1...500))
    (limits.record, limits.text, limits.gap) = (number(200...5_000), number(100...2_000), number(150...1_000))
    (limits.values, limits.brackets, limits.quotes) = (number(20...1_000), number(5...50), number(1...4))
    (limits.traceEvents, limits.traceBytes) = (number(2...40), number(100...5_000))
    (limits.phases, limits.names) = (number(1...20), number(1...20))
    (limits.tags, limits.columns, limits.periods) = (number(4...20), number(2...20), number(1...10))
    (limits.tableValues, limits.tableBytes, limits.tableTimes) = (
      number(2...40), number(100...2_000), number(1...20)
    )
    limits.repeats = number(1...50)
    return limits
  }
}
