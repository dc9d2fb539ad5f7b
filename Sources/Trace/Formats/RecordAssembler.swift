/// Assembles records of several lines: a header in a line of its own, or the pieces of a message.
struct RecordAssembler {
  /// Whether there are any, or the current line is one.
  private(set) var areThere = false
  /// The piece of a message that the current line is.
  private(set) var piece: Piece?
  /// Whether the log has shown headers in lines of their own.
  private(set) var hasLongHeaders = false
  /// Whether pieces are being read as one line.
  var areJoined = false
  /// What is held: a header's line, or the pieces so far.
  private(set) var bytes: [UInt8] = []
  /// The header in `bytes`; nil where these are pieces.
  private(set) var header: Header?
  /// The number of the first line that is held.
  private(set) var line = 0
  /// How long that line is.
  private(set) var firstLength = 0
  /// The stream that the pieces come from.
  private(set) var stream: UInt8 = 0
  /// Whether the line above was blank.
  var isAfterBlank = false
  /// Whether the pieces are so many bytes that the first of them were read already.
  private(set) var isLong = false

  /// A part of a message that a container's log had to cut.
  struct Piece {
    /// Where in the line it begins.
    var start: Int
    /// Whether more follows.
    var isPartial: Bool
    /// Which of a program's streams it comes from.
    var stream: UInt8
  }

  /// Whether what is held are pieces.
  var arePieces: Bool { areThere && header == nil && (!bytes.isEmpty || isLong) }

  /// Whether the next line continues a message, whatever it looks like.
  var arePiecesWaiting: Bool { areThere && header == nil }

  /// The current line is a header.
  mutating func noteHeader() {
    areThere = true
    hasLongHeaders = true
  }

  /// The current line is a piece.
  mutating func notePiece(_ piece: Piece) {
    guard !areJoined, piece.isPartial || arePieces else { return }
    self.piece = piece
    areThere = true
  }

  /// What `note` said of the current line, once.
  mutating func takePiece() -> Piece? {
    defer { piece = nil }
    return piece
  }

  /// Holds a line from now on: one with a header, or the first piece.
  mutating func hold(_ line: Span<UInt8>, _ header: Header?, number: Int, stream: UInt8 = 0) {
    clear()
    areThere = true
    add(line, from: 0)
    self.header = header
    self.line = number
    self.stream = stream
    firstLength = line.count
  }

  /// Adds what another piece says.
  mutating func add(_ line: Span<UInt8>, from start: Int) {
    bytes.append(line.extracting(min(start, line.count)..<line.count))
  }

  /// What was held is read, and more pieces of it follow.
  mutating func goOn(_ stream: UInt8) {
    areThere = true
    isLong = true
    self.stream = stream
  }

  /// Holds nothing any more.
  mutating func clear() {
    areThere = false
    isLong = false
    isAfterBlank = false
    header = nil
    bytes.removeAll(keepingCapacity: true)
  }
}

extension EventParser {
  /// Reads a line that may belong to the lines above. False if it does not.
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

  /// Reads another piece of the message that is held.
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
    beginHead(ofLine: context.held.line)
    let part = context.held.bytes
    try readPieces(body)
    endHead(part.span)
    context.held.goOn(piece.stream)
  }

  /// Reads the pieces that are held as one line.
  mutating func readPieces(_ body: (Event, Span<UInt8>) throws -> Void) rethrows {
    guard context.held.arePieces, !context.held.isLong else { return context.held.clear() }
    let (pieces, first) = (context.held.bytes, context.held.firstLength)
    record.removeAll()
    record.line = context.held.line
    record.original.append(pieces.span.extracting(..<first))
    record.append(pieces.span.extracting(..<first), from: 0)
    record.append(pieces.span.extracting(first...))
    context.held.clear()
    context.held.areJoined = true
    let joined = record.bytes
    record.header = header(of: joined.span)
    context.held.areJoined = false
    defer { event.line = line }
    if DocumentReader.mayBegin(joined.span, record.header),
      try readDocument(joined.span, record.header, number: record.line, body)
    {
      return
    }
    if record.header.coding != .plain { record.decodeMessage() }
    try readRecord(body)
  }

  /// Reads a line of a message whose header is held. A message may look like a header; only behind a blank line is
  /// it one of another record.
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
    guard recognizer.mayFind(in: line, message, held.format.platform) else {
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
