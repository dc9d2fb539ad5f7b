extension DocumentReader {
  /// Reads a complete object. Returns its header if it is a single record without an event.
  mutating func readObject(_ text: Span<UInt8>) -> Header? {
    var record = JSONRecord(scanner, 0, text)
    if record.marks != 0 || !ownLayouts.isEmpty, let kind = kind(of: record, text) {
      switch kind {
      case .trace: readTraceEvent(record, 0, text)
      // Its records were already read one by one.
      case .telemetry: break
      case .incident: readIncident(record, text)
      case .metrics: readMetrics(text)
      case .records(let layout):
        readRecords(of: 0, layout, text)
        // The document may have a message of its own.
        if !layout.records.isEmpty { _ = emit(record, text) }
      case .elements: break
      case .appleLog:
        record.format = .oslogJSON
        record.clearEventMembers()
        readKind(of: &record, text)
        return readPlain(record, text)
      }
      return nil
    }
    return readPlain(record, text)
  }

  /// Reads the kind of a record of the system's log. A state dump quotes earlier events and events of other processes, so its
  /// message is ignored. A record about the log itself may have no message; its kind is used instead.
  private func readKind(of record: inout JSONRecord, _ text: Span<UInt8>) {
    guard let node = record.kind else { return }
    func isOf(_ sort: StaticString) -> Bool {
      node.value.count == sort.utf8CodeUnitCount
        && text.has(sort, at: node.value.lowerBound, before: node.value.upperBound)
    }
    record.ignoresMessage = isOf("stateEvent")
    if isOf("timesyncEvent") || isOf("lossEvent") { record.isFromLoggingSystem(node) }
  }

  private mutating func readPlain(
    _ record: JSONRecord, _ text: Span<UInt8>
  ) -> Header? {
    finishTrace()
    return emit(record, text) ? nil : header(of: record, text)
  }

  /// Returns the header of a record without an event.
  private mutating func header(of record: JSONRecord, _ text: Span<UInt8>) -> Header {
    var header = Header(message: 0..<0)
    header.format = record.format
    header.time = record.time.map { TimeField(ofField: $0.value, in: text, isDayFirst: &isDayFirst) }
    header.process = record.processName(text)
    header.pid = record.pid(text)
    return header
  }

  private enum Kind { case appleLog, trace, telemetry, incident, metrics, records(DocumentLayout), elements }

  /// Returns the kind of an object, determined by its keys; nil for an ordinary record.
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
    if let layout = layout(of: record, 0, text) { return .records(layout) }
    // The last line of `log show`, or the object around records that were read one by one.
    return record.message == nil && (record.has(.finished) || scanner.hasElements) ? .elements : nil
  }

  /// Whether the open object has the keys of a document.
  mutating func isKnownDocument(_ text: Span<UInt8>) -> Bool {
    scanner.closeNodes()
    switch kind(of: JSONRecord(scanner, 0, text), text) {
    case .telemetry, .incident, .metrics, .records: return true
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
    if let layout = layout(of: record, index, text) {
      readRecords(of: index, layout, text)
      return
    }
    if let header = scanner.member("header", of: index, in: text) {
      record.read(scanner, header, text, depth: 2)
      record.format = .studioJSON
      record.tag = scanner.member("tag", of: header, in: text).map { scanner.nodes[$0] }
    }
    guard record.message != nil else { return }
    if !emit(record, text) { items.append(.silent(record.format)) }
  }
}
