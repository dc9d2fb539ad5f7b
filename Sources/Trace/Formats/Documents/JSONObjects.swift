extension DocumentReader {
  /// Reads an object that is complete: the header of a record in it that holds no event, if it is just one.
  mutating func readObject(_ text: Span<UInt8>) -> Header? {
    var record = JSONRecord(scanner, 0, text)
    if record.marks != 0, let kind = kind(of: record, text) {
      switch kind {
      case .trace: readTraceEvent(record, 0, text)
      // Its records were read one by one.
      case .telemetry: break
      case .incident: readIncident(record, text)
      case .metrics: readMetrics(text)
      case .elements: break
      case .appleLog:
        record.format = .oslogJSON
        record.keepsMessageOnly()
        readKind(of: &record, text)
        return readPlain(record, text)
      }
      return nil
    }
    return readPlain(record, text)
  }

  /// Looks at the sort of a record of the system's log. A dump of state quotes what happened before, and to others;
  /// what the log says about itself may have no other words than the sort.
  private func readKind(of record: inout JSONRecord, _ text: Span<UInt8>) {
    guard let node = record.kind else { return }
    func isOf(_ sort: StaticString) -> Bool {
      node.value.count == sort.utf8CodeUnitCount
        && text.has(sort, at: node.value.lowerBound, before: node.value.upperBound)
    }
    record.ignoresMessage = isOf("stateEvent")
    if isOf("timesyncEvent") || isOf("lossEvent") { record.isOfLog(node) }
  }

  private mutating func readPlain(
    _ record: JSONRecord, _ text: Span<UInt8>
  ) -> Header? {
    finishTrace()
    return emit(record, text) ? nil : header(of: record, text)
  }

  /// The header of a record that holds no event.
  private mutating func header(of record: JSONRecord, _ text: Span<UInt8>) -> Header {
    var header = Header(message: 0..<0)
    header.format = record.format
    header.time = record.time.map { TimeField(ofField: $0.value, in: text, isDayFirst: &isDayFirst) }
    header.process = record.processName(text)
    header.pid = record.pid(text)
    return header
  }

  private enum Kind { case appleLog, trace, telemetry, incident, metrics, elements }

  /// What an object is by its keys; nil for a record like any other.
  private func kind(of record: JSONRecord, _ text: Span<UInt8>) -> Kind? {
    if record.has(.eventMessage) || record.has(.composedMessage) { return .appleLog }
    if record.has(.ph) && (record.has(.ts) || record.has(.dur) || record.event == nil) { return .trace }
    if record.has(.resourceLogs) { return .telemetry }
    if record.has(.bugType) || record.has(.captureTime) || record.has(.procLaunch)
      || record.has(.largestProcess)
    {
      return .incident
    }
    if record.has(.crashDiagnostics) || record.has(.applicationExitMetrics) || record.has(.hangDiagnostics)
      || record.has(.cpuExceptionDiagnostics)
    {
      return .metrics
    }
    // The end of `log show`, and what is around records that were read one by one.
    return record.message == nil && (record.has(.finished) || scanner.hasElements) ? .elements : nil
  }

  /// Whether the object that is open has the keys of a document.
  mutating func isKnownDocument(_ text: Span<UInt8>) -> Bool {
    scanner.closeNodes()
    switch kind(of: JSONRecord(scanner, 0, text), text) {
    case .telemetry, .incident, .metrics: return true
    case .appleLog, .trace, .elements, nil: return false
    }
  }

  /// Reads an element of an array that is read element by element.
  mutating func readElement(_ index: Int, _ elements: JSONScanner.Elements, _ text: Span<UInt8>) {
    switch elements {
    case .resources, .scopes, .logRecords: readTelemetry(index, elements, text)
    case .records, .whole:
      readElement(index, text)
      scanner.drop(from: index)
    }
  }

  private mutating func readElement(_ index: Int, _ text: Span<UInt8>) {
    var record = JSONRecord(scanner, index, text)
    if record.has(.ph) { return readTraceEvent(record, index, text) }
    finishTrace()
    if let header = scanner.member("header", of: index, in: text) {
      record.read(scanner, header, text, depth: 2)
      record.format = .studioJSON
      record.tag = scanner.member("tag", of: header, in: text).map { scanner.nodes[$0] }
    }
    guard record.message != nil else { return }
    if !emit(record, text) { items.append(.silent(record.format)) }
  }
}
