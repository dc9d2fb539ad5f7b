import TestSupport
import Trace

/// One random incident report: which process ended, when and why.
struct RandomReport {
  /// The process and the time of its end.
  var record: RandomRecord
  /// The start of the process; nil if the report does not contain it.
  var launch: RandomRecord?
  var cause: Cause

  /// Why a process ended, and the names of the cause.
  struct Cause {
    /// The namespace and the code of the termination; nil if the report has none.
    var namespace: String?
    var code: (text: String, number: UInt64)?
    var signal = "SIGKILL"
    /// The value of the event's field `reason`.
    var reason: String

    var signalNumber: Int { ["SIGKILL": 9, "SIGABRT": 6, "SIGSEGV": 11, "SIGTRAP": 5][signal] ?? 4 }

    static func random(_ dice: inout Dice) -> Cause {
      let system = ["SPRINGBOARD", "FRONTBOARD", "RUNNINGBOARD", "CAROUSEL"].randomElement(using: &dice)
      let watchdog = Cause(namespace: system, code: ("0x8badf00d", 2_343_432_205), reason: "watchdog")
      let user = Cause(namespace: system, code: ("0xdeadfa11", 3_735_943_697), reason: "user")
      let others: [(String, UInt64)] = [
        ("0xdead10cc", 3_735_883_980), ("0xc00010ff", 3_221_229_823), ("0x2182bad2", 562_215_634),
        ("0x2182bad3", 562_215_635), ("0x2182bad4", 562_215_636), ("0xbaadca11", 3_131_951_633),
        ("0xbad22222", 3_134_333_474), ("0xbaddd15c", 3_135_099_228), ("0xc51bad01", 3_306_925_313),
        ("0xc51bad02", 3_306_925_314), ("0xc51bad03", 3_306_925_315),
      ]
      let causes = [
        watchdog, user,
        Cause(namespace: system, code: others.randomElement(using: &dice), reason: "system"),
        Cause(namespace: system, code: ("0xfbfbfbfb", 4_227_595_259), reason: "user"),
        Cause(namespace: "JETSAM", code: ("2", 2), reason: "memoryLimit"),
        Cause(namespace: "JETSAM", code: ("9", 9), reason: "lowMemory"),
        Cause(namespace: "SIGNAL", code: ("9", 9), reason: "killed"),
        Cause(namespace: "SIGNAL", code: ("6", 6), signal: "SIGABRT", reason: "crash"),
        Cause(namespace: "SIGNAL", code: ("11", 11), signal: "SIGSEGV", reason: "crash"),
        Cause(reason: "killed"), Cause(signal: "SIGTRAP", reason: "crash"),
      ]
      return causes.randomElement(using: &dice) ?? user
    }

    /// A sentence of a report, with the code in decimal or hexadecimal digits; nil without a namespace.
    func sentence(_ dice: inout Dice) -> String? {
      guard let namespace, let code else { return nil }
      let hex = String(code.number, radix: 16, uppercase: Bool.random(using: &dice))
      let words = namespace == "SIGNAL" ? " Abort trap: \(code.number)" : ""
      return [
        "Namespace \(namespace), Code 0x\(hex)", "Namespace \(namespace), Code \(code.number)\(words)",
        "\(namespace) \(code.number)\(words)",
      ].randomElement(using: &dice)
    }
  }

  /// The time of the end in the format of reports.
  var death: String { Self.text(record) }

  static func text(_ moment: RandomRecord) -> String {
    "\(moment.date()) \(moment.clock(4)) \(moment.zone())"
  }

  /// The line of JSON before the report. For a crash, it names the app.
  func header(bugType: Int, _ dice: inout Dice) -> String {
    var members = [
      #""timestamp":"\#(death)""#, #""bug_type":"\#(bugType)""#,
      #""os_version":"iPhone OS 26.3.1 (23D8133)""#, #""incident_id":"1""#,
    ]
    if bugType == 309 { members.append(#""app_name":"\#(record.process.json)""#) }
    return members.shuffled(using: &dice).object()
  }

  /// A log of several reports.
  ///
  /// - Parameters:
  ///   - format: the format of the reports.
  ///   - silent: the number of records of each report that are not events.
  ///   - keeping: the parts of an end that the format keeps.
  ///   - places: the texts at the start and the end; of several, the first that the report contains.
  ///   - writer: writes a report; it may remove values that the format does not contain.
  static func log(
    _ dice: inout Dice, _ format: Format, silent: Int,
    keeping kept: Kept = Kept(time: .zoned, digits: 4),
    places: (start: String, end: [String]), writer: (inout RandomReport, inout Dice) -> String
  ) -> WrittenLog {
    var log = WrittenLog()
    for var record in RandomRecord.log(&dice, isZoned: true).prefix(3) {
      var launch = record
      launch.time -= Int64.random(in: 0...200_000_000_000_000, using: &dice)
      launch.fields = [:]
      var report = RandomReport(
        record: record, launch: record.any(of: launch, launch, nil), cause: Cause.random(&dice))
      let text = writer(&report, &dice)
      func line(of place: String) -> Int? {
        text.firstRange(of: place).map { log.nextLine + text[..<$0.lowerBound].count { $0 == "\n" } }
      }
      record.fields = ["reason": report.cause.reason]
      record.fields["code"] = report.cause.code?.text
      if let launch = report.launch, let line = line(of: places.start) {
        log.events.append(WrittenEvent("process.start", line, launch, kept))
      }
      let end = places.end.lazy.compactMap { line(of: $0) }.first
      log.events.append(WrittenEvent("process.exit", end ?? 0, record, kept))
      log.text += text + "\n"
      log.records[format, default: 0] += silent + (report.launch == nil ? 1 : 2)
    }
    return log
  }
}

extension [String] {
  /// A JSON object with these members.
  func object(isPretty: Bool = false) -> String {
    isPretty
      ? "{\n  " + joined(separator: ",\n  ").replacing("\":", with: "\" : ") + "\n}"
      : "{" + joined(separator: ",") + "}"
  }
}
