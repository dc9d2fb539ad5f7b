import Foundation
import TestSupport
import Testing
import Trace

@testable import Checking

/// The ten properties as rules, with a bound in milliseconds.
private func bench(bound: Int) -> Bench {
  let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../Benchmarks/timescales.yaml")
  let rules = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  let scaled = rules.replacing(/\b3ms/, with: "\(bound * 3 / 10)ms").replacing(/\b10ms/, with: "\(bound)ms")
  return Bench.with(scaled)
}

@Suite struct `The Timescales properties` {
  private static let benches = [10: bench(bound: 10), 100: bench(bound: 100), 1000: bench(bound: 1000)]

  private func check(_ rows: [Timescale.Row], bound: Int) -> Checked {
    Self.benches[bound]?.check(String(decoding: Timescale.log(rows), as: UTF8.self))
      ?? bench(bound: bound).check("")
  }

  @Test(arguments: Timescale.allCases, [10, 100, 1000])
  func `hold on the traces that the suite generates`(_ property: Timescale, _ bound: Int) {
    var dice = Dice(seed: 20_250_101 + UInt64(bound))
    let checked = check(property.rows(200 + 4 * bound, bound: bound, using: &dice), bound: bound)
    let coverage = checked.coverage(property.rawValue)
    #expect(
      coverage?.verdict == .held || coverage?.verdict == .inconclusive, "\(String(describing: coverage))")
    #expect(coverage?.violated == 0)
    #expect((coverage?.held ?? 0) > 0)
  }

  @Test(arguments: Timescale.allCases)
  func `are broken in the same number of lines if only the most repeated violations are kept`(
    _ property: Timescale
  ) {
    var dice = Dice(seed: 20_250_101)
    let log = String(
      decoding: Timescale.log(property.rows(2_000, bound: 10, using: &dice)), as: UTF8.self)
    let bench = Self.benches[10] ?? bench(bound: 10)
    let all = bench.check(log).summary.repeats
    let few = bench.check(log, keepsRepeats: false).summary.repeats
    #expect((few.lines, few.violations) == (all.lines, all.violations))
    #expect(few.all.count == min(all.all.count, 4))
    #expect(few.all == Array(all.all.sorted(by: RepeatSummary.isBefore).prefix(4)))
  }

  @Test(arguments: Timescale.allCases, [10, 100, 1000])
  func `are broken once, at the end, by a fault at the end`(_ property: Timescale, _ bound: Int) {
    var dice = Dice(seed: 20_250_101 + UInt64(bound))
    let rows = property.rows(200 + 4 * bound, bound: bound, using: &dice) + property.fault(bound: bound)
    let found = check(rows, bound: bound).violations.filter { $0.ruleID == property.rawValue }
    #expect(found.count == 1)
    #expect(
      found.first.map { $0.witness.line > rows.count - 2 } == true,
      "\(found.map(\.witness.line)) of \(rows.count)")
  }

  /// Faults at random places of a trace: each proposition of each row is flipped with a small probability.
  @Test(arguments: Timescale.allCases, [10, 100])
  func `give the results of the reference on kept and broken traces`(_ property: Timescale, _ bound: Int)
    throws
  {
    let bench = try #require(Self.benches[bound])
    let rule = try #require(bench.program.rulebook.rules.firstIndex { $0.id == property.rawValue })
    var dice = Dice(seed: 7 + UInt64(bound))
    let kept = property.rows(150 + bound, bound: bound, using: &dice)
    for rows in [
      kept, kept + property.fault(bound: bound), Timescale.flipped(kept, probability: 0.02, using: &dice),
    ] {
      let log = String(decoding: Timescale.log(rows), as: UTF8.self)
      let checked = bench.check(log)
      let lines = checked.violations.filter { $0.ruleID == property.rawValue }.map(\.witness.line).sorted()
      let reference = Reference.Log(log, bench.recognizer, bench.program.rulebook).results()[rule]
      #expect(lines == reference.findings.map(\.line).sorted())
      #expect(checked.coverage(property.rawValue)?.held == reference.held)
      #expect(checked.coverage(property.rawValue)?.verdict.rawValue == reference.verdict)
    }
  }
}
