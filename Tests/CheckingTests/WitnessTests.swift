import Testing

@testable import Checking

@Suite struct `A line that proves a violation` {
  static let bench = Bench.with(
    """
    lifecheck: 1
    vocabulary:
      job.begin: {fields: {id: text}}
      job.end: {fields: {id: text}}
    rules:
      - {id: ended, check: each job.begin(id) is followed by job.end(id) within 1s}
      - {id: quiet, check: "between job.begin and job.end, never job.begin"}
    """)

  @Test(
    arguments: [
      "10:00:00.000 job.begin id=a\n10:00:02.000 job.begin id=b\n10:00:05.000 job.end id=b",
      "10:00:00.000 Größe[1:1] job.begin id=a\n10:00:02.000 Größe[1:1] job.begin id=b\n10:00:02.500 job.end id=b",
      #"{"timestamp": "2026-11-20 10:00:00.000+0000", "eventMessage": "job.begin id=a"}"# + "\n"
        + #"{"timestamp": "2026-11-20 10:00:02.000+0000", "eventMessage": "job.begin id=b"}"#,
    ])
  func `has the same place with and without its text`(log: String) {
    let (kept, plain) = (Self.bench.check(log), Self.bench.check(log, keepsText: false))
    #expect(!kept.violations.isEmpty)
    #expect(kept.findings == plain.findings)
    let lines = log.split(separator: "\n").map(String.init)
    for (one, other) in zip(kept.violations, plain.violations) {
      #expect(one.message == other.message)
      let witnesses = (
        [one.witness] + one.related.map(\.witness), [other.witness] + other.related.map(\.witness)
      )
      for (one, other) in zip(witnesses.0, witnesses.1) {
        #expect((one.line, one.column, one.endColumn) == (other.line, other.column, other.endColumn))
        #expect(!one.event.isEmpty)
        #expect(one.text == lines[one.line - 1])
        #expect(one.time != nil)
        #expect(other.event.isEmpty && other.text.isEmpty && other.time == nil)
      }
    }
  }
}
