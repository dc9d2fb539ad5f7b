/// Assembles records of several lines: a header on a line of its own, or the pieces of a message.
struct RecordAssembler {
  /// Whether lines are held, or the current line is a header or a piece.
  private(set) var isActive = false
  /// The piece of a message in the current line.
  private(set) var piece: Piece?
  /// Whether the log has shown headers on lines of their own.
  private(set) var hasLongHeaders = false
  /// Whether pieces are being read as one line.
  var isReadingJoinedPieces = false
  /// The held bytes: the line of a header, or the pieces so far.
  private(set) var bytes: [UInt8] = []
  /// The header in `bytes`; nil if these are pieces.
  private(set) var header: Header?
  /// The number of the first held line.
  private(set) var line = 0
  /// The length of the first held line.
  private(set) var firstLength = 0
  /// The output stream of the pieces.
  private(set) var stream: UInt8 = 0
  /// Whether the line above was blank.
  var isAfterBlank = false
  /// Whether the message is so long that its first pieces were already read.
  private(set) var isLong = false

  /// A part of a message that was too long for a line of a container's log.
  struct Piece {
    /// Its start in the line.
    var start: Int
    /// Whether more pieces follow.
    var isPartial: Bool
    /// The output stream of the program: `o` or `e`.
    var stream: UInt8
  }

  /// Whether pieces are held.
  var arePieces: Bool { isActive && header == nil && (!bytes.isEmpty || isLong) }

  /// Whether the next line continues a message, whatever it looks like.
  var arePiecesWaiting: Bool { isActive && header == nil }

  /// Notes that the current line is a header.
  mutating func noteHeader() {
    isActive = true
    hasLongHeaders = true
  }

  /// Notes that the current line is a piece.
  mutating func notePiece(_ piece: Piece) {
    guard !isReadingJoinedPieces, piece.isPartial || arePieces else { return }
    self.piece = piece
    isActive = true
  }

  /// Returns the piece in the current line, and forgets it.
  mutating func takePiece() -> Piece? {
    defer { piece = nil }
    return piece
  }

  /// Starts holding a line: a header, or the first piece.
  mutating func hold(_ line: Span<UInt8>, _ header: Header?, number: Int, stream: UInt8 = 0) {
    clear()
    isActive = true
    add(line, from: 0)
    self.header = header
    self.line = number
    self.stream = stream
    firstLength = line.count
  }

  /// Adds the text of another piece.
  mutating func add(_ line: Span<UInt8>, from start: Int) {
    bytes.append(line.extracting(min(start, line.count)..<line.count))
  }

  /// Notes that the held pieces were read, and that more pieces of the message follow.
  mutating func continueAfterLongPart(_ stream: UInt8) {
    isActive = true
    isLong = true
    self.stream = stream
  }

  /// Discards all held lines.
  mutating func clear() {
    isActive = false
    isLong = false
    isAfterBlank = false
    header = nil
    bytes.removeAll(keepingCapacity: true)
  }
}

extension EventParser {
  /// Reads a line that starts or continues a record of several lines. Returns false if it does neither.
  @inline(never)
  mutating func readHeld(
    _ line: Span<UInt8>, _ header: Header, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Bool {
    if header.format == .logcatLong {
      counter.countRecord(.logcatLong)
      context.held.hold(line, header, number: self.line)
      return true
    }
    let piece = context.held.takePiece()
    if let held = context.held.header { return try readMessage(line, header, of: held, body) }
    if let piece, context.held.arePieces, piece.stream == context.held.stream {
      counter.countRecord(.bare)
      try readPiece(piece, of: line, body)
      return true
    }
    if context.held.isLong { endRest() }
    try readPieces(body)
    guard let piece, piece.isPartial else { return false }
    context.held.hold(line, nil, number: self.line, stream: piece.stream)
    return true
  }

  /// Reads another piece of the held message.
  private mutating func readPiece(
    _ piece: RecordAssembler.Piece, of line: Span<UInt8>, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows {
    if context.held.isLong {
      let part = line.extracting(min(piece.start, line.count)..<line.count)
      try readPart(part, isLast: !piece.isPartial, body)
      if !piece.isPartial { context.held.clear() }
      return
    }
    context.held.add(line, from: piece.start)
    if !piece.isPartial { return try readPieces(body) }
    guard context.held.bytes.count > limits.line else { return }
    beginLongLine(ofLine: context.held.line)
    let part = context.held.bytes
    try readPieces(body)
    endFirstPart(part.span)
    context.held.continueAfterLongPart(piece.stream)
  }

  /// Reads the held pieces as one line.
  mutating func readPieces(_ body: (Event, Span<UInt8>) throws -> Void) rethrows {
    guard context.held.arePieces, !context.held.isLong else { return context.held.clear() }
    let (pieces, first) = (context.held.bytes, context.held.firstLength)
    record.removeAll()
    record.line = context.held.line
    record.original.append(pieces.span.extracting(..<first))
    record.append(pieces.span.extracting(..<first), from: 0)
    record.append(pieces.span.extracting(first...))
    context.held.clear()
    context.held.isReadingJoinedPieces = true
    let joined = record.bytes
    record.header = header(of: joined.span)
    context.held.isReadingJoinedPieces = false
    defer { event.line = line }
    if DocumentReader.mayBegin(joined.span, record.header),
      try readDocument(joined.span, record.header, number: record.line, body)
    {
      return
    }
    if record.header.coding != .plain { record.decodeMessage() }
    try readRecord(body)
  }

  /// Reads a line below a held header. A line of the message may look like a header; it starts another record only after a
  /// blank line.
  private mutating func readMessage(
    _ line: Span<UInt8>, _ header: Header, of held: Header,
    _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Bool {
    let isOther = !header.isEmpty && context.held.isAfterBlank
    guard !isOther, !line.has("--------- ", at: 0, before: line.count) else {
      context.held.clear()
      return false
    }
    let message = header.isEmpty ? header.message : Header(bare: line).message
    context.held.isAfterBlank = message.isEmpty
    counter.countRecord(.bare)
    let headerLine = context.held.bytes
    guard recognizer.mayFind(in: line, message, recognizer.platform(held.format)) else {
      noteHeader(headerLine.span, held)
      return true
    }
    record.removeAll()
    record.line = self.line
    let start = record.append(headerLine.span).upperBound
    record.append(line, from: 0)
    record.original.append(line)
    record.header = held
    record.isCounted = true
    record.header.message = start + message.lowerBound..<start + message.upperBound
    try readRecord(body)
    return true
  }
}
