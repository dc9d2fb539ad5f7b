extension EventParser {
  /// Reads a line that is a JSON record of the system's log. Returns false if the line has to be read as a document.
  @inline(never)
  mutating func readSystemRecord(
    _ line: Span<UInt8>, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Bool {
    guard head == 0, let record = SystemLogRecord(line, &memberKeys) else { return false }
    var header = Header(message: record.message)
    header.format = .oslogJSON
    header.time = TimeField(ofField: record.time, in: line, isDayFirst: &documents.isDayFirst)
    (header.process, header.pid, header.thread) = (record.process, record.pid, record.thread)
    let message = record.message
    // A message with brackets may begin with the header of a record that it quotes.
    if plain.read(line, from: message.lowerBound, &event)?.end == message.upperBound,
      line.index(of: UInt8(ascii: "["), in: message) == nil
    {
      noteHeader(line, header)
      event.form = .canonical
      event.clearTraitsAndSubject()
      try report(.event, line, header, body)
      return true
    }
    if recognizer.firstLiteral(in: line, message, .apple) == nil,
      line.index(of: UInt8(ascii: "."), in: message) == nil
    {
      noteHeader(line, header)
      counter.countRecord(header.format)
      return true
    }
    let quoted = Header(quoted: line.extracting(message))
    guard quoted.isEmpty, quoted.format == .bare, quoted.message == 0..<message.count else { return false }
    try read(line, header, body)
    return true
  }
}
