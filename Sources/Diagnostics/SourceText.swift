import Synchronization

/// The text of a YAML file, with an index of its lines.
public final class SourceText: Sendable {
  /// The name in messages: a path as the user wrote it, or the name of a bundled file.
  public let name: String
  /// Whether the file is part of the program. Bundled files are not checked for questionable rules on each run, because
  /// the tests do that.
  public let isBundled: Bool
  private let read: @Sendable () -> [UInt8]
  /// Computed at their first use, because most bundled files are never needed.
  private let cache = Mutex<(bytes: [UInt8]?, starts: [Int]?)>((nil, nil))

  /// Creates a text whose bytes are read at their first use.
  public init(name: String, isBundled: Bool = false, bytes: @escaping @Sendable () -> [UInt8]) {
    self.name = name
    self.isBundled = isBundled
    read = bytes
  }

  /// Creates a text of these bytes.
  public convenience init(name: String, bytes: [UInt8], isBundled: Bool = false) {
    self.init(name: name, isBundled: isBundled) { bytes }
  }

  /// The bytes, normally UTF-8. Invalid sequences are shown as U+FFFD.
  public var bytes: [UInt8] {
    cache.withLock { cache in
      let bytes = cache.bytes ?? read()
      cache.bytes = bytes
      return bytes
    }
  }

  /// The position of a byte offset, which is clamped to the text.
  public func position(of offset: Int) -> Position {
    let bytes = bytes
    let offset = min(max(offset, 0), bytes.count)
    let starts = lineStarts(in: bytes)
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let before = String(decoding: bytes[starts[low]..<offset], as: UTF8.self)
    return Position(line: low + 1, column: before.unicodeScalars.count + 1)
  }

  /// The text of a 1-based line without its line end; empty if there is no such line.
  public func line(_ number: Int) -> String {
    let bytes = bytes
    let starts = lineStarts(in: bytes)
    guard starts.indices.contains(number - 1) else { return "" }
    let start = starts[number - 1]
    var end = number < starts.count ? starts[number] - 1 : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return String(decoding: bytes[start..<max(start, end)], as: UTF8.self)
  }

  /// The byte offsets at which the lines begin.
  private func lineStarts(in bytes: [UInt8]) -> [Int] {
    cache.withLock { cache in
      if let starts = cache.starts { return starts }
      var starts = [0]
      for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
        starts.append(offset + 1)
      }
      cache.starts = starts
      return starts
    }
  }
}

/// A position in a text.
public struct Position: Hashable, Sendable, Comparable {
  /// The 1-based line.
  public var line: Int
  /// The 1-based column, counted in Unicode code points.
  public var column: Int

  /// Creates a position of a 1-based line and column.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// By line, then by column.
  public static func < (a: Position, b: Position) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// A range of a source text.
public struct SourceRange: Sendable {
  /// The text.
  public var source: SourceText
  /// The range in bytes; empty for a position between two bytes.
  public var bytes: Range<Int>

  /// Creates a range of bytes of a text.
  public init(_ source: SourceText, _ bytes: Range<Int>) {
    self.source = source
    self.bytes = bytes
  }

  /// The position of the first byte.
  public var start: Position { source.position(of: bytes.lowerBound) }
  /// The position after the last byte.
  public var end: Position { source.position(of: bytes.upperBound) }
}
