/// The newest bytes of the pieces of a log that were read: where a line has to be read with those above, these may be in an
/// earlier piece.
struct EarlierBytes {
  /// At first a line end, as one stands before each line.
  private var bytes: [UInt8] = [.lineFeed]
  /// Where in the current piece begins what does not stand in `bytes`.
  var start = 0

  private static let most = 2 * SkippedLines.longestDistance
  /// The bytes above a line that was read, which a wrapped message may begin in.
  private static let wrapped = 2 * WrappedMessage.longest

  /// A piece was read, from an index on. Only lines that begin at another index or after it may be read again; nil if that is
  /// not known.
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

  /// The bytes above a line of the current piece, which begins at an index.
  func lines(above index: Int, in piece: Span<UInt8>) -> [UInt8] {
    var lines: [UInt8] = []
    gather(above: index, in: piece, &lines)
    return lines
  }

  /// The bytes above a line that the earlier pieces began.
  var linesAboveCarry: [UInt8] {
    var lines: [UInt8] = []
    gatherAboveCarry(&lines)
    return lines
  }

  /// The bytes above a line that may belong to the same message.
  func message(above index: Int, in piece: Span<UInt8>) -> [UInt8] {
    var lines: [UInt8] = []
    gather(above: index, in: piece, atMost: Self.wrapped, &lines)
    return lines
  }

  /// The bytes above a line that the earlier pieces began, and that may belong to the same message.
  var messageAboveCarry: [UInt8] {
    var lines: [UInt8] = []
    gatherAboveCarry(atMost: Self.wrapped, &lines)
    return lines
  }

  /// Writes the bytes above a line of the current piece into an array.
  func gather(
    above index: Int, in piece: Span<UInt8>, atMost most: Int = Self.most, _ lines: inout [UInt8]
  ) {
    lines.removeAll(keepingCapacity: true)
    let range = max(start, index - most)..<max(start, index)
    lines.append(bytes.span.extracting(last: most - range.count))
    lines.append(piece.extracting(range))
  }

  /// Writes the bytes above a line that the earlier pieces began into an array.
  func gatherAboveCarry(atMost most: Int = Self.most, _ lines: inout [UInt8]) {
    lines.removeAll(keepingCapacity: true)
    let end = bytes.lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
    lines.append(bytes.span.extracting(first: end).extracting(last: most))
  }
}
