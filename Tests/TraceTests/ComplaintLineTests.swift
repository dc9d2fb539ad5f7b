import Testing
import Trace

private let crash =
  "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: "
private let risk =
  "was created over 30 seconds ago. In applications running in the background, this creates a risk of termination."

/// Messages of the system and its frameworks about an app's mistakes. Apps do not write these lines.
@Suite struct `A complaint of the system` {
  @Test(arguments: [
    // UIKit's background tasks
    ("[BackgroundTask] Background Task 5 (\"Sync\"), \(risk)", "backgroundTask.old id=5"),
    ("[BackgroundTask] Background Task 5 (<private>), \(risk)", "backgroundTask.old id=5"),
    ("Background Task 5, \(risk)", "backgroundTask.old id=5"),
    (
      "Background task still not ended after expiration handlers were called: <_UIBackgroundTaskInfo: 0x1>: taskID = 7, taskName = Sync, creationTime = 9 (elapsed = 44). This app will likely be terminated by the system.",
      "backgroundTask.expire.end id=7 left=open"
    ),
    (
      "Background task still not ended after expiration handlers were called: <_UIBackgroundTaskInfo: 0x1>: taskID = 7, taskName = Launch Background Task for Coalescing, creationTime = 9 (elapsed = 44). This app will likely be terminated by the system.",
      "backgroundTask.expire.end id=7 left=open system=yes"
    ),
    ("Firing background task expiration handlers", "backgroundTask.expire"),
    ("Created background task <private>.", "backgroundTask.begin system=unknown"),
    (
      "[BackgroundTask] Will add backgroundTask with taskName: Sync, expirationHandler: (null)",
      "backgroundTask.request handler=no"
    ),
    (
      "Will add backgroundTask with taskName: _UIRemoteKeyboard, expirationHandler: (null)",
      "backgroundTask.request system=yes"
    ),
    (
      "Ending task with identifier 7 and description: <_UIBackgroundTaskInfo: 0x1>: taskID = 7, taskName = Sync, creationTime = 9 (elapsed = 44), _expireHandler: (null)",
      "backgroundTask.end id=7"
    ),
    (
      "void _UIApplicationInitializeForBackgroundTasks(void)_block_invoke_2: Received assertionExpirationImminent notification",
      "backgroundTime.remaining"
    ),
    // BGTaskScheduler
    (
      "\(crash)'All launch handlers must be registered before application finishes launching'",
      "bgTask.register late=yes"
    ),
    (
      "\(crash)'No launch handler registered for task with identifier a.b'", "bgTask.submit handler=no id=a.b"
    ),
    ("[Framework] a.b is not advertised in the application's Info.plist", "bgTask.register id=a.b result=no"),
    ("Running task: <BGProcessingTask: a.b>", "bgTask.launch id=a.b"),
    ("Expiring simulated task: <BGAppRefreshTask: a.b>", "bgTask.expire id=a.b"),
    ("Simulating launch for task with identifier a.b", "bgTask.launch id=a.b"),
    ("Marking simulated task complete: <BGAppRefreshTask: a.b>", "bgTask.complete id=a.b"),
    ("No expiration handler for task: <BGAppRefreshTask: a.b>", "bgTask.expire handler=no id=a.b"),
    // Handlers and calls
    (
      "Warning: Application delegate received call to -application:performFetchWithCompletionHandler: but the completion handler was never called.",
      "completion.dropped"
    ),
    (
      "\(crash)'Killing app because it never posted an incoming call to the system after receiving a PushKit VoIP push.'",
      "voip.pushUnanswered"
    ),
    ("A background URLSession with identifier a.b already exists!", "urlSession.create id=a.b"),
    // The main thread
    (
      "Main Thread Checker: UI API called on a background thread: -[UIView setNeedsLayout]", "view.offMain"
    ),
    ("-[UIApplication applicationState] must be used from main thread only", "view.offMain"),
    ("Hang detected: 0.42s (always-on hang reporting)", "mainThread.hang"),
    (
      "Thread Performance Checker: -[AVCaptureSession startRunning] should be called from background thread. Calling it on the main thread can lead to UI unresponsiveness",
      "camera.startOnMain"
    ),
    // Sockets, Bluetooth, location, audio
    (
      "[connection] nw_read_request_report [C5] Receive failed with error \"Software caused connection abort\"",
      "socket.error id=C5"
    ),
    (
      "[CoreBluetooth] API MISUSE: <CBCentralManager: 0x1> can only accept this command while in the powered on state",
      "bluetooth.commandDropped"
    ),
    (
      "Activation failed: Error Domain=NSOSStatusErrorDomain Code=560557684 \"(null)\"", "audioSession.denied"
    ),
    // Access that a locked device refuses
    (
      "Error Domain=NSCocoaErrorDomain Code=257 \"The file “a.plist” couldn’t be opened\" UserInfo={NSFilePath=/var/mobile/Containers/Data/Application/0FD1/Library/a.plist, NSUnderlyingError=0x1 {Error Domain=NSPOSIXErrorDomain Code=1 \"Operation not permitted\"}}",
      "file.access"
    ),
    (
      "[logging-persist] os_unix.c:51044: (1) open(/private/var/a.sqlite) - Operation not permitted",
      "db.open"
    ),
    (
      "Task <0FD1BE49-1111-4222-8333-0123456789AB>.<5> finished with error [-997] Error Domain=NSURLErrorDomain Code=-997",
      "net.end id=0FD1BE49-1111-4222-8333-0123456789AB"
    ),
    (
      "CPU:              90 seconds cpu time over 118 seconds (76% cpu average), exceeding limit of 80% cpu over 60 seconds",
      "cpu.limit"
    ),
    ("keychain read failed: OSStatus -25308 User interaction is not allowed.", "keychain.access"),
    // Scenes, windows, graphics
    (
      "CLIENT OF UIKIT REQUIRES UPDATE: This process does not adopt UIScene lifecycle. This will become an assert in a future version.",
      "app.config"
    ),
    (
      "[WindowScene] There is no scene delegate set. A scene delegate class must be specified to use a main storyboard file.",
      "scene.delegateMissing"
    ),
    (
      "\(crash)'Application windows are expected to have a root view controller'", "process.exit reason=crash"
    ),
    (
      "Execution of the command buffer was aborted due to an error during execution. Insufficient Permission (to submit GPU work from background) (IOAF code 6)",
      "metal.denied"
    ),
    ("\(crash)'anything else'", "process.exit reason=crash"),
    ("Radio/Store.swift:41: Fatal error: Index out of range", "process.exit reason=crash"),
    ("libc++abi: terminating due to uncaught exception of type NSException", "process.exit reason=crash"),
  ])
  func `is an event of the app`(message: String, event: String) {
    let reading = Reading(bundled: "2024-02-03 10:00:00.123456+0100 MyApp[76:2300] \(message)")
    let exit = "process.exit reason=crash"
    // An exception ends the app.
    let events = message.hasPrefix(crash) && event != exit ? [event, exit] : [event]
    #expect(reading.summary("handler", "id", "late", "left", "reason", "result", "system") == events)
  }

  @Test(arguments: [
    "Use the log to find \"Background Task 5 was created over 30 seconds ago\".",
    "// Background task still not ended after expiration handlers were called",
    "[SceneConfiguration] Info.plist contained no UIScene configuration dictionary (looking for configuration named \"(no name)\")",
    "No background tasks to fire expiration handlers for.",
    "kIOGPUCommandBufferCallbackErrorBackgroundExecutionNotPermitted is returned in the background",
    "you see the Main Thread Checker: UI API called on a background thread",
    "Not emitting 0xdead10cc error for process app suspended with locked system files because it is a Mac Catalyst app.",
    "No task request with identifier a.b has been scheduled",
  ])
  func `is not an event if it is only similar`(message: String) {
    #expect(Reading(bundled: "2024-02-03 10:00:00.123456+0100 MyApp[76:2300] \(message)").events == [])
  }
}

@Suite struct `Callbacks in free wording` {
  @Test(arguments: [
    ("Application did enter background", "app.didEnterBackground"),
    ("APPLICATION DID ENTER BACKGROUND", "app.didEnterBackground"),
    ("DID ENTER BACKGROUND", "app.didEnterBackground"),
    ("app entered background", "app.didEnterBackground"),
    ("DidEnterBackground called.", "app.didEnterBackground"),
    ("OnActivated called.", "app.didBecomeActive"),
    ("App did become active", "app.didBecomeActive"),
    ("App will resign active", "app.willResignActive"),
    ("App will enter foreground", "app.willEnterForeground"),
    ("WillTerminate called.", "app.willTerminate"),
    ("AppState changed to:  background", "app.didEnterBackground"),
    ("App state changed: active → background", "app.didEnterBackground"),
    ("didChangeAppLifecycleState : AppLifecycleState.paused", "app.didEnterBackground"),
    ("Scene phase changed from active to background", "app.phase"),
    ("scene phase: background", "app.phase"),
    // with text after them
    ("AppState changed: background on platform: ios", "app.didEnterBackground"),
    ("AppState transition: active -> background. Auto locking vault.", "app.didEnterBackground"),
    ("App state: background, isBackground: true", "app.didEnterBackground"),
    ("App moved to foreground. Fetching messages...", "app.didBecomeActive"),
    ("App went to inactive - Video 3 paused", "app.willResignActive"),
    ("App will resign active - saving timestamp", "app.willResignActive"),
    ("Scene phase changed to background - saving app state", "app.phase"),
    ("App ScenePhase: Background. Disconnecting WebSocket.", "app.phase"),
    ("ScenePhase changed to background, calling refresh", "app.phase"),
    // with the callback in parentheses or between rules
    ("App is in background (applicationDidEnterBackground)", "app.didEnterBackground"),
    ("App is in the foreground (applicationWillEnterForeground:)", "app.willEnterForeground"),
    ("The app is active again (applicationDidBecomeActive())", "app.didBecomeActive"),
    ("===applicationDidEnterBackground===", "app.didEnterBackground"),
    ("=== applicationWillTerminate ===", "app.willTerminate"),
    // from observers and frameworks
    ("OnSleep", "app.didEnterBackground"),
    ("App: OnResume called", "app.willEnterForeground"),
    ("=== OnSleep ===", "app.didEnterBackground"),
    ("current AppState is:  background", "app.didEnterBackground"),
    ("App went to background", "app.didEnterBackground"),
    ("App moved to background!", "app.willResignActive"),
    ("App has come to the foreground", "app.didBecomeActive"),
    ("App is in background", "app.phase"),
    ("App is inactive", "app.phase"),
    ("flutter: app in paused", "app.didEnterBackground"),
    ("[Segment] Application Backgrounded", "app.didEnterBackground"),
    ("[Segment] Application Opened {\"from_background\": true}", "app.willEnterForeground"),
    ("[Segment] Application Opened { \"from_background\" = 1; }", "app.willEnterForeground"),
    (
      "sink: name = UIApplicationDidEnterBackgroundNotification, object = Optional(<UIApplication: 0x1>), userInfo = nil",
      "app.didEnterBackground"
    ),
  ])
  func `are events`(message: String, event: String) {
    #expect(Reading(bundled: message).events == [event])
  }

  @Test func `of Flutter depend on the previous state`() {
    let states = ["resumed", "inactive", "hidden", "paused", "hidden", "inactive", "resumed", "inactive"]
    let log = states.map { "flutter: AppLifecycleState.\($0)" }.joined(separator: "\n")
    #expect(
      Reading(bundled: log).events == [
        "app.didBecomeActive", "app.willResignActive", "app.didEnterBackground", "app.willEnterForeground",
        "app.didBecomeActive", "app.willResignActive",
      ])
  }

  @Test func `of a crash are reported once`() {
    let log = """
      2024-02-03 10:00:00.123456+0100 MyApp[76:2300] \(crash)'anything else'
      *** First throw call stack:
      (0x1 0x2)
      libc++abi: terminating due to uncaught exception of type NSException
      """
    #expect(Reading(bundled: log).events == ["process.exit"])
  }

  @Test(arguments: [
    "[Segment] Application Opened", "[Segment] Application Opened {\"from_background\": false}",
    "When your app entered background, call endBackgroundTask.",
    "The app did enter background, then the timer fired.",
    "// App entered background",
    "print(\"App entered background\")",
    "NSLog(@\"Application did enter background\");",
    "If the app entered background, we stop the timer.",
    "AppState changed to background means that the user left the app",
    "print(\"App paused (applicationDidEnterBackground)\")",
    "The timer stops when the app is in background (applicationDidEnterBackground) or locked",
    "x==applicationDidEnterBackground==y",
    "applicationDidEnterBackground=1",
    "BluetoothManager.OnSleep",
    "OnSleep is called when the app is in the background",
    "Interruption began. We handle it in the view controller.",
    "the app becomes active again. app did become active",
  ])
  func `are not events in prose, in source code and at a launch`(message: String) {
    #expect(Reading(bundled: message).events == [])
  }
}
