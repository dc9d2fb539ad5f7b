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
    /// The line of what may name an event; 0 for anything else.
    var line = 0
    var original: [UInt8] = []
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
  private var values: [Int: Value] = [:]
  private var start: Timestamp?

  private static let mostValues = 1 << 18
  private static let mostColumns = 200
  private static let deepest = 100
  private static let roots = ["trace-query-result", "trace-toc"]
  private static let kept = [
    "process", "thread", "tid", "pid", "event-type", "event-time", "start-time", "sample-time", "duration",
    "app-period",
  ]

  /// Whether a line begins a document of Instruments, or may do so.
  static func mayBegin(_ line: Span<UInt8>, _ message: Range<Int>) -> Bool {
    (["<?xml ", "<trace-query-result", "<trace-toc"] as [StaticString]).contains {
      line.has($0, at: message.lowerBound, before: message.upperBound)
    }
  }

  /// Passes over a line.
  mutating func skipLine() {
    guard !text.isEmpty else { return }
    place.begin(lineAt: text.count)
    text.append(.lineFeed)
  }

  /// Takes the next line. False where a tag is too long to be read, or too many are open.
  mutating func take(_ line: Span<UInt8>, number: Int, _ recognizer: Recognizer) -> Bool {
    isOpen = true
    if text.isEmpty { place = DocumentText(line: number) } else { place.begin(lineAt: text.count) }
    text.append(line)
    text.append(.lineFeed)
    read(recognizer)
    let cut = scanner.position == text.count ? text.count : place.forget(before: scanner.position)
    text.removeSubrange(..<cut)
    scanner.forget(cut)
    return text.count <= DocumentReader.largestRecord && elements.count <= Self.deepest
  }

  /// Reads the tags and texts of the lines up to now.
  private mutating func read(_ recognizer: Recognizer) {
    var text: [UInt8] = []
    swap(&text, &self.text)
    defer { swap(&text, &self.text) }
    while let token = scanner.next(text.span) {
      switch token {
      case .open(let name, let attributes, let isEmpty):
        let name = String(decoding: text[name], as: UTF8.self)
        if elements.isEmpty, !Self.roots.contains(name) {
          isForeign = true
          return
        }
        open(name, text.span, attributes, recognizer)
        if isEmpty { close(text.span, recognizer) }
      case .text(let range):
        guard let last = elements.indices.last, elements[last].value.text.count < 1_000 else { continue }
        XMLScanner.decode(text.span, range) { byte, _ in elements[last].value.text.append(byte) }
      case .close:
        close(text.span, recognizer)
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
      column = 0
    } else if row != nil {
      if let reference = Self.number("ref", text, attributes) {
        element.hasShown = true
        element.value = values[reference] ?? Value()
        if element.value.line > 0 { locate(&element.value, at: attributes.lowerBound, text) }
      } else if let shown = XMLScanner.attribute("fmt", text, attributes) {
        element.hasShown = true
        XMLScanner.decode(text, shown) { byte, index in
          element.value.shown.append(byte)
          element.value.places.append(place.place(of: index))
        }
        if name == "app-period"
          || recognizer.mayFindInLines(of: element.value.shown)
        {
          let places = element.value.places
          locate(&element.value, at: shown.lowerBound, text)
          element.value.places = places
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
    let column = place.place(of: index)
    value.line = place.line(at: index)
    value.original = place.bytes(of: value.line, in: text)
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
    case "mnemonic" where columns.count < Self.mostColumns:
      columns.append(String(decoding: element.value.text, as: UTF8.self))
    case "start-date":
      let date = element.value.text
      start = ClockReading(date.span, at: 0, before: date.count)?.timestamp(date.span)
    case "row":
      if let row { rows.append(row) }
      row = nil
    default:
      guard row != nil, let parent = elements.indices.last else { return }
      complete(&element)
      if !element.hasShown, !Self.kept.contains(element.name) {
        if element.value.shown.isEmpty { element.value.shown = element.value.text }
        if recognizer.mayFindInLines(of: element.value.shown) {
          locate(&element.value, at: scanner.position - 1, text)
        }
      }
      if let id = element.id, values.count < Self.mostValues,
        element.value.line > 0 || Self.kept.contains(element.name)
      {
        values[id] = element.value
      }
      if elements[parent].name == "row" {
        guard column < Self.mostColumns else { return }
        let names = column < columns.count ? [columns[column], element.name] : [element.name]
        column += 1
        for name in names where row?.values[name] == nil { row?.values[name] = element.value }
      } else {
        elements[parent].take(element)
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
  /// Takes in what an element inside of this one is.
  fileprivate mutating func take(_ inner: Self) {
    value.pid = inner.value.pid ?? value.pid
    value.process = inner.value.process ?? value.process
    value.thread = inner.value.thread ?? value.thread
    // What has no shown form is shown as its parts, one behind the other; their numbers are written for people.
    guard !hasShown, value.shown.count < 1_000 else { return }
    value.shown += inner.value.text.isEmpty ? inner.value.shown : inner.value.text
  }
}

extension Recognizer {
  /// Whether a line of a text may hold an event.
  fileprivate func mayFindInLines(of text: [UInt8]) -> Bool {
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: .lineFeed) ?? text.count
      if mayFind(in: text.span, start..<end, .apple) { return true }
      start = end + 1
    }
    return false
  }
}
