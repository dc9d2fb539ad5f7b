import Testing

@testable import Checking
@testable import Rulebook
import Trace

/// A log may contain more processes than are remembered at a time: the runs of an app in an export of telemetry, for example.
@Suite struct `A log of many processes` {
  private static let rules = """
    lifecheck: 1
    vocabulary:
      a.x: {fields: {id: text}}
      b.x:
      c.x:
    rules:
      - {id: excepted, check: never a.x unless b.x is recorded}
      - {id: repeated, check: 'across sessions, at most 1 a.x'}
      - {id: demanded, check: each a.x is followed by c.x within 1s}
      - {id: needing, needs: [b.x], check: never a.x}
    """

  private static func bench(processes: Int) -> Bench {
    var limits = Limits()
    limits.processes = processes
    return .with(rules, limits)
  }

  private static func line(_ second: Int, _ process: String, _ event: String) -> String {
    "10:00:\(second < 10 ? "0" : "")\(second).000 \(process)[\(process.utf8.last ?? 0):1] \(event)\n"
  }

  /// Each app has one or two lines, one app after the other.
  private static let log = "ABCDEFGH".enumerated().map { place, app in
    line(2 * place, "\(app)", "a.x id=1") + (app == "B" ? line(2 * place, "B", "b.x") : "")
      + (app == "C" ? line(2 * place + 1, "C", "c.x") : "")
  }.joined()

  @Test(arguments: [1, 2, 3])
  func `has the same result if the apps are forgotten after their last lines`(_ processes: Int) {
    let (few, all) = (
      Self.bench(processes: processes).check(Self.log), Bench.with(Self.rules).check(Self.log)
    )
    #expect(all.findings.contains(Finding("needing", 2)))
    #expect(all.findings.count { $0.rule == "excepted" } == 7)
    #expect(Set(few.findings) == Set(all.findings))
    #expect(few.summary.rules.map(\.verdict) == all.summary.rules.map(\.verdict))
    #expect(few.summary.rules.map(\.held) == all.summary.rules.map(\.held))
    #expect(few.summary.rules.map(\.inconclusive) == all.summary.rules.map(\.inconclusive))
  }

  @Test func `keeps no more apps than processes`() {
    let bench = Self.bench(processes: 3)
    var checker = Checker(bench.program)
    _ = LogReading().read(Array(Self.log.utf8), bench.recognizer) { checker.step($0, line: $1) }
    #expect(checker.log.apps.count == 3)
  }

  @Test func `keeps an app while it has a process`() {
    // The processes of `A` end one after the other, and it is the same app in all of them.
    let log = (1...6).map { "10:00:0\($0).000 A[\($0):1] a.x id=1\n" }.joined()
    #expect(Self.bench(processes: 2).check(log).findings.count { $0.rule == "repeated" } == 1)
  }

  @Test func `says what no app recorded`() {
    let log = "ABCDEFGH".enumerated().map { Self.line($0, "\($1)", "a.x id=1") }.joined()
    let lacks = Self.bench(processes: 2).check(log, isExplained: true).summary.rules.compactMap(\.lack)
    #expect(lacks.flatMap(\.events) == [["b.x"]])
  }
}
