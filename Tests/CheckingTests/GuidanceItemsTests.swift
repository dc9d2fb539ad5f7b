import Testing

@testable import Checking

/// All items of the guidance as bundled rules, on each trace of the guidance. The rules must report exactly the lines
/// that are printed under a trace.
@Suite struct `Every item of the guidance` {
  static let bench = Bench.ios

  @Test(arguments: GuidanceTrace.all(in: "guidance.txt"))
  func `reports exactly the lines that are printed under its traces`(_ trace: GuidanceTrace) {
    let checked = Self.bench.check(trace.trace, assuming: trace.assumptions)
    #expect(checked.statistics.unknownCount == 0)
    #expect(trace.found(checked) == trace.due(checked))
  }

  /// The cases and exceptions of an item that its two traces do not cover, with severities.
  @Test(arguments: GuidanceTrace.all(in: "guidance-clauses.txt"))
  func `reports the violations of each of its clauses`(_ trace: GuidanceTrace) {
    let checked = Self.bench.check(trace.trace, assuming: trace.assumptions)
    let found = checked.violations.map { "\($0.severity.rawValue) \(Finding($0).printed)" }
    #expect(found.sorted() == trace.findings.sorted())
    #expect(checked.statistics.unknownCount == 0)
  }

  @Test(arguments: GuidanceTrace.all(in: "sequences.txt"))
  func `reports nothing in the sequences of the state model`(_ sequence: GuidanceTrace) {
    #expect(Self.bench.check(sequence.trace).findings == [])
  }

  @Test func `is a rule, and has a trace that breaks it and one that keeps it`() {
    let rules = Self.bench.program.rulebook.rules.filter(\.texts.guidance[0].isItem).map {
      "\($0.texts.guidance[0]) \($0.id)"
    }
    let traces = GuidanceTrace.all(in: "guidance.txt")
    #expect(rules.count == 127)
    #expect(Set(traces.filter { !$0.isGood }.map { "\($0.item) \($0.rule)" }) == Set(rules))
    #expect(Set(traces.filter(\.isGood).map { "\($0.item) \($0.rule)" }) == Set(rules))
  }
}
