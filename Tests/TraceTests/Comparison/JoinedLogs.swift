import TestSupport

@testable import Trace

/// Joins short logs to a long one. Before each of them are lines that can be skipped.
struct JoinedLogs {
  /// The number of logs that are joined to one.
  static let most = 25

  private(set) var bytes: [UInt8] = []
  private(set) var count = 0
  private var lastWritten: Timestamp?

  /// An attempt to skip lines is worth it for at least this number of bytes.
  private static let skippable = 600

  mutating func append(_ log: WrittenLog) {
    let filler = Array(log.filler.utf8)
    bytes += Array(repeatElement(filler, count: Self.skippable / filler.count + 1).joined())
    bytes += Array(log.text.utf8)
    lastWritten = log.lastWritten
    count += 1
  }

  /// Compares the fast reading of the joined log with the reference. The times of the logs are years apart, so their days are not
  /// compared.
  func compare(
    _ recognizer: Recognizer, _ template: HeaderTemplate?, only: Format? = nil, _ sizes: [PieceSizes]
  ) -> ReadingComparison.Outcome {
    ReadingComparison(
      recognizer: recognizer, lastWritten: lastWritten, template: template, only: only, comparesDays: false
    ).compare(bytes, [.skipping, .scannedAhead], in: sizes)
  }
}
