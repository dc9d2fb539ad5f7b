/// Tables of Instruments, as `xctrace export` writes them:
///
///     <trace-query-result><node><schema name="os-log"><col><mnemonic>time</mnemonic></col>…</schema>
///     <row><event-time id="1" fmt="00:01.250.000">1250000000</event-time>…<os-log-metadata id="9" fmt="…"/></row>
///     <row><event-time id="11" fmt="00:09.000.000">9000000000</event-time>…<os-log-metadata ref="9"/></row>
///
/// A value that was there before is only named by its id, in the whole document; so what may be needed again is kept.
/// Times count nanoseconds from the start of the recording, which only the table of contents tells.
struct InstrumentsTable {
  /// A value that is kept.
  struct Value {
    /// The raw form.
    var text: [UInt8] = []
    /// The shown form, and where its bytes stand in the line.
    var shown: [UInt8] = []
    var places: [Int32] = []
    var process: [UInt8]?
    var pid: Int?
    var thread: [UInt8]?
    /// The line of what may name an event; nil for anything else.
    var excerpt: DocumentText.Excerpt?
  }

  /// What a row says, by the name of the column and that of the element.
  struct Row {
    var values: [String: Value] = [:]
    var schema = ""
    /// When the recording began.
    var start: Timestamp?
  }

  fileprivate struct Element {
    var name: String
    var id: Int?
    var hasShown = false
    var value = Value()
  }

  private(set) var isOpen = false
  /// Whether the document is another one.
  private(set) var isForeign = false
  /// Rows that are complete.
  var rows: [Row] = []
  /// Records of a table that is not in the order of time.
  var periods: [(time: Int64, record: AssembledRecord)] = []
  private var scanner = XMLScanner()
  private var text: [UInt8] = []
  private var place = DocumentText(line: 0)
  private var columns: [String] = []
  private var schema = ""
  private var elements: [Element] = []
  private var row: Row?
  private var column = 0
  /// How many bytes of text there are since the row began.
  private var size = 0
  private(set) var values: InstrumentsValues
  let limits: ReaderLimits
  private var start: Timestamp?
  /// What was found to be too much since that was asked last.
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

  /// Whether a line begins a document of Instruments, or may do so.
  static func mayBegin(_ line: Span<UInt8>, _ message: Range<Int>) -> Bool {
    (["<?xml ", "<trace-query-result", "<trace-toc"] as [StaticString]).contains {
      line.has($0, at: message.lowerBound, before: message.upperBound)
    }
  }

  /// Reads the next line. Without a number, it is another part of a line that is too long to be read at once.
  mutating func readLine(_ line: Span<UInt8>, number: Int?, isLineEnd: Bool, _ recognizer: Recognizer) {
    isOpen = true
    if let number {
      if text.isEmpty { place = DocumentText(line: number) } else { place.beginLine(at: text.count) }
    } else {
      place.extendLine()
    }
    // Out of the table while it is lent, and back for its memory.
    var text: [UInt8] = []
    swap(&text, &self.text)
    defer { swap(&text, &self.text) }
    text.append(line)
    if isLineEnd { text.append(.lineFeed) }
    read(text.span, recognizer)
    // What is before a tag in its line is shown with it.
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

  /// What was found to be too much.
  mutating func takeFaults() -> [(line: Int, column: Int, UnreadableReason)] {
    guard !faults.isEmpty else { return [] }
    defer { faults = [] }
    return faults
  }

  private mutating func lose(_ reason: UnreadableReason, at index: Int, _ text: Span<UInt8>) {
    faults.append((place.line(at: index), place.column(at: index, in: text), reason))
  }

  /// Reads the tags and texts of the lines up to now.
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
          lose(.deepTag, at: attributes.lowerBound, text)
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
        // Nobody reads long texts but those in rows.
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
        element.hasShown = true
        element.value = values[reference, of: name] ?? Value()
        size += element.value.shown.count
        if values.isMissing(reference, of: name) {
          lose(.lostValue, at: attributes.lowerBound, text)
        }
        if element.value.excerpt != nil { locate(&element.value, at: attributes.lowerBound, text) }
      } else if let shown = XMLScanner.attribute("fmt", text, attributes) {
        element.hasShown = true
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
      // The table of contents tells how a process ended.
      var value = Value()
      value.process = Self.string("name", text, attributes).map { Array($0.utf8) }
      value.pid = Self.number("pid", text, attributes)
      value.text = Array("\(status)".utf8)
      locate(&value, at: attributes.lowerBound, text)
      rows.append(Row(values: ["process": value], schema: "toc", start: start))
    }
    elements.append(element)
  }

  /// Puts a value where it is named.
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
      if !element.hasShown, !Self.kept.contains(element.name) {
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

  /// Gives an element what its text tells.
  private func complete(_ element: inout Element) {
    switch element.name {
    case "pid":
      element.value.pid = element.value.pid ?? Int(String(decoding: element.value.text, as: UTF8.self))
    case "tid": element.value.thread = element.value.thread ?? element.value.shown
    case "process":
      // `Walk (4242)`
      guard element.value.process == nil, let bracket = element.value.shown.lastIndex(of: UInt8(ascii: "("))
      else { return }
      element.value.process = element.value.shown[..<bracket].reversed().drop { $0.isBlank }.reversed()
    default: break
    }
  }
}

extension InstrumentsTable.Element {
  /// Adds the content of an element inside of this one.
  fileprivate mutating func addContent(of inner: Self) {
    value.pid = inner.value.pid ?? value.pid
    value.process = inner.value.process ?? value.process
    value.thread = inner.value.thread ?? value.thread
    // What has no shown form is shown as its parts, one behind the other; their numbers are written for people.
    if hasShown { return }
    value.shown += inner.value.text.isEmpty ? inner.value.shown : inner.value.text
  }
}
