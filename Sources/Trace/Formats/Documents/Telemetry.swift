/// OpenTelemetry's logs in JSON, in one line or over many:
///
///     {"resourceLogs":[{"resource":{"attributes":[…]},"scopeLogs":[{"logRecords":[
///       {"timeUnixNano":"1767258000123000000","body":{"stringValue":"applicationDidEnterBackground"},"attributes":[…]}
///     ]}]}]}
///
/// where an attribute is `{"key":"process.pid","value":{"intValue":"42"}}`: of the resource, or of the record.
extension DocumentReader {
  mutating func readTelemetry(_ text: Span<UInt8>) {
    guard let resources = scanner.member("resourceLogs", of: 0, in: text) else { return }
    for (resource, _) in scanner.children(of: resources) {
      var common = JSONRecord()
      common.format = .otlp
      if let attributes = scanner.member(["resource", "attributes"], of: resource, in: text) {
        readAttributes(attributes, text, into: &common)
      }
      let scopes =
        scanner.member("scopeLogs", of: resource, in: text)
        ?? scanner.member("instrumentationLibraryLogs", of: resource, in: text)
      guard let scopes else { continue }
      for (scope, _) in scanner.children(of: scopes) {
        guard let records = scanner.member("logRecords", of: scope, in: text) else { continue }
        for (index, _) in scanner.children(of: records) { readLogRecord(index, common, text) }
      }
    }
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
