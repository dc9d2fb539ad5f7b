import Testing
import Trace

@Suite struct `A line of the system about an app` {
  @Test(arguments: [
    ("SpringBoard", "[app<com.example.walk>:1181] Bootstrap success!", "process.start"),
    (
      "runningboardd", "[app<com.example.walk(00000000-0000-4000-8000-000000000001)>:1181] Suspending task.",
      "process.suspend"
    ),
    ("runningboardd", "[app<com.example.walk>:1181] Resuming task.", "process.resume"),
    ("runningboardd", "[application<com.example.walk>:1181] Suspending task.", "process.suspend"),
    (
      "runningboardd", "[application<com.example.walk>:1181] termination reported by launchd (2, 9, 9)",
      "process.exit code=9 reason=killed"
    ),
    (
      "runningboardd", "[app<com.example.walk>:1181] termination reported by launchd (1, 7, 9)",
      "process.exit code=7 reason=memoryLimit"
    ),
    (
      "runningboardd", "[app<com.example.walk>:1181] termination reported by launchd (1, 9, 9)",
      "process.exit code=9 reason=lowMemory"
    ),
    (
      "runningboardd", "[app<com.example.walk>:1181] suspended with locked system files:",
      "lock.heldAtSuspend"
    ),
    (
      "runningboardd", "[app<com.example.walk>:1181] termination reported by launchd (2, 15, 15)",
      "process.exit code=15 reason=killed"
    ),
    (
      "runningboardd", "[app<com.example.walk>:1181] termination reported by launchd (2, 11, 11)",
      "process.exit code=11 reason=crash"
    ),
    (
      "runningboardd", "[app<com.example.walk>:1181] termination reported by launchd (0, 0, 65280)",
      "process.exit code=255 reason=normal"
    ),
    (
      "runningboardd", "[app<com.example.walk>:1181] termination reported by launchd (0, 0, 0)",
      "process.exit code=0 reason=normal"
    ),
    (
      "runningboardd", "[app<com.example.walk(0000)>:1181] termination reported by launchd (0, 0, 256)",
      "process.exit code=1 reason=normal"
    ),
    (
      "runningboardd", "[app<com.example.walk>:1181] termination reported by launchd (0, 0, 10752)",
      "process.exit reason=normal"
    ),
    (
      "runningboardd",
      "[app<com.example.walk(0000)>:1181] termination reported by launchd (10, 2343432205, 9)",
      "process.exit code=0x8badf00d reason=watchdog"
    ),
    (
      "runningboardd",
      "[app<com.example.walk(0000)>:1181] termination reported by launchd (15, 3735883980, 9)",
      "process.exit code=0xdead10cc reason=system"
    ),
    (
      "runningboardd",
      "[app<com.example.walk(0000)>:1181] termination reported by launchd (15, 562215634, 9)",
      "process.exit code=0x2182bad2 reason=system"
    ),
    (
      "runningboardd",
      "[app<com.example.walk(0000)>:1181] termination reported by launchd (15, 562215635, 9)",
      "process.exit code=0x2182bad3 reason=system"
    ),
    (
      "runningboardd",
      "[app<com.example.walk(0000)>:1181] termination reported by launchd (15, 562215636, 9)",
      "process.exit code=0x2182bad4 reason=system"
    ),
    (
      "runningboardd",
      "[app<com.example.walk(0000)>:1181] termination reported by launchd (10, 4227595259, 9)",
      "process.exit code=0xfbfbfbfb reason=user"
    ),
    (
      "runningboardd",
      "[app<com.example.walk(0000)>:1181] termination reported by launchd (10, 3735943697, 9)",
      "process.exit code=0xdeadfa11 reason=user"
    ),
    (
      "runningboardd",
      "[app<com.example.walk(0000)>:1181] termination reported by launchd (10, 3221229823, 9)",
      "process.exit code=3221229823"
    ),
    (
      "runningboardd",
      "[app<com.example.walk>:1181] Process exited: <RBSProcessExitContext| voluntary, status:<RBSProcessExitStatus| domain:none(0) code:0>>.",
      "process.exit code=0 reason=normal"
    ),
    (
      "ControlCenter",
      "[app<com.example.walk>:1181] Process exited: <RBSProcessExitContext| specific, status:<RBSProcessExitStatus| domain:signal(2) code:SIGKILL(9)>>.",
      "process.exit code=9 reason=killed"
    ),
    (
      "kernel",
      "12345.678 memorystatus: killing_specific_process pid 1181 [walk] (per-process-limit 100) 98765KB",
      "process.exit reason=lowMemory"
    ),
    (
      "kernel", "memorystatus: killing_highwater_process [walk] (highwater) 98765KB",
      "process.exit reason=lowMemory"
    ),
    (
      "kernel", "memorystatus: killing largest compressed process walk [1181] 123 MB",
      "process.exit reason=lowMemory"
    ),
    ("assertiond", "[walk:1181] Sending background permission expiration warning!", "backgroundTask.expire"),
    (
      "assertiond",
      "[walk:1181] Forcing crash report with description: walk:1181 has active assertions beyond permitted time: x",
      "process.exit reason=system"
    ),
    (
      "com.apple.xpc.launchd",
      "(UIKitApplication:com.example.walk[0x1234][1181]): Service exited due to signal: Killed: 9",
      "process.exit code=9 reason=killed"
    ),
    (
      "com.apple.xpc.launchd",
      "(UIKitApplication:com.example.walk[0x1234][1181]) <Notice>: Service exited due to signal: Segmentation fault: 11",
      "process.exit code=11 reason=crash"
    ),
    (
      "mediaserverd",
      "-CMSessionMgr- cmsmHandleApplicationStateChange: CMSession: Client com.example.walk with pid '1181' is now Background Running. Background entitlement: YES",
      "process.visibility"
    ),
    (
      "ReportCrash", "Saved crash report for walk[1181] version 1.0 to walk_1.ips",
      "process.exit reason=crash"
    ),
  ])
  func `is an event of that app`(printer: String, message: String, event: String) {
    let own = "2024-03-15 10:00:00.000 walk[1181:23] applicationDidBecomeActive\n"
    let line = "2024-03-15 10:00:02.500 \(printer)[33:64] \(message)"
    let reading = Reading(bundled: own + line)
    #expect(reading.summary("code", "reason") == ["app.didBecomeActive", event])
    #expect(reading.sightings.map(\.owner) == ["walk[1181]", "walk[1181]"])
    #expect(reading.sightings.last?.process == printer)
    #expect(reading.sightings.last?.pid == 33)
  }

  @Test func `is an event of an extension, and not of its host`() {
    let line = "[xpcservice<%([app<com.example.walk>:1181])>:77] termination reported by launchd (1, 7, 9)"
    func reading(_ name: String) -> Reading {
      Reading(bundled: "2024-03-15 10:00:02.500 runningboardd[33:64] " + line.replacing("%", with: name))
    }
    let share = reading("com.example.walk.Share")
    #expect(share.summary("code", "reason") == ["process.exit code=7 reason=memoryLimit"])
    #expect(share.sightings.map(\.owner) == ["com.example.walk.Share[77]"])
    #expect(reading("com.apple.WebKit.WebContent").events == [])
  }

  @Test(arguments: [
    "[app<com.example.walk>:1181] Suspending task.", "[app<com.example.walk>:1181] Bootstrap success!",
    "memorystatus: killing_specific_process pid 1181 [walk] (x)",
  ])
  func `is not an event if another process prints it`(message: String) {
    #expect(Reading(bundled: "2024-03-15 10:00:02.500 walk[1181:64] " + message).events == [])
  }

  @Test(arguments: [
    ("Received memory warning.", "app.didReceiveMemoryWarning"),
    (
      "Created background task <_UIBackgroundTaskInfo: 0x280001140>: taskID = 19, taskName = save, creationTime = 70001 (elapsed = 0).",
      "backgroundTask.begin id=19 name=save"
    ),
    (
      "Created background task <_UIBackgroundTaskInfo: 0x280001140>: taskID = 20, taskName = com.apple.uikit.applicationSnapshot, creationTime = 70001 (elapsed = 0).",
      "backgroundTask.begin id=20 system=yes"
    ),
    ("Ending background task with UIBackgroundTaskIdentifier: 19", "backgroundTask.end id=19"),
    (
      "Can't end BackgroundTask: no background task exists with identifier 3 (0x3), or it may have already been ended.",
      "backgroundTask.endUnknown id=3"
    ),
    (
      "Can't endBackgroundTask: no background task exists with identifier 3, or it may have already been ended.",
      "backgroundTask.endUnknown id=3"
    ),
    (
      #"{"msg":"CLLocationManager", "event":"activity", "_cmd":"onDidEnterBackground:", "notification":"NSConcreteNotification 0x1 {name = UIApplicationDidEnterBackgroundNotification; object = <UIApplication: 0x2>}"}"#,
      "app.didEnterBackground"
    ),
  ])
  func `may be printed in the app's own process`(message: String, event: String) {
    let reading = Reading(bundled: "2024-03-15 10:00:02.500 walk[1181:64] " + message)
    #expect(reading.summary("id", "name", "system") == [event])
    #expect(reading.sightings.map(\.owner) == ["walk[1181]"])
  }

  @Test(arguments: [
    "Deactivation reason added: 12; deactivation reasons: 1 -> 4097; animating application lifecycle event: 1",
    "App transitioned to background, suspending HangTracing.",
    "com.example.walk(1181) invalidateConnection (appDidSuspend)",
    "Received state update for 1181 (app<com.example.walk>, running-active-NotVisible",
    "Performing snapshot request 0x28 (type 1)",
    "[(FBSceneManager):sceneID:com.example.walk-default] Sending action(s): <FBSSceneSnapshotRequestAction: 0x1>",
  ])
  func `is usually not an event`(message: String) {
    #expect(Reading(bundled: "2024-03-15 10:00:02.500 walk[1181:64] " + message).events == [])
  }

  @Test func `belongs to the app whose lines follow later`() {
    let reading = Reading(
      bundled: """
        2024-03-15 10:00:00.000 SpringBoard[33:64] [app<com.example.walk>:1181] Bootstrap success!
        2024-03-15 10:00:01.000 walk[1181:23] applicationDidBecomeActive
        2024-03-15 10:00:02.000 runningboardd[34:64] [app<com.example.walk>:1181] termination reported by launchd (2, 9, 9)
        2024-03-15 10:00:03.000 SpringBoard[33:64] [app<com.example.walk>:1190] Bootstrap success!
        2024-03-15 10:00:04.000 walk[1190:23] applicationDidBecomeActive
        """)
    #expect(Set(reading.sightings.map { $0.owner?.split(separator: "[").first }).count == 1)
    #expect(
      reading.sightings.map { $0.owner?.suffix(6) } == ["[1181]", "[1181]", "[1181]", "[1190]", "[1190]"])
  }

  @Test func `belongs to another app if the process id is used again`() {
    let reading = Reading(
      bundled: """
        2024-03-15 10:00:00.000 SpringBoard[33:64] [app<com.example.walk>:1181] Bootstrap success!
        2024-03-15 10:00:01.000 walk[1181:23] applicationDidBecomeActive
        2024-03-15 10:00:02.000 runningboardd[34:64] [app<com.example.walk>:1181] termination reported by launchd (2, 9, 9)
        2024-03-15 11:00:00.000 SpringBoard[33:64] [app<com.example.run>:1182] Bootstrap success!
        2024-03-15 11:00:01.000 run[1181:23] applicationDidBecomeActive
        """)
    #expect(
      reading.sightings.map(\.owner) == [
        "com.example.walk[1181]", "com.example.walk[1181]", "com.example.walk[1181]", "com.example.run[1182]",
        "run[1181]",
      ])
  }

  @Test func `belongs to the newest process if it has only a name`() {
    let reading = Reading(
      bundled: """
        2024-03-15 10:00:00.000 walk[1181:23] applicationDidBecomeActive
        2024-03-15 10:00:01.000 walk[1190:23] applicationDidBecomeActive
        2024-03-15 10:00:02.000 runningboardd[34:64] [app<com.example.walk>:1190] Suspending task.
        2024-03-15 10:00:03.000 kernel[0:64] memorystatus: killing_highwater_process [walk] 98765KB
        2024-03-15 10:00:03.000 kernel[0:64] memorystatus: killing_highwater_process [other] 98765KB
        """)
    #expect(
      reading.sightings.map(\.owner) == ["walk[1181]", "walk[1190]", "walk[1190]", "walk[1190]", "other[]"])
  }

  @Test func `repeats a state, and each change of it is an event`() {
    func line(_ app: String, _ state: String) -> String {
      "2024-03-15 10:00:02.000 runningboardd[34:64] Calculated state for app<\(app)>: \(state) (role: None) (endowments: (null))"
    }
    let reading = Reading(
      bundled: [
        "2024-03-15 10:00:01.000 runningboardd[34:64] [app<com.example.walk>:1181] Resuming task.",
        line("com.example.walk", "running-active"), line("com.example.walk(0000)", "running-active"),
        line("com.example.other", "running-suspended"), line("com.example.walk(0000)", "running-suspended"),
        line("com.example.other", "running-active"), line("com.example.walk", "running-suspended"),
        line("com.example.walk", "running-active"), line("com.example.walk", "none"),
      ].joined(separator: "\n"))
    #expect(reading.events == ["process.resume", "process.suspend", "process.resume", "process.resume"])
    #expect(reading.sightings.map(\.line) == [1, 5, 6, 8])
    #expect(
      reading.sightings.map(\.owner) == [
        "com.example.walk[1181]", "com.example.walk[1181]", "com.example.other[]", "com.example.walk[1181]",
      ])
  }

  @Test(arguments: [
    ("app<com.example.walk> with intent foreground-interactive", "process.start reason=foreground"),
    ("app<com.example.walk(0000-00)> with intent foreground-interactive", "process.start reason=foreground"),
    ("com.example.walk with intent foreground-noninteractive", "process.start reason=foreground"),
    ("com.example.walk with intent none", "process.start"),
    ("app<com.example.walk> with intent background", "process.start reason=background"),
    ("com.example.walk with intent background", "process.start reason=background"),
  ])
  func `may be the launch of a process without a process id`(launch: String, event: String) {
    let reading = Reading(
      bundled: """
        2024-03-15 10:00:00.000 walk[1170:23] applicationDidBecomeActive
        2024-03-15 10:00:01.000 runningboardd[33:64] [app<com.example.walk>:1170] Suspending task.
        2024-03-15 10:00:02.000 SpringBoard[33:64] Bootstrapping \(launch)
        2024-03-15 10:00:02.100 SpringBoard[33:64] [app<com.example.walk>:1181] Bootstrap success!
        """)
    #expect(
      reading.summary("reason") == ["app.didBecomeActive", "process.suspend", event, "process.start"])
    #expect(reading.sightings.map(\.owner) == ["walk[1170]", "walk[1170]", "walk[]", "walk[1181]"])
  }

  @Test func `is not mixed up with lines about other apps`() {
    let reading = Reading(
      bundled: """
        2024-03-15 10:00:01.000 walk[1181:23] applicationDidBecomeActive
        2024-03-15 10:00:02.000 runningboardd[34:64] [app<com.example.other>:77] Suspending task.
        2024-03-15 10:00:03.000 runningboardd[34:64] [app<com.example.walk>:1181] Suspending task.
        """)
    #expect(reading.sightings.map(\.owner) == ["walk[1181]", "com.example.other[77]", "walk[1181]"])
  }

  @Test func `gives a name to a process with only a process id`() {
    let reading = Reading(
      bundled: """
        D/MainActivity( 4300): onPause
        I/ActivityManager(  592): Start proc 4321:com.example.walk/u0a1 for activity
        D/MainActivity( 4321): onCreate
        D/MainActivity( 4400): onCreate
        I/ActivityManager(  592): Killing 4300:com.example.other/u0a2 (adj 900): empty
        I/Zygote  (  593): Process 4321 exited due to signal 9 (Killed)
        """)
    #expect(
      reading.sightings.map(\.owner) == [
        "[4300]", "com.example.walk[4321]", "com.example.walk[4321]", "[4400]", "[4300]",
        "com.example.walk[4321]",
      ])
  }
}
