/// What of a template stands between two holes that hold any text: literals, and choices between some.
struct TemplateText: Sendable {
  private enum Element {
    case literal([UInt8])
    /// The longest first.
    case choice([[UInt8]], field: Int?)
  }

  private var elements: [Element] = []
  /// The bytes that a choice at the start may begin with.
  private var firstBytes = ByteSet("")
  private var hasFields = false

  /// How many bytes of text it has, of a choice the most.
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

  /// Where a text is looked for.
  struct Search {
    /// Where it may stand.
    var range: Range<Int>
    /// What words may not be cut in.
    var message: Range<Int>
    /// It ends where the range does.
    var isWhole = false
    /// Of several places the last one counts.
    var isLast = false
    /// It does not begin inside of a word.
    var isAfterWord = false
    /// It does not end inside of a word.
    var isBeforeWord = false
  }

  /// The end of the text that begins at an index; nil where it does not.
  func end(_ line: Span<UInt8>, at index: Int, before limit: Int) -> Int? {
    var index = index
    for element in elements {
      guard let length = length(of: element, line, index, limit) else { return nil }
      index += length
    }
    return index
  }

  /// Whether a line that ends before the text does agrees with it up to there.
  func goesOn(_ line: Span<UInt8>, at index: Int, behind limit: Int) -> Bool {
    var index = index
    for element in elements {
      if let length = length(of: element, line, index, limit) {
        index += length
        continue
      }
      let rest = line.extracting(min(index, limit)..<limit)
      let texts =
        switch element {
        case .literal(let text): [text]
        case .choice(let texts, _): texts
        }
      return texts.contains {
        $0.count > rest.count && $0.span.extracting(0..<rest.count).isEqual(to: rest)
      }
    }
    return false
  }

  /// The fields that the text gives which begins at an index.
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

  /// The first place of the text, or the last one.
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

  /// The next place where the text may begin.
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
