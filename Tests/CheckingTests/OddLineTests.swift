import Testing
import Trace

@testable import Checking

@Suite struct `An odd line of a log` {
  static let bench = Bench.with(
    """
    lifecheck: 1
    vocabulary:
      job.begin: {fields: {id: text, load: number, limit: duration, memory: size, needs: version}}
      job.end: {fields: {id: text}}
    spans:
      job: {from: job.begin, until: job.end, key: id}
    rules:
      - {id: light, check: never job.begin where load > 3}
      - {id: heavy, check: each job.begin has load > 3}
      - {id: brief, check: each job lasts at most 5s}
    """)

  @Test(
    arguments: [
      ("load=3", nil), ("load=-3.5e1", nil), ("load=03", nil), ("load=many", FieldType.number),
      ("load=", .number), ("load=3s", .number), ("load=nan", .number),
      ("load=99999999999999999999999999", nil), ("limit=5", nil), ("limit=5s", nil), ("limit=5MB", .duration),
      ("memory=12MB", nil), ("memory=12", nil), ("memory=12s", .size), ("needs=13.1", nil), ("needs=13", nil),
      ("needs=13.x", .version), ("id=many", nil),
    ] as [(String, FieldType?)])
  func `is counted if a value does not have the type of its field`(field: String, type: FieldType?) {
    let checked = Self.bench.check("job.begin\njob.begin \(field)\njob.begin \(field)")
    #expect(checked.summary.misreadings.map(\.type) == [type].compactMap(\.self))
    #expect(checked.summary.misreadings.allSatisfy { $0.tally == Tally(count: 2, firstLine: 2) })
    #expect(checked.summary.misreadings.allSatisfy { "\($0.field)=\($0.text)" == field })
  }

  @Test func `gives neither a violation nor a held rule`() {
    let checked = Self.bench.check("job.begin load=many")
    #expect(checked.findings == [])
    #expect(checked.coverage("heavy")?.verdict == .notObservable)
  }

  @Test func `is counted if its time gives no duration`() {
    let checked = Self.bench.check(
      """
      10:00:00.000 job.begin id=a
      10:00:00.000 job.begin id=b
      job.begin id=c
      09:00:00.000 job.end id=a
      2026-11-20T10:00:00Z job.begin id=d
      2026-11-20T10:00:00Z job.end id=d
      """)
    #expect(checked.findings == [])
    var times = ClockAnomalies()
    times.equal = Tally(count: 2, firstLine: 2)
    times.missing = Tally(count: 1, firstLine: 3)
    times.back = Tally(count: 1, firstLine: 4)
    times.otherKind = Tally(count: 1, firstLine: 5)
    #expect(checked.summary.times == times)
  }
}
