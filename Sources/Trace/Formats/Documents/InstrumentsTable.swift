/// Reads tables of Instruments, as exported by `xctrace export`:
///
///     <trace-query-result><node><schema name="os-log"><col><mnemonic>time</mnemonic></col>…</schema>
///     <row><event-time id="1" fmt="00:01.250.000">1250000000</event-time>…<os-log-metadata id="9" fmt="…"/></row>
///     <row><event-time id="11" fmt="00:09.000.000">9000000000</event-time>…<os-log-metadata ref="9"/></row>
///
/// A repeated value is written as a reference to the id of its first occurrence, which can be anywhere above in the document. So
/// values that may be needed again are kept. Times are nanoseconds since the start of the recording, which only the table of
/// contents contains.
struct InstrumentsTable {
  /// The value of an element.
  struct Value {
    /// The raw value.
    var text: [UInt8] = []
    /// The formatted value (`fmt`). `places` has the index of each of its bytes in the excerpt.
    var shown: [UInt8] = []
    var places: [Int32] = []
    var process: [UInt8]?
    var pid: Int?
    var thread: [UInt8]?
    /// The excerpt of a value that may name an event; nil for other values.
    var excerpt: DocumentText.Excerpt?
  }

  /// The values of a row, by the names of their columns and of their elements.
  struct Row {
    var values: [String: Value] = [:]
    var schema = ""
    /// The time at which the recording began.
    var start: Timestamp?
  }

  fileprivate struct Element {
    var name: String
    var id: Int?
    var hasFormatted = false
    var value = Value()
  }

  private(set) var isOpen = false
  /// Whether the document is not from Instruments.
  private(set) var isForeign = false
  /// The complete rows that have not been read yet.
  var rows: [Row] = []
  /// The begins and ends of periods. They wait for the end of the document, because their table is not sorted by time.
  var periods: [(time: Int64, record: AssembledRecord)] = []
  private var scanner = XMLScanner()
  private var text: [UInt8] = []
  private var place = DocumentText(line: 0)
  private var columns: [String] = []
  private var schema = ""
  private var elements: [Element] = []
  private var row: Row?
  private var column = 0
  /// The number of bytes of text in the current row.
  private var size = 0
  private(set) var values: InstrumentsValues
  let limits: ReaderLimits
  private var start: Timestamp?
  /// The faults since the last call of `takeFaults`.
  private var faults: [(line: Int, column: Int, UnreadableReason)] = []

  private static let longestText = 1_000
  private static let roots = ["trace-query-result", "trace-toc"]
  private static let kept = [
    "process", "thread", "tid", "pid", "event-type", "event-time", "start-time", "sample-time", "duration",
    "app-period",
  ]

  init(_ limits: ReaderLimits) {
    self.limits = limits
    values = InstrumentsValues(limits)
  }

  /// Whether a line may begin a document of Instruments.
  static func mayBegin(_ line: Span<UInt8>, _ message: Range<Int>) -> Bool {
    (["<?xml ", "<trace-query-result", "<trace-toc"] as [StaticString]).contains {
      line.has($0, at: message.lowerBound, before: message.upperBound)
    }
  }

  /// Reads the next line. If `number` is nil, it is another part of a line that is too long to be read at once.
  mutating func readLine(_ line: Span<UInt8>, number: Int?, isLineEnd: Bool, _ recognizer: Recognizer) {
    isOpen = true
    if let number {
      if text.isEmpty { place = DocumentText(line: number) } else { place.beginLine(at: text.count) }
    } else {
      place.extendLine()
    }
    // Moved out of the table while it is read, which avoids a copy, and back to reuse its memory.
    var text: [UInt8] = []
    swap(&text, &self.text)
    defer { swap(&text, &self.text) }
    text.append(line)
    if isLineEnd { text.append(.lineFeed) }
    read(text.span, recognizer)
    // The start of a short line is kept, because it is shown with the next tag.
    let start = place.startOfLine(at: scanner.position)
    let isShort = scanner.position < text.count && text.count - start <= DocumentText.longestExcerpt
    let cut = isShort ? start : scanner.position
    if cut > 0 {
      place.remove([0..<cut], from: text.span)
      text.removeSubrange(..<cut)
      scanner.forget(cut)
    }
    if text.count - scanner.position > limits.record {
      lose(.tooLargeTag, at: scanner.position, text.span)
      isOpen = false
    }
  }

  /// Returns and removes the faults so far.
  mutating func takeFaults() -> [(line: Int, column: Int, UnreadableReason)] {
    guard !faults.isEmpty else { return [] }
    defer { faults = [] }
    return faults
  }

  private mutating func lose(_ reason: UnreadableReason, at index: Int, _ text: Span<UInt8>) {
    faults.append((place.line(at: index), place.column(at: index, in: text), reason))
  }

  /// Reads the complete tags and texts of the lines so far.
  private mutating func read(_ text: Span<UInt8>, _ recognizer: Recognizer) {
    while let token = scanner.next(text) {
      switch token {
      case .open(let name, let attributes, let isEmpty):
        let name = String(decoding: [UInt8](text.extracting(name)), as: UTF8.self)
        if elements.isEmpty, !Self.roots.contains(name) {
          isForeign = true
          return
        }
        guard elements.count < limits.tags else {
          lose(.tagsTooDeep, at: attributes.lowerBound, text)
          isOpen = false
          return
        }
        open(name, text, attributes, recognizer)
        guard size <= limits.record else {
          lose(.tooLargeTag, at: attributes.lowerBound, text)
          isOpen = false
          return
        }
        if isEmpty { close(text, recognizer) }
      case .text(let range):
        // Long texts are only needed in rows.
        guard let last = elements.indices.last,
          row != nil || elements[last].value.text.count < Self.longestText
        else { continue }
        if row != nil { size += range.count }
        guard size <= limits.record else {
          lose(.tooLargeTag, at: range.lowerBound, text)
          isOpen = false
          return
        }
        XMLScanner.decode(text, range) { byte, _ in elements[last].value.text.append(byte) }
      case .close:
        close(text, recognizer)
        if elements.isEmpty {
          isOpen = false
          return
        }
      }
    }
  }

  private mutating func open(
    _ name: String, _ text: Span<UInt8>, _ attributes: Range<Int>, _ recognizer: Recognizer
  ) {
    var element = Element(name: name)
    element.id = Self.number("id", text, attributes)
    if name == "schema" {
      schema = Self.string("name", text, attributes) ?? ""
      columns = []
    } else if name == "row" {
      row = Row(schema: schema, start: start)
      (column, size) = (0, 0)
    } else if row != nil {
      if let reference = Self.number("ref", text, attributes) {
        element.hasFormatted = true
        element.value = values[reference, of: name] ?? Value()
        size += element.value.shown.count
        if values.isMissing(reference, of: name) {
          lose(.lostValue, at: attributes.lowerBound, text)
        }
        if element.value.excerpt != nil { locate(&element.value, at: attributes.lowerBound, text) }
      } else if let shown = XMLScanner.attribute("fmt", text, attributes) {
        element.hasFormatted = true
        size += shown.count
        var places: [Int] = []
        XMLScanner.decode(text, shown) { byte, index in
          element.value.shown.append(byte)
          places.append(index)
        }
        if name == "app-period" || !recognizer.candidates(in: element.value.shown, .apple).isEmpty {
          let excerpt = place.excerpt(at: shown.lowerBound, in: text)
          element.value.excerpt = excerpt
          element.value.places = places.map { place.place(of: $0, in: excerpt) }
        }
      }
    } else if name == "process", let status = Self.number("return-exit-status", text, attributes) {
      // The table of contents contains the exit status of the process.
      var value = Value()
      value.process = Self.string("name", text, attributes).map { Array($0.utf8) }
      value.pid = Self.number("pid", text, attributes)
      value.text = Array("\(status)".utf8)
      locate(&value, at: attributes.lowerBound, text)
      rows.append(Row(values: ["process": value], schema: "toc", start: start))
    }
    elements.append(element)
  }

  /// Sets the location of a value to an index of the text.
  private mutating func locate(_ value: inout Value, at index: Int, _ text: Span<UInt8>) {
    let excerpt = place.excerpt(at: index, in: text)
    let column = place.place(of: index, in: excerpt)
    value.excerpt = excerpt
    value.places = value.shown.map { _ in column }
  }

  private static func string(_ name: String, _ text: Span<UInt8>, _ attributes: Range<Int>) -> String? {
    guard let range = XMLScanner.attribute(name, text, attributes) else { return nil }
    var bytes: [UInt8] = []
    XMLScanner.decode(text, range) { byte, _ in bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func number(_ name: String, _ text: Span<UInt8>, _ attributes: Range<Int>) -> Int? {
    string(name, text, attributes).flatMap { Int($0) }
  }

  private mutating func close(_ text: Span<UInt8>, _ recognizer: Recognizer) {
    guard var element = elements.popLast() else { return }
    switch element.name {
    case "mnemonic" where columns.count < limits.columns:
      columns.append(String(decoding: element.value.text, as: UTF8.self))
    case "start-date":
      let date = element.value.text
      start = DateTimeField(date.span, at: 0, before: date.count)?.timestamp(date.span)
    case "row":
      if let row { rows.append(row) }
      row = nil
      size = 0
    default:
      guard row != nil, let parent = elements.indices.last else { return }
      complete(&element)
      if !element.hasFormatted, !Self.kept.contains(element.name) {
        if element.value.shown.isEmpty { element.value.shown = element.value.text }
        if !recognizer.candidates(in: element.value.shown, .apple).isEmpty {
          locate(&element.value, at: scanner.position - 1, text)
        }
      }
      if let id = element.id, element.value.excerpt != nil || Self.kept.contains(element.name) {
        values.store(element.value, id, of: element.name)
      }
      if elements[parent].name == "row" {
        guard column < limits.columns else {
          if column == limits.columns { lose(.tooManyColumns, at: scanner.position - 1, text) }
          column += 1
          return
        }
        let names = column < columns.count ? [columns[column], element.name] : [element.name]
        column += 1
        for name in names where row?.values[name] == nil { row?.values[name] = element.value }
      } else {
        elements[parent].addContent(of: element)
      }
    }
  }

  /// Sets the process name, pid or thread of an element from its text.
  private func complete(_ element: inout Element) {
    switch element.name {
    case "pid":
      element.value.pid = element.value.pid ?? Int(String(decoding: element.value.text, as: UTF8.self))
    case "tid": element.value.thread = element.value.thread ?? element.value.shown
    case "process":
      // `Walk (4242)`
      guard element.value.process == nil, let bracket = element.value.shown.lastIndex(of: UInt8(ascii: "("))
      else { return }
      element.value.process = element.value.shown[..<bracket].reversed().drop { $0.isSpace }.reversed()
    default: break
    }
  }
}

extension InstrumentsTable.Element {
  /// Adds the content of a child element.
  fileprivate mutating func addContent(of inner: Self) {
    value.pid = inner.value.pid ?? value.pid
    value.process = inner.value.process ?? value.process
    value.thread = inner.value.thread ?? value.thread
    // An element without `fmt` is shown as its children in order. Their raw values are used, because `fmt` formats numbers for
    // people.
    if hasFormatted { return }
    value.shown += inner.value.text.isEmpty ? inner.value.shown : inner.value.text
  }
}
