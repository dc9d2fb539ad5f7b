import Testing

@testable import Checking

/// Lines that repeat a violation are counted with it while further repeats are possible.
@Suite struct `Lines that repeat a violation` {
  private static let vocabulary = """
    lifecheck: 1
    vocabulary:
      job.begin: {fields: {id: text}}
      job.end: {fields: {id: text}}
      door.open:
      door.close:
      step.bad:
      step.end:
      night.fall:
    spans:
      job: {from: job.begin, until: job.end, key: id}
      door: {from: door.open, until: door.close}

    """

  /// Each word is a line. In `job.begin=a`, the text after `=` is the id.
  private func repeats(_ check: String, _ words: String) -> [String] {
    let bench = Bench.with(Self.vocabulary + "rules: [{id: r, message: broken, check: \(check)}]")
    let trace = words.split(separator: " ").enumerated().map { second, word in
      "10:00:\(second + 10) \(word.replacing("=", with: " id="))\n"
    }
    let checked = bench.check(trace.joined())
    return checked.violations.map { "\($0.witness.line) x\(checked.repeats(of: $0) + 1)" }
  }

  @Test(
    "are counted if several instances of a scope have the same violation",
    arguments: [
      // One of two instances ends, and another one takes its place.
      (
        "job.begin=a door.open step.bad door.close door.open step.bad door.close step.bad",
        ["3 x3", "6 x1"]
      ),
      ("job.begin=a job.begin=b step.bad job.end=a job.begin=c step.bad", ["3 x2", "6 x1"]),
      (
        "job.begin=a job.begin=b step.bad job.end=a job.end=b job.begin=c step.bad step.bad",
        ["3 x1", "7 x2"]
      ),
    ] as [(String, [String])])
  func instances(_ words: String, _ expected: [String]) {
    #expect(repeats("'during job or door, never step.bad'", words) == expected)
  }

  @Test("are counted with a violation that another sentence of the rule also reports")
  func sentences() {
    let check = "['after door.open until door.close, expect step.end', never door.close]"
    let words = "step.bad door.open door.close door.open door.close door.close"
    #expect(repeats(check, words) == ["3 x3", "5 x1"])
  }

  @Test func `are not counted with a guess, which is never reported`() {
    let derived = """
      derived:
        night.fall: {forms: [{form: door.close}, {form: step.bad, inferred: yes}]}

      """
    let rulebook = Self.vocabulary + derived + "rules: [{id: r, check: 'before step.end, never night.fall'}]"
    let checked = Bench.with(rulebook).check("step.bad\ndoor.close\nstep.bad\ndoor.close\nstep.end\n")
    #expect(checked.violations.map(\.witness.line) == [2])
    #expect(checked.violations.map { checked.repeats(of: $0) } == [1])
  }
}
