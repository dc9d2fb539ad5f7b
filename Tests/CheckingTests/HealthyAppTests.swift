import Testing

@testable import Checking

private let order = "lifecycle-callback-order"
private let launch = "launch-callback-order"
private let background = "background-callback-order"
private let gl = "no-gl-in-background"
private let timers = "timers-stopped-on-resign"
private let save = "save-data-on-background"
private let length = "background-callback-within-5s"
private let files = "no-protected-file-access-while-locked"
private let lock = "close-protected-files-on-lock"

@Suite struct `A healthy app has no violation` {
  @Test(arguments: [
    ("application:didFinishLaunchingWithOptions:", "UIApplicationDidFinishLaunchingNotification", ""),
    (
      "applicationDidEnterBackground:", "UIApplicationDidEnterBackgroundNotification",
      "applicationWillResignActive:"
    ),
    (
      "applicationDidBecomeActive:", "UIApplicationDidBecomeActiveNotification",
      "applicationWillEnterForeground:"
    ),
  ])
  func `if the notification of a callback follows a slow delegate`(
    _ callback: String, _ notification: String, _ before: String
  ) {
    let checked = Bench.ios.check(
      """
      2024-02-03 10:00:00.000 App[1:1] \(before)
      2024-02-03 10:00:01.000 App[1:1] \(callback)
      2024-02-03 10:00:03.500 App[1:1] \(notification)
      2024-02-03 10:01:00.000 App[1:1] trace.begin records=app
      """)
    #expect(checked.findings == [])
    #expect(checked.summary.folded == 1)
  }

  @Test func `for work in its scene after the app's own notification`() {
    let checked = Bench.ios.check(
      """
      2024-02-03 10:00:00.000 App[1:1] timer.start id=poll
      2024-02-03 10:00:00.100 App[1:1] user.dataDirty id=note
      2024-02-03 10:00:01.000 App[1:1] UIApplicationWillResignActiveNotification
      2024-02-03 10:00:01.001 App[1:1] sceneWillResignActive(_:)
      2024-02-03 10:00:01.002 App[1:1] timer.stop id=poll
      2024-02-03 10:00:02.000 App[1:1] UIApplicationDidEnterBackgroundNotification
      2024-02-03 10:00:02.001 App[1:1] sceneDidEnterBackground(_:)
      2024-02-03 10:00:02.002 App[1:1] data.save id=note
      2024-02-03 10:00:09.000 App[1:1] sceneWillEnterForeground(_:)
      """)
    #expect(checked.findings == [])
  }

  @Test func `with two scenes without ids`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] sceneWillEnterForeground(_:)
      10:00:00.100 App[1:1] sceneDidBecomeActive(_:)
      10:00:05.000 App[1:1] sceneDidBecomeActive(_:)
      10:00:10.000 App[1:1] sceneWillResignActive(_:)
      10:00:13.000 App[1:1] sceneWillResignActive(_:)
      10:00:14.000 App[1:1] sceneDidEnterBackground(_:)
      10:00:16.000 App[1:1] sceneDidEnterBackground(_:)
      """)
    #expect(checked.findings == [])
  }

  @Test func `with scenes that existed before the log began`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] scene.willResignActive id=a
      10:00:00.010 App[1:1] scene.willResignActive.end id=a
      10:00:00.500 App[1:1] scene.didEnterBackground id=a
      10:00:00.510 App[1:1] scene.didEnterBackground.end id=a
      10:00:05.000 App[1:1] scene.willResignActive id=b
      10:00:05.010 App[1:1] scene.willResignActive.end id=b
      10:00:06.000 App[1:1] scene.didEnterBackground id=b
      10:00:06.010 App[1:1] scene.didEnterBackground.end id=b
      10:00:07.000 App[1:1] scene.willEnterForeground id=a
      10:00:08.000 App[1:1] scene.didBecomeActive id=a
      """)
    #expect(checked.findings == [])
  }

  @Test func `with a second scene that opens while the app is active`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] UIApplicationDidBecomeActiveNotification
      10:00:05.000 App[1:1] scene.willConnect id=b
      10:00:05.100 App[1:1] scene.willEnterForeground id=b
      10:00:05.200 App[1:1] scene.didBecomeActive id=b
      10:00:06.000 App[1:1] scene.willResignActive id=b
      10:00:07.000 App[1:1] scene.didEnterBackground id=b
      """)
    #expect(checked.findings == [])
  }

  @Test(arguments: ["app", "scene"])
  func `for launch callbacks that it does not log, after its process start is logged`(_ kind: String) {
    let id = kind == "scene" ? " id=a" : ""
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] process.start reason=tap
      10:00:00.600 App[1:1] \(kind).willEnterForeground\(id)
      10:00:00.700 App[1:1] \(kind).didBecomeActive\(id)
      10:00:05.000 App[1:1] \(kind).willResignActive\(id)
      10:00:06.000 App[1:1] \(kind).didEnterBackground\(id)
      """)
    #expect(checked.findings == [])
  }

  @Test func `at a launch after a session that only logged scenes`() {
    let checked = Bench.ios.check(
      """
      sceneDidBecomeActive(_:)
      sceneWillResignActive(_:)
      sceneDidEnterBackground(_:)
      application:didFinishLaunchingWithOptions:
      sceneWillEnterForeground(_:)
      sceneDidBecomeActive(_:)
      """)
    #expect(checked.findings == [])
    #expect(checked.summary.sessions == 2)
  }

  @Test func `at a launch that a log without process ids does not show`() {
    let checked = Bench.ios.check(
      """
      UIApplicationWillEnterForegroundNotification
      UIApplicationDidBecomeActiveNotification
      UIApplicationWillResignActiveNotification
      UIApplicationDidEnterBackgroundNotification
      UIApplicationDidBecomeActiveNotification
      """)
    #expect(checked.findings == [])
  }

  @Test func `for callbacks that only another process of the log records`() {
    let checked = Bench.ios.check(
      """
      2024-02-03 10:00:00.000 App[1:1] applicationDidBecomeActive:
      2024-02-03 10:00:01.000 App[1:1] applicationWillResignActive:
      2024-02-03 10:00:02.000 App[1:1] applicationDidEnterBackground:
      2024-02-03 10:00:03.000 App[1:1] applicationWillEnterForeground:
      2024-02-03 10:01:00.000 Other[2:1] applicationDidBecomeActive:
      2024-02-03 10:01:10.000 Other[2:1] applicationDidEnterBackground:
      2024-02-03 10:01:20.000 Other[2:1] applicationDidBecomeActive:
      """)
    #expect(checked.findings == [])
  }

  @Test func `for callbacks that it does not log, even if it logs one by its dotted name`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.didBecomeActive
      10:00:05.000 App[1:1] app.didEnterBackground
      10:00:09.000 App[1:1] app.didBecomeActive
      """)
    #expect(checked.findings == [])
  }

  @Test(arguments: ["applicationWillEnterForeground:", "applicationWillTerminate:", "process.suspend"])
  func `for a slow callback if another one follows, and then the end`(_ next: String) {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] applicationWillResignActive:
      10:00:01.000 App[1:1] applicationDidEnterBackground:
      10:00:08.000 App[1:1] \(next)
      10:00:09.000 App[1:1] process.resume
      10:00:19.000 App[1:1] process.exit reason=user
      """)
    #expect(!checked.findings.contains { $0.rule == length })
  }

  @Test func `for a slow callback in a log without returns`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] applicationDidEnterBackground:
      10:00:08.000 App[1:1] process.exit reason=user
      """)
    #expect(checked.findings == [])
  }

  @Test func `for the length of a callback across a suspension`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.didEnterBackground
      10:00:01.000 App[1:1] process.suspend
      10:10:00.000 App[1:1] process.resume
      10:10:10.000 App[1:1] app.didEnterBackground.end
      """)
    #expect(checked.findings == [])
  }

  @Test func `for a length that only a clock with steps back and forth adds up`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.didEnterBackground
      09:59:57.000 App[1:1] data.save id=a
      10:00:00.200 App[1:1] data.save id=b
      09:59:57.400 App[1:1] data.save id=c
      10:00:00.500 App[1:1] app.didEnterBackground.end
      """)
    #expect(checked.findings == [])
  }

  @Test func `for a call in the first slow callback of the log, whose return is recorded`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.didEnterBackground
      10:00:02.000 App[1:1] gl.call fn=glFinish
      10:00:03.000 App[1:1] app.didEnterBackground.end
      10:00:04.000 App[1:1] app.willEnterForeground
      """)
    #expect(checked.findings == [Finding("background-callback-returns-promptly", 3, 1)])
  }

  @Test func `for a save under a background task whose beginning it does not log`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] user.dataDirty id=a
      10:00:02.000 App[1:1] app.didEnterBackground
      10:00:02.050 App[1:1] backgroundTask.begin id=1 name=a
      10:00:02.100 App[1:1] app.didEnterBackground.end
      10:00:03.000 App[1:1] data.save id=a
      10:00:03.100 App[1:1] backgroundTask.end id=1
      """)
    #expect(checked.findings == [])
  }

  @Test func `for a file used after a lock that has no time`() {
    let checked = Bench.ios.check("device.lock\nfile.access path=a protection=complete")
    #expect(checked.findings == [])
  }

  @Test func `for a file used in the callback before protected data becomes unavailable`() {
    let checked = Bench.ios.check(
      """
      10:00:05.000 App[1:1] device.lock
      10:00:06.000 App[1:1] app.protectedDataWillBecomeUnavailable
      10:00:06.100 App[1:1] file.access path=a protection=complete
      10:00:06.200 App[1:1] app.protectedDataWillBecomeUnavailable.end
      """)
    #expect(checked.findings == [])
  }

  @Test(arguments: ["app.protectedDataDidBecomeAvailable", "app.didBecomeActive"])
  func `for a file used after an unlock that another event shows`(_ sign: String) {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] device.lock
      10:00:20.000 App[1:1] \(sign)
      10:00:25.000 App[1:1] file.access path=a protection=complete
      """)
    #expect(checked.findings == [])
  }

  @Test func `with facts that were logged once for all runs`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 app.config debugger=yes
      10:00:01.000 app.didFinishLaunching
      10:00:04.000 app.didEnterBackground
      10:00:10.000 app.didEnterBackground.end
      10:00:11.000 app.didFinishLaunching
      10:00:14.000 app.didEnterBackground
      10:00:20.000 app.didEnterBackground.end
      """)
    #expect(checked.findings == [])
  }

  @Test func `for a one-shot timer that has fired`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] timer.start id=a repeats=no
      10:00:01.000 App[1:1] timer.fire id=a
      10:00:05.000 App[1:1] app.willResignActive
      10:00:05.100 App[1:1] app.willResignActive.end
      """)
    #expect(checked.findings == [])
  }

  @Test func `for OpenGL ES in a scene that connects after a background launch`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.didFinishLaunching state=background
      10:00:00.100 App[1:1] app.didFinishLaunching.end
      10:00:00.200 App[1:1] scene.willConnect id=a
      10:00:00.300 App[1:1] gl.contextCreate
      10:00:00.400 App[1:1] scene.willConnect.end id=a
      10:00:00.500 App[1:1] scene.willEnterForeground id=a
      """)
    #expect(checked.findings == [])
  }
}

@Suite struct `A broken rule is reported once` {
  @Test(arguments: ["process.exit reason=crash", "process.suspend"])
  func `if the process ends or stops before a save under a background task is done`(_ last: String) {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] user.dataDirty id=a
      10:00:01.000 App[1:1] app.didEnterBackground
      10:00:01.010 App[1:1] backgroundTask.begin id=1 name=a
      10:00:01.020 App[1:1] data.saveStart id=a
      10:00:01.100 App[1:1] app.didEnterBackground.end
      10:00:02.000 App[1:1] \(last)
      """)
    #expect(checked.findings == [Finding(save, 6, 1, 2)])
  }

  @Test func `for data that stays unsaved over later wake-ups`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] user.dataDirty id=a
      10:00:02.000 App[1:1] app.didEnterBackground
      10:00:02.100 App[1:1] app.didEnterBackground.end
      10:00:03.000 App[1:1] process.suspend
      10:00:10.000 App[1:1] process.resume
      10:00:10.100 App[1:1] backgroundTask.begin id=1 name=a
      10:00:10.200 App[1:1] backgroundTask.end id=1
      10:00:11.000 App[1:1] process.suspend
      """)
    #expect(checked.findings == [Finding(save, 3, 1, 2)])
  }

  @Test func `if two sentences find it and one of them waits for a return`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] process.start reason=location
      10:00:00.100 App[1:1] app.willFinishLaunching state=background
      10:00:00.110 App[1:1] app.willFinishLaunching.end
      10:00:00.200 App[1:1] app.didFinishLaunching state=background
      10:00:02.200 App[1:1] gl.contextCreate
      10:00:03.200 App[1:1] app.didEnterBackground
      10:00:03.300 App[1:1] app.didEnterBackground.end
      10:00:09.000 App[1:1] app.willEnterForeground
      """)
    #expect(checked.findings == [Finding(gl, 5, 2)])
  }

  @Test func `as a note if a one-shot timer is started while the app is not active`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.willResignActive
      10:00:00.100 App[1:1] app.willResignActive.end
      10:00:01.000 App[1:1] timer.start id=a repeats=no
      10:00:02.000 App[1:1] app.didBecomeActive
      """)
    #expect(checked.findings == [Finding(timers, 3, 1)])
    #expect(checked.violations.first?.severity == .note)
  }
}

@Suite struct `A verdict is correct` {
  @Test func `for a callback whose length the scenes show`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] scene.didEnterBackground id=a
      10:00:01.000 App[1:1] scene.didEnterBackground.end id=a
      """)
    #expect(checked.coverage(length)?.verdict == .held)
  }

  @Test func `for calls in a callback whose return is not logged`() {
    let checked = Bench.ios.check("app.didEnterBackground\ngl.call fn=a\ngl.call fn=b")
    #expect(checked.coverage(gl)?.verdict == .notObservable)
  }

  @Test func `for data that is being saved when the log ends`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] user.dataDirty id=a
      10:00:01.000 App[1:1] app.didEnterBackground
      10:00:01.010 App[1:1] backgroundTask.begin id=1 name=a
      10:00:01.020 App[1:1] data.saveStart id=a
      10:00:01.100 App[1:1] app.didEnterBackground.end
      """)
    #expect(checked.coverage(save)?.verdict == .inconclusive)
  }

  @Test func `for a file that was closed before the lock`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] file.open path=a protection=complete
      10:00:01.000 App[1:1] app.willResignActive
      10:00:01.100 App[1:1] file.close path=a
      10:00:01.200 App[1:1] app.willResignActive.end
      10:00:01.300 App[1:1] device.lock
      10:00:02.000 App[1:1] app.didEnterBackground
      """)
    #expect(checked.coverage(lock)?.verdict == .held)
  }

  @Test func `for an exempt timer if the log ends in the callback`() {
    let checked = Bench.ios.check(
      "10:00:00.000 timer.start id=a allow=background\n10:00:01.000 app.willResignActive")
    #expect(checked.coverage(timers)?.inconclusive == 0)
  }

  @Test func `for one violation that two sentences share`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] process.start reason=location
      10:00:00.010 App[1:1] app.didFinishLaunching state=background
      10:00:00.200 App[1:1] app.didFinishLaunching.end
      10:00:06.000 App[1:1] gl.draw
      10:00:07.000 App[1:1] app.willEnterForeground
      """)
    #expect(checked.coverage(gl)?.violated == 1)
    #expect(checked.coverage(gl)?.held == 0)
  }

  @Test func `for the number of sessions if the debugger logs the end twice`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.didEnterBackground
      Message from debugger: Terminated due to signal 9
      Program ended with exit code: 9
      """)
    #expect(checked.summary.sessions == 1)
  }
}

@Suite struct `Unusual times` {
  @Test func `that jump between centuries do not crash the checker`() {
    let names = ["app.didBecomeActive", "timer.start id=a", "app.willResignActive"]
    let lines = (0..<18).map { "\($0 % 2 == 0 ? 1990 : 2100)-01-01 10:00:00.000 App[1:1] \(names[$0 % 3])" }
    let checked = Bench.ios.check(lines.joined(separator: "\n"))
    #expect(checked.summary.times.back.count == 8)
  }
}

@Suite struct `The bundled rules` {
  @Test func `count a notification before or after its scene's callback as one callback`() {
    let pairs = [
      ("sceneWillEnterForeground(_:)", "UIApplicationWillEnterForegroundNotification"),
      ("sceneDidBecomeActive(_:)", "UIApplicationDidBecomeActiveNotification"),
      ("sceneWillResignActive(_:)", "UIApplicationWillResignActiveNotification"),
      ("sceneDidEnterBackground(_:)", "UIApplicationDidEnterBackgroundNotification"),
    ]
    for isAfter in [true, false] {
      var lines: [String] = []
      for step in 0..<12 {
        let (scene, app) = pairs[step % 4]
        let time = "2024-02-03 10:00:\(step + 10)"
        lines.append("\(time).000 App[1:1] \(isAfter ? scene : app)")
        lines.append("\(time).002 App[1:1] \(isAfter ? app : scene)")
      }
      let checked = Bench.ios.check(lines.joined(separator: "\n"))
      #expect(checked.findings == [], "\(isAfter)")
      #expect(checked.summary.sessions == 1)
    }
  }

  @Test func `keep the app in the foreground while one of its scenes is there`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] scene.willEnterForeground id=a
      10:00:00.100 App[1:1] scene.didBecomeActive id=a
      10:00:02.000 App[1:1] scene.willEnterForeground id=b
      10:00:02.100 App[1:1] scene.didBecomeActive id=b
      10:00:04.000 App[1:1] scene.willResignActive id=a
      10:00:05.000 App[1:1] scene.didEnterBackground id=a
      10:00:06.500 App[1:1] gl.draw
      10:00:08.000 App[1:1] scene.didDisconnect id=a
      10:00:09.000 App[1:1] scene.willResignActive id=b
      10:00:10.000 App[1:1] scene.didEnterBackground id=b
      10:00:12.000 App[1:1] gl.draw
      """)
    #expect(checked.findings == [Finding(gl, 11, 10)])
  }

  @Test func `judge the work of a slow callback at its return`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.didBecomeActive
      10:00:00.010 App[1:1] app.didBecomeActive.end
      10:00:01.000 App[1:1] timer.start id=a
      10:00:01.100 App[1:1] timer.start id=b
      10:00:02.000 App[1:1] app.willResignActive
      10:00:04.000 App[1:1] timer.stop id=a
      10:00:04.100 App[1:1] timer.start id=c
      10:00:05.000 App[1:1] app.willResignActive.end
      """)
    #expect(checked.findings == [Finding(timers, 8, 4, 5), Finding(timers, 8, 5, 7)])
  }

  @Test func `report a missing callback once`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.didBecomeActive
      10:00:00.010 App[1:1] app.didBecomeActive.end
      10:00:05.000 App[1:1] app.didEnterBackground
      10:00:05.010 App[1:1] app.didEnterBackground.end
      10:00:09.000 App[1:1] app.willEnterForeground
      10:00:09.010 App[1:1] app.willEnterForeground.end
      10:00:09.500 App[1:1] app.didBecomeActive
      10:00:09.510 App[1:1] app.didBecomeActive.end
      10:00:12.000 App[1:1] app.willResignActive
      """)
    #expect(checked.findings == [Finding(background, 3, 1)])
  }
}
