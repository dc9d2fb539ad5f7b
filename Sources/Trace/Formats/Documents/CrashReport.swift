/// The head of a crash report in text form: `Key: value` lines above the stack traces.
///
///     Process:             Walk [1234]
///     Date/Time:           2026-03-17 22:50:41.6409 -0700
///     Launch Time:         2026-03-17 22:50:01.4450 -0700
///     Exception Type:      EXC_CRASH (SIGKILL)
///     Termination Reason:  Namespace RUNNINGBOARD, Code 0xdead10cc
struct CrashReport {
  /// A value and the line that contains it.
  struct Entry {
    var bytes: [UInt8]
    var line: Int
    var original: [UInt8]
    var column: Int
  }

  var isOpen = false
  var entries: [String: Entry] = [:]

  private static let keys = [
    "Incident Identifier", "CrashReporter Key", "Hardware Model", "Process", "Path", "Identifier", "Version",
    "AppStoreTools", "AppVariant", "Beta", "Code Type", "Role", "Parent Process", "Coalition", "Date/Time",
    "Launch Time", "OS Version", "Release Type", "Baseband Version", "Report Version", "Exception Type",
    "Exception Subtype", "Exception Codes", "Exception Note", "Exception Message", "Termination Reason",
    "Termination Signal", "Termination Description", "Terminating Process", "Triggered by Thread",
    "Highlighted by Thread", "VM Region Info", "Time Awake Since Boot", "System Integrity Protection",
    "Responsible", "User ID", "Anonymous UUID", "Crashed Thread",
  ]

  static func mayBegin(_ line: Span<UInt8>, _ message: Range<Int>) -> Bool {
    let (start, end) = inCode(line, message)
    if line.has("Incident Identifier: ", at: start, before: end) { return true }
    // Pasted excerpts of a report often begin with this line.
    if line.has("Exception Type:  EXC_", at: start, before: end) { return true }
    guard line.has("Process: ", at: start, before: end), line[end - 1] == UInt8(ascii: "]")
    else {
      return false
    }
    var index = end - 1
    while index > 0, line[index - 1].isDigit { index -= 1 }
    return index < end - 1 && line.byte(at: index - 1) == UInt8(ascii: "[")
  }

  /// Returns the range between the backticks that mark a line as code in Markdown; the whole range if there are none.
  private static func inCode(_ line: Span<UInt8>, _ text: Range<Int>) -> (start: Int, end: Int) {
    let (start, end) = (line.skippingSpaces(text.lowerBound, before: text.upperBound), text.upperBound)
    guard end - start > 2, line[start] == UInt8(ascii: "`"), line[end - 1] == UInt8(ascii: "`") else {
      return (text.lowerBound, end)
    }
    return (start + 1, end - 1)
  }

  /// Reads a line of the report's head. Returns false if the head has ended.
  mutating func readLine(_ line: Span<UInt8>, number: Int) -> Bool {
    let (first, end) = Self.inCode(line, 0..<line.count)
    let start = line.skippingSpaces(first, before: end)
    if start == end || line[start] == UInt8(ascii: "|") { return true }
    guard let key = Self.keys.first(where: { Self.has($0, line, start) }) else {
      return readReason(line, start..<end, number: number)
    }
    isOpen = true
    let from = line.skippingSpaces(start + key.utf8.count + 1, before: end)
    entries[key] = Entry(
      bytes: [UInt8](line.extracting(from..<end)), line: number, original: [UInt8](line), column: from)
    return true
  }

  /// The start of RunningBoard's explanation of a termination.
  fileprivate static let context = "<RBSTerminateContext"
  private static let reasonKeys = [
    context, "ProcessVisibility:", "ProcessState:", "WatchdogEvent:", "WatchdogVisibility:",
    "WatchdogCPUStatistics:", "\"Elapsed ", ")",
  ]

  /// Reads a line that continues the termination reason of RunningBoard. Returns false for any other line.
  private mutating func readReason(_ line: Span<UInt8>, _ text: Range<Int>, number: Int) -> Bool {
    guard var reason = entries["Termination Reason"],
      Self.reasonKeys.contains(where: { line.hasText($0, at: text.lowerBound, before: text.upperBound) })
    else { return false }
    reason.bytes += " ".utf8
    reason.bytes += [UInt8](line.extracting(text))
    entries["Termination Reason"] = reason
    if line.hasText(Self.context, at: text.lowerBound, before: text.upperBound) {
      entries[Self.context] = Entry(
        bytes: [], line: number, original: [UInt8](line), column: text.lowerBound)
    }
    return true
  }

  private static func has(_ key: String, _ line: Span<UInt8>, _ start: Int) -> Bool {
    line.hasText(key, at: start, before: line.count)
      && line.byte(at: start + key.utf8.count) == UInt8(ascii: ":")
  }
}

extension DocumentReader {
  /// Reads a line of a crash report. If the report has ended above the line, finishes it and returns false.
  mutating func readCrashLine(_ line: Span<UInt8>, number: Int) -> Bool {
    if crash.readLine(line, number: number) { return true }
    finishCrash()
    return false
  }

  mutating func finishCrash() {
    guard crash.isOpen else { return }
    let entries = crash.entries
    crash = CrashReport()
    var parts = RecordParts(.crashReport)
    if let process = entries["Process"]?.bytes, let bracket = process.lastIndex(of: UInt8(ascii: "[")) {
      parts.process = process[..<bracket].reversed().drop { $0.isSpace }.reversed()
      parts.pid = Int(String(decoding: process[(bracket + 1)...].prefix { $0.isDigit }, as: UTF8.self))
    }
    func emit(_ fact: DocumentFact, _ time: CrashReport.Entry, isTimed: Bool = true) {
      parts.time = isTimed ? time.bytes : nil
      let excerpt = DocumentText.Excerpt(line: time.line, bytes: time.original)
      let record = infer(fact, parts, in: excerpt, at: time.column..<time.original.count)
      items.append(record.map { .record($0) } ?? .silent(.crashReport))
    }
    func text(_ key: String) -> String? { entries[key].map { String(decoding: $0.bytes, as: UTF8.self) } }
    if let launch = entries["Launch Time"] { emit(DocumentFact("process start", from: .report), launch) }
    let sentence = [text("Termination Reason"), text("Termination Description")].compactMap(\.self)
    let signal = [text("Exception Type"), text("Termination Signal")].compactMap(\.self)
    let exit = ReportedExit(
      sentence: sentence.joined(separator: " "), signal: signal.isEmpty ? nil : signal.joined(separator: " "))
    if let date = entries["Date/Time"] {
      emit(exit.fact, date)
    } else if let place = entries[CrashReport.context] ?? entries["Termination Reason"]
      ?? entries["Exception Type"]
    {
      emit(exit.fact, place, isTimed: false)
    }
  }
}
