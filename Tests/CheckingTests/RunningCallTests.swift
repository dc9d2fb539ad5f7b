import Testing

@testable import Checking

private let timers = "timers-stopped-on-resign"
private let gl = "no-gl-in-background"

@Suite struct `The window of a callback` {
  @Test func `closes at its recorded return`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] timer.start id=a
      10:00:01.000 App[1:1] app.willResignActive
      10:00:01.900 App[1:1] app.willResignActive.end
      """)
    #expect(checked.findings == [Finding(timers, 3, 1, 2)])
    #expect(checked.violations.first?.proof.notes == [])
  }

  @Test func `closes a second after its entry if no return is recorded`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] timer.start id=a
      10:00:01.000 App[1:1] app.willResignActive
      10:00:01.500 App[1:1] game.pause
      10:00:02.000 App[1:1] game.pause
      """)
    #expect(checked.findings == [Finding(timers, 4, 1, 2)])
    #expect(checked.violations.first?.proof.notes.count == 1)
  }

  @Test func `closes at the next state callback if no return is recorded`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] timer.start id=a
      10:00:01.000 App[1:1] app.willResignActive
      10:00:01.300 App[1:1] app.didEnterBackground
      """)
    #expect(checked.findings == [Finding(timers, 3, 1, 2)])
  }

  @Test func `of a derived callback closes at its own return, or at that of its source`() {
    func saved(after returns: String) -> [Finding] {
      Bench.ios.check(
        """
        10:00:00.000 App[1:1] app.phase value=active
        10:00:01.000 App[1:1] user.dataDirty id=a
        10:00:02.000 App[1:1] app.phase value=background
        10:00:04.000 App[1:1] \(returns)
        10:00:05.000 App[1:1] data.save id=a
        """
      ).findings.filter { $0.rule == "save-data-on-background" }
    }
    #expect(saved(after: "app.didEnterBackground.end") == [Finding("save-data-on-background", 4, 2, 3)])
    #expect(saved(after: "app.phase.end") == [Finding("save-data-on-background", 4, 2, 3)])
  }

  @Test func `of a derived callback is not over before its own return`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.phase value=active
      10:00:01.000 App[1:1] user.dataDirty id=a
      10:00:02.000 App[1:1] app.phase value=background
      10:00:04.000 App[1:1] data.save id=a
      10:00:08.500 App[1:1] app.didEnterBackground.end
      """)
    #expect(checked.findings == [Finding("background-callback-within-5s", 5, 3)])
  }

  @Test func `of a derived callback is measured, however long it is`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.phase value=active
      10:00:02.000 App[1:1] app.phase value=background
      10:00:24.000 App[1:1] app.didEnterBackground.end
      """)
    #expect(checked.findings == [Finding("background-callback-within-5s", 3, 2)])
  }

  @Test func `opens a span at its close, after the events that close it`() {
    let bench = Bench.with(
      """
      lifecheck: 1
      vocabulary:
        call.in: {returns: true}
        job.begin:
        job.done:
        job.halt:
        job.step:
      derived: {job.halt: [job.begin]}
      machines:
        job:
          states: [on, off]
          transitions: {call.in: {to: on}, job.halt: {to: off}}
      spans:
        job: {from: job.begin, until: job.done}
        called: {from: the close of call.in, until: job.step}
      rules:
        - {id: done, check: 'while called or job, expect job.done within 5s'}
      """)
    let checked = bench.check(
      """
      10:00:00.000 call.in
      10:00:00.500 job.begin
      10:00:02.000 job.step
      10:00:07.000 job.step
      """)
    #expect(checked.findings == [Finding("done", 4, 2)])
  }

  @Test func `contains work that stops at the closing line itself`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] timer.start id=a
      10:00:01.000 App[1:1] app.willResignActive
      10:00:05.000 App[1:1] timer.stop id=a
      """)
    #expect(checked.findings == [])
  }

  @Test func `ends with its process, even if the log shows returns only later`() {
    let bench = Bench.with(
      """
      lifecheck: 1
      name: lengths
      vocabulary: {app.on: {returns: true}, app.exit: {}}
      sessions: {end: app.exit}
      rules: [{id: long, check: 'across sessions, each app.on lasts at least 3s'}]
      """)
    let checked = bench.check(
      """
      10:00:00.000 App[2:1] app.on
      10:00:02.000 App[2:1] app.exit
      10:00:04.000 App[3:1] app.on.end
      """)
    #expect(checked.coverage("long")?.inconclusive == 0)
    #expect(checked.findings == [])
  }

  @Test func `closes with its session, also for sentences across sessions`() {
    let bench = Bench.with(
      """
      lifecheck: 1
      name: lives
      vocabulary: {app.on: {returns: true}, app.off: {}, app.tick: {}, app.exit: {}, log.boot: {}}
      sessions: {end: app.exit, boot: log.boot}
      machines:
        light:
          states: [on, off]
          transitions:
            app.on: {to: 'on'}
            app.off: {to: 'off'}
      rules:
        - id: exits
          message: too few
          check: across sessions, while on, at least 2 app.exit
      """)
    let checked = bench.check(
      """
      10:00:00.000 App[1:1] app.exit
      10:00:01.000 App[1:1] app.tick
      10:00:02.000 App[1:1] app.off
      10:00:08.000 App[1:1] app.on
      10:00:08.100 log.boot
      10:00:08.200 App[1:1] app.tick
      """)
    #expect(checked.coverage("exits")?.verdict == .inconclusive)
  }

  @Test func `may be open at the end of the log without a violation`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] timer.start id=a
      10:00:01.000 App[1:1] app.willResignActive
      """)
    #expect(checked.findings == [])
    #expect(checked.coverage(timers)?.verdict == .inconclusive)
  }

  @Test func `is judged at the return in a log that records returns`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.didBecomeActive
      10:00:00.010 App[1:1] app.didBecomeActive.end
      10:00:00.500 App[1:1] timer.start id=a
      10:00:01.000 App[1:1] app.willResignActive
      10:00:02.500 App[1:1] game.pause
      10:00:02.600 App[1:1] timer.stop id=a
      10:00:02.700 App[1:1] app.willResignActive.end
      10:00:03.000 App[1:1] app.didEnterBackground
      """)
    #expect(checked.findings == [])
    #expect(checked.coverage(timers)?.verdict == .held)
  }

  @Test func `has violations at the assumed closing line, decided at the next callback`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.didBecomeActive
      10:00:00.010 App[1:1] app.didBecomeActive.end
      10:00:00.500 App[1:1] timer.start id=a
      10:00:01.000 App[1:1] app.willResignActive
      10:00:02.500 App[1:1] game.pause
      10:00:02.600 App[1:1] timer.stop id=a
      10:00:03.000 App[1:1] app.didEnterBackground
      """)
    #expect(checked.findings == [Finding(timers, 5, 3, 4)])
    #expect(checked.violations.first?.decidedLine == 7)
  }

  @Test func `is extended to the notification that is paired with it`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] timer.start id=a
      10:00:01.000 App[1:1] app.willResignActive
      10:00:01.010 App[1:1] note.deliver name=UIApplicationWillResignActiveNotification
      10:00:01.020 App[1:1] app.willResignActive.end
      10:00:01.030 App[1:1] timer.stop id=a
      10:00:01.040 App[1:1] note.deliver.end name=UIApplicationWillResignActiveNotification
      10:00:02.000 App[1:1] app.didBecomeActive
      10:00:02.010 App[1:1] app.didBecomeActive.end
      10:00:02.020 App[1:1] timer.start id=a
      10:00:03.000 App[1:1] app.willResignActive
      10:00:03.010 App[1:1] app.willResignActive.end
      10:00:03.020 App[1:1] note.deliver name=UIApplicationWillResignActiveNotification
      10:00:03.030 App[1:1] timer.stop id=a
      10:00:03.040 App[1:1] note.deliver.end name=UIApplicationWillResignActiveNotification
      10:00:04.000 App[1:1] app.didEnterBackground
      """)
    // The first notification occurs before the log has shown that it records the ends of notifications.
    #expect(checked.findings == [Finding(timers, 4, 1, 2)])
  }
}

@Suite struct `A state` {
  @Test func `is settled once the callback that entered it has returned`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.didEnterBackground
      10:00:00.100 App[1:1] gl.call fn=glFinish
      10:00:00.200 App[1:1] app.didEnterBackground.end
      10:00:00.300 App[1:1] gl.call fn=glClear
      10:00:09.000 App[1:1] app.willEnterForeground
      """)
    #expect(checked.findings == [Finding(gl, 4, 1)])
  }

  @Test func `includes the line that closes the callback by time`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.didEnterBackground
      10:00:00.900 App[1:1] gl.call fn=glFinish
      10:00:01.100 App[1:1] gl.call fn=glClear
      10:00:09.000 App[1:1] app.willEnterForeground
      """)
    #expect(checked.findings == [Finding(gl, 3, 1)])
    #expect(checked.violations.first?.proof.notes.count == 1)
  }

  @Test func `does not apply to a call that turns out to be inside a slow callback`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.willResignActive
      10:00:00.010 App[1:1] app.willResignActive.end
      10:00:00.020 App[1:1] app.didEnterBackground
      10:00:02.000 App[1:1] gl.call fn=glFinish
      10:00:03.000 App[1:1] app.didEnterBackground.end
      10:00:03.100 App[1:1] app.willEnterForeground
      """)
    #expect(checked.findings == [Finding("background-callback-returns-promptly", 5, 3)])
    #expect(checked.coverage(gl)?.verdict == .held)
  }

  @Test func `is unknown at the beginning of a log, and the first callback sets it without a violation`() {
    for first in [
      "app.didBecomeActive", "app.willResignActive", "app.didEnterBackground", "app.willTerminate",
    ] {
      let checked = Bench.ios.check(
        """
        10:00:00.000 App[1:1] gl.call fn=glClear
        10:00:00.100 App[1:1] timer.stop id=never-started
        10:00:01.000 App[1:1] \(first)
        """)
      #expect(checked.findings == [], "\(first)")
    }
  }
}
