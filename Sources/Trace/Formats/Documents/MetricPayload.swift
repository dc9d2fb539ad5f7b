/// Reads MetricKit payloads. They cover whole days, so their events have no time:
///
///     {"timeStampEnd":"2026-03-17 23:59:00 +0000","crashDiagnostics":[{"diagnosticMetaData":{"signal":11, …}}]}
///     {"applicationExitMetrics":{"backgroundExitData":{"cumulativeSuspendedWithLockedFileExitCount":2, …}}}
extension DocumentReader {
  mutating func readMetrics(_ text: Span<UInt8>) {
    items.append(.silent(.metricKit))
    for (crash, facts) in diagnostics("crashDiagnostics", text) { readCrash(crash, facts, text) }
    for (hang, facts) in diagnostics("hangDiagnostics", text) {
      readDuration("hangDuration", of: hang, facts, as: "hang of", text)
    }
    for (exception, facts) in diagnostics("cpuExceptionDiagnostics", text) {
      readDuration("totalCPUTime", of: exception, facts, as: "processor time of", text)
    }
    if let exits = scanner.member("applicationExitMetrics", of: 0, in: text) { readExits(exits, text) }
  }

  /// Returns the diagnostics of one kind, each with its metadata.
  private func diagnostics(_ key: String, _ text: Span<UInt8>) -> [(diagnostic: Int, facts: Int)] {
    guard let list = scanner.member(key, of: 0, in: text) else { return [] }
    return scanner.children(of: list).compactMap { diagnostic, _ in
      scanner.member("diagnosticMetaData", of: diagnostic, in: text).map { (diagnostic, $0) }
    }
  }

  private mutating func readCrash(_ crash: Int, _ facts: Int, _ text: Span<UInt8>) {
    var parts = RecordParts(.metricKit)
    parts.pid = value("pid", of: facts, text).flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    let sentence = value("terminationReason", of: facts, text).map { String(decoding: $0, as: UTF8.self) }
    let signal = value("signal", of: facts, text).map { String(decoding: $0, as: UTF8.self) }
    let exit = ReportedExit(sentence: sentence ?? "", signal: signal == "9" ? "SIGKILL" : signal)
    infer(exit.fact, parts, at: scanner.member("terminationReason", of: facts, in: text) ?? facts, text)
  }

  /// Reads a duration such as `4 sec` from the metadata or the diagnostic itself.
  private mutating func readDuration(
    _ key: String, of diagnostic: Int, _ facts: Int, as name: String, _ text: Span<UInt8>
  ) {
    for object in [facts, diagnostic] {
      guard let place = scanner.member(key, of: object, in: text),
        let value = value(key, of: object, text)
      else { continue }
      let words = String(decoding: value, as: UTF8.self).split(separator: " ")
      guard words.count == 2, let number = Double(words[0]), words[1] == "sec" || words[1] == "ms" else {
        continue
      }
      let fact = DocumentFact("\(name) \(number)\(words[1] == "ms" ? "ms" : "s")", from: .report)
      infer(fact, RecordParts(.metricKit), at: place, text)
      return
    }
  }

  /// Reads the counts of exits by cause. Counts of 0 are ignored.
  private mutating func readExits(_ exits: Int, _ text: Span<UInt8>) {
    for (state, key) in [("background", "backgroundExitData"), ("foreground", "foregroundExitData")] {
      guard let counts = scanner.member(key, of: exits, in: text) else { continue }
      for (place, node) in scanner.children(of: counts) {
        let name = String(decoding: [UInt8](text.extracting(node.key)), as: UTF8.self)
        guard name.hasPrefix("cumulative"), name.hasSuffix("ExitCount"), node.isScalar else { continue }
        let bytes = RecordParts.bytes(node.value, text, node.isEscaped)
        guard let count = Int(String(decoding: bytes, as: UTF8.self)), count > 0 else { continue }
        let kind = name.dropFirst("cumulative".count).dropLast("ExitCount".count)
        guard !kind.isEmpty, kind.allSatisfy({ $0.isLetter || $0.isNumber }) else { continue }
        let fact = DocumentFact("\(kind): \(count) exits in the \(state)", from: .report)
        infer(fact, RecordParts(.metricKit), at: place, text)
      }
    }
  }
}
