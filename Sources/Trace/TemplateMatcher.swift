/// The templates of a vocabulary in the form that lines are matched with.
struct TemplateMatcher {
  private struct Template {
    let event: EventID
    /// Its place among all of them.
    let order: Int
    let senders: [SenderName]
    let platform: Platform?
    /// The text before the first open hole; empty where it begins with one.
    let head: TemplateText
    /// Each open hole with the text after it; that of the last may be empty.
    let parts: [(hole: Hole, text: TemplateText)]
    let constants: [Event.Field]
    /// The fields that tell whose event it is.
    let subject: (process: Int?, pid: Int?)?
  }

  private enum Hole {
    case capture(Int)
    case any
  }

  /// What a template finds in a message.
  struct Match {
    var event: EventID
    /// From its first text to its last one.
    var name: Range<Int>
    /// The process that it is about, where that is not the one that prints it.
    var subject: Event.Subject?
  }

  /// Templates with a head come by its first byte, those without at the end.
  private var templates: [Template] = []
  /// Where in `templates` each first byte begins; the last entry is for those without a head.
  private var starts: [Int] = []

  /// The templates of a vocabulary.
  init(_ vocabulary: Vocabulary, fieldNames: [String]) {
    var byFirst: [[Template]] = Array(repeating: [], count: 257)
    var order = 0
    for (index, event) in vocabulary.events.enumerated() {
      for template in event.templates {
        order += 1
        let compiled = Self.compile(template, EventID(entryOf: index), order, fieldNames)
        byFirst[compiled.head.firstByte.map(Int.init) ?? 256].append(compiled)
      }
    }
    for group in byFirst {
      starts.append(templates.count)
      templates += group
    }
    starts.append(templates.count)
  }

  private static func compile(
    _ template: LineTemplate, _ event: EventID, _ order: Int, _ fieldNames: [String]
  ) -> Template {
    func number(_ field: String) -> Int { fieldNames.firstIndex(of: field) ?? 0 }
    var texts = [TemplateText()]
    var holes: [Hole] = []
    for piece in template.pieces {
      switch piece {
      case .literal(let text): texts[texts.count - 1].append(text)
      case .choice(let choice, let field): texts[texts.count - 1].append(choice, field: field.map(number))
      case .capture(let name):
        holes.append(.capture(number(name)))
        texts.append(TemplateText())
      case .any:
        holes.append(.any)
        texts.append(TemplateText())
      }
    }
    return Template(
      event: event, order: order, senders: template.senders.map(SenderName.init), platform: template.platform,
      head: texts[0], parts: Array(zip(holes, texts.dropFirst())),
      constants: template.constants.sorted { $0.key < $1.key }.map { field, text in
        Event.Field(name: .known(number(field)), value: 0..<0, text: text)
      },
      subject: template.isAboutAnother
        ? (fieldNames.firstIndex(of: "process"), fieldNames.firstIndex(of: "pid")) : nil)
  }

  /// The template that reads furthest into a message, which it matches as a whole; of several the first one declared.
  /// Its fields go to the end of `fields`.
  func match(
    _ line: Span<UInt8>, _ header: Header, _ message: Range<Int>, _ platform: Platform,
    _ fields: inout [Event.Field]
  ) -> Match? {
    guard !templates.isEmpty, !message.isEmpty else { return nil }
    var best: (index: Int, name: Range<Int>)?
    let start = fields.count
    let first = Int(line[message.lowerBound])
    for group in [starts[first]..<starts[first + 1], starts[256]..<starts[257]] {
      for index in group {
        let template = templates[index]
        guard template.platform == nil || template.platform == platform,
          template.senders.isEmpty || template.senders.contains(where: { $0.fits(line, header) })
        else { continue }
        let own = fields.count
        guard let name = Self.match(template, line, message, &fields) else {
          fields.removeSubrange(own...)
          continue
        }
        let isBetter = best.map { best in
          (name.upperBound, templates[best.index].order) > (best.name.upperBound, template.order)
        }
        if isBetter == false {
          fields.removeSubrange(own...)
        } else {
          fields.removeSubrange(start..<own)
          best = (index, name)
        }
      }
    }
    guard let best else { return nil }
    let template = templates[best.index]
    fields += template.constants
    return Match(
      event: template.event, name: best.name,
      subject: template.subject.map { Event.Subject($0, fields[start...], line) })
  }

  /// From the first text of a template to its last one, if it matches the whole of a message.
  private static func match(
    _ template: Template, _ line: Span<UInt8>, _ message: Range<Int>, _ fields: inout [Event.Field]
  ) -> Range<Int>? {
    let end = message.upperBound
    guard var index = template.head.end(line, at: message.lowerBound, before: end) else { return nil }
    template.head.takeFields(line, at: message.lowerBound, before: end, &fields)
    var name = template.head.isEmpty ? nil : message.lowerBound..<index
    for (number, part) in template.parts.enumerated() {
      let isLast = number == template.parts.count - 1
      if part.text.isEmpty {
        guard case .capture(let field) = part.hole else {
          return isWordCut(line, index, message) ? nil : name
        }
        guard index < end else { return nil }
        fields.append(Event.Field(name: .known(field), value: index..<end))
        return (name?.lowerBound ?? index)..<end
      }
      var search = TemplateText.Search(range: index..<end, message: message)
      switch part.hole {
      case .capture:
        search.range = min(index + 1, end)..<end
      case .any:
        guard !isWordCut(line, index, message) || template.head.isEmpty && number == 0 else { return nil }
        search.isAfterWord = true
      }
      search.isWhole = isLast
      if !isLast, case .any = template.parts[number + 1].hole {
        search.isBeforeWord = true
        // Of texts between two holes that may hold anything, the last one is meant.
        if case .any = part.hole, number == template.parts.count - 2 {
          search.isLast = template.parts[number + 1].text.isEmpty
        }
      }
      guard let found = part.text.find(line, search) else { return nil }
      if case .capture(let field) = part.hole {
        fields.append(Event.Field(name: .known(field), value: index..<found.lowerBound))
        name = (name?.lowerBound ?? index)..<found.upperBound
      } else {
        name = (name?.lowerBound ?? found.lowerBound)..<found.upperBound
      }
      part.text.takeFields(line, at: found.lowerBound, before: end, &fields)
      index = found.upperBound
    }
    return index == end ? name : nil
  }

  /// Whether a word goes on over a place inside of a message.
  static func isWordCut(_ line: Span<UInt8>, _ index: Int, _ message: Range<Int>) -> Bool {
    index > message.lowerBound && index < message.upperBound && line.isLetterLike(before: index)
      && line.isLetterLike(at: index)
  }
}

/// A process or a tag that a line must come from; `*` at an end stands for the rest.
struct SenderName: Sendable {
  private let text: [UInt8]
  private let isOpenBefore: Bool
  private let isOpenAfter: Bool

  init(_ name: String) {
    isOpenBefore = name.hasPrefix("*")
    isOpenAfter = name.count > 1 && name.hasSuffix("*")
    text = Array(name.utf8.dropFirst(isOpenBefore ? 1 : 0).dropLast(isOpenAfter ? 1 : 0))
  }

  /// Whether the process or the tag of a line has that name.
  func fits(_ line: Span<UInt8>, _ header: Header) -> Bool {
    header.process.map { fits(line, $0) } == true || header.tag.map { fits(line, $0) } == true
  }

  func fits(_ line: Span<UInt8>, _ name: Range<Int>) -> Bool {
    guard name.count >= text.count else { return false }
    if !isOpenBefore, !isOpenAfter, name.count != text.count { return false }
    if isOpenBefore, isOpenAfter {
      return (name.lowerBound...name.upperBound - text.count).contains { starts(line, at: $0) }
    }
    return starts(line, at: isOpenBefore ? name.upperBound - text.count : name.lowerBound)
  }

  private func starts(_ line: Span<UInt8>, at index: Int) -> Bool {
    for offset in text.indices where line[index + offset] != text[offset] { return false }
    return true
  }
}
