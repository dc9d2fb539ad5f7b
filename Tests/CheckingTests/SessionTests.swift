import Testing

@testable import Checking

private let order = "lifecycle-callback-order"

@Suite struct `A session` {
  @Test func `is one process, identified by name and process id`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.didBecomeActive
      10:00:00.100 App[2:1] app.didBecomeActive
      10:00:00.200 Other[1:1] app.didBecomeActive
      10:00:00.300 App[1:1] app.willResignActive
      """)
    #expect(checked.findings == [])
    #expect(checked.summary.sessions == 3)
  }

  @Test func `begins at a launch`() {
    let checked = Bench.ios.check(
      """
      process.start reason=tap
      process.main
      app.willFinishLaunching
      app.didFinishLaunching
      app.didBecomeActive
      process.start reason=tap
      app.didFinishLaunching
      app.didBecomeActive
      app.didFinishLaunching
      app.didBecomeActive
      """)
    #expect(checked.findings == [])
    #expect(checked.summary.sessions == 3)
  }

  @Test func `does not begin at a second app.didFinishLaunching of the same process id`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.didFinishLaunching
      10:00:00.010 App[1:1] app.didFinishLaunching.end
      10:00:02.000 App[1:1] app.didFinishLaunching
      """)
    #expect(checked.findings == [Finding("launch-callback-order", 3, 1)])
  }

  @Test func `ends with the process, and closes its open spans`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] timer.start id=a
      10:00:01.000 App[1:1] process.exit reason=crash
      10:00:02.000 App[1:1] app.willResignActive
      10:00:02.010 App[1:1] app.willResignActive.end
      """)
    #expect(checked.findings == [])
  }

  @Test func `is ended after hundreds of others whose end is not logged`() {
    let launches = (1...1_000).map { "App[\($0):12] -[AppDelegate applicationDidBecomeActive:]" }
    let checked = Bench.ios.check(
      (launches + ["App[1:12] -[AppDelegate applicationDidBecomeActive:]"]).joined(separator: "\n"))
    #expect(checked.findings == [])
    #expect(checked.summary.sessions == 1_001)
  }

  @Test func `counts steps back of the clock, and measures no duration across them`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.didEnterBackground
      09:59:00.000 App[1:1] data.save id=a
      09:59:00.500 App[1:1] app.didEnterBackground.end
      """)
    #expect(checked.findings == [])
    #expect(checked.summary.times.back == Tally(count: 1, firstLine: 2))
  }

  @Test func `counts no time while the process is suspended`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.didEnterBackground
      10:00:40.000 App[1:1] app.didEnterBackground.end
      """)
    #expect(checked.findings == [], "a silent gap in the background may be a suspension")
  }
}

@Suite struct `A callback that is logged twice` {
  @Test func `by a delegate and a notification is one event`() {
    let checked = Bench.ios.check(
      """
      2024-02-03 10:00:00.000 App[1:1] applicationDidBecomeActive
      2024-02-03 10:00:00.002 App[1:1] UIApplicationDidBecomeActiveNotification
      2024-02-03 10:00:05.000 App[1:1] applicationWillResignActive
      2024-02-03 10:00:06.000 App[1:1] applicationDidEnterBackground
      2024-02-03 10:00:09.000 App[1:1] applicationWillEnterForeground
      2024-02-03 10:00:10.000 App[1:1] applicationDidBecomeActive
      """)
    #expect(checked.findings == [])
    #expect(checked.summary.folded == 1)
  }

  @Test func `without a time is one event`() {
    let checked = Bench.ios.check(
      "applicationDidBecomeActive\n-> applicationDidBecomeActive()\napplicationWillResignActive")
    #expect(checked.findings == [])
    #expect(checked.summary.folded == 1)
  }

  @Test func `in the canonical form is two events`() {
    let checked = Bench.ios.check(
      "App[1:1] app.didBecomeActive\nApp[1:1] app.didBecomeActive\nApp[1:1] app.willResignActive")
    #expect(checked.findings == [Finding(order, 2, 1)])
  }
}

@Suite struct `A launch that the system logs in several lines` {
  private let launch = """
    2024-03-15 10:00:00.000 SpringBoard[33:64] Bootstrapping app<com.example.walk> with intent foreground-interactive
    2024-03-15 10:00:00.100 SpringBoard[33:64] [app<com.example.walk>:1181] Bootstrap success!
    2024-03-15 10:00:01.000 walk[1181:23] applicationDidBecomeActive

    """

  @Test func `is one launch`() {
    let checked = Bench.ios.check(launch)
    #expect(checked.findings == [])
    #expect(checked.summary.sessions == 1)
    #expect(checked.summary.folded == 1)
  }

  @Test func `is a second launch after an earlier process`() {
    let checked = Bench.ios.check(launch + launch.replacing("1181", with: "1190"))
    #expect(checked.findings == [])
    #expect(checked.summary.sessions == 2)
  }

  @Test func `may lack the line with the process id or the line without it`() {
    let lines = launch.split(separator: "\n")
    #expect(Bench.ios.check(lines[1...].joined(separator: "\n")).summary.sessions == 1)
    #expect(Bench.ios.check([lines[0], lines[2]].joined(separator: "\n")).summary.sessions == 2)
  }

  @Test func `is counted correctly if the app logs its launches itself`() {
    let bench = Bench.with(
      """
      lifecheck: 1
      vocabulary:
        app.start: {line: 'App started'}
        app.work: {}
      sessions: {begin: app.start}
      rules:
        - {id: work, check: expect app.work}

      """)
    let logged = bench.check(
      "10:00:00 App[1:1] App started\n11:00:00 App[1:1] App started\n12:00:00 App[1:1] app.work")
    #expect(logged.summary.sessions == 2)
    #expect(logged.summary.folded == 0)
  }

  @Test func `is two launches in the canonical form`() {
    #expect(Bench.ios.check("App[1:1] process.start\nApp[1:1] process.start").summary.sessions == 2)
  }
}

@Suite struct `An app that logs only some of its callbacks` {
  @Test func `has no violation for callbacks that it does not log`() {
    let checked = Bench.ios.check(
      """
      2024-02-03 10:00:00.000 App[1:1] applicationDidBecomeActive
      2024-02-03 10:00:05.000 App[1:1] applicationDidEnterBackground
      2024-02-03 10:00:09.000 App[1:1] applicationDidBecomeActive
      2024-02-03 10:00:15.000 App[1:1] applicationDidEnterBackground
      """)
    #expect(checked.findings == [])
    // The order of the callbacks that it logs is checked.
    #expect(checked.coverage("background-callback-order")?.verdict == .notObservable)
    #expect(checked.coverage("foreground-callback-order")?.violated == 0)
    #expect(checked.coverage(order)?.violated == 0)
  }

  @Test func `has a violation after the log shows that it records them`() {
    let checked = Bench.ios.check(
      """
      2024-02-03 10:00:00.000 App[1:1] applicationDidBecomeActive
      2024-02-03 10:00:05.000 App[1:1] applicationDidEnterBackground
      2024-02-03 10:00:09.000 App[1:1] applicationWillEnterForeground
      2024-02-03 10:00:10.000 App[1:1] applicationDidBecomeActive
      2024-02-03 10:00:15.000 App[1:1] applicationWillResignActive
      """)
    #expect(checked.findings == [Finding("background-callback-order", 2, 1)])
    #expect(checked.violations.first?.decidedLine == 5)
  }
}

@Suite struct `A log with scenes only` {
  @Test func `is checked like other logs`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] scene.willConnect id=a
      10:00:00.100 App[1:1] scene.willEnterForeground id=a
      10:00:00.200 App[1:1] scene.didBecomeActive id=a
      10:00:01.000 App[1:1] timer.start id=poll
      10:00:02.000 App[1:1] scene.willResignActive id=a
      10:00:02.010 App[1:1] scene.willResignActive.end id=a
      10:00:02.500 App[1:1] scene.didEnterBackground id=a
      10:00:02.510 App[1:1] scene.didEnterBackground.end id=a
      10:00:03.000 App[1:1] gl.call fn=glClear
      """)
    #expect(
      checked.findings == [
        Finding("timers-stopped-on-resign", 6, 4, 5), Finding("no-gl-in-background", 9, 7),
      ])
  }

  @Test func `leaves the app active while one of its scenes is`() {
    let checked = Bench.ios.check(
      """
      10:00:00.100 App[1:1] scene.didBecomeActive id=a
      10:00:00.200 App[1:1] scene.didBecomeActive id=b
      10:00:01.000 App[1:1] timer.start id=poll
      10:00:02.000 App[1:1] scene.willResignActive id=a
      10:00:02.010 App[1:1] scene.willResignActive.end id=a
      10:00:02.500 App[1:1] scene.didEnterBackground id=a
      10:00:02.510 App[1:1] scene.didEnterBackground.end id=a
      10:00:03.000 App[1:1] gl.call fn=glClear
      10:00:04.000 App[1:1] timer.stop id=poll
      10:00:05.000 App[1:1] scene.willResignActive id=b
      10:00:05.010 App[1:1] scene.willResignActive.end id=b
      """)
    #expect(checked.findings == [])
  }

  @Test func `distinguishes scenes without ids by the possible transitions`() {
    let checked = Bench.ios.check(
      """
      2024-02-03 10:00:00.000 App[1:12] sceneWillEnterForeground(_:)
      2024-02-03 10:00:00.100 App[1:12] sceneDidBecomeActive(_:)
      2024-02-03 10:00:01.000 App[1:12] timer.start id=1
      2024-02-03 10:00:02.000 App[1:12] sceneWillEnterForeground(_:)
      2024-02-03 10:00:02.100 App[1:12] sceneDidBecomeActive(_:)
      2024-02-03 10:00:04.000 App[1:12] sceneWillResignActive(_:)
      2024-02-03 10:00:04.100 App[1:12] sceneDidEnterBackground(_:)
      2024-02-03 10:00:06.000 App[1:12] gl.call fn=glClear
      2024-02-03 10:00:07.000 App[1:12] sceneWillResignActive(_:)
      2024-02-03 10:00:08.000 App[1:12] sceneDidEnterBackground(_:)
      2024-02-03 10:00:10.000 App[1:12] gl.call fn=glClear
      """)
    #expect(
      checked.findings == [
        Finding("timers-stopped-on-resign", 10, 3, 9), Finding("no-gl-in-background", 11, 10),
      ])
  }

  @Test func `may end in the app switcher without entering the background`() {
    let checked = Bench.ios.check(
      "App[1:1] -[SceneDelegate sceneWillResignActive:]\nApp[1:1] -[SceneDelegate sceneDidDisconnect:]\n"
        + "App[1:1] -[AppDelegate applicationWillTerminate:]")
    #expect(checked.findings == [])
  }

  @Test func `has no open scope after an event that is derived from its beginning ends it`() {
    let bench = Bench.with(
      """
      lifecheck: 1
      vocabulary:
        job.end:
        work.done:
        net.request:
      derived: {work.done: job.end}
      rules: [{id: until-done, check: 'after job.end until work.done, never net.request'}]
      """)
    let checked = bench.check("job.end\nnet.request\njob.end\nnet.request")
    #expect(checked.findings == [])
    #expect(checked.summary.rules.map(\.held) == [2])
  }

  @Test
  func `derives an event from the close of a call, with the fields of the call`() {
    let bench = Bench.with(
      """
      lifecheck: 1
      vocabulary:
        job.run: {returns: true, fields: {id: text}}
        job.done: {fields: {id: text}}
        net.request: {fields: {id: text}}
      derived: {job.done: the close of job.run}
      rules:
        - {id: done-once, check: at most 1 job.done(id)}
        - {id: on-main, check: 'each job.done has thread == main', message: 'job {id}'}
      """)
    let checked = bench.check(
      """
      10:00:00 App[1:1] job.run id=a
      10:00:02 App[1:2] net.request id=b
      10:00:03 App[1:2] job.run id=c
      10:00:05 App[1:1] job.run id=a
      10:00:05 App[1:1] job.run.end
      """)
    #expect(checked.findings == [Finding("on-main", 4), Finding("done-once", 5, 2)])
    #expect(checked.violations.first?.message == "job c")
    #expect(checked.summary.rules.map(\.held) == [0, 2])
  }
  @Test func `ends calls at a derived transition at the moment of its source event`() {
    let bench = Bench.with(
      """
      lifecheck: 1
      vocabulary:
        call.on: {returns: true}
        job.begin:
        job.end:
        net.request:
        work.begun:
      derived: {work.begun: job.begin}
      machines:
        m: {states: [idle, busy], transitions: {call.on: {to: idle}, work.begun: {to: busy}}}
      spans:
        job: {from: job.begin, until: job.end}
        called: job while call.on
      rules:
        - {id: again, check: 'during called, net.request recurs every 2s'}
        - {id: in-time, check: 'during job, never the close of call.on'}
      """)
    let checked = bench.check(
      """
      10:00:00 App[1:1] call.on
      10:00:00.500 App[1:1] job.begin
      10:00:04 App[1:1] net.request
      10:00:05 App[1:1] job.end
      """)
    #expect(checked.findings == [])
    #expect(checked.summary.rules.map(\.held) == [0, 1])
  }
}
