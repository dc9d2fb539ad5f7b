// Reads documents that hold a list of records.

extension DocumentReader {
  /// Returns the layout of an object; nil if it has none of the known ones.
  func layout(of record: JSONRecord, _ object: Int, _ text: Span<UInt8>) -> DocumentLayout? {
    for layout in ownLayouts where isDocument(object, of: layout, text) { return layout }
    guard record.marks & DocumentLayout.marks != 0 else { return nil }
    return DocumentLayout.known.first { layout in
      layout.marks.contains { record.has($0) } && isDocument(object, of: layout, text)
    }
  }

  private func isDocument(_ object: Int, of layout: DocumentLayout, _ text: Span<UInt8>) -> Bool {
    let hasSigns =
      layout.signs.isEmpty || layout.signs.contains { scanner.value(at: $0, of: object, in: text) != nil }
    guard hasSigns else { return false }
    if layout.records.isEmpty {
      return layout.messages.contains { compose($0, of: object, text) != nil }
    }
    return layout.records.contains { !scanner.objects(at: $0, of: object, in: text).isEmpty }
  }

  /// Reads the records of a document.
  mutating func readRecords(of document: Int, _ layout: DocumentLayout, _ text: Span<UInt8>) {
    finishTrace()
    var context = DocumentContext(layout)
    runs.documents += 1
    context.read(scanner, document, number: runs.documents, text)
    for record in records(of: document, layout, text) {
      guard let possible = readRecord(record, &context, RecordParts(context.format), text) else { continue }
      // They have no event, but may name one.
      for record in possible { items.append(.record(record)) }
      if possible.isEmpty { items.append(.silent(context.format)) }
    }
  }

  /// Returns the records of a document. The records of several arrays are merged by time; the order of each array is kept.
  private mutating func records(of document: Int, _ layout: DocumentLayout, _ text: Span<UInt8>) -> [Int] {
    if layout.records.isEmpty { return [document] }
    var lists = layout.records.map { scanner.objects(at: $0, of: document, in: text)[...] }.filter {
      !$0.isEmpty
    }
    guard lists.count > 1 else { return lists.first.map(Array.init) ?? [] }
    var merged: [Int] = []
    while let first = lists.indices.filter({ !lists[$0].isEmpty }).min(by: { one, other in
      isEarlier(lists[one][lists[one].startIndex], lists[other][lists[other].startIndex], layout, text)
    }) {
      merged.append(lists[first].removeFirst())
    }
    return merged
  }

  private func isEarlier(_ record: Int, _ other: Int, _ layout: DocumentLayout, _ text: Span<UInt8>) -> Bool {
    guard let time = moment(of: record, layout, text), let other = moment(of: other, layout, text) else {
      return false
    }
    return time.kind == other.kind && time.nanoseconds < other.nanoseconds
  }

  private func moment(of record: Int, _ layout: DocumentLayout, _ text: Span<UInt8>) -> Timestamp? {
    var isDayFirst = isDayFirst
    return time(of: record, layout, text).flatMap {
      TimeField(ofField: $0.indices, in: $0.span, isDayFirst: &isDayFirst).timestamp($0.span)
    }
  }

  private func time(of record: Int, _ layout: DocumentLayout, _ text: Span<UInt8>) -> [UInt8]? {
    layout.time.flatMap { scanner.text(at: $0, of: record, in: text) }
  }

  /// Reads a record. Hands out its first message that has an event, and before it the facts of the document. If there is none,
  /// returns the first message that names an event. `parts` are the parts of the record that are known.
  mutating func readRecord(
    _ record: Int, _ context: inout DocumentContext, _ parts: RecordParts, _ text: Span<UInt8>
  ) -> [AssembledRecord]? {
    let layout = context.layout
    let (scanner, recognizer) = (scanner, recognizer)
    var parts = parts
    if let time = time(of: record, layout, text) {
      parts.time = time
      parts.moment =
        TimeField(ofField: time.indices, in: time.span, isDayFirst: &isDayFirst).timestamp(time.span)
    }
    parts.process = context.process ?? parts.process
    parts.thread = layout.thread.flatMap { scanner.text(at: $0, of: record, in: text) } ?? parts.thread
    parts.tag = context.sender
    parts.format = context.format
    parts.run = context.run(of: record, scanner, text)
    var possible: [AssembledRecord] = []
    for message in layout.messages {
      guard let (bytes, places) = compose(message, of: record, text) else { continue }
      var found = assembleLines(bytes, places, parts, text) { _, _ in }
      if possible.isEmpty { possible = found }
      var hasEvent = false
      for index in found.indices {
        guard let form = recognizer.formOfEvent(in: found[index]) else { continue }
        hasEvent = true
        // The fields of a breadcrumb may have the names of fields of an event, and another meaning.
        if form == .canonical, let fields = layout.fields {
          found[index].addMembers(at: fields, of: record, scanner, text, recognizer)
        }
      }
      guard hasEvent else { continue }
      emitFacts(of: &context, parts, text)
      for record in found { items.append(.record(record)) }
      return nil
    }
    return possible
  }

  /// Hands out the facts of a document, unless they were handed out for this run.
  private mutating func emitFacts(
    of context: inout DocumentContext, _ parts: RecordParts, _ text: Span<UInt8>
  ) {
    guard !context.facts.isEmpty || context.system != nil, !context.hasEmitted else { return }
    context.hasEmitted = true
    guard runs.noteFacts(context.signature, of: parts.run) else { return }
    let excerpt = place.excerpt(at: context.place, in: text)
    let start = Int(place.place(of: context.place, in: excerpt))
    func emit(_ fact: DocumentFact) {
      guard var record = infer(fact, parts, in: excerpt, at: start..<start + 1) else { return }
      record.isCounted = true
      items.append(.record(record))
    }
    if let system = context.system { emit(DocumentFact("about the system: \(system)", from: .document)) }
    if !context.facts.isEmpty {
      emit(DocumentFact("about the app", from: .document, fields: context.facts))
    }
  }

  /// Returns a message of a record, and the index of each byte in the text; nil if the record lacks one of its values. A message of
  /// several values is located at the first one.
  func compose(
    _ message: DocumentMessage, of record: Int, _ text: Span<UInt8>
  ) -> (bytes: [UInt8], places: [Int32])? {
    var values: [(part: DocumentMessage.Part, node: JSONScanner.Node?)] = []
    for part in message.parts {
      guard case .value(let path) = part else {
        values.append((part, nil))
        continue
      }
      guard let index = scanner.value(at: path, of: record, in: text) else { return nil }
      let node = scanner.nodes[index]
      guard node.isScalar, !node.value.isEmpty else { return nil }
      values.append((part, node))
    }
    guard let first = values.compactMap(\.node).first else { return nil }
    if values.count == 1 { return Self.decode(first, text) }
    var bytes: [UInt8] = []
    for (part, node) in values {
      if case .text(let literal) = part { bytes += literal }
      if let node { bytes += RecordParts.bytes(node.value, text, node.isEscaped) }
    }
    let last = first.value.upperBound - 1
    return (bytes, bytes.indices.map { Int32(min(first.value.lowerBound + $0, last)) })
  }
}

extension JSONScanner {
  /// Returns the decoded bytes of the value at a path; nil if there is none.
  func text(at path: JSONPath, of object: Int, in text: Span<UInt8>) -> [UInt8]? {
    guard let index = value(at: path, of: object, in: text) else { return nil }
    let node = nodes[index]
    guard node.isScalar, !node.value.isEmpty else { return nil }
    return RecordParts.bytes(node.value, text, node.isEscaped)
  }
}

extension Recognizer {
  /// Returns the form of the event that a record reports; nil if it reports none.
  fileprivate func formOfEvent(in record: borrowing AssembledRecord) -> Event.Form? {
    var event = Event(id: .unknown, form: .canonical, line: 0, name: 0..<0)
    switch find(in: record.bytes.span, record.header, &event) {
    case .event: return event.id == .unknown ? nil : event.form
    case .unfinished, .unreadable: return .template
    case .nothing, .part, .mention: return nil
    }
  }
}
