import Testing

@testable import Checking

/// Whether a rule held for what a known violation is about.
@Suite struct `A rule holds for a known subject` {
  private static let vocabulary = """
    lifecheck: 1
    vocabulary:
      job.begin: {fields: {id: text, n: number}}
      job.end: {fields: {id: text}}
      day.begin:
      day.end:
    spans:
      job: {from: job.begin, until: job.end, key: id}
      day: {from: day.begin, until: day.end}
    machines:
      work:
        per: id
        states: [idle, busy]
        transitions: {job.begin: {from: idle, to: busy}, job.end: {to: idle}}

    """

  /// Each word is a line. In `job.begin=a`, the text after `=` is the id.
  private func held(_ check: String, event: String = "job.begin", _ words: String) -> HeldSubjects {
    let bench = Bench.with(Self.vocabulary + "rules: [{id: r, message: broken, check: '\(check)'}]")
    let trace = words.split(separator: " ").enumerated().map { second, word in
      "10:00:\(second + 10) \(word.replacing("=", with: " id="))\n"
    }
    let known = KnownSubject(rule: "r", event: event, values: ["id": "jobN"])
    var checker = Checker(
      bench.program,
      knownSubjects: KnownSubjects([known]) { $0.replacing(#/\d+/#, with: "N") })
    _ = LogReading().read(Array(trace.joined().utf8), bench.recognizer) { checker.step($0, line: $1) }
    checker.finish()
    #expect(checker.heldSubjects.checked.keys.allSatisfy { $0 == known })
    return checker.heldSubjects
  }

  /// A claim, its event, a log in which it holds for the job 1, and a log that contains the job 1, but in which it holds only for
  /// the job of Ann.
  struct Row: CustomTestStringConvertible {
    let claim: String
    var event = "job.begin"
    let held: String
    let other: String
    var testDescription: String { claim }
  }

  @Test(arguments: [
    Row(
      claim: "while day, each job.begin(id) is followed by job.end(id) within 5s",
      held: "day.begin job.begin=job1 job.end=job1",
      other: "job.begin=job1 day.begin job.begin=ann job.end=ann"),
    Row(
      claim: "while day, each job.end(id) is preceded by job.begin(id)", event: "job.end",
      held: "day.begin job.begin=job1 job.end=job1",
      other: "job.begin=job1 job.end=job1 day.begin job.begin=ann job.end=ann"),
    Row(
      claim: "while day, each job.begin(id) has n is not present",
      held: "day.begin job.begin=job1", other: "job.begin=job1 day.begin job.begin=ann"),
    Row(
      claim: "while day, each job(id) lasts at most 5s",
      held: "day.begin job.begin=job1 job.end=job1",
      other: "job.begin=job1 job.end=job1 day.begin job.begin=ann job.end=ann"),
    Row(
      claim: "each job lasts at least 1s",
      held: "job.begin=job1 job.end=job1", other: "job.begin=job1 job.begin=ann job.end=ann"),
    Row(
      claim: "during job(id), expect day.begin",
      held: "job.begin=job1 day.begin job.end=job1",
      other: "job.begin=job1 job.end=job1 job.begin=ann day.begin job.end=ann"),
    Row(
      claim: "during job(id), at least 2 day.begin",
      held: "job.begin=job1 day.begin day.begin job.end=job1",
      other: "job.begin=job1 day.begin job.end=job1 job.begin=ann day.begin day.begin job.end=ann"),
    Row(
      claim: "while day, each job.begin obeys work",
      held: "job.begin=job1 job.end=job1 day.begin job.begin=job1",
      other: "job.begin=job1 job.begin=ann job.end=ann day.begin job.begin=ann"),
    Row(
      claim: "each job closed while day is reopened by day.end", event: "job.end",
      held: "job.begin=job1 day.begin job.end=job1 job.begin=job1 day.end",
      other: "job.begin=ann day.begin job.end=ann job.begin=ann day.end job.begin=job1 job.end=job1"),
    // Counts only if the day ends.
    Row(
      claim: "between day.begin and day.end, each job.begin(id) is followed by job.end(id)",
      held: "day.begin job.begin=job1 job.end=job1 day.end",
      other: "day.begin job.begin=ann job.end=ann day.end day.begin job.begin=job1 job.end=job1"),
  ])
  func `with which a check held`(row: Row) {
    #expect(held(row.claim, event: row.event, row.held).checked.count == 1)
    #expect(held(row.claim, event: row.event, row.other) == HeldSubjects())
  }

  @Test(arguments: [
    ("while day, never job.begin(id)", "day.begin day.end"),
    ("while day, at most 1 job.begin(id)", "day.begin day.end"),
    ("no job is open at day.end", "day.begin job.begin=ann job.end=ann day.end"),
  ])
  func `if no event breaks it`(claim: String, words: String) {
    #expect(held(claim, words).rulesByAbsence == ["r"])
    #expect(held(claim, words).checked.isEmpty)
    #expect(held(claim, "job.begin=ann") == HeldSubjects())
  }
}
