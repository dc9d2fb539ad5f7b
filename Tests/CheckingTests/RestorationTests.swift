import Testing

@testable import Checking

@Suite struct `What one line closes for all keys` {
  private let bench = Bench.with(
    """
    lifecheck: 1
    vocabulary:
      lock.close:
      lock.open:
      timer.start: {fields: {id: text}}
      timer.stop: {fields: {id: text}}
    spans:
      timer: {from: timer.start, until: timer.stop, key: id}
      locked: {from: lock.close, until: lock.open}
    rules:
      - id: timers-return
        check: each timer closed while locked is reopened by lock.open
    """)

  @Test func `is missed once for each, the oldest first`() {
    let keys = ["e", "b", "a", "d", "c"]
    let checked = bench.check(
      keys.map { "timer.start id=\($0)\n" }.joined() + "lock.close\ntimer.stop\ntimer.start id=b\nlock.open\n"
    )
    #expect(
      checked.violations.sorted { $0.id < $1.id }.map(\.message)
        == ["e", "a", "d", "c"].map { "timer \($0) is not open again at lock.open" })
    #expect(checked.findings.allSatisfy { $0 == Finding("timers-return", 9, 7) })
    #expect(checked.coverage("timers-return")?.held == 1)
  }
}
