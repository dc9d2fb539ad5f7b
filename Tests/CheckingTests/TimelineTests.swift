import Testing

@testable import Checking

/// What is recorded of a log, to be drawn.
@Suite struct `A timeline` {
  private static let bench = Bench.with(
    """
    lifecheck: 1
    vocabulary:
      app.show: {returns: true}
      app.hide: {returns: true}
      app.launch:
      app.quit:
      job.begin: {fields: {id: text}}
      job.end: {fields: {id: text}}
      view.draw:
    sessions: {begin: app.launch, end: app.quit}
    spans:
      job: {from: job.begin, until: job.end, key: id}
      # Only callbacks open it.
      away: {from: app.hide, until: app.show}
    machines:
      app: {states: [front, back], transitions: {app.show: {to: front}, app.hide: {to: back}}}
      work: {per: id, states: [busy], transitions: {job.begin: {to: busy}, job.end: {to: none}}}
      # The same events move it as `work`.
      way: {per: id, states: [going], transitions: {job.begin: {to: going}, job.end: {to: none}}}
    rules:
      - {id: a, message: m, check: "while back, never view.draw"}
      - {id: b, message: m, check: "no job is open at app.hide"}
      - {id: c, message: m, check: "while away, never view.draw"}
      - {id: d, message: m, check: ["each job.begin obeys way", "each job.begin obeys work"]}

    """)

  /// The lanes of each process: `job a: job a 2-4`. A bar without an end has none, and `~` stands for a call without a return.
  private func lanes(_ lines: String...) -> [String] {
    let log = lines.enumerated().map { "10:00:\(10 + $0 * 5) \($1)\n" }.joined()
    var checker = Checker(Self.bench.program, recordsTimeline: true)
    _ = LogReading().read(Array(log.utf8), Self.bench.recognizer) { checker.step($0, line: $1) }
    checker.finish()
    return (checker.timeline?.processes ?? []).flatMap { process in
      [process.name]
        + process.lanes.map { lane in
          let bars = lane.bars.map { bar in
            "\(bar.label) \(bar.open)-\(bar.close.map(String.init) ?? "")\(bar.isAssumed ? "~" : "")"
          }
          return "\(lane.kind) \(lane.title): " + bars.joined(separator: ", ")
        }
    }
  }

  @Test func `has a lane for each machine, for the callbacks, and for each span and key`() {
    let found = lanes(
      "Shop[7:1] app.launch", "Shop[7:1] app.show", "Shop[7:1] app.show.end", "Shop[7:1] job.begin id=a",
      "Shop[7:1] job.begin id=b", "Shop[7:1] app.hide", "Shop[7:1] job.end id=a", "Shop[7:1] app.hide.end")
    #expect(
      found == [
        "Shop[7]", "state app: front 2-6, back 6-", "instance work a: busy 4-7", "instance work b: busy 5-",
        "callback callbacks: app.show 2-3, app.hide 6-8",
        "span job a: job a 4-7", "span job b: job b 5-",
      ])
  }

  @Test func `shows a callback without a return as a moment`() {
    let found = lanes("Shop[7:1] app.show", "Shop[7:1] view.draw", "Shop[7:1] app.hide")
    #expect(found.contains("callback callbacks: app.show 1-2~, app.hide 3-"))
  }

  @Test func `has the lives of a process, and of several processes, one after the other`() {
    let found = lanes(
      "Shop[7:1] app.launch", "Shop[7:1] app.show", "Desk[8:1] app.launch", "Desk[8:1] job.begin id=a",
      "Shop[7:1] app.quit", "Shop[9:1] app.launch", "Shop[9:1] app.show")
    #expect(
      found == [
        "Shop[7]", "state app: front 2-", "callback callbacks: app.show 2-5~", "Desk[8]",
        "instance work a: busy 4-", "span job a: job a 4-",
        "Shop[9]", "state app: front 7-", "callback callbacks: app.show 7-",
      ])
  }

  @Test func `changes no verdict`() {
    let log = "10:00:10 app.show\n10:00:11 app.hide\n10:00:12 view.draw\n"
    let plain = Self.bench.checkOnce(log)
    var checker = Checker(Self.bench.program, recordsTimeline: true)
    _ = LogReading().read(Array(log.utf8), Self.bench.recognizer) { checker.step($0, line: $1) }
    checker.finish()
    #expect(checker.summary == plain.summary)
    #expect(checker.takeViolations().map(Finding.init) == plain.findings)
  }
}
