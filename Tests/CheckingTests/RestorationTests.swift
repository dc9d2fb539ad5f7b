import Testing

@testable import Checking

@Suite struct `An event without a key that closes all spans` {
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

  @Test func `is demanded once for each span, the oldest first`() {
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

@Suite struct `A span that was open in another process` {
  private let bench = Bench.with(
    """
    lifecheck: 1
    vocabulary:
      disk.lock:
      disk.check:
      disk.unlock:
      file.sync: {returns: true}
    spans:
      locked: {from: disk.lock, until: disk.unlock}
    rules:
      - id: syncs-return
        check: across sessions, each file.sync closed while locked is reopened by disk.check
    """)

  @Test func `may have the same key and still be open`() {
    let checked = bench.check(
      """
      App[1:1] file.sync
      App[1:1] disk.lock
      App[2:1] file.sync
      App[2:1] file.sync.end
      App[1:1] disk.check

      """)
    #expect(checked.violations.isEmpty)
    #expect(checked.coverage("syncs-return")?.held == 1)
  }
}
