/// The state of reading OpenTelemetry's logs in JSON, on one line or on several:
///
///     {"resourceLogs":[{"resource":{"attributes":[…]},"scopeLogs":[{"logRecords":[
///       {"timeUnixNano":"1767258000123000000","body":{"stringValue":"applicationDidEnterBackground"},"attributes":[…]}
///     ]}]}]}
///
/// An attribute of a resource or of a record is `{"key":"process.pid","value":{"intValue":"42"}}`. Records are read one by one.
/// Records that precede the description of their resource wait for it, up to half of `ReaderLimits.record`.
struct Telemetry {
  /// The properties that all records of the open resource share; nil if they have to be read.
  fileprivate var common: JSONRecord?
  /// The app and the system that the open resource describes.
  fileprivate var context = DocumentContext(.openTelemetry)
  /// Whether records wait for the description of their resource.
  fileprivate(set) var isDeferred = false
  /// Whether records were read without the description of their resource, because it was not found in time.
  fileprivate var isEarly = false

  /// Whether any state of a resource is stored.
  var isKnown: Bool { common != nil || isDeferred || isEarly }

  /// Discards the ranges of the text, which are no longer valid after text was removed.
  mutating func forgetPlaces() { common = nil }

  /// Stops waiting, because the nodes of the waiting records were dropped.
  mutating func forgetNodes() { isDeferred = false }
}

extension DocumentReader {
  /// The indices in `JSONScanner.containers` of the open resource, the array of its scopes, the open scope, and the array of its
  /// records.
  private static let (resource, scopes, scope, records) = (2, 3, 4, 5)

  /// Reads a record, or the end of a scope or a resource.
  mutating func readTelemetry(_ index: Int, _ elements: JSONScanner.Elements, _ text: Span<UInt8>) {
    switch elements {
    case .logRecords: readLogRecord(index, text)
    case .scopes:
      if !telemetry.isDeferred { scanner.drop(from: index) }
    default:
      if telemetry.isDeferred { readResource(index, text) }
      if telemetry.isEarly, let late = scanner.member("resource", of: index, in: text) {
        let place = scanner.nodes[late].value.lowerBound
        items.append(
          .fault(
            line: self.place.line(at: place), column: self.place.column(at: place, in: text),
            .resourceAfterRecords))
      }
      telemetry = Telemetry()
      scanner.drop(from: index)
    }
  }

  private mutating func readLogRecord(_ index: Int, _ text: Span<UInt8>) {
    finishTrace()
    if telemetry.common == nil {
      if let resource = scanner.member("resource", ofOpen: Self.resource, in: text) {
        telemetry.common = commonRecord(resource, text)
      } else if telemetry.isEarly {
        telemetry.common = commonRecord(nil, text)
      } else {
        telemetry.isDeferred = true
        if scanner.position > limits.record / 2 { readDeferred(text) }
        return
      }
    }
    if let common = telemetry.common { readLogRecord(index, common, text) }
    scanner.drop(from: index)
  }

  /// Reads the waiting records without the description of their resource. `end` limits them to records that begin before it.
  mutating func readDeferred(_ text: Span<UInt8>, before end: Int = .max) {
    scanner.closeNodes()
    readResource(Int(scanner.containers[Self.resource].node), text, before: end)
    telemetry.isDeferred = false
    telemetry.isEarly = true
    if scanner.containers.count > Self.records {
      scanner.drop(from: Int(scanner.containers[Self.records].node) + 1)
      scanner.drop(from: Self.scopes, to: Self.scope)
    }
  }

  private mutating func readResource(_ resource: Int, _ text: Span<UInt8>, before end: Int = .max) {
    let common = commonRecord(scanner.member("resource", of: resource, in: text), text)
    for name in ["scopeLogs", "instrumentationLibraryLogs"] {
      guard let scopes = scanner.member(name, of: resource, in: text) else { continue }
      for (scope, _) in scanner.children(of: scopes) {
        guard let records = scanner.member("logRecords", of: scope, in: text) else { continue }
        for (index, _) in scanner.children(of: records) where scanner.nodes[index].value.lowerBound < end {
          readLogRecord(index, common, text)
        }
      }
    }
  }

  /// Returns a record with the properties that all records of a resource share.
  private mutating func commonRecord(_ resource: Int?, _ text: Span<UInt8>) -> JSONRecord {
    var common = JSONRecord()
    common.format = .otlp
    telemetry.context = DocumentContext(.openTelemetry)
    if let resource { telemetry.context.read(scanner, resource, number: nil, text) }
    if let resource, let attributes = scanner.member("attributes", of: resource, in: text) {
      readAttributes(attributes, text, into: &common)
    }
    return common
  }

  private mutating func readLogRecord(
    _ index: Int, _ common: JSONRecord, _ text: Span<UInt8>
  ) {
    var record = common
    record.read(scanner, index, text, depth: 0)
    if let attributes = scanner.member("attributes", of: index, in: text) {
      readAttributes(attributes, text, into: &record)
    }
    if let values = scanner.member(["body", "kvlistValue", "values"], of: index, in: text) {
      readAttributes(values, text, into: &record)
    }
    record.run = telemetry.context.run(of: index, scanner, text)
    var context = telemetry.context
    if context.layout.messages.contains(where: { compose($0, of: index, text) != nil }) {
      let parts = RecordParts(record, text, outer: nil, isDayFirst: &isDayFirst)
      let hasEvent = readRecord(index, &context, parts, text) == nil
      telemetry.context.hasEmitted = context.hasEmitted
      if hasEvent { return }
    }
    if !emit(record, text) { items.append(.silent(.otlp)) }
  }

  private func readAttributes(_ list: Int, _ text: Span<UInt8>, into record: inout JSONRecord) {
    for (index, _) in scanner.children(of: list) {
      guard let key = scanner.member("key", of: index, in: text),
        let value = scanner.member("value", of: index, in: text)
      else { continue }
      let inner = scanner.nodes[value].isScalar ? value : value + 1
      guard inner < scanner.nodes[value].end, scanner.nodes[inner].isScalar else { continue }
      record.read(key: scanner.nodes[key].value, scanner.nodes[inner], text)
    }
  }
}
