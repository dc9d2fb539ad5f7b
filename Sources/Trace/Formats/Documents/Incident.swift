/// A report of the system in JSON (`.ips`): a header on one line, and an object on several.
///
///     {"app_name":"Walk","timestamp":"2026-03-17 22:50:42.00 -0700","bug_type":"309", …}
///     {
///       "captureTime" : "2026-03-17 22:50:41.6409 -0700",
///       "procLaunch" : "2026-03-17 22:50:01.4450 -0700",
///       "pid" : 2415,
///       "termination" : {"code":2343432205,"namespace":"FRONTBOARD"},
///       "threads" : [ … ]
///     }
///
/// A crash report (309) contains the start and the exit of a process. In a low-memory report (298), the killed processes are the
/// members of `processes` that have a `reason`. Names in stack traces are not events.
struct Incident {
  /// The time at which the report was written, from its header.
  var written: [UInt8]?
  /// The name of the app, from the header.
  var name: [UInt8]?
}

extension DocumentReader {
  mutating func readIncident(_ record: JSONRecord, _ text: Span<UInt8>) {
    // The bodies of real reports repeat the `bug_type` of the header.
    let isBody = ["captureTime", "procLaunch", "termination", "processes"].contains {
      scanner.member($0, of: 0, in: text) != nil
    }
    if record.has(.bugType), !isBody {
      incident.written = record.time.map { RecordParts.bytes($0.value, text, $0.isEscaped) }
      incident.name = value("app_name", of: 0, text)
      items.append(.silent(.incident))
    } else {
      if record.has(.largestProcess) { readJetsam(text) } else { readCrash(text) }
      incident = Incident()
    }
  }

  private mutating func readCrash(_ text: Span<UInt8>) {
    var parts = RecordParts(.incident)
    parts.process = value("procName", of: 0, text) ?? incident.name
    parts.pid = value("pid", of: 0, text).flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    if let launch = scanner.member("procLaunch", of: 0, in: text) {
      parts.time = value("procLaunch", of: 0, text)
      infer(DocumentFact("process start", from: .report), parts, at: launch, text)
    }
    parts.time = value("captureTime", of: 0, text) ?? incident.written
    readMessages(parts, text)
    var code: UInt64?
    var namespace: String?
    var reasons: [String] = []
    if let termination = scanner.member("termination", of: 0, in: text) {
      code = value("code", of: termination, text).flatMap { UInt64(String(decoding: $0, as: UTF8.self)) }
      namespace = value("namespace", of: termination, text).map { String(decoding: $0, as: UTF8.self) }
      if let lines = scanner.member("reasons", of: termination, in: text) {
        for (line, _) in scanner.children(of: lines) {
          let node = scanner.nodes[line]
          guard node.isScalar else { continue }
          reasons.append(
            String(decoding: RecordParts.bytes(node.value, text, node.isEscaped), as: UTF8.self))
        }
      }
    }
    let signal = scanner.member("exception", of: 0, in: text).flatMap { value("signal", of: $0, text) }
    let exit = ReportedExit(
      namespace: namespace, code: code, signal: signal.map { String(decoding: $0, as: UTF8.self) },
      reasons: reasons.joined(separator: " "))
    infer(exit.fact, parts, at: scanner.member("captureTime", of: 0, in: text) ?? 0, text)
  }

  /// Reads the messages that a crash report quotes: the messages of frameworks (`asi`) or, if none of these may contain an event,
  /// the reason of the exception.
  ///
  ///     "asi" : {"CoreFoundation":["*** Terminating app due to uncaught exception …"]},
  ///     "exceptionReason" : {"name":"NSInternalInconsistencyException","composed_message":"…"}
  private mutating func readMessages(_ parts: RecordParts, _ text: Span<UInt8>) {
    let count = items.count
    if let frameworks = scanner.member("asi", of: 0, in: text) {
      for (framework, _) in scanner.children(of: frameworks) {
        for (message, _) in scanner.children(of: framework) {
          emitLines(of: scanner.nodes[message], parts, text)
        }
      }
    }
    guard items.count == count, let exception = scanner.member("exceptionReason", of: 0, in: text),
      let name = value("name", of: exception, text),
      let reason = scanner.member("composed_message", of: exception, in: text)
    else { return }
    let exceptionName = String(decoding: name, as: UTF8.self)
    let start = "*** Terminating app due to uncaught exception '\(exceptionName)', reason: '"
    emitLines(of: scanner.nodes[reason], parts, text, between: (start, "'"))
  }

  private mutating func readJetsam(_ text: Span<UInt8>) {
    items.append(.silent(.incident))
    guard let processes = scanner.member("processes", of: 0, in: text) else { return }
    for (process, _) in scanner.children(of: processes) {
      guard let reason = scanner.member("reason", of: process, in: text) else { continue }
      var parts = RecordParts(.incident)
      parts.time = value("date", of: 0, text) ?? incident.written
      parts.process = value("name", of: process, text)
      parts.pid = value("pid", of: process, text).flatMap { Int(String(decoding: $0, as: UTF8.self)) }
      let words = value("reason", of: process, text).map { String(decoding: $0, as: UTF8.self) } ?? "none"
      let fact = DocumentFact("process exit: namespace JETSAM, reason \(words)", from: .report)
      infer(fact, parts, at: reason, text)
    }
  }

  func value(_ key: String, of index: Int, _ text: Span<UInt8>) -> [UInt8]? {
    scanner.member(key, of: index, in: text).flatMap {
      let node = scanner.nodes[$0]
      return node.isScalar ? RecordParts.bytes(node.value, text, node.isEscaped) : nil
    }
  }

  /// Hands out the record of a fact, located at a member of the report. The record is only counted if the vocabulary does not map
  /// the fact.
  mutating func infer(
    _ fact: DocumentFact, _ parts: RecordParts, at index: Int, _ text: Span<UInt8>
  ) {
    let range = scanner.nodes[index].value
    let excerpt = place.excerpt(at: range.lowerBound, in: text)
    let start = Int(place.place(of: range.lowerBound, in: excerpt))
    let record = infer(
      fact, parts, in: excerpt, at: start..<max(start, min(start + range.count, excerpt.bytes.count)))
    items.append(record.map { .record($0) } ?? .silent(parts.format))
  }
}
