/// The text of a template between two placeholders for any text: literals and choices.
struct TemplateText: Sendable {
  private enum Element {
    case literal([UInt8])
    /// The texts of a choice, the longest first.
    case choice([[UInt8]], field: Int?)
  }

  private var elements: [Element] = []
  /// The first bytes of a choice at the start of the text.
  private var firstBytes = ByteSet("")
  private var hasFields = false

  /// The number of bytes of the text, with the longest text of each choice.
  var size: Int {
    elements.reduce(0) { size, element in
      switch element {
      case .literal(let text): size + text.count
      case .choice(let texts, _): size + (texts.first?.count ?? 0)
      }
    }
  }

  var isEmpty: Bool { elements.isEmpty }

  mutating func append(_ text: String) { elements.append(.literal(Array(text.utf8))) }

  mutating func append(_ choice: [String], field: Int?) {
    if field != nil { hasFields = true }
    if elements.isEmpty { firstBytes = ByteSet(choice.compactMap(\.utf8.first)) }
    elements.append(
      .choice(choice.map { Array($0.utf8) }.sorted { $0.count > $1.count }, field: field))
  }

  /// The conditions of a search for the text.
  struct Search {
    /// The range in which to search.
    var range: Range<Int>
    /// The message, in which a word may extend beyond the range.
    var message: Range<Int>
    /// Whether the text must end at the end of the range.
    var isWhole = false
    /// Whether to find the last occurrence instead of the first.
    var isLast = false
    /// Whether the text must not begin inside a word.
    var isAfterWord = false
    /// Whether the text must not end inside a word.
    var isBeforeWord = false
  }

  /// Returns the end of the text that begins at an index; nil if it does not begin there.
  func end(_ line: Span<UInt8>, at index: Int, before limit: Int) -> Int? {
    var index = index
    for element in elements {
      guard let length = length(of: element, line, index, limit) else { return nil }
      index += length
    }
    return index
  }

  /// Whether the bytes between an index and a limit are the beginning of the text, but not all of it.
  func goesOn(_ line: Span<UInt8>, at index: Int, behind limit: Int) -> Bool {
    var index = index
    for element in elements {
      if let length = length(of: element, line, index, limit) {
        index += length
        continue
      }
      let rest = line.extracting(min(index, limit)..<limit)
      return switch element {
      case .literal(let text): Self.goes(text, on: rest)
      case .choice(let texts, _): texts.contains { Self.goes($0, on: rest) }
      }
    }
    return false
  }

  /// Whether some bytes are the beginning of a text, but not all of it.
  private static func goes(_ text: [UInt8], on rest: Span<UInt8>) -> Bool {
    text.count > rest.count && text.span.extracting(0..<rest.count).isEqual(to: rest)
  }

  /// Appends the fields of the text that begins at an index.
  func readFields(_ line: Span<UInt8>, at index: Int, before limit: Int, _ fields: inout [Event.Field]) {
    guard hasFields else { return }
    var index = index
    for element in elements {
      guard let length = length(of: element, line, index, limit) else { return }
      if case .choice(_, let field?) = element {
        fields.append(Event.Field(name: .known(field), value: index..<index + length))
      }
      index += length
    }
  }

  private func length(of element: Element, _ line: Span<UInt8>, _ index: Int, _ limit: Int) -> Int? {
    switch element {
    case .literal(let text): line.has(text, at: index, before: limit) ? text.count : nil
    case .choice(let texts, _): texts.first { line.has($0, at: index, before: limit) }?.count
    }
  }

  /// Returns the range of the first or the last occurrence of the text; nil if there is none.
  func find(_ line: Span<UInt8>, _ search: Search) -> Range<Int>? {
    let limit = search.range.upperBound
    var found: Range<Int>?
    var next = search.range.lowerBound
    while let start = nextStart(line, next..<max(next, limit)) {
      next = start + 1
      guard let stop = end(line, at: start, before: limit), !search.isWhole || stop == limit,
        !search.isAfterWord || !TemplateMatcher.isWordCut(line, start, search.message),
        !search.isBeforeWord || !TemplateMatcher.isWordCut(line, stop, search.message)
      else { continue }
      found = start..<stop
      if !search.isLast { break }
    }
    return found
  }

  /// Returns the next index at which the text may begin.
  private func nextStart(_ line: Span<UInt8>, _ range: Range<Int>) -> Int? {
    switch elements.first {
    case .literal(let text)?: line.index(of: text.span, in: range)
    case .choice?: range.first { firstBytes.contains(line[$0]) }
    case nil: nil
    }
  }
}

extension Span<UInt8> {
  fileprivate func has(_ text: [UInt8], at index: Int, before end: Int) -> Bool {
    index >= 0 && index + text.count <= end && extracting(index..<index + text.count).isEqual(to: text.span)
  }
}
