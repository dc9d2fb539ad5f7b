/// Bytes in, events out: one pass, in file order, the same for every size of the pieces that come in.
public struct TraceReader: ~Copyable {
  private var lines = LineReader()
  private var parser: EventParser

  /// A reader of one log. The year is that of the first date that does not tell it.
  public init(_ recognizer: Recognizer, year: Int = 2_000) {
    parser = EventParser(recognizer, year: year)
  }

  /// What was read so far.
  public var statistics: TraceStatistics { parser.statistics }

  /// The names of the processes that an event belonged to, as printed; `ProcessID` is an index.
  public var processNames: [String] { parser.processNames }

  /// Reads the next bytes of the log and hands over each event with its line, which is only lent.
  public mutating func read(
    _ bytes: Span<UInt8>, _ body: (borrowing Event, Span<UInt8>) throws -> Void
  ) rethrows {
    var position = 0
    guard lines.settle(with: bytes, from: &position) else { return }
    try readHead(body)
    try split(bytes, from: position, body)
  }

  /// Ends the log: its last line may lack a line end. Where the bytes are known to be cut short, such a line is a part of
  /// one and says nothing for certain.
  public mutating func finish(
    isCut: Bool = false, _ body: (borrowing Event, Span<UInt8>) throws -> Void
  ) rethrows {
    lines.settle()
    try readHead(body)
    let nothing: [UInt8] = []
    if let last = lines.last() {
      if isCut { parser.skipLine(.cut) } else { try take(last, of: nothing.span, body) }
    }
    try parser.finish(body)
  }

  private mutating func readHead(_ body: (borrowing Event, Span<UInt8>) throws -> Void) rethrows {
    guard !lines.head.isEmpty else { return }
    let head = lines.takeHead()
    try split(head.span, from: 0, body)
  }

  private mutating func split(
    _ bytes: Span<UInt8>, from start: Int, _ body: (borrowing Event, Span<UInt8>) throws -> Void
  ) rethrows {
    var position = start
    while let line = lines.next(in: bytes, from: &position) { try take(line, of: bytes, body) }
  }

  @inline(__always)
  private mutating func take(
    _ line: LineReader.Line, of bytes: Span<UInt8>, _ body: (borrowing Event, Span<UInt8>) throws -> Void
  ) rethrows {
    switch line {
    case .inPlace(let range): try parser.take(bytes.extracting(range), body)
    case .carried:
      // Out of the reader while it is lent, and back for its memory.
      var carry = lines.takeCarry()
      defer { lines.reuse(&carry) }
      try parser.take(carry.span, body)
    case .tooLong: parser.skipLine(.tooLong)
    }
  }
}
