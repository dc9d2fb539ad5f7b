/// The last bytes of the pieces of a log that were already read. If a line has to be read together with the lines above it, these
/// may be in an earlier piece.
struct PreviousBytes {
  /// Initially a line feed, because every line follows one.
  private var bytes: [UInt8] = [.lineFeed]
  /// The index of the first byte of the current piece that is not in `bytes`.
  var start = 0

  private static let most = 2 * LineSkipper.longestDistance
  /// The number of bytes above a line in which a wrapped message may begin.
  private static let wrapped = 2 * WrappedMessage.longest

  /// Adds a piece that was read from `start` on. Only lines that begin at or after `unread` may be read again; nil if that index
  /// is not known.
  mutating func add(_ piece: Span<UInt8>, from start: Int, unread: Int?) {
    let most = unread.map { min(Self.most, piece.count - $0 + Self.wrapped) } ?? Self.most
    let new = piece.extracting(max(start, piece.count - most)..<piece.count)
    let old = max(0, most - new.count)
    if old == 0 {
      bytes.removeAll(keepingCapacity: true)
    } else if bytes.count + new.count > 2 * Self.most {
      bytes.removeSubrange(..<max(0, bytes.count - old))
    }
    bytes.append(new)
  }

  /// Returns the bytes above the line that begins at an index of the current piece.
  func lines(above index: Int, in piece: Span<UInt8>) -> [UInt8] {
    var lines: [UInt8] = []
    gather(above: index, in: piece, &lines)
    return lines
  }

  /// The bytes above the carried line, which began in an earlier piece.
  var linesAboveCarry: [UInt8] {
    var lines: [UInt8] = []
    gatherAboveCarry(&lines)
    return lines
  }

  /// Returns the bytes above a line of the current piece that may belong to the same message.
  func message(above index: Int, in piece: Span<UInt8>) -> [UInt8] {
    var lines: [UInt8] = []
    gather(above: index, in: piece, atMost: Self.wrapped, &lines)
    return lines
  }

  /// The bytes above the carried line that may belong to the same message.
  var messageAboveCarry: [UInt8] {
    var lines: [UInt8] = []
    gatherAboveCarry(atMost: Self.wrapped, &lines)
    return lines
  }

  /// Copies the bytes above a line of the current piece into an array.
  func gather(
    above index: Int, in piece: Span<UInt8>, atMost most: Int = Self.most, _ lines: inout [UInt8]
  ) {
    lines.removeAll(keepingCapacity: true)
    let range = max(start, index - most)..<max(start, index)
    lines.append(bytes.span.extracting(last: most - range.count))
    lines.append(piece.extracting(range))
  }

  /// Copies the bytes above the carried line into an array.
  func gatherAboveCarry(atMost most: Int = Self.most, _ lines: inout [UInt8]) {
    lines.removeAll(keepingCapacity: true)
    let end = bytes.lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
    lines.append(bytes.span.extracting(first: end).extracting(last: most))
  }
}
