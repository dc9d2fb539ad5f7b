/// The templates of a vocabulary in the form that lines are matched with.
struct TemplateMatcher {
  private struct Template {
    var event: EventID
    /// The literal before the first capture, empty where it begins with one.
    var head: [UInt8]
    /// Each capture with the literal after it; that of the last may be empty.
    var holes: [(field: Int, literal: [UInt8])]
  }

  /// Templates with a head come by its first byte, those without at the end.
  private var templates: [Template] = []
  /// Where in `templates` each first byte begins; the last entry is for those without a head.
  private var starts: [Int] = []

  /// The templates of a vocabulary; the first one declared wins where two match.
  init(_ vocabulary: Vocabulary, fieldNames: [String]) {
    var byFirst: [[Template]] = Array(repeating: [], count: 257)
    for (index, event) in vocabulary.events.enumerated() {
      for template in event.templates {
        var compiled = Template(event: EventID(entryOf: index), head: [], holes: [])
        for piece in template.pieces {
          switch piece {
          case .literal(let text) where compiled.holes.isEmpty: compiled.head = Array(text.utf8)
          case .literal(let text): compiled.holes[compiled.holes.count - 1].literal = Array(text.utf8)
          case .capture(let name):
            compiled.holes.append((field: fieldNames.firstIndex(of: name) ?? 0, literal: []))
          }
        }
        byFirst[compiled.head.first.map(Int.init) ?? 256].append(compiled)
      }
    }
    for group in byFirst {
      starts.append(templates.count)
      templates += group
    }
    starts.append(templates.count)
  }

  /// The event of the first template that the whole of a message matches; its captures go to `fields`.
  func match(_ line: Span<UInt8>, _ message: Range<Int>, _ fields: inout [Event.Field]) -> EventID? {
    guard !templates.isEmpty, !message.isEmpty else { return nil }
    let first = Int(line[message.lowerBound])
    return match(starts[first]..<starts[first + 1], line, message, &fields)
      ?? match(starts[256]..<starts[257], line, message, &fields)
  }

  @inline(__always)
  private func match(
    _ group: Range<Int>, _ line: Span<UInt8>, _ message: Range<Int>, _ fields: inout [Event.Field]
  ) -> EventID? {
    for index in group where Self.match(templates[index], line, message, &fields) {
      return templates[index].event
    }
    return nil
  }

  private static func match(
    _ template: Template, _ line: Span<UInt8>, _ message: Range<Int>, _ fields: inout [Event.Field]
  ) -> Bool {
    guard line.has(template.head, at: message.lowerBound, before: message.upperBound) else { return false }
    let kept = fields.count
    var index = message.lowerBound + template.head.count
    for (number, hole) in template.holes.enumerated() {
      let isLast = number == template.holes.count - 1
      let end = message.upperBound - hole.literal.count
      // The last literal closes the message, any other is the nearest one.
      let stop: Int? =
        if isLast {
          end > index && line.has(hole.literal, at: end, before: message.upperBound) ? end : nil
        } else {
          line.first(hole.literal, from: index + 1, before: message.upperBound)
        }
      guard let stop else {
        fields.removeSubrange(kept...)
        return false
      }
      fields.append(Event.Field(name: .known(hole.field), value: index..<stop))
      index = stop + hole.literal.count
    }
    return index == message.upperBound
  }
}

extension Span<UInt8> {
  fileprivate func has(_ text: [UInt8], at index: Int, before end: Int) -> Bool {
    guard index >= 0, index + text.count <= end else { return false }
    for offset in text.indices where self[index + offset] != text[offset] { return false }
    return true
  }

  fileprivate func first(_ text: [UInt8], from start: Int, before end: Int) -> Int? {
    var start = start
    while let first = text.first, start < end, let index = index(of: first, in: start..<end) {
      if has(text, at: index, before: end) { return index }
      start = index + 1
    }
    return nil
  }
}
