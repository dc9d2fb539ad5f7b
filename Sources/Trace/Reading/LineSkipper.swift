/// Skips the lines of a log that have no candidate, and goes back to the record that a candidate belongs to.
///
/// A line without a candidate has no event (`BlockScanner`). But it may begin the record of a later line: its header names the
/// process of a line without one, or it opens a document. So a line is read together with the lines above it, from the
/// nearest one that names a process.
///
/// To limit how far back this goes, the first line after every 64 KiB of the log is also read. These lines also show midnights
/// and New Years. In a log whose times have no date, the first line after every 4 KiB is read.
struct LineSkipper {
  /// The greatest distance in bytes between two lines that are always read.
  static let longestDistance = 1 << 16
  private static let distanceWithoutDates = 1 << 12

  let scanner: BlockScanner
  /// The distance in bytes between two lines that are always read.
  private let distance: Int
  /// The offset in the log from which on the next line is always read (a sample).
  private(set) var nextSample: Int
  /// The offset after the last line that was read.
  var lastRead: Int
  /// The number of bytes that were skipped.
  private(set) var count = 0
  /// The number of lines to read before the next attempt to skip, and that number after another failed attempt. In a log full of
  /// events, attempts are a waste of time.
  private var wait = 0
  private var nextWait = 0

  private static let longestWait = 31
  /// An attempt fails if it skips fewer bytes.
  private static let worthwhile = 256

  /// Starts skipping at an offset. If the text before it is long enough, the scanner is fitted to it. This text does not depend
  /// on the size of the pieces of a log.
  init(
    _ texts: ScannerTexts, _ before: Span<UInt8>, from offset: Int, hasDates: Bool, _ limits: ReaderLimits
  ) {
    scanner = before.count < limits.fittingText ? texts.scanner : texts.scanner(fittedTo: before)
    distance = hasDates ? Self.longestDistance : Self.distanceWithoutDates
    nextSample = (offset / distance + 1) * distance
    lastRead = offset
  }

  /// Notes that the line at an offset is read.
  mutating func noteRead(at offset: Int, end: Int) {
    if offset >= nextSample { nextSample = (offset / distance + 1) * distance }
    lastRead = end
    if wait > 0 { wait -= 1 }
  }

  /// Whether the next line is read without an attempt to skip it.
  var isWaiting: Bool { wait > 0 }

  /// Counts skipped bytes.
  mutating func countSkipped(_ count: Int) { self.count += count }

  /// Notes how many bytes an attempt skipped until it found a line to read. An attempt that ends with the piece of the log found none:
  /// the next attempt goes on, because the lines above the one that it finds may have to be read, too.
  mutating func noteAttempt(skipping count: Int) {
    if count >= Self.worthwhile {
      (wait, nextWait) = (0, 0)
    } else {
      (wait, nextWait) = (nextWait, min(nextWait * 2 + 1, Self.longestWait))
    }
  }

  /// Whether a line that begins at an offset is read even without a candidate.
  func isSample(at offset: Int) -> Bool { offset >= nextSample }

  /// Returns the start of the next line that has to be read, from a line start on. If there is none, returns `end`, which is the
  /// end of the last whole line. `base` is the offset of `bytes` in the log. `scanned` has the candidates in these bytes if they
  /// were already scanned. `isWholeMessage` returns whether the line at an index contains its whole message.
  func nextLine(
    in bytes: Span<UInt8>, from start: Int, before end: Int, base: Int, _ scanned: inout ScannedBlock?,
    isWholeMessage: (Int) -> Bool
  ) -> Int {
    if isSample(at: base + start) { return start }
    var limit = end
    let boundary = nextSample - base
    // The first line that begins at the boundary or after it.
    if boundary < end, let feed = bytes.index(of: .lineFeed, in: boundary - 1..<end) { limit = feed + 1 }
    if let range = scanned?.range, range.contains(start) {
      return scanned?.nextLine(from: start, before: limit, isWholeMessage: isWholeMessage) ?? limit
    }
    guard let candidate = scanner.firstCandidate(in: bytes, start..<limit, isWholeMessage: isWholeMessage)
    else {
      return limit
    }
    return bytes.lineStart(before: candidate, notBefore: start)
  }
}
