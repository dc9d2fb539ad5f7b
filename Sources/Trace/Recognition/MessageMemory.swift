/// What messages meant that were read before: a log says most of what it says again and again, and what a message
/// means is told by itself and by the process and the format of its record.
///
/// Each message has one place, in which the newest one that has it is kept.
struct MessageMemory {
  /// A message's meaning: of an event its id, form, name and fields.
  private struct Entry {
    enum Kind { case nothing, mention, event }

    var owner = 0
    var hash = 0
    var length = -1
    var kind = Kind.nothing
    var id = EventID.unknown
    var form = Event.Form.canonical
    var name = 0..<0
    var fields = 0
  }

  private var entries: [Entry] = []
  private var texts: [UInt8] = []
  private var fields: [Event.Field] = []

  private static let count = 256
  private static let longest = 128
  private static let mostFields = 4

  /// What a message of a line means, which `event` is then; nil where it is not known.
  @inline(__always)
  func recall(
    _ line: Span<UInt8>, _ message: Range<Int>, of owner: Int, _ event: inout Event
  ) -> Recognizer.Finding? {
    guard !entries.isEmpty, message.count <= Self.longest else { return nil }
    let text = line.extracting(message)
    let hash = text.hash(ignoringCase: false)
    let place = hash & (Self.count - 1)
    guard entries[place].hash == hash, entries[place].owner == owner, entries[place].length == message.count,
      texts.span.extracting(place &* Self.longest..<place &* Self.longest &+ message.count).isEqual(to: text)
    else { return nil }
    guard entries[place].kind == .event else { return entries[place].kind == .nothing ? .nothing : .mention }
    event.id = entries[place].id
    event.form = entries[place].form
    event.name = entries[place].name.moved(by: message.lowerBound)
    let count = entries[place].fields
    if count == 0, event.fields.isEmpty { return .event }
    event.fields.removeAll(keepingCapacity: true)
    for number in 0..<count {
      var field = fields[place &* Self.mostFields &+ number]
      if field.text == nil { field.value = field.value.moved(by: message.lowerBound) }
      event.fields.append(field)
    }
    return .event
  }

  /// Remembers what a message means, unless that hangs on more than the message.
  @inline(never)
  mutating func keep(
    _ finding: Recognizer.Finding, _ line: Span<UInt8>, _ message: Range<Int>, of owner: Int,
    _ event: Event
  ) {
    guard message.count <= Self.longest else { return }
    var entry = Entry(owner: owner, length: message.count)
    switch finding {
    case .nothing: break
    case .mention: entry.kind = .mention
    case .part, .unfinished, .unreadable: return
    case .event:
      guard event.subject == nil, event.traits.isEmpty, event.fields.count <= Self.mostFields,
        event.id != .unknown, event.form != .canonical, !line.endsInCutMark(message)
      else { return }
      entry.kind = .event
      (entry.id, entry.form, entry.fields) = (event.id, event.form, event.fields.count)
      entry.name = event.name.moved(by: -message.lowerBound)
    }
    prepare()
    let text = line.extracting(message)
    entry.hash = text.hash(ignoringCase: false)
    let place = entry.hash & (Self.count - 1)
    entries[place] = entry
    for index in text.indices { texts[place * Self.longest + index] = text[index] }
    for number in 0..<entry.fields {
      var field = event.fields[number]
      guard case .known = field.name else { return entries[place] = Entry() }
      if field.text == nil { field.value = field.value.moved(by: -message.lowerBound) }
      fields[place * Self.mostFields + number] = field
    }
  }

  /// Most logs are short, or have nothing to be remembered.
  private mutating func prepare() {
    guard entries.isEmpty else { return }
    entries = Array(repeating: Entry(), count: Self.count)
    texts = Array(repeating: 0, count: Self.count * Self.longest)
    fields = Array(
      repeating: Event.Field(name: .known(0), value: 0..<0), count: Self.count * Self.mostFields)
  }
}
