import Testing
import Trace

/// Lines of Android's log as the rulebook `android` reads them. The events are written with the fields `id`, `process`, `reason`
/// and `cause`.
@Suite struct `A line of Android` {
  private static let recognizer = Recognizer.bundled("android", .android)

  private static func events(_ log: String) -> [String] {
    Reading(Array(log.utf8), recognizer).summary("id", "process", "reason", "cause")
  }

  /// A record of the app itself, and one of the system.
  private static let (app, system) = (
    "06-18 15:14:44.000 16171 16171 D ", "06-18 15:14:44.000   592   604 W "
  )

  @Test(arguments: [
    ("MainActivity: onPause", "activity.pause id=MainActivity"),
    ("(MainActivity.kt:42)#onPause: onPause", "activity.pause id=MainActivity"),
    ("AppLifecycle: MainActivity - onPause", "activity.pause id=MainActivity"),
    ("App     : MainActivity onActivityPaused", "activity.pause id=MainActivity"),
    ("App     : onActivityPaused: MainActivity", "activity.pause id=MainActivity"),
    // Names of a whole app's log, which are not the name of an activity.
    ("TAG     : onPause", "activity.pause"), ("lifecycle: onPause() called", "activity.pause"),
    ("System.out: onPause", "activity.pause"),
    ("System.out: MainActivity onPause", "activity.pause id=MainActivity"),
    ("Observer: onStateChanged: ON_PAUSE", "activity.pause"),
    ("MainScreen: LifecycleEventEffect ON_PAUSE", "activity.pause"),
    ("App     : onAppBackgrounded", "activity.stop"), ("App     : onMoveToForeground", "activity.start"),
    ("BridgelessReact: ReactHost{1}.onHostPause(activity)", "activity.pause"),
    ("UE4     : [2026.06.18-15.14.44:000][  0]LogAndroid: Case APP_CMD_PAUSE", "activity.pause"),
    ("Godot   : OnPause: GodotFragment{41a3}", "activity.pause"),
    ("DOTNET  : MainActivity OnPause", "activity.pause"),
    ("Unity   : Timeout while trying to pause the Unity Engine.", "activityCallback.late"),
    (
      "Activity: Slow Operation: Activity com.example.app/.Main onPause took 706ms",
      "activityCallback.slow id=.Main"
    ),
  ])
  func `reports what an app does`(line: String, event: String) {
    #expect(Self.events(Self.app + line) == [event])
  }

  @Test(arguments: [
    "MyApplication: onCreate", "SyncService: onCreate of the service", "HomeFragment: onPause",
    "DatabaseHelper: onCreate", "System.out: HomeFragment onResume", "TAG     : SyncService.onDestroy()",
    // A frame of a stack.
    "Calls   : \tat com.example.app.Calls.onActivityStopped(Calls.java:199)",
    "Calls   : \tat com.example.app.Calls.onActivityStopped(Calls.kt:19)",
    "Calls   : \tat ewh.onActivityStopped(PG:4)",
    "Calls   : \tat com.example.app.MainActivity.onStop(MainActivity.kt:19)",
  ])
  func `reports no callback of an activity`(line: String) {
    #expect(!Self.events(Self.app + line).contains { $0.hasPrefix("activity.") })
  }

  @Test(arguments: [
    (
      "ActivityManager: Activity pause timeout for HistoryRecord{41a3 com.example.app/.Main}",
      "activityCallback.late id=.Main process=com.example.app"
    ),
    (
      "ActivityManager: Activity destroy timeout for ActivityRecord{41a3 u0 com.example.app/.Main t12 f}",
      "activityCallback.late id=.Main process=com.example.app"
    ),
    (
      "ActivityManager: Process com.example.app (pid 16171) has died and restarted (pid 16300).",
      "process.exit process=com.example.app"
    ),
    (
      "ActivityManager: App crashed! Process: com.example.app",
      "process.exit process=com.example.app reason=crash"
    ),
    ("am_proc_died: [0,16171,com.example.app]", "process.exit process=com.example.app"),
    (
      "am_proc_start: [123,10097,com.example.app,activity,com.example.app/.Main]",
      "process.start process=com.example.app"
    ),
    (
      "am_crash: [16171,0,com.example.app,952680004,java.lang.IllegalStateException,no data,Main.kt,12]",
      "process.exit process=com.example.app reason=crash cause=java.lang.IllegalStateException"
    ),
    ("lowmemorykiller: Killing 'example.app' (16171), adj 900,", "process.exit reason=lowMemory"),
    (
      "wm_finish_activity: [0,123,12,com.example.app/.Main,proc died without state saved]",
      "activityState.lost id=.Main process=com.example.app"
    ),
  ])
  func `reports what the system does with an app`(line: String, event: String) {
    #expect(Self.events(Self.system + line) == [event])
  }

  @Test(arguments: [
    ("E AndroidRuntime: FATAL EXCEPTION: main", "process.exit reason=crash"),
    (
      "# Fatal Exception: java.lang.IllegalStateException: no data",
      "process.exit reason=crash cause=java.lang.IllegalStateException: no data"
    ),
    (
      "java.lang.RuntimeException: Unable to start activity ComponentInfo{com.example.app/com.example.app.Main}: java.lang.Error",
      "process.exit process=com.example.app reason=crash cause=java.lang.Error"
    ),
    ("Process: com.example.app, PID: 16171", "process.exit process=com.example.app reason=crash"),
    (
      "Fatal signal 11 (SIGSEGV), code 1, fault addr 0x18 in tid 5127",
      "process.exit reason=crash cause=SIGSEGV"
    ),
    ("pid: 0, tid: 0 >>> com.example.app <<<", "process.exit process=com.example.app reason=crash"),
    ("    F libc    : Fatal signal 6 (SIGABRT), code -6", "process.exit reason=crash cause=SIGABRT"),
    ("Exception Type: Unknown (SIGABRT)", "process.exit reason=crash cause=SIGABRT"),
    ("ANR Input dispatching timed out", "process.anr"),
    ("### Input dispatching timed out (8a7 com.example.app/.Main (server) is not responding)", "process.anr"),
    ("**Input dispatching timed out (8a7 com.example.app/.Main (server) is not responding)**", "process.anr"),
    (
      "WindowManager: android.view.WindowLeaked: Activity a.Main has leaked window DecorView@1",
      "context.leak id=a.Main"
    ),
    ("Main has leaked window DecorView@1[] that was originally added here", "context.leak id=Main"),
    (
      "Activity a.Main has leaked window DecorView@1[] that was originally added here",
      "context.leak id=a.Main"
    ),
    ("Subject: Input dispatching timed out (Application does not have a focused window)", "process.anr"),
    (
      "---------------------------- PROCESS STARTED (8034) for package com.example.app ----------------------------",
      "process.start process=com.example.app"
    ),
    (
      "---------------------------- PROCESS ENDED (8034) for package com.example.app ----------------------------",
      "process.exit process=com.example.app"
    ),
    (
      " Process com.example.app created for activity com.example.app/.Main",
      "process.start process=com.example.app"
    ),
    (" LOG  AppState background", "activity.pause"),
  ])
  func `is read without its header`(line: String, event: String) { #expect(Self.events(line) == [event]) }

  private static func crash(_ lines: String...) -> [String] {
    events(lines.map { "06-18 15:14:44.000 16171 16171 E AndroidRuntime: \($0)\n" }.joined())
  }

  @Test func `reports a crash with its process and its cause`() {
    #expect(
      Self.crash(
        "FATAL EXCEPTION: main", "Process: com.example.app, PID: 16171",
        "java.lang.IllegalStateException: no data",
        "\tat com.example.app.Main.load(Main.kt:12)")
        == [
          "process.exit process=com.example.app reason=crash cause=java.lang.IllegalStateException: no data"
        ])
  }

  @Test func `reports a crash once, whichever of its lines are left`() {
    let exception = "java.lang.IllegalStateException: no data"
    #expect(Self.crash("FATAL EXCEPTION: main", exception) == ["process.exit reason=crash"])
    #expect(Self.crash(exception, "Caused by: \(exception)") == ["process.exit reason=crash"])
    #expect(
      Self.crash("Process: com.example.app, PID: 16171", "\tat a.B.c(B.kt:1)", exception)
        == ["process.exit process=com.example.app reason=crash"])
  }

  @Test func `reports the exception of a rule, and the crash if no line above does`() {
    let exception = "java.lang.IllegalStateException: Can not perform this action after onSaveInstanceState"
    #expect(Self.crash(exception) == ["state.afterSave", "process.exit reason=exception"])
    #expect(
      Self.crash(
        "FATAL EXCEPTION: main", "Process: com.example.app, PID: 16171", exception, "Caused by: \(exception)")
        == ["process.exit process=com.example.app reason=crash", "state.afterSave"])
  }

  @Test func `reports a crash whose lines have no header, with its process and its cause`() {
    #expect(
      Self.events(
        """
        FATAL EXCEPTION: main
        Process: com.example.app, PID: 16171
        java.lang.IllegalStateException: no data
        \tat com.example.app.Main.load(Main.kt:12)

        """) == [
          "process.exit process=com.example.app reason=crash cause=java.lang.IllegalStateException: no data"
        ])
  }

  @Test(arguments: ["", "    ", "                                    "])
  func `goes on in lines without a header below it`(indent: String) {
    #expect(
      Self.events(
        """
        06-18 15:14:44.000 16171-16171/com.example.app E/AndroidRuntime: FATAL EXCEPTION: main
        \(indent)Process: com.example.app, PID: 16171
        \(indent)java.lang.RuntimeException: Unable to destroy activity {com.example.app/.Main}: java.lang.Error
        \(indent)\tat android.app.ActivityThread.performDestroyActivity(ActivityThread.java:4497)
        \(indent)Caused by: java.lang.IllegalArgumentException: Receiver not registered: com.example.app.Power@41a3
        \(indent)\tat android.app.LoadedApk.forgetReceiverDispatcher(LoadedApk.java:1234)

        """) == [
          "process.exit process=com.example.app reason=crash cause=java.lang.RuntimeException: Unable to destroy activity {com.example.app/.Main}: java.lang.Error",
          "registration.missing id=com.example.app.Power@41a3",
        ])
  }

  @Test func `is not part of a line of another sender`() {
    #expect(
      Self.events(
        """
        06-18 15:14:44.000 16171-16171/com.example.app W/System.err: caught
            java.lang.IllegalArgumentException: Receiver not registered: com.example.app.Power@41a3
            \tat android.app.LoadedApk.forgetReceiverDispatcher(LoadedApk.java:1234)

        """) == [])
  }

  @Test func `reports a native crash once, whatever else is logged before its report`() {
    let log = """
      06-18 15:14:44.000 16171 16190 F libc    : Fatal signal 6 (SIGABRT), code -6 in tid 16190 (GpuThread)
      06-18 15:14:44.100   592   631 I ActivityManager: Displayed com.example.app/.MainActivity: +1s147ms
      06-18 15:14:44.200  1200  1200 F DEBUG   : pid: 16171, tid: 16190, name: GpuThread  >>> com.example.app <<<
      06-18 15:14:44.300  1200  1200 F DEBUG   : pid: 16300, tid: 16301, name: GpuThread  >>> com.example.maps <<<

      """
    #expect(
      Self.events(log) == [
        "process.exit reason=crash cause=SIGABRT",
        "launch.displayed id=.MainActivity process=com.example.app",
        "process.exit process=com.example.maps reason=crash",
      ])
  }

  @Test(arguments: [
    "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 00000074",
    "    #00  pc 01509bfa  /data/app-lib/com.example.app-1/libgame.so",
  ])
  func `reports a native crash from any one of its lines`(line: String) {
    let line = "I/DEBUG   ( 2933): \(line)\n"
    #expect(Self.events(line).count == 1)
    #expect(Self.events("F/libc    ( 5061): Fatal signal 11 (SIGSEGV), code 1\n" + line + line).count == 1)
    // The crash is one of the system, which its own line shows.
    let system = "I/DEBUG   ( 2933): pid: 431, tid: 431, name: netd  >>> /system/bin/netd <<<\n"
    #expect(Self.events(system + line) == ["process.exit process=bin/netd reason=systemCrash"])
  }

  @Test func `belongs to the process whose name and number an earlier line gives`() {
    // The app itself logs only its number.
    let log = """
      06-18 15:14:40.000 16171 16171 D MainActivity: onResume
      06-18 15:14:41.000   592   671 I CameraService: CameraService::connect call (PID 16171 "com.example.app", camera ID 0)
      06-18 15:14:44.000   592   604 W ActivityTaskManager: Activity pause timeout for ActivityRecord{1f u0 com.example.app/.Main t3}

      """
    let reading = Reading(Array(log.utf8), Self.recognizer)
    #expect(reading.sightings.count == 3)
    #expect(Set(reading.sightings.map(\.owner)).count == 1)
  }

  @Test func `reports the crash of another process`() {
    let lines = [16_171, 16_300].map {
      "06-18 15:14:44.000 \($0) \($0) E AndroidRuntime: java.lang.IllegalStateException: no data\n"
    }
    #expect(Self.events(lines.joined()) == ["process.exit reason=crash", "process.exit reason=crash"])
  }
}
