import Diagnostics
import Reporting
import Rulebook
import TestSupport
import Testing
import Trace

@testable import Checking

/// Compares the check of a log that is read fast with the check of a log of which every line is read, which is the reference.
@Suite(.enabled(if: !RealLogs.all.isEmpty, "the logs of real apps are not present"))
struct `The check of a log` {
  /// The bundled rulebook for a log.
  private func bench(_ path: String) -> Bench {
    path.contains("android") || path.contains("logcat") ? .android : .ios
  }

  private func transcript(_ log: [UInt8], _ bench: Bench, _ reading: LogReading) -> Transcript {
    Transcript(
      of: log, bench.program, bench.recognizer, usesFastPath: true, isExplained: true, reading: reading)
  }

  @Test(arguments: zip(RealLogs.all, RealLogs.all.indices))
  func `has the same violations, verdicts and remarks if lines are skipped`(path: String, number: Int) throws
  {
    let log = try RealLogs.bytes(path)
    let bench = bench(path)
    let reference = transcript(log, bench, .everyLine)
    try expectSame(transcript(log, bench, LogReading()), reference, bench)
    for sizes in PieceSizes.forLog(number, of: RealLogs.all.count, sample: 1) {
      for isScanned in [false, true] {
        var found = transcript(log, bench, .skipping(sizes, isScanned: isScanned))
        found.restoreLostCounts(reference.statistics)
        try expectSame(found, reference, bench, "\(sizes)")
      }
    }
  }

  /// The pieces have the size of those that the program reads.
  @Test(arguments: [Bench.ios, Bench.android])
  func `has the same violations, verdicts and remarks in a large log`(bench: Bench) throws {
    let log = try RealLogs.large()
    let reference = transcript(log, bench, .everyLine)
    for isScanned in [false, true] {
      var found = transcript(log, bench, LogReading(sizes: .equal(256 << 10), isScanned: isScanned))
      #expect((found.scanned > log.count / 3) == isScanned)
      found.restoreLostCounts(reference.statistics)
      try expectSame(found, reference, bench)
    }
  }

  private func expectSame(
    _ found: Transcript, _ reference: Transcript, _ bench: Bench, _ comment: Comment = ""
  ) throws {
    #expect(found.differences(from: reference) == [], comment)
    for format in ReportFormat.allCases {
      let texts = try [found, reference].map { try $0.report(format, bench.program.rulebook) }
      #expect(texts[0] == texts[1], comment)
    }
  }
}

extension Transcript {
  /// Sets the counts that skipping loses to those of the reference: records of each format, and names of unknown families.
  fileprivate mutating func restoreLostCounts(_ reference: TraceStatistics) {
    statistics.events += reference.unknownCount - statistics.unknownCount
    (statistics.unknownCount, statistics.unknownNames) = (reference.unknownCount, reference.unknownNames)
    statistics.records = reference.records
  }

  /// The report of the check, with the verdict of each rule and all remarks.
  fileprivate func report(_ format: ReportFormat, _ rulebook: Rulebook) throws -> String {
    var reporter = format.reporter(style: Style(), isQuiet: false, statistics: true)
    var output = TextBuffer()
    var trace = TraceReport(path: "app.log")
    (trace.rulebook, trace.platform) = (rulebook.name, rulebook.platform)
    (trace.statistics, trace.summary) = (statistics, summary)
    trace.problem = trace.omission ?? trace.missingEvents(among: rulebook.vocabulary)
    for violation in violations { reporter.reportViolation(violation, in: trace.files, to: &output) }
    for violation in inconclusive { reporter.reportInconclusive(violation, in: trace.files, to: &output) }
    for severity in Severity.allCases {
      trace.violations[severity] = violations.count { $0.severity == severity }
    }
    var report = Report(rulebook: rulebook.name)
    report.addRulebook(rulebook)
    report.add(trace)
    try reporter.finish(report, to: &output) { _ in }
    return output.string
  }
}
