extension DocumentReader {
  /// Reads a line of an XML document, or another part of a long line if `number` is nil. Returns false if the document is not
  /// from Instruments.
  mutating func readTable(_ line: Span<UInt8>, number: Int?) -> Bool {
    table.readLine(line, number: number, isLineEnd: !isInLine, recognizer)
    for row in table.rows { readRow(row) }
    table.rows.removeAll(keepingCapacity: true)
    for (line, column, reason) in table.takeFaults() {
      items.append(.fault(line: line, column: column, reason))
    }
    if table.isForeign {
      table = InstrumentsTable(limits)
      return false
    }
    if !table.isOpen {
      finishTable()
      isInLine = false
    }
    return true
  }

  mutating func finishTable() {
    let periods = table.periods.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    for period in periods { items.append(.record(period.element.record)) }
    table = InstrumentsTable(limits)
  }

  private mutating func readRow(_ row: InstrumentsTable.Row) {
    let whose = row.values["process"]
    var parts = RecordParts(.xctrace)
    parts.process = whose?.process ?? row.values["thread"]?.process
    parts.pid = whose?.pid ?? row.values["thread"]?.pid
    parts.thread = row.values["thread"]?.thread
    if row.schema == "toc", let whose {
      let status = String(decoding: whose.text, as: UTF8.self)
      let exit = DocumentFact(
        "process exit: status \(status)", from: .instruments, fields: [("code", status)])
      return items.append(record(exit, parts, of: whose).map { .record($0) } ?? .silent(.xctrace))
    }
    let times = ["time", "start", "start-time", "event-time", "sample-time"]
    let time = times.lazy.compactMap { row.values[$0]?.text }.first
    parts.time = time
    parts.moment = Self.moment(time, after: row.start)
    if let period = row.values["app-period"] { return readPeriod(period, row, parts) }
    let columns =
      row.values["name"] == nil ? ["message", "os-log-metadata"] : ["name", "signpost-name", "message"]
    guard let message = columns.lazy.compactMap({ row.values[$0] }).first(where: { $0.excerpt != nil }),
      let excerpt = message.excerpt
    else {
      return items.append(.silent(.xctrace))
    }
    let isMainThread = row.values["thread"]?.shown.starts(with: "Main Thread".utf8) == true
    let isEnd = row.values["event-type"]?.shown.starts(with: "End".utf8) == true
    let lines = recognizer.candidates(in: message.shown, .apple)
    for line in lines {
      var record = AssembledRecord(
        message: Array(message.shown[line]), Array(message.places[line]), in: excerpt)
      record.setParts(parts)
      record.isCounted = line != lines[0]
      if isMainThread { record.header.isMainThread = true }
      record.header.isEnd = isEnd
      items.append(.record(record))
    }
    if lines.isEmpty { items.append(.silent(.xctrace)) }
  }

  private static func moment(_ nanoseconds: [UInt8]?, after start: Timestamp?) -> Timestamp? {
    guard let nanoseconds, let count = Int64(String(decoding: nanoseconds, as: UTF8.self)), count >= 0 else {
      return nil
    }
    guard let start else { return Timestamp(nanoseconds: count, kind: .relative) }
    return start.advanced(by: count)
  }

  /// Reads a period in the life cycle of an app. The vocabulary may map its begin and its end.
  private mutating func readPeriod(
    _ period: InstrumentsTable.Value, _ row: InstrumentsTable.Row, _ parts: RecordParts
  ) {
    let name = String(decoding: period.shown, as: UTF8.self)
    let number = row.values["duration"].flatMap { Int64(String(decoding: $0.text, as: UTF8.self)) }
    let length = number.flatMap { $0 < 0 ? nil : $0 }
    var isMapped = false
    for (phase, distance) in [("begins", 0), ("ends", length)] {
      var parts = parts
      if let distance { parts.moment = parts.moment?.advanced(by: distance) }
      let fact = DocumentFact("\(name) \(phase)", from: .instruments)
      guard let record = record(fact, parts, of: period) else { continue }
      isMapped = true
      if distance == nil {
        if table.values.hasLostTimes {
          items.append(.fault(line: record.line, column: 1, .lostValue))
        }
        continue
      }
      guard table.periods.count < limits.periods else {
        items.append(.fault(line: record.line, column: 1, .tooManyPeriods))
        return
      }
      table.periods.append((parts.moment?.nanoseconds ?? 0, record))
    }
    if !isMapped { items.append(.silent(.xctrace)) }
  }

  private func record(
    _ fact: DocumentFact, _ parts: RecordParts, of value: InstrumentsTable.Value
  ) -> AssembledRecord? {
    guard let excerpt = value.excerpt else { return nil }
    let start = value.places.first.map(Int.init) ?? 0
    return infer(
      fact, parts, in: excerpt,
      at: start..<max(start, min(start + max(value.shown.count, 1), excerpt.bytes.count)))
  }
}
