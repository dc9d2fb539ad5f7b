import Testing
import Trace

@testable import Checking

private let vocabulary = """
  lifecheck: 1
  vocabulary:
    app.wake: {returns: true}
    app.sleep: {returns: true}
    lock.close:
    lock.open:
    long.a: {returns: true}
    long.b: {returns: true}
    long.c: {returns: true}
    timer.start: {fields: {id: text}}
    timer.fire: {fields: {id: text}}
    timer.stop: {fields: {id: text}}
  spans:
    timer: {from: timer.start, until: timer.stop, key: id}
    locked: {from: lock.close, until: lock.open}
    night-timer: timer while asleep
  machines:
    app:
      per: session
      states: [awake, asleep]
      transitions:
        app.wake: {from: asleep, to: awake}
        app.sleep: {from: awake, to: asleep}

  """

/// A check of a process that logs the same events in each round, with weak references to its lines.
private struct RetentionCheck {
  static let rounds = 400

  private let bench: Bench
  private let log: LogState
  private let process: Process
  private var lines: [(round: Int, retainedLine: Weak)] = []

  private struct Weak { weak var retainedLine: RetainedLine? }

  /// Checks a trace of lines between slashes, one per second. `#` is the number of the round.
  init(to trace: String, checking rule: String) {
    bench = .with(vocabulary + "rules: [{id: tested, check: '\(rule)'}]")
    log = LogState(bench.program, keepsText: true, keepsRepeats: true)
    process = Process(nil, bench.program, log, number: 1)
    let round = trace.split(separator: " / ")
    let text = (0..<Self.rounds).flatMap { number in
      round.enumerated().map { index, line in
        "\(Self.time(10 * number + index)) \(line.replacing("#", with: "\(number)"))\n"
      }
    }.joined()
    var reader = TraceReader(bench.recognizer)
    let bytes = Array(text.utf8)
    reader.read(bytes.span) { event, line in
      let occurrence = Occurrence()
      let time = event.time.map { LogTime(timestamp: $0, setting: 0) }
      occurrence.assign(event, line, SessionState.Circumstances(time: time, losses: 0, process: 1, life: 0))
      lines.append(((event.line - 1) / round.count, Weak(retainedLine: occurrence.retainedLine)))
      process.app.lines.receive(occurrence, of: process) { $1.session.step($0) }
    }
  }

  private static func time(_ second: Int) -> String {
    [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  /// The rounds with a line that is still in memory.
  var held: Set<Int> { Set(lines.filter { $0.retainedLine.retainedLine != nil }.map(\.round)) }

  /// Ends the session and begins another one.
  func end() {
    process.session.end(isEndOfLog: true, losses: 0)
    process.session = Session(bench.program, log, process.app, hasPid: false)
  }
}

@Suite struct `The lines of finished checks are released` {
  @Test(arguments: [
    (
      "while asleep, never timer.start",
      "app.sleep / app.sleep.end / timer.start id=# / timer.stop / app.wake"
    ),
    ("between lock.close and lock.open, never timer.fire", "lock.close / timer.fire id=# / lock.open"),
    ("each timer lasts at most 5s", "timer.start id=# / timer.stop id=#"),
    ("each night-timer lasts at least 5s", "app.sleep / timer.start id=# / app.wake / timer.stop id=#"),
    (
      "each timer.start(id) is followed by timer.stop(id) within 5s before lock.open",
      "timer.start id=# / timer.stop id=#"
    ),
    (
      "each timer.stop(id) is preceded by timer.start(id) since timer.stop(id)",
      "timer.start id=# / timer.stop id=#"
    ),
    (
      "each timer closed while locked is reopened by lock.open",
      "timer.start id=# / lock.close / timer.stop id=# / lock.open"
    ),
    ("at most 9000 timer.fire per 1s", "timer.fire id=#"),
    ("at most 1 timer.fire(id) per 1s", "timer.fire id=#"),
    (
      "during timer(id), expect timer.fire(id) within 5s",
      "timer.start id=# / timer.fire id=# / timer.stop id=#"
    ),
    // At any time, one line waits for a return.
    (
      "never the close of long.a or the close of long.b or the close of long.c",
      "long.a / long.c.end / lock.close / long.b / long.a.end / lock.open / lock.close / long.c / long.b.end / lock.open"
    ),
  ])
  func `while the session continues`(rule: String, trace: String) {
    let recent = RetentionCheck.rounds / 2..<RetentionCheck.rounds
    // The first line is kept as the beginning of the session.
    #expect(RetentionCheck(to: trace, checking: rule).held.filter { $0 > 0 && !recent.contains($0) } == [])
  }

  @Test(arguments: [
    ("each timer lasts at most 5h", "timer.start id=#"),
    ("each timer lasts at least 5h", "timer.start id=#"),
    ("before lock.open, each timer.start(id) is followed by timer.stop(id) within 5h", "timer.start id=#"),
    ("before lock.open, expect timer.fire within 5h", "timer.start id=#"),
    ("before lock.open, never timer.fire", "timer.fire id=#"),
    ("no timer is open 5h after lock.open", "timer.start id=# / lock.open"),
    ("timer.fire recurs every 5h", "timer.fire id=#"),
    ("while asleep, never timer.start", "app.sleep"),
  ])
  func `when the session ends`(rule: String, trace: String) {
    let listening = RetentionCheck(to: trace, checking: rule)
    listening.end()
    #expect(listening.held == [])
  }
}
