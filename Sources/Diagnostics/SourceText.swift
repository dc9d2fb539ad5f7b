import Synchronization

/// A text that a user wrote and can make mistakes in: a rulebook. It knows where its lines begin.
public final class SourceText: Sendable {
  /// What the text is called in messages: a path as the user gave it, or a bundled name.
  public let name: String
  /// Whether it is part of the program, and was searched for mistakes when that was tested.
  public let isTested: Bool
  private let read: @Sendable () -> [UInt8]
  /// Found when they are first asked for: most texts of the program never are.
  private let known = Mutex<(bytes: [UInt8]?, starts: [Int]?)>((nil, nil))

  /// A text of that name, whose bytes are read when they are first asked for.
  public init(name: String, isTested: Bool = false, bytes: @escaping @Sendable () -> [UInt8]) {
    self.name = name
    self.isTested = isTested
    read = bytes
  }

  /// A text of that name.
  public convenience init(name: String, bytes: [UInt8], isTested: Bool = false) {
    self.init(name: name, isTested: isTested) { bytes }
  }

  /// The text's bytes, meant to be UTF-8; what is not is shown as U+FFFD.
  public var bytes: [UInt8] {
    known.withLock { known in
      let bytes = known.bytes ?? read()
      known.bytes = bytes
      return bytes
    }
  }

  /// The position of a byte offset; an offset past the end is the end's.
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

  /// The text of a 1-based line without its line end, or an empty text where there is no such line.
  public func line(_ number: Int) -> String {
    let bytes = bytes
    let starts = lineStarts(in: bytes)
    guard starts.indices.contains(number - 1) else { return "" }
    let start = starts[number - 1]
    var end = number < starts.count ? starts[number] - 1 : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return String(decoding: bytes[start..<max(start, end)], as: UTF8.self)
  }

  /// Where each line begins.
  private func lineStarts(in bytes: [UInt8]) -> [Int] {
    known.withLock { known in
      if let starts = known.starts { return starts }
      var starts = [0]
      for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
        starts.append(offset + 1)
      }
      known.starts = starts
      return starts
    }
  }
}

/// A place in a text: 1-based line, and 1-based column in Unicode code points.
public struct Position: Hashable, Sendable, Comparable {
  /// The 1-based line.
  public var line: Int
  /// The 1-based column, counted in Unicode code points.
  public var column: Int

  /// The position at that line and column.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Positions are ordered as they are read.
  public static func < (a: Position, b: Position) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// A stretch of a source text, in bytes.
public struct SourceRange: Sendable {
  /// The text that the stretch belongs to.
  public var source: SourceText
  /// The bytes it covers; may be empty, which is a place between two bytes.
  public var bytes: Range<Int>

  /// The stretch of `source` that covers `bytes`.
  public init(_ source: SourceText, _ bytes: Range<Int>) {
    self.source = source
    self.bytes = bytes
  }

  /// Where the stretch begins.
  public var start: Position { source.position(of: bytes.lowerBound) }
  /// Where the stretch ends: the position after its last byte.
  public var end: Position { source.position(of: bytes.upperBound) }
}
