import TestSupport

@testable import Trace

/// A way to read a log. By default, it is read as a whole, as the program reads it.
struct LogReading {
  var mode = ReadingMode.fast
  var limits = ReaderLimits()
  var sizes = PieceSizes.whole
  /// Whether the pieces are scanned before they are read, as another thread does.
  var isScanned = false

  /// Whether lines of a short log are skipped.
  var isSkippingShortLogs: Bool { limits.everyLine < ReaderLimits().everyLine }

  /// Every line is read by itself: the reference.
  static let everyLine = LogReading(mode: .everyLine)

  /// Lines are skipped in a short log, too.
  static func skipping(_ sizes: PieceSizes, isScanned: Bool) -> LogReading {
    var limits = ReaderLimits()
    (limits.everyLine, limits.fittingText) = (200, 100)
    return LogReading(limits: limits, sizes: sizes, isScanned: isScanned)
  }

  /// Calls `step` with each event and its line. Returns the reader's statistics, and the number of bytes that were scanned before
  /// they were read.
  func read(
    _ log: [UInt8], _ recognizer: Recognizer, _ step: (Event, Span<UInt8>) -> Void
  ) -> (statistics: TraceStatistics, scanned: Int) {
    var reader = TraceReader(
      recognizer, lastWritten: nil, template: nil, only: nil, mode: mode, limits: limits)
    let nextSize = sizes.generator(for: log)
    var scanned = 0
    var start = 0
    while start < log.count {
      let end = min(start + nextSize(), log.count)
      let piece = log.span.extracting(start..<end)
      let scanner = isSkippingShortLogs ? reader.skipped?.scanner : reader.scanner
      let block = isScanned ? scanner?.scan(piece) : nil
      if block != nil { scanned += piece.count }
      reader.read(piece, scanned: block, step)
      start = end
    }
    reader.finish(step)
    return (reader.statistics, scanned)
  }
}
