/// What records of the system's log in JSON may have in common with those above.
struct FamiliarRecords {
  fileprivate var messages = MessageMemory()
  /// Processes that the records name.
  fileprivate var names = WordTable()
  /// The newest one: its name, and its number with one bit that tells the kernel.
  fileprivate var newest: (name: [UInt8], pid: Int?, number: Int) = ([], nil, -1)
  /// A message with the name of its process.
  fileprivate var text: [UInt8] = []

  /// Senders of a number are one to every template: it is told by name, and the kernel by its number.
  fileprivate mutating func sender(_ line: Span<UInt8>, _ parts: FamiliarObjects.Parts) -> Int {
    let name = parts.process ?? 0..<0
    if newest.number >= 0, newest.pid == parts.pid, newest.name.span.isEqual(to: line.extracting(name)) {
      return newest.number
    }
    newest.name.removeAll(keepingCapacity: true)
    newest.name.append(line.extracting(name))
    newest.pid = parts.pid
    newest.number = names.insert(line, name) * 2 + (parts.pid == 0 ? 1 : 0)
    return newest.number
  }
}

extension EventParser {
  /// Reads a line that is a record of the system's log in JSON, if it has a shape like one above and its message is
  /// certain to mean the same as it would by itself. False where it has to be read in another way.
  @inline(never)
  mutating func takesFamiliarObject(
    _ line: Span<UInt8>, _ body: (Event, Span<UInt8>) throws -> Void
  ) rethrows -> Bool {
    guard let parts = documents.familiar.parts(of: line),
      line[parts.message.lowerBound] != UInt8(ascii: "{"),
      let time = familiar.clock.timestamp(parts.time, line)
    else { return false }
    let end = familiar.plain.read(line, from: parts.message.lowerBound, &event)?.end
    var finding: Recognizer.Finding? = .event
    event.form = .canonical
    // Prose with brackets may be the header of a record that is quoted.
    if end != parts.message.upperBound || line.index(of: UInt8(ascii: "["), in: parts.message) != nil {
      let sender = familiar.records.sender(line, parts)
      finding = familiar.records.messages.recall(line, parts.message, of: sender, &event)
      if finding == nil, !learn(line, parts, sender) { finding = .nothing }
    }
    guard let finding else { return false }
    tally.counts.lines += 1
    newestOwner = 0
    owners.note(line, parts.process, parts.pid)
    tally.countRecord(.oslogJSON)
    guard case .event = finding else {
      if case .mention = finding { tally.counts.mentions += 1 }
      return true
    }
    event.setPlain()
    _ = weak.isKnown(event, recognizer)
    event.line = self.line
    familiar.eventHeader = 0
    event.header = 0
    event.time = time
    event.timeText = parts.time
    event.process = parts.process
    event.pid = parts.pid
    event.thread = parts.thread
    event.isMainThread = nil
    owners.setOwnOwner(of: &event, line)
    tally.countEvent(event, line, .oslogJSON, recognizer)
    try body(event, line)
    return true
  }

  /// Finds out for the next time what a message means. False where it certainly holds no event.
  @inline(never)
  private mutating func learn(
    _ line: Span<UInt8>, _ parts: FamiliarObjects.Parts, _ sender: Int
  ) -> Bool {
    let message = parts.message
    // Whatever header is in it, no dotted name is.
    if recognizer.firstLiteral(in: line, message, .apple) == nil,
      line.index(of: UInt8(ascii: "."), in: message) == nil
    {
      return false
    }
    let quoted = Header(quoted: line.extracting(message))
    guard quoted.isEmpty, quoted.format == .bare, quoted.message == 0..<message.count else { return true }
    var text: [UInt8] = []
    swap(&text, &familiar.records.text)
    defer { swap(&text, &familiar.records.text) }
    text.removeAll(keepingCapacity: true)
    text.append(line.extracting(message))
    text.append(.lineFeed)
    var header = Header(message: 0..<message.count)
    header.format = .oslogJSON
    header.pid = parts.pid
    if let process = parts.process {
      text.append(line.extracting(process))
      header.process = message.count + 1..<text.count
    }
    let finding = recognizer.find(in: text.span, header, &event)
    familiar.records.messages.keep(finding, text.span, header.message, of: sender, event)
    return true
  }
}
