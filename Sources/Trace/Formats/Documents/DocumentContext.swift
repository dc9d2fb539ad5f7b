/// The properties that all records of a document share.
struct DocumentContext {
  let layout: DocumentLayout
  /// The name of the app.
  private(set) var process: [UInt8]?
  /// The sender of the records, for the `from` of a template.
  let sender: [UInt8]?
  /// The name and the version of the operating system: `iOS 17.4`.
  private(set) var system: String?
  /// The format that the records are counted as.
  private(set) var format: Format
  /// Facts about the app: the names of fields, and their values.
  private(set) var facts: [(name: String, value: String)] = []
  /// The index of a value in the text that the facts are taken from.
  private(set) var place = 0
  /// Whether the facts were handed out.
  var hasEmitted = false
  private var run: [UInt8] = []

  init(_ layout: DocumentLayout) {
    self.layout = layout
    format = layout.format
    sender = layout.sender.map { Array($0.rawValue.utf8) }
  }

  /// Reads the properties of a document. A document that does not name its run is one of its own, which `number` identifies; nil
  /// if all such documents are of one run.
  mutating func read(
    _ scanner: borrowing JSONScanner, _ document: Int, number: Int?, _ text: Span<UInt8>
  ) {
    place = scanner.nodes[document].value.lowerBound
    process = layout.process.flatMap { scanner.text(at: $0, of: document, in: text) }
    let name = string(layout.system, scanner, document, text)
    if let name {
      system = [name, string(layout.systemVersion, scanner, document, text)].compactMap(\.self)
        .joined(separator: " ")
    }
    if name?.lowercased() == "android" { format = .androidTelemetry }
    facts = layout.facts.compactMap { fact in
      string(fact.place, scanner, document, text).map { (fact.field, $0) }
    }
    run = Self.key(layout.run.compactMap { scanner.text(at: $0, of: document, in: text) })
    if run.isEmpty, let number { run = Self.key([Array("#\(number)".utf8)]) }
  }

  /// Returns the text that identifies the run of the app that a record belongs to: the name of the app, and the values that
  /// identify the run. It is empty if the layout names none.
  func run(of record: Int, _ scanner: borrowing JSONScanner, _ text: Span<UInt8>) -> [UInt8] {
    let key = run + Self.key(layout.recordRun.compactMap { scanner.text(at: $0, of: record, in: text) })
    return key.isEmpty ? [] : (process ?? []) + key
  }

  /// All facts, as one text.
  var signature: [UInt8] {
    Array(([system ?? ""] + facts.flatMap { [$0.name, $0.value] }).joined(separator: "\0").utf8)
  }

  /// Joins values with NULs, which no name contains.
  private static func key(_ values: [[UInt8]]) -> [UInt8] { values.flatMap { [0] + $0 } }

  private func string(
    _ path: JSONPath?, _ scanner: borrowing JSONScanner, _ document: Int, _ text: Span<UInt8>
  ) -> String? {
    path.flatMap { scanner.text(at: $0, of: document, in: text) }.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The runs of apps whose facts were handed out.
struct KnownRuns {
  /// The number of documents so far.
  var documents = 0
  private var signatures: [[UInt8]: [UInt8]] = [:]
  private let limit: Int

  init(_ limits: ReaderLimits) { limit = limits.names }

  /// Notes the facts about a run. Returns false if they are known.
  mutating func noteFacts(_ signature: [UInt8], of run: [UInt8]) -> Bool {
    if signatures[run] == signature { return false }
    // Facts may be repeated, but memory is bounded.
    if signatures.count >= limit { signatures.removeAll(keepingCapacity: true) }
    signatures[run] = signature
    return true
  }
}
