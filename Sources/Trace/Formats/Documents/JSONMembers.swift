extension AssembledRecord {
  /// Sets the function that logged the record.
  mutating func setFunction(
    _ node: JSONScanner.Node, _ text: Span<UInt8>, _ place: DocumentText,
    _ excerpt: DocumentText.Excerpt
  ) {
    // Separates the name from the text before it.
    append(.lineFeed, at: nil)
    let start = bytes.count
    (node.isEscaped ? MessageEncoding.json : .plain).decode(text, node.value) {
      append($0, at: place.place(of: $1, in: excerpt))
    }
    header.function = start..<bytes.count
  }

  /// Adds the members that may be fields of the event.
  mutating func addMembers(
    _ record: JSONRecord, of scanner: JSONScanner, without name: JSONScanner.Node, _ text: Span<UInt8>,
    _ recognizer: Recognizer
  ) {
    var members: [(key: Range<Int>, value: JSONScanner.Node)] = record.attributes
    func collect(from object: Int, depth: Int) {
      for (index, node) in scanner.children(of: object) {
        members.append((node.key, node))
        if depth < 3, node.kind == .object, JSONKeys.isTransparent(node.key, in: text) {
          collect(from: index, depth: depth + 1)
        }
      }
    }
    if let object = record.object { collect(from: object, depth: 0) }
    for (key, node) in members {
      let isNull = node.kind == .word && text[node.value.lowerBound] == UInt8(ascii: "n")
      guard node.isScalar, !isNull, node.value != name.value, !record.isPart(node),
        let field = recognizer.fieldNumber(key, in: text)
      else { continue }
      self.members.append((field, append(RecordParts.bytes(node.value, text, node.isEscaped).span)))
    }
  }
}
