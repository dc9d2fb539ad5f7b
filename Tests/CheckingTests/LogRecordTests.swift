import TestSupport
import Testing

@testable import Checking

/// The records of the system's log about itself concern all sessions. Without them, these logs would give false alarms.
/// With them, certain violations are still reported.
@Suite struct `A record of the log about itself` {
  private static let bench = Bench.with(
    """
    lifecheck: 1
    extends: ios-states.yaml
    rules:
      - id: saved
        check: each app.didEnterBackground is followed by data.save within 5s before app.willEnterForeground
      - id: quiet
        check: while background, never gl.draw
      - id: stopped
        check: no timer is open at app.didEnterBackground
      - id: covered
        check: while background, never timer.fire unless backgroundTask is open
      - id: order
        check: each app.didBecomeActive or app.willResignActive or app.didEnterBackground obeys app
    """)

  private static let (boot, clock, loss) = (SystemLogRecord.boot, SystemLogRecord.clock, SystemLogRecord.loss)

  /// A log of lines like `10:00:01 312 app.didBecomeActive`. The log's own records have the process id 0.
  private static func log(_ lines: String, _ style: SystemLogStyle) -> String {
    lines.split(separator: "\n").map { text in
      let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
      return style.line(parts[0], parts[2], of: "App", Int(parts[1]) ?? 0)
    }.joined(separator: "\n")
  }

  /// A log with the expected violations.
  struct Row: CustomTestStringConvertible {
    var testDescription: String
    var log: String
    var findings: [Finding] = []
  }

  /// Events that may have happened at a boot, or in lost records, are not reported as missing.
  static let gaps = [("a boot", boot), ("a loss", loss)].flatMap { name, record in
    [
      Row(
        testDescription: "an answer may be missing before \(name)",
        log: """
          10:00:00 312 data.save
          10:00:01 312 app.didEnterBackground
          10:00:02 0 \(record)
          10:00:09 312 app.willEnterForeground
          """),
      Row(
        testDescription: "a span that was opened before \(name) may be closed",
        log: """
          10:00:00 312 timer.start id=a
          10:00:02 0 \(record)
          10:00:09 312 app.didEnterBackground
          """),
      Row(
        testDescription: "a session may be in any state after \(name)",
        log: """
          10:00:00 312 app.didBecomeActive
          10:00:02 0 \(record)
          10:00:09 312 app.didBecomeActive
          """),
    ]
  }

  static let rows = [
    Row(
      testDescription: "a state ends at a restart of the device",
      log: """
        10:00:01 312 app.didEnterBackground
        10:00:02 0 \(boot)
        10:00:09 312 gl.draw
        """),
    Row(
      testDescription: "violations within one session are reported before and after it",
      log: """
        10:00:00 312 timer.start id=a
        10:00:01 312 app.didEnterBackground
        10:00:03 0 \(boot)
        10:00:04 312 timer.start id=b
        10:00:05 312 app.didEnterBackground
        10:00:07 312 gl.draw
        """,
      findings: [
        Finding("stopped", 2, 1), Finding("stopped", 5, 4), Finding("quiet", 6, 5),
      ]),
    Row(
      testDescription: "no duration is measured across a change of the clock",
      log: """
        10:00:00 312 data.save
        10:00:01 312 app.didEnterBackground
        10:00:02 0 \(clock)
        10:00:09 312 data.save
        """),
    Row(
      testDescription: "also not if the clock is set back and forth",
      log: """
        10:00:00 312 data.save
        10:00:01 312 app.didEnterBackground
        10:00:02 0 \(clock)
        09:59:58 312 timer.stop id=a
        10:00:09 312 data.save
        """),
    Row(
      testDescription: "time after a change of the clock is measured",
      log: """
        10:00:00 312 data.save
        10:00:01 0 \(clock)
        09:00:00 312 app.didEnterBackground
        09:00:09 312 data.save
        """, findings: [Finding("saved", 4, 3)]),
    Row(
      testDescription: "violations of logged lines are reported despite a loss",
      log: """
        10:00:01 312 app.didEnterBackground
        10:00:02 0 \(loss)
        10:00:09 312 gl.draw
        """, findings: [Finding("quiet", 3, 1)]),
    Row(
      testDescription: "an exception that may hold is assumed",
      log: """
        10:00:01 312 app.didEnterBackground
        10:00:03 0 \(loss)
        10:00:04 312 timer.fire id=b
        """),
    Row(
      testDescription: "an exception that did not hold before the loss is not assumed",
      log: """
        10:00:01 312 app.didEnterBackground
        10:00:02 312 timer.fire id=b
        10:00:04 0 \(loss)
        """, findings: [Finding("covered", 2, 1)]),
    Row(
      testDescription: "violations before the loss are reported",
      log: """
        10:00:00 312 data.save
        10:00:01 312 app.didEnterBackground
        10:00:07 312 app.willEnterForeground
        10:00:09 0 \(loss)
        """, findings: [Finding("saved", 3, 2)]),
    Row(
      testDescription: "the next launch begins a session without a loss",
      log: """
        10:00:00 312 data.save
        10:00:02 0 \(loss)
        10:00:03 313 process.start
        10:00:04 313 app.didEnterBackground
        10:00:10 313 app.willEnterForeground
        """, findings: [Finding("saved", 5, 4)]),
    Row(
      testDescription: "the loss ends at a restart of the device",
      log: """
        10:00:00 312 data.save
        10:00:02 0 \(loss)
        10:00:03 0 \(boot)
        10:00:04 313 app.didEnterBackground
        10:00:10 313 app.willEnterForeground
        """, findings: [Finding("saved", 5, 4)]),
  ]

  @Test(arguments: SystemLogStyle.allCases, rows + gaps) func `concerns all sessions`(
    style: SystemLogStyle, row: Row
  ) {
    let checked = Self.bench.check(Self.log(row.log, style))
    #expect(checked.findings == row.findings)
    #expect(checked.summary.times.back == Tally())
  }

  /// The same records, logged by an app, are not records of the log.
  @Test(arguments: SystemLogStyle.allCases) func `is not a record that an app prints`(style: SystemLogStyle) {
    let checked = Self.bench.check(
      Self.log(
        """
        10:00:00 312 data.save
        10:00:01 312 app.didEnterBackground
        10:00:02 312 \(Self.boot)
        10:00:02 312 \(Self.loss)
        10:00:02 312 \(Self.clock)
        10:00:09 312 app.willEnterForeground
        """, style))
    #expect(checked.findings == [Finding("saved", 6, 2)])
    #expect(checked.summary.logEvents == LogRecords())
  }

  @Test(arguments: ["312", "-"]) func `ends sessions with and without a process id`(pid: String) {
    let process = pid == "-" ? "" : "App[\(pid):1] "
    let checked = Self.bench.check(
      """
      10:00:01 \(process)app.didEnterBackground
      10:00:02 system.boot
      10:00:03 \(process)gl.draw
      10:00:04 \(process)system.boot
      10:00:05 \(process)app.didBecomeActive
      """)
    #expect(checked.findings == [])
    #expect(checked.summary.sessions == 3)
    #expect(checked.summary.logEvents.boots == Tally(count: 2, firstLine: 2))
  }

  @Test func `ends running calls and the checks at their close`() {
    let bench = Bench.with(
      """
      lifecheck: 1
      extends: ios-states.yaml
      rules:
        - id: closed
          check: no timer is open at the close of app.didEnterBackground
        - id: brief
          check: each app.didEnterBackground lasts at most 5s
      """)
    let checked = bench.check(
      """
      10:00:00 App[1:1] app.didEnterBackground
      10:00:00 App[1:1] app.didEnterBackground.end
      10:00:01 App[1:1] timer.start id=a
      10:00:02 App[1:1] app.didEnterBackground
      10:00:02 system.boot
      10:00:09 App[1:1] app.didEnterBackground.end
      """)
    #expect(checked.findings == [])
    #expect(checked.inconclusive.isEmpty)
  }

  @Test func `makes rules inconclusive, not held`() {
    let checked = Self.bench.check(
      """
      10:00:00 App[1:1] app.didEnterBackground
      10:00:01 App[1:1] data.save
      10:00:01 App[1:1] timer.start id=a
      10:00:02 trace.loss
      10:00:03 App[1:1] app.willEnterForeground
      10:00:04 App[1:1] gl.draw
      """)
    #expect(checked.findings == [])
    let verdicts = ["saved", "quiet"].map { checked.coverage($0)?.verdict }
    #expect(verdicts == [.held, .notObservable])
    #expect(checked.summary.logEvents.losses == Tally(count: 1, firstLine: 4))
  }

  /// Whether the sentence applies is known only at the event that it waits for.
  @Test(arguments: [
    ("no job is open at b.x where b.x within 500ms", Verdict.notObservable),
    ("no job is open at b.x where a.x within 500ms", .notTriggered),
  ])
  func `leaves checks that wait for an event undecided`(sentence: String, verdict: Verdict) {
    let bench = Bench.with(
      """
      lifecheck: 1
      vocabulary: {a.x: , b.x: , log.loss: , job.begin: , job.end: }
      sessions: {loss: log.loss}
      spans:
        job: {from: job.begin, until: job.end}
      rules: [{id: tested, check: '\(sentence)'}]
      """)
    let checked = bench.check(
      "10:00:08 a.x\n10:00:09 log.loss\n10:00:09 job.begin\n10:00:12 b.x\n10:00:14 a.x")
    #expect(checked.findings == [])
    #expect(checked.coverage("tested")?.verdict == verdict)
  }
}
