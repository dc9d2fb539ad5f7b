import Testing

@testable import Checking

@Suite struct `A repeated violation` {
  @Test func `is reported once for each stay in a state, and counted`() {
    let checked = Bench.ios.check(
      """
      10:00:04.000 App[1:1] app.willEnterForeground
      10:00:04.200 App[1:1] app.didEnterBackground
      10:00:04.250 App[1:1] app.didEnterBackground.end
      10:00:04.300 App[1:1] gl.call fn=glDrawArrays
      10:00:04.400 App[1:1] gl.call fn=glFlush
      10:00:04.500 App[1:1] gl.draw
      10:00:09.000 App[1:1] app.willEnterForeground
      10:00:14.200 App[1:1] app.didEnterBackground
      10:00:14.250 App[1:1] app.didEnterBackground.end
      10:00:14.300 App[1:1] gl.call fn=glDrawArrays
      """)
    #expect(checked.violations.map(\.witness.line) == [4, 6, 10])
    let repeats = checked.summary.repeats.all
    #expect(repeats.map { checked.summary.rules[$0.rule].ruleID } == ["no-gl-in-background"])
    #expect(repeats.map { [$0.violation, $0.line, $0.count] } == [[1, 4, 1]])
  }
}

@Suite struct `A rule of a user's YAML file` {
  static let camera = Bench.with(
    """
    lifecheck: 1
    extends: ios
    vocabulary:
      lens.open:
        line: 'Camera {id} running'
    rules:
      - id: no-lens-in-background
        severity: error
        check: while background, never lens.open
        message: camera {id} is started in the background
    """)

  @Test func `checks a new event`() {
    let checked = Self.camera.check(
      """
      2024-02-03 10:00:00.000 App[1:1] applicationDidEnterBackground
      2024-02-03 10:00:00.500 App[1:1] Camera front running
      2024-02-03 10:00:02.000 App[1:1] Camera back running
      2024-02-03 10:00:03.000 App[1:1] applicationWillEnterForeground
      2024-02-03 10:00:04.000 App[1:1] Camera back running
      """)
    #expect(checked.findings == [Finding("no-lens-in-background", 3, 1)])
    #expect(checked.violations.first?.message == "camera back is started in the background")
    #expect(checked.violations.first?.proof.state.map(\.value) == ["background"])
  }

  /// The suspend point, logged or inferred (guidance B.0.4).
  static let suspension = Bench.with(
    """
    lifecheck: 1
    extends: ios
    rules:
      - id: no-timer-at-suspension
        check: no timer is open at app.suspends
    """)

  @Test(arguments: [
    ("process.suspend", [Finding("no-timer-at-suspension", 5, 1)], 0),
    ("process.exit reason=lowMemory", [], 1),
  ])
  func `knows the suspend point, and is inconclusive if it is inferred`(
    _ last: String, _ due: [Finding], _ inconclusive: Int
  ) {
    let checked = Self.suspension.check(
      """
      10:00:00.000 App[1:1] timer.start id=a allow=background
      10:00:01.000 App[1:1] app.didEnterBackground
      10:00:01.005 App[1:1] backgroundTask.begin id=1 name=a
      10:00:01.010 App[1:1] app.didEnterBackground.end
      10:00:02.000 App[1:1] \(last.hasPrefix("process.suspend") ? last : "backgroundTask.end id=1")
      10:00:03.000 App[1:1] process.exit
      """)
    #expect(checked.findings == due)
    #expect(checked.coverage("no-timer-at-suspension")?.inconclusive == inconclusive)
  }

  static let clock = Bench.with(
    """
    lifecheck: 1
    vocabulary:
      work.begin: {fields: {id: text, limit: duration, load: number}}
      work.end: {fields: {id: text}}
      night.begin: {}
      night.end: {}
      alarm.ring: {fields: {load: number}}
      gate.open: {}
    spans:
      work: {from: work.begin, until: work.end, key: id}
      night: {from: night.begin, until: night.end}
    rules:
      - {id: short, check: each work lasts at most 5s}
      - {id: long, check: each night lasts at least 1s}
      - {id: quiet, check: 'while night, never alarm.ring where load > 3'}
      - {id: loud, check: 'outside night, never alarm.ring where load <= 1'}
      - {id: last, check: 'never alarm.ring where load < last work.begin.load'}
      - {id: late, check: 'after gate.open until night.begin, never work.begin unless night.end within the last 2s'}
      - {id: paired, check: 'between night.begin and night.end, never work.begin'}
    """)

  @Test func `bounds durations from both sides`() {
    let checked = Self.clock.check(
      """
      10:00:00.000 work.begin id=a
      10:00:01.000 work.begin id=b
      10:00:05.000 work.end id=a
      10:00:07.000 work.end id=b
      10:00:08.000 night.begin
      10:00:08.900 night.end
      """)
    #expect(checked.findings == [Finding("short", 4, 2), Finding("long", 6, 5)])
    #expect(checked.coverage("short")?.held == 1)
  }

  @Test func `compares fields with literals and with the newest value`() {
    let checked = Self.clock.check(
      """
      10:00:00.000 night.begin
      10:00:00.100 alarm.ring load=4
      10:00:00.200 alarm.ring load=3
      10:00:00.300 alarm.ring
      10:00:02.000 night.end
      10:00:02.100 alarm.ring load=1
      10:00:02.200 work.begin id=a load=2
      10:00:02.300 alarm.ring load=1.5
      """)
    #expect(checked.findings == [Finding("quiet", 2, 1), Finding("loud", 6), Finding("last", 8)])
  }

  @Test func `opens a scope after an event, and closes it`() {
    let checked = Self.clock.check(
      """
      10:00:00.000 work.begin id=a
      10:00:01.000 gate.open
      10:00:02.000 work.begin id=b
      10:00:03.000 night.begin
      10:00:04.000 work.begin id=c
      10:00:05.000 night.end
      10:00:06.000 work.begin id=d
      10:00:07.000 gate.open
      10:00:07.000 work.begin id=e
      10:00:07.001 work.begin id=f
      """)
    #expect(
      checked.findings == [
        Finding("late", 3, 2), Finding("paired", 5, 4), Finding("short", 7, 1), Finding("late", 10, 8),
        Finding("short", 10, 3),
      ])
    #expect(checked.violations.first { $0.ruleID == "paired" }?.decidedLine == 6)
  }

  @Test func `applies between two events only if the second one occurs`() {
    let checked = Self.clock.check("night.begin\nwork.begin id=a")
    #expect(checked.findings == [])
  }
}

@Suite struct `A condition in a label` {
  @Test(arguments: [
    "host == 'that has it'", "host == \"none unless asked\"", "host == b and id is present",
  ])
  func `is the condition of the sentence, with its quotes`(_ condition: String) {
    let bench = Bench.with(
      """
      lifecheck: 1
      vocabulary:
        net.request: {fields: {id: text, host: text}}
      rules:
        - id: host
          check: >-
            each net.request where id != 'who has' has \(condition) unless id == "x unless"
      """)
    let checked = bench.check("10:00:00 net.request id=1 host=a")
    #expect(checked.violations.map(\.proof.label) == ["expected: \(condition)"])
  }
}

@Suite struct `A duration` {
  static let bench = Bench.with(
    """
    lifecheck: 1
    vocabulary:
      shop.open: {callback: 'shopOpen:', fields: {id: text}}
      till.open: {}
      till.close: {fields: {load: number}}
    machines:
      shop:
        per: id
        states: [trading]
        transitions: {shop.open: {to: trading}}
    spans:
      business: {from: the close of shop.open, until: till.close}
      till: {from: till.open, until: till.close}
    rules:
      - {id: brief, check: each business lasts at most 2s}
      - {id: long, check: each business lasts at least 10s}
      - {id: prompt, check: each shop.open lasts at most 3s}
      - {id: five, check: never till.close where load == 5}
      - {id: closed, check: no till is open at the close of shop.open}
    """)

  @Test func `of a span that a callback's close opens begins at the close`() {
    let checked = Self.bench.check(
      """
      10:00:01.000 A[1:1] shop.open id=x
      10:00:03.500 A[1:1] shop.open.end id=x
      10:00:04.000 A[1:1] till.close
      """)
    #expect(checked.findings == [Finding("long", 3, 1)])
  }

  @Test func `of a span that only seemed to be open is not reported`() {
    let checked = Self.bench.check(
      """
      10:00:00.000 A[1:1] shop.open id=x
      10:00:02.000 A[1:1] till.open
      10:00:02.500 A[1:1] till.close
      10:00:03.000 A[1:1] shop.open.end id=x
      """)
    #expect(checked.findings == [])
  }

  @Test func `of a callback also ends at a return without a key`() {
    let checked = Self.bench.check(
      """
      10:00:00.000 A[1:1] shop.open id=x
      10:00:05.000 A[1:1] shop.open.end
      """)
    #expect(checked.findings == [Finding("prompt", 2, 1)])
  }

  @Test func `is reported with the spans of its scope, but not with one that began at its end`() {
    let bench = Bench.with(
      """
      lifecheck: 1
      vocabulary:
        day.begin:
        shift.begin: {fields: {id: text}}
        break.begin:
        clock.tick:
        clock.stop:
        day.end:
      derived: {day.end: shift.begin where id == last}
      spans:
        day: {from: day.begin, until: day.end}
        shift: {from: shift.begin, until: clock.stop, key: id}
        pause: {from: break.begin, until: clock.stop}
      rules: [{id: short, check: 'while shift while day, each pause lasts at most 3s'}]
      """)
    let checked = bench.check(
      """
      10:00:00 A[1:1] day.begin
      10:00:01 A[1:1] shift.begin id=first
      10:00:02 A[1:1] break.begin
      10:00:03 A[1:1] shift.begin id=last
      10:00:06 A[1:1] clock.tick
      """)
    #expect(checked.findings == [Finding("short", 5, 2, 3)])
  }

  @Test func `is held once, at the actual return`() {
    let checked = Self.bench.check(
      """
      10:00:00.000 A[1:1] till.open
      10:00:00.100 A[1:1] till.close
      10:00:00.200 A[1:1] shop.open id=x
      10:00:02.000 A[1:1] till.close
      10:00:02.500 A[1:1] shop.open.end id=x
      """)
    #expect(checked.coverage("closed")?.held == 1)
  }

  @Test(arguments: ["nan", "inf", "five", "0x5"])
  func `is never compared with a value that is not a number`(_ value: String) {
    #expect(Self.bench.check("till.close load=\(value)").findings == [])
  }
}

@Suite struct `A verdict` {
  private func verdict(_ rule: String, _ trace: String) -> Verdict? {
    Bench.ios.check(trace).coverage(rule)?.verdict
  }

  @Test func `is not observable if the log records none of the rule's events`() {
    #expect(
      verdict("no-gl-in-background", "app.didEnterBackground\napp.willEnterForeground") == .notObservable)
  }

  @Test func `is not triggered if the rule was never tested`() {
    #expect(
      verdict("no-gl-in-background", "app.willEnterForeground\napp.didBecomeActive\ngl.call fn=a")
        == .notTriggered)
  }

  @Test func `is held if the rule was tested and not broken`() {
    #expect(
      verdict("no-gl-in-background", "gl.call fn=a\napp.didEnterBackground\napp.willEnterForeground") == .held
    )
  }

  @Test func `counts a declared family as recorded`() {
    #expect(
      verdict(
        "no-gl-in-background", "trace.begin records=gl,timer\napp.didEnterBackground\napp.willEnterForeground"
      ) == .held)
  }

  @Test func `waits for an event in time, past an event that may move a machine but does not`() {
    let bench = Bench.with(
      """
      lifecheck: 1
      vocabulary:
        door.open:
        door.close:
        alarm.test:
        alarm.ring:
        clock.tick: {fields: {kind: text}}
      spans:
        door: {from: door.open, until: door.close}
      machines:
        app:
          per: session
          states: [off, on]
          transitions:
            clock.tick: [{from: off, to: on, where: kind == real}]
      rules:
        - {id: r, check: no door is open at alarm.test where alarm.ring within 2s}
      """)
    func log(_ kind: String) -> String {
      "10:00:00 door.open\n10:00:01 alarm.test\n10:00:02 clock.tick kind=\(kind)\n10:00:02 alarm.ring"
    }
    #expect(bench.check(log("other")).findings == [Finding("r", 2, 1)])
    #expect(bench.check(log("real")).findings == [])
  }
}
