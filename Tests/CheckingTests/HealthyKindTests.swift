import Testing

@testable import Checking

/// A healthy app, and its broken twin: the same trace with one change that makes it a violation.
struct HealthyKind: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// The rule that must not report the healthy app.
  let rule: String
  let trace: String
  /// The trace of the broken twin; nil if no single change is a violation.
  let twin: String?

  /// In the twin, `part` of the trace is `other`.
  init(_ words: String, _ rule: String, _ trace: String, but part: String, is other: String) {
    testDescription = words
    self.rule = rule
    self.trace = trace
    twin = trace.replacing(part, with: other)
  }

  /// A healthy app without a twin: the rule is held.
  init(_ words: String, held rule: String, _ trace: String) {
    testDescription = words
    self.rule = rule
    self.trace = trace
    twin = nil
  }

  /// Expects that no rule reports the app, and that the rule in question reports its twin.
  func expectCleanAndBrokenTwin(sourceLocation: SourceLocation = #_sourceLocation) {
    let checked = Bench.ios.check(trace)
    #expect(checked.findings == [], sourceLocation: sourceLocation)
    if let twin {
      // The twin is certainly broken in a log that records all callbacks.
      let broken = Bench.ios.check(twin, assuming: Assumptions(records: ["app", "scene"]))
      #expect(broken.findings.contains { $0.rule == rule }, sourceLocation: sourceLocation)
    } else {
      #expect(checked.coverage(rule)?.verdict == .held, sourceLocation: sourceLocation)
    }
  }
}

@Suite struct `Unlike its broken twin, a healthy app leaves, ends and returns without a violation` {
  @Test(arguments: HealthyKind.scenes) func `with scenes only`(_ kind: HealthyKind) {
    kind.expectCleanAndBrokenTwin()
  }

  @Test(arguments: HealthyKind.ends) func `at its end`(_ kind: HealthyKind) {
    kind.expectCleanAndBrokenTwin()
  }

  @Test(arguments: HealthyKind.returns) func `if it restarts its work on return`(_ kind: HealthyKind) {
    kind.expectCleanAndBrokenTwin()
  }

  @Test(arguments: HealthyKind.cutOff) func `if others end it during background work`(
    _ kind: HealthyKind
  ) {
    kind.expectCleanAndBrokenTwin()
  }

  @Test(arguments: HealthyKind.suspensions) func `if it holds resources while it is not suspended`(
    _ kind: HealthyKind
  ) {
    kind.expectCleanAndBrokenTwin()
  }

  @Test(arguments: HealthyKind.wakings) func `if it is started or woken in the background`(
    _ kind: HealthyKind
  ) {
    kind.expectCleanAndBrokenTwin()
  }
}

extension HealthyKind {
  static let scenes = [
    HealthyKind(
      "the callbacks of one window, through the background and back", "scene-callback-order",
      """
      2024-02-03 10:00:00.010 App[7:12] application(_:didFinishLaunchingWithOptions:)
      2024-02-03 10:00:00.034 App[7:12] scene(_:willConnectTo:options:)
      2024-02-03 10:00:00.050 App[7:12] sceneWillEnterForeground(_:)
      2024-02-03 10:00:00.210 App[7:12] sceneDidBecomeActive(_:)
      2024-02-03 10:00:30.118 App[7:12] sceneWillResignActive(_:)
      2024-02-03 10:00:30.702 App[7:12] sceneDidEnterBackground(_:)
      2024-02-03 10:01:02.200 App[7:12] sceneWillEnterForeground(_:)
      2024-02-03 10:01:02.513 App[7:12] sceneDidBecomeActive(_:)
      """,
      but: "2024-02-03 10:01:02.200 App[7:12] sceneWillEnterForeground(_:)", is: ""),
    HealthyKind(
      "a window that is closed, and a new one on the return", "scene-callback-order",
      """
      2024-02-03 10:00:00.034 App[7:12] -[SceneDelegate scene:willConnectToSession:options:]
      2024-02-03 10:00:00.050 App[7:12] -[SceneDelegate sceneWillEnterForeground:]
      2024-02-03 10:00:00.210 App[7:12] -[SceneDelegate sceneDidBecomeActive:]
      2024-02-03 10:00:30.118 App[7:12] -[SceneDelegate sceneWillResignActive:]
      2024-02-03 10:00:30.702 App[7:12] -[SceneDelegate sceneDidEnterBackground:]
      2024-02-03 10:09:30.702 App[7:12] -[SceneDelegate sceneDidDisconnect:]
      2024-02-03 10:20:00.034 App[7:12] -[SceneDelegate scene:willConnectToSession:options:]
      2024-02-03 10:20:00.050 App[7:12] -[SceneDelegate sceneWillEnterForeground:]
      2024-02-03 10:20:00.210 App[7:12] -[SceneDelegate sceneDidBecomeActive:]
      """,
      but: "2024-02-03 10:20:00.050 App[7:12] -[SceneDelegate sceneWillEnterForeground:]", is: ""),
    HealthyKind(
      "the notifications of scenes and of the app", held: "lifecycle-callback-order",
      """
      2024-02-03 10:00:00.010 App[7:12] UIApplicationDidFinishLaunchingNotification
      2024-02-03 10:00:00.034 App[7:12] UISceneWillConnectNotification
      2024-02-03 10:00:00.050 App[7:12] UISceneWillEnterForegroundNotification
      2024-02-03 10:00:00.051 App[7:12] UIApplicationWillEnterForegroundNotification
      2024-02-03 10:00:00.210 App[7:12] UISceneDidActivateNotification
      2024-02-03 10:00:00.211 App[7:12] UIApplicationDidBecomeActiveNotification
      2024-02-03 10:00:30.118 App[7:12] UISceneWillDeactivateNotification
      2024-02-03 10:00:30.119 App[7:12] UIApplicationWillResignActiveNotification
      2024-02-03 10:00:30.702 App[7:12] UISceneDidEnterBackgroundNotification
      2024-02-03 10:00:30.703 App[7:12] UIApplicationDidEnterBackgroundNotification
      2024-02-03 10:01:02.200 App[7:12] UISceneWillEnterForegroundNotification
      2024-02-03 10:01:02.201 App[7:12] UIApplicationWillEnterForegroundNotification
      """),
    HealthyKind(
      "a camera that one window starts after another one has left", "no-camera-in-background",
      """
      10:00:00.050 App[1:1] scene.willEnterForeground id=list
      10:00:00.210 App[1:1] scene.didBecomeActive id=list
      10:00:01.050 App[1:1] scene.willEnterForeground id=photo
      10:00:01.210 App[1:1] scene.didBecomeActive id=photo
      10:00:08.000 App[1:1] scene.willResignActive id=list
      10:00:08.300 App[1:1] scene.didEnterBackground id=list
      10:00:12.000 App[1:1] camera.start id=front
      """,
      but: "10:00:12.000",
      is: """
        10:00:10.000 App[1:1] scene.willResignActive id=photo
        10:00:10.300 App[1:1] scene.didEnterBackground id=photo
        10:00:12.000
        """),
    HealthyKind(
      "a timer that runs until the last window is left", "timers-stopped-on-resign",
      """
      10:00:00.210 App[1:1] scene.didBecomeActive id=board
      10:00:01.210 App[1:1] scene.didBecomeActive id=chat
      10:00:02.000 App[1:1] timer.start id=clock
      10:00:08.000 App[1:1] scene.willResignActive id=chat
      10:00:12.000 App[1:1] scene.willResignActive id=board
      10:00:12.010 App[1:1] timer.stop id=clock
      10:00:12.020 App[1:1] scene.willResignActive.end id=board
      """,
      but: "10:00:12.010 App[1:1] timer.stop id=clock", is: ""),
  ]

  static let ends = [
    HealthyKind(
      "killed by the system for memory in the foreground, with a logged reason",
      "terminate-called-when-killed-in-background",
      """
      10:00:00.000 App[1:1] app.didBecomeActive
      10:00:00.010 App[1:1] app.didBecomeActive.end
      10:00:09.000 App[1:1] app.willTerminate
      10:00:09.100 App[1:1] process.exit reason=lowMemory
      """,
      but: "10:00:09.000 App[1:1] app.willTerminate", is: ""),
    HealthyKind(
      "killed by the system during a call, with a logged reason",
      "terminate-called-when-killed-in-background",
      """
      2024-02-03 10:00:00.000 App[7:12] -[AppDelegate applicationDidBecomeActive:]
      2024-02-03 10:00:09.000 App[7:12] -[AppDelegate applicationWillTerminate:]
      2024-02-03 10:00:09.100 App[7:12] process.exit reason=system
      2024-02-03 10:01:00.000 App[8:12] -[AppDelegate application:didFinishLaunchingWithOptions:]
      2024-02-03 10:01:00.300 App[8:12] -[AppDelegate applicationDidBecomeActive:]
      2024-02-03 10:01:07.000 App[8:12] -[AppDelegate applicationWillResignActive:]
      2024-02-03 10:01:09.000 App[8:12] -[AppDelegate applicationWillTerminate:]
      2024-02-03 10:01:09.100 App[8:12] process.exit reason=system
      """,
      but: "2024-02-03 10:01:09.000 App[8:12] -[AppDelegate applicationWillTerminate:]", is: ""),
    HealthyKind(
      "terminated on leaving, before iOS 13, at its own request", "exit-on-suspend-terminates",
      """
      10:00:00.000 App[1:1] app.config ios=9.3 exitsOnSuspend=yes
      10:00:01.000 App[1:1] applicationDidBecomeActive:
      10:00:04.000 App[1:1] applicationWillResignActive:
      10:00:04.200 App[1:1] applicationDidEnterBackground:
      10:00:04.300 App[1:1] applicationWillTerminate:
      10:00:04.400 App[1:1] process.exit reason=normal
      10:01:00.000 App[2:1] application:didFinishLaunchingWithOptions:
      10:01:01.000 App[2:1] applicationDidBecomeActive:
      10:01:04.000 App[2:1] applicationWillResignActive:
      10:01:04.200 App[2:1] applicationDidEnterBackground:
      10:01:04.300 App[2:1] applicationWillTerminate:
      10:01:04.400 App[2:1] process.exit reason=normal
      """,
      but: "10:01:04.300 App[2:1] applicationWillTerminate:", is: ""),
    HealthyKind(
      "not terminated on leaving, from iOS 13 on, despite its request", "exit-on-suspend-terminates",
      """
      10:00:00.000 App[1:1] app.config ios=13.0 exitsOnSuspend=yes
      10:00:01.000 App[1:1] sceneDidBecomeActive(_:)
      10:00:04.000 App[1:1] sceneWillResignActive(_:)
      10:00:04.200 App[1:1] sceneDidEnterBackground(_:)
      10:07:00.000 App[1:1] sceneWillEnterForeground(_:)
      10:07:00.200 App[1:1] sceneDidBecomeActive(_:)
      """,
      but: "ios=13.0", is: "ios=12.4"),
    HealthyKind(
      "not terminated on leaving, despite its request, on an unknown version", "exit-on-suspend-terminates",
      """
      10:00:00.000 App[1:1] app.config exitsOnSuspend=yes
      10:00:04.000 App[1:1] applicationWillResignActive(_:)
      10:00:04.200 App[1:1] applicationDidEnterBackground(_:)
      10:07:00.000 App[1:1] applicationWillEnterForeground(_:)
      """,
      but: "exitsOnSuspend=yes", is: "exitsOnSuspend=yes ios=8.0"),
    HealthyKind(
      "terminated with its state saved at the last moment", "save-data-on-terminate",
      """
      10:00:01.000 App[1:1] applicationDidBecomeActive:
      10:00:03.000 App[1:1] state.dirty id=page
      10:00:04.000 App[1:1] applicationWillTerminate:
      10:00:04.100 App[1:1] state.save id=page
      10:00:04.200 App[1:1] app.willTerminate.end
      """,
      but: "10:00:04.100 App[1:1] state.save id=page", is: ""),
    HealthyKind(
      "terminated without a callback after its last background task",
      "terminate-called-when-killed-in-background",
      """
      10:00:04.000 App[1:1] app.willResignActive
      10:00:04.010 App[1:1] app.willResignActive.end
      10:00:04.200 App[1:1] app.didEnterBackground
      10:00:04.210 App[1:1] backgroundTask.begin id=1 name=sync
      10:00:04.220 App[1:1] backgroundTask.begin id=2 name=upload
      10:00:04.230 App[1:1] app.didEnterBackground.end
      10:00:09.000 App[1:1] backgroundTask.end id=2
      10:00:11.000 App[1:1] backgroundTask.end id=1
      10:00:31.000 App[1:1] process.exit reason=lowMemory
      """,
      but: "10:00:11.000 App[1:1] backgroundTask.end id=1", is: ""),
    HealthyKind(
      "terminated without a callback while nothing keeps it awake",
      "terminate-called-when-killed-in-background",
      """
      10:00:00.000 App[1:1] app.config backgroundModes=none
      10:00:04.200 App[1:1] app.didEnterBackground
      10:00:04.210 App[1:1] app.didEnterBackground.end
      10:00:06.000 App[1:1] process.suspend
      10:05:00.000 App[1:1] process.resume
      10:05:00.100 App[1:1] app.willEnterForeground
      10:05:00.400 App[1:1] app.didBecomeActive
      10:05:04.000 App[1:1] app.willResignActive
      10:05:04.200 App[1:1] app.didEnterBackground
      10:05:04.210 App[1:1] app.didEnterBackground.end
      10:05:20.000 App[1:1] process.exit reason=lowMemory
      """,
      but: "backgroundModes=none", is: "backgroundModes=audio"),
    HealthyKind(
      "terminated by the user, without a callback", "terminate-called-when-killed-in-background",
      """
      10:00:00.000 App[1:1] app.didBecomeActive
      10:00:00.010 App[1:1] app.didBecomeActive.end
      10:00:09.000 App[1:1] process.exit reason=user
      """,
      but: "reason=user", is: "reason=system"),
    HealthyKind(
      "terminated by the user from the app switcher, with a callback", "no-terminate-while-suspended",
      """
      2024-02-03 10:00:00.000 App[7:12] -[AppDelegate applicationDidBecomeActive:]
      2024-02-03 10:00:04.000 App[7:12] -[AppDelegate applicationWillResignActive:]
      2024-02-03 10:00:04.300 App[7:12] -[AppDelegate applicationDidEnterBackground:]
      2024-02-03 10:00:06.900 App[7:12] -[AppDelegate applicationWillTerminate:]
      """,
      but: "2024-02-03 10:00:06.900",
      is: "2024-02-03 10:00:06.000 App[7:12] process.suspend\n2024-02-03 10:00:06.900"),
    HealthyKind(
      "terminated by the user while its windows are closed", "no-callbacks-after-terminate",
      """
      2024-02-03 10:00:00.000 App[7:12] sceneDidBecomeActive(_:)
      2024-02-03 10:00:04.000 App[7:12] sceneWillResignActive(_:)
      2024-02-03 10:00:05.000 App[7:12] applicationWillTerminate(_:)
      2024-02-03 10:00:05.010 App[7:12] sceneDidEnterBackground(_:)
      2024-02-03 10:00:05.020 App[7:12] sceneDidDisconnect(_:)
      """,
      but: "sceneDidEnterBackground(_:)", is: "applicationDidEnterBackground(_:)"),
  ]

  static let returns = [
    HealthyKind(
      "a timer that was stopped before leaving is not restarted", "timers-restarted-on-active",
      """
      10:00:00.000 App[1:1] applicationDidBecomeActive:
      10:00:01.000 App[1:1] timer.start id=search
      10:00:03.000 App[1:1] timer.stop id=search
      10:00:05.000 App[1:1] applicationWillResignActive:
      10:00:09.000 App[1:1] applicationDidBecomeActive:
      10:00:12.000 App[1:1] input.motion
      """,
      but: "10:00:03.000 App[1:1] timer.stop id=search\n10:00:05.000 App[1:1] applicationWillResignActive:",
      is: "10:00:05.000 App[1:1] applicationWillResignActive:\n10:00:05.001 App[1:1] timer.stop id=search"),
    HealthyKind(
      "a watch that ended in the background is not restarted", "timers-restarted-on-active",
      """
      10:00:00.000 App[1:1] sceneDidBecomeActive(_:)
      10:00:01.000 App[1:1] periodic.start id=upload allow=background
      10:00:05.000 App[1:1] sceneWillResignActive(_:)
      10:00:05.300 App[1:1] sceneDidEnterBackground(_:)
      10:00:09.000 App[1:1] periodic.stop id=upload
      10:05:00.000 App[1:1] sceneWillEnterForeground(_:)
      10:05:00.200 App[1:1] sceneDidBecomeActive(_:)
      10:05:02.000 App[1:1] input.motion
      """,
      but: "10:00:05.300 App[1:1] sceneDidEnterBackground(_:)\n10:00:09.000 App[1:1] periodic.stop id=upload",
      is: "10:00:05.001 App[1:1] periodic.stop id=upload\n10:00:05.300 App[1:1] sceneDidEnterBackground(_:)"),
    HealthyKind(
      "a queue that was already suspended is not resumed", "queues-resumed-on-active",
      """
      10:00:00.000 App[1:1] applicationDidBecomeActive(_:)
      10:00:01.000 App[1:1] queue.start id=thumbs
      10:00:03.000 App[1:1] queue.suspend id=thumbs
      10:00:05.000 App[1:1] applicationWillResignActive(_:)
      10:00:09.000 App[1:1] applicationDidBecomeActive(_:)
      10:00:12.000 App[1:1] input.motion
      """,
      but:
        "10:00:03.000 App[1:1] queue.suspend id=thumbs\n10:00:05.000 App[1:1] applicationWillResignActive(_:)",
      is:
        "10:00:05.000 App[1:1] applicationWillResignActive(_:)\n10:00:05.001 App[1:1] queue.suspend id=thumbs"
    ),
    HealthyKind(
      "a film that has ended is not resumed", "resigned-work-restored-on-active",
      """
      10:00:01.000 App[1:1] movie.play id=trailer
      10:00:05.000 App[1:1] sceneWillResignActive(_:)
      10:00:05.001 App[1:1] movie.stop id=trailer
      10:00:09.000 App[1:1] sceneDidBecomeActive(_:)
      10:00:12.000 App[1:1] input.motion
      """,
      but: "movie.stop", is: "movie.pause"),
    HealthyKind(
      "a protected file is not reopened if the device was never locked", "reopen-protected-files-on-active",
      """
      10:00:00.000 App[1:1] sceneDidBecomeActive(_:)
      10:00:02.000 App[1:1] file.open path=vault.db protection=complete
      10:00:05.000 App[1:1] sceneWillResignActive(_:)
      10:00:05.001 App[1:1] file.close path=vault.db
      10:00:05.300 App[1:1] sceneDidEnterBackground(_:)
      10:05:00.000 App[1:1] sceneWillEnterForeground(_:)
      10:05:00.200 App[1:1] sceneDidBecomeActive(_:)
      10:05:02.000 App[1:1] input.motion
      """,
      but: "10:05:00.000", is: "10:04:59.000 App[1:1] device.unlock\n10:05:00.000"),
    HealthyKind(
      "a hidden sensitive view is shown again", "undo-background-work-on-foreground",
      """
      10:00:02.000 App[1:1] view.showSensitive id=card
      10:00:05.000 App[1:1] applicationWillResignActive:
      10:00:05.300 App[1:1] applicationDidEnterBackground:
      10:00:05.301 App[1:1] view.hideSensitive id=card
      10:05:00.000 App[1:1] applicationWillEnterForeground:
      10:05:00.200 App[1:1] applicationDidBecomeActive:
      10:05:00.201 App[1:1] view.showSensitive id=card
      10:05:02.000 App[1:1] input.motion
      """,
      but: "10:05:00.201 App[1:1] view.showSensitive id=card", is: ""),
    HealthyKind(
      "a sensitive view stays hidden until the password is entered",
      "undo-background-work-on-foreground",
      """
      10:00:02.000 App[1:1] view.showSensitive id=card
      10:00:05.000 App[1:1] sceneWillResignActive(_:)
      10:00:05.300 App[1:1] sceneDidEnterBackground(_:)
      10:00:05.301 App[1:1] view.hideSensitive id=card
      10:05:00.000 App[1:1] sceneWillEnterForeground(_:)
      10:05:00.100 App[1:1] auth.prompt
      10:05:00.200 App[1:1] sceneDidBecomeActive(_:)
      10:05:03.000 App[1:1] input.motion
      10:05:08.000 App[1:1] view.showSensitive id=card
      """,
      but: "10:05:00.100 App[1:1] auth.prompt", is: ""),
    HealthyKind(
      "an alert is shown again", "undo-background-work-on-foreground",
      """
      10:00:02.000 App[1:1] alert.present id=discard kind=alert
      10:00:05.000 App[1:1] applicationWillResignActive(_:)
      10:00:05.300 App[1:1] applicationDidEnterBackground(_:)
      10:00:05.301 App[1:1] alert.contextSaved id=discard
      10:00:05.302 App[1:1] alert.dismiss id=discard
      10:05:00.000 App[1:1] applicationWillEnterForeground(_:)
      10:05:00.200 App[1:1] applicationDidBecomeActive(_:)
      10:05:00.201 App[1:1] alert.present id=discard kind=alert
      10:05:02.000 App[1:1] input.motion
      """,
      but: "10:05:00.201 App[1:1] alert.present id=discard kind=alert", is: ""),
    HealthyKind(
      "a service that was stopped for good is not restarted", "undo-background-work-on-foreground",
      """
      10:00:02.000 App[1:1] bonjour.publish id=share
      10:00:05.000 App[1:1] applicationWillResignActive:
      10:00:05.300 App[1:1] applicationDidEnterBackground:
      10:00:05.301 App[1:1] bonjour.unpublish id=share final=yes
      10:05:00.000 App[1:1] applicationWillEnterForeground:
      10:05:00.200 App[1:1] applicationDidBecomeActive:
      10:05:02.000 App[1:1] input.motion
      """,
      but: " final=yes", is: ""),
  ]

  static let cutOff = [
    HealthyKind(
      "ended by the user during a background task", "background-task-ended",
      """
      10:00:05.000 App[1:1] applicationWillResignActive:
      10:00:05.300 App[1:1] applicationDidEnterBackground:
      10:00:05.310 App[1:1] backgroundTask.begin id=1 name=encode
      10:00:16.000 App[1:1] process.exit reason=user
      """,
      but: "reason=user", is: "reason=watchdog"),
    HealthyKind(
      "killed for memory during a background task", "background-task-ended",
      """
      10:00:05.000 App[1:1] sceneWillResignActive(_:)
      10:00:05.300 App[1:1] sceneDidEnterBackground(_:)
      10:00:05.310 App[1:1] backgroundTask.begin id=1 name=encode
      10:00:16.000 App[1:1] process.exit reason=lowMemory
      """,
      but: "process.exit reason=lowMemory", is: "backgroundTask.expire.end id=1"),
    HealthyKind(
      "ended by the user during a scheduled task", "bgtask-completed",
      """
      10:00:05.300 App[1:1] applicationDidEnterBackground(_:)
      10:20:00.000 App[1:1] bgTask.launch id=refresh
      10:20:00.010 App[1:1] bgTask.handlerSet id=refresh
      10:20:07.000 App[1:1] process.exit reason=user
      """,
      but: "process.exit reason=user",
      is: "bgTask.expire id=refresh\n10:20:07.100 App[1:1] bgTask.expire.end id=refresh"),
    HealthyKind(
      "killed for memory during a scheduled task", "bgtask-completed",
      """
      10:00:05.300 App[1:1] sceneDidEnterBackground(_:)
      10:20:00.000 App[1:1] bgTask.launch id=refresh
      10:20:00.010 App[1:1] bgTask.handlerSet id=refresh
      10:20:07.000 App[1:1] process.exit reason=lowMemory
      """,
      but: "reason=lowMemory", is: "reason=watchdog"),
  ]

  static let suspensions = [
    HealthyKind(
      "a shared resource in an app that tracks the location",
      "release-shared-resources-before-suspend",
      """
      10:00:00.000 App[1:1] app.config backgroundModes=location
      10:00:01.000 App[1:1] shared.acquire id=contacts
      10:00:02.000 App[1:1] task.start id=route kind=location
      10:00:05.000 App[1:1] applicationWillResignActive:
      10:00:05.300 App[1:1] applicationDidEnterBackground:
      10:00:20.000 App[1:1] 52.52 N, 13.40 E
      10:09:00.000 App[1:1] applicationWillEnterForeground:
      10:09:00.200 App[1:1] applicationDidBecomeActive:
      """,
      but: "52.52 N, 13.40 E", is: "process.suspend"),
    HealthyKind(
      "a socket in an app that plays audio, and was suspended at another time",
      "close-listening-sockets-before-suspend",
      """
      10:00:00.000 App[1:1] app.config backgroundModes=audio
      10:00:05.300 App[1:1] sceneDidEnterBackground(_:)
      10:00:07.000 App[1:1] process.suspend
      10:05:00.000 App[1:1] process.resume
      10:05:00.100 App[1:1] sceneWillEnterForeground(_:)
      10:05:00.300 App[1:1] sceneDidBecomeActive(_:)
      10:05:01.000 App[1:1] socket.listen id=cast port=7000
      10:05:02.000 App[1:1] audio.play
      10:05:05.000 App[1:1] sceneWillResignActive(_:)
      10:05:05.300 App[1:1] sceneDidEnterBackground(_:)
      10:05:09.000 App[1:1] next song
      10:25:00.000 App[1:1] sceneWillEnterForeground(_:)
      """,
      but: "next song", is: "process.suspend"),
    HealthyKind(
      "a service in a log without a suspension", "unpublish-bonjour-before-suspend",
      """
      2024-02-03 10:00:02.000 App[7:12] bonjour.publish id=share
      2024-02-03 10:00:05.000 App[7:12] -[AppDelegate applicationWillResignActive:]
      2024-02-03 10:00:05.300 App[7:12] -[AppDelegate applicationDidEnterBackground:]
      2024-02-03 10:00:08.300 App[7:12] 2 peers
      2024-02-03 10:30:00.000 App[7:12] -[AppDelegate applicationWillEnterForeground:]
      2024-02-03 10:30:00.300 App[7:12] -[AppDelegate applicationDidBecomeActive:]
      """,
      but: "2 peers", is: "process.suspend"),
    HealthyKind(
      "a file lock after the last background task, in a log without a suspension",
      "no-file-lock-at-suspend",
      """
      2024-02-03 10:00:05.000 App[7:12] sceneWillResignActive(_:)
      2024-02-03 10:00:05.300 App[7:12] sceneDidEnterBackground(_:)
      2024-02-03 10:00:05.310 App[7:12] backgroundTask.begin id=1 name=merge
      2024-02-03 10:00:05.320 App[7:12] lock.acquire id=tx path=group.sqlite
      2024-02-03 10:00:09.000 App[7:12] backgroundTask.end id=1
      2024-02-03 10:00:09.500 App[7:12] merged 12 rows
      2024-02-03 10:00:09.600 App[7:12] lock.release id=tx
      """,
      but: "merged 12 rows", is: "process.suspend"),
    HealthyKind(
      "data that is not saved, over a long silence in the background", "save-at-checkpoints",
      """
      2024-02-03 10:00:01.000 App[7:12] -[AppDelegate applicationDidBecomeActive:]
      2024-02-03 10:00:05.000 App[7:12] -[AppDelegate applicationWillResignActive:]
      2024-02-03 10:00:05.300 App[7:12] -[AppDelegate applicationDidEnterBackground:]
      2024-02-03 10:00:05.310 App[7:12] backgroundTask.begin id=1 name=fetch
      2024-02-03 10:00:09.000 App[7:12] user.dataDirty id=inbox
      2024-02-03 10:30:00.000 App[7:12] data.save id=inbox
      2024-02-03 10:30:00.100 App[7:12] backgroundTask.end id=1
      """,
      but: "2024-02-03 10:00:05.300 App[7:12] -[AppDelegate applicationDidEnterBackground:]", is: ""),
  ]

  static let wakings = [
    HealthyKind(
      "for a fetch that only its own callbacks show", "lifecycle-callback-order",
      """
      2024-02-03 10:00:00.000 App[7:12] application(_:didFinishLaunchingWithOptions:)
      2024-02-03 10:00:00.300 App[7:12] applicationDidEnterBackground(_:)
      2024-02-03 10:20:00.000 App[7:12] application(_:performFetchWithCompletionHandler:)
      2024-02-03 10:20:00.300 App[7:12] applicationDidEnterBackground(_:)
      2024-02-03 10:40:00.000 App[7:12] applicationWillEnterForeground(_:)
      2024-02-03 10:40:00.300 App[7:12] applicationDidBecomeActive(_:)
      2024-02-03 10:40:05.300 App[7:12] applicationWillResignActive(_:)
      """,
      but: "2024-02-03 10:20:00.000 App[7:12] application(_:performFetchWithCompletionHandler:)", is: ""),
    HealthyKind(
      "with a window that the system does not show", "background-launch-stays-background",
      """
      10:00:00.000 App[1:1] process.start reason=location
      10:00:00.200 App[1:1] app.didFinishLaunching state=background
      10:00:00.210 App[1:1] window.rootSet id=map
      10:00:00.220 App[1:1] window.show
      10:00:00.900 App[1:1] applicationDidEnterBackground:
      10:20:00.000 App[1:1] applicationWillEnterForeground:
      10:20:00.300 App[1:1] applicationDidBecomeActive:
      """,
      but: "window.show", is: "view.draw id=map"),
    HealthyKind(
      "with a second callback for the background after it was woken", "lifecycle-callback-order",
      """
      2024-02-03 10:00:00.000 App[7:12] -[AppDelegate application:didFinishLaunchingWithOptions:]
      2024-02-03 10:00:00.300 App[7:12] -[AppDelegate applicationDidBecomeActive:]
      2024-02-03 10:00:05.000 App[7:12] -[AppDelegate applicationWillResignActive:]
      2024-02-03 10:00:05.300 App[7:12] -[AppDelegate applicationDidEnterBackground:]
      2024-02-03 10:20:00.000 App[7:12] process.resume
      2024-02-03 10:20:00.300 App[7:12] -[AppDelegate applicationDidEnterBackground:]
      2024-02-03 10:40:00.000 App[7:12] -[AppDelegate applicationWillEnterForeground:]
      """,
      but: "2024-02-03 10:20:00.000 App[7:12] process.resume", is: ""),
    HealthyKind(
      "with callbacks that do not show the background launch",
      held: "lifecycle-callback-order",
      """
      2024-02-03 10:00:00.000 App[7:12] -[AppDelegate application:didFinishLaunchingWithOptions:]
      2024-02-03 10:00:00.300 App[7:12] -[AppDelegate applicationDidEnterBackground:]
      2024-02-03 10:20:00.000 App[7:12] -[AppDelegate applicationWillEnterForeground:]
      2024-02-03 10:20:00.300 App[7:12] -[AppDelegate applicationDidBecomeActive:]
      2024-02-03 10:20:05.000 App[7:12] -[AppDelegate applicationWillResignActive:]
      """),
  ]
}
