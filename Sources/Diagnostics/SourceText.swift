/// A text that a user wrote and can make mistakes in: a rulebook. It tells where its lines are.
public final class SourceText: Sendable {
  /// What the text is called in messages: a path as the user gave it, or a bundled name.
  public let name: String
  /// The text's bytes, meant to be UTF-8; what is not is shown as U+FFFD.
  public let bytes: [UInt8]
  /// Whether it is part of the program, and was searched for mistakes when that was tested.
  public let isTested: Bool

  /// A text of that name.
  public init(name: String, bytes: [UInt8], isTested: Bool = false) {
    self.name = name
    self.bytes = bytes
    self.isTested = isTested
  }

  /// The position of a byte offset; an offset past the end is the end's.
  public func position(of offset: Int) -> Position {
    let before = bytes[..<min(max(offset, 0), bytes.count)]
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return Position(
      line: before.count { $0 == UInt8(ascii: "\n") } + 1,
      column: String(decoding: before[start...], as: UTF8.self).unicodeScalars.count + 1)
  }

  /// The text of a 1-based line without its line end, or an empty text where there is no such line.
  public func line(_ number: Int) -> String {
    guard number > 0 else { return "" }
    var rest = bytes[...]
    for _ in 1..<number {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return "" }
      rest = rest[(end + 1)...]
    }
    var line = rest.prefix { $0 != UInt8(ascii: "\n") }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
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
