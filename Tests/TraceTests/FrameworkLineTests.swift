import Testing
import Trace

@Suite struct `A line of a framework` {
  @Test(arguments: [
    // SwiftUI
    ("scenePhase: background", "app.phase value=background"),
    ("ScenePhase: Background.", "app.phase value=background"),
    ("scenePhase = .background", "app.phase value=background"),
    ("onChange scenePhase active", "app.phase value=active"),
    ("new phase: inactive", "app.phase value=inactive"),
    ("ScenePhase.background", "app.phase value=background"),
    ("SwiftUI.ScenePhase.active", "app.phase value=active"),
    ("scenePhase changed from active to inactive", "app.phase value=inactive"),
    ("ScenePhase changed: inactive -> background", "app.phase value=background"),
    // React Native
    ("AppState: active", "app.didBecomeActive"),
    ("'AppState', 'background'", "app.didEnterBackground"),
    ("nextAppState: background", "app.didEnterBackground"),
    ("App State changed to inactive", "app.willResignActive"),
    ("AppState changed from background to active", "app.didBecomeActive"),
    ("App has come to the foreground!", "app.didBecomeActive"),
    // Flutter
    ("flutter: AppLifecycleState.paused", "app.didEnterBackground"),
    ("flutter: didChangeAppLifecycleState: AppLifecycleState.resumed", "app.didBecomeActive"),
    ("state = AppLifecycleState.inactive, saving", "app.willResignActive"),
    ("state changed to AppLifecycleState.paused", "app.didEnterBackground"),
    ("flutter: didChangeAppLifecycleState AppLifecycleState.paused", "app.didEnterBackground"),
    ("flutter: changed from AppLifecycleState.inactive to AppLifecycleState.resumed", "app.didBecomeActive"),
    ("from AppLifecycleState.inactive to AppLifecycleState.paused", "app.didEnterBackground"),
    ("AppLifecycleState.detached", "app.willTerminate"),
    ("flutter: didHaveMemoryPressure", "app.didReceiveMemoryWarning"),
    // Capacitor, Cordova
    (#"appStateChange {"isActive":false}"#, "app.willResignActive"),
    ("⚡️  [log] - appStateChange { isActive: true }", "app.didBecomeActive"),
    ("App state changed. Is active? true", "app.didBecomeActive"),
    ("State changed, is active? false", "app.willResignActive"),
    ("cordova.fireDocumentEvent('pause');", "app.didEnterBackground"),
    ("cordova.fireDocumentEvent('resume')", "app.willEnterForeground"),
    // Unity
    ("-> applicationDidBecomeActive()", "app.didBecomeActive"),
    ("OnApplicationPause(true)", "app.willResignActive"),
    ("OnApplicationPause: False", "app.willEnterForeground"),
    ("GameManager OnApplicationFocus False", "app.willResignActive"),
    ("OnApplicationQuit", "app.willTerminate"),
    // .NET
    ("Window.Stopped", "app.didEnterBackground"),
    ("App lifecycle: Activated", "app.didBecomeActive"),
    ("App lifecycle Resumed", "app.willEnterForeground"),
    ("OnActivated", "app.didBecomeActive"),
    ("AppDelegate.OnActivated()", "app.didBecomeActive"),
    ("Walk.AppDelegate.didEnterBackground", "app.didEnterBackground"),
    ("[AppDelegate] didEnterBackground", "app.didEnterBackground"),
    ("[life] SceneDelegate: didEnterBackground", "scene.didEnterBackground"),
    // Qt
    ("Qt::ApplicationState(Suspended)", "app.didEnterBackground"),
    ("moving from Qt::ApplicationInactive to Qt::ApplicationActive", "app.didBecomeActive"),
    (
      "Application loaded - moving from Qt::ApplicationActive to Qt::ApplicationSuspended",
      "app.didEnterBackground"
    ),
    ("aboutToQuit()", "app.willTerminate"),
    // SDL, NativeScript and the rest
    ("event SDL_APP_WILLENTERFOREGROUND", "app.willEnterForeground"),
    ("SDL_EVENT_DID_ENTER_BACKGROUND", "app.didEnterBackground"),
    ("applicationEvent: suspend", "app.didEnterBackground"),
    ("suspend event", "app.didEnterBackground"),
    ("NOTIFICATION_APPLICATION_FOCUS_OUT", "app.willResignActive"),
    ("ApplicationHasReactivatedDelegate", "app.didBecomeActive"),
    ("Ti.App: paused", "app.didEnterBackground"),
  ])
  func `is an event of the app`(message: String, event: String) {
    #expect(Reading(bundled: message).summary("value") == [event])
  }

  @Test(arguments: [
    "background", "paused", "active", "AppLifecycleState.hidden", "AppLifecycleState(1)",
    "AppLifecycleState.pausedNow", "MyAppLifecycleState.paused", "AppState: background fetch",
    "myScenePhase: activex", "SDL 0x101", "OnApplicationPause()", "scenePhase: background work is due",
    "BLE status [entered-background]: phase=background", "The app state is not known",
    "waiting for AppDelegate.didEnterBackground", "waiting for the suspend event", "App lifecycles Resumed",
  ])
  func `is an event only with both key and value`(message: String) {
    #expect(Reading(bundled: message).events == [])
  }

  @Test(arguments: [
    "flutter: We never draw in AppLifecycleState.paused",
    "AppLifecycleState.paused was not called",
    "if (state == AppLifecycleState.paused) {",
    "waiting for AppLifecycleState.resumed",
    "Invalid state transition from AppLifecycleState.resumed to AppLifecycleState.paused",
    "#0 _MyState.didChangeAppLifecycleState (package:app/main.dart:12:3) AppLifecycleState.paused",
    "Waiting for AppState active",
    "if OnApplicationPause(true) then",
    "if (state == Qt::ApplicationSuspended)",
    "Window.Stopped was not called",
    "The Window Stopped responding",
    "waiting for SDL_APP_DIDENTERBACKGROUND",
    "case SDL_APP_DIDENTERBACKGROUND: is not handled",
    "SDL_APP_WILLENTERFOREGROUND is deprecated",
    "cordova.fireDocumentEvent('pause') is deprecated",
    #"appStateChange {"isActive":true} was not fired"#,
    "previous scenePhase: active",
    "case .background: scenePhase = .background",
  ])
  func `is not an event in prose and in source code`(message: String) {
    #expect(Reading(bundled: message).events == [])
    #expect(Reading(bundled: "2024-02-03 10:00:00.123456+0100 MyApp[76:2300] \(message)").events == [])
  }

  @Test(arguments: [
    ("I/flutter ( 6734): AppLifecycleState.paused", "activity.stop"),
    ("I/flutter ( 6734): AppLifecycleState.resumed", "activity.resume"),
    ("D/MainActivity( 1234): onPause", "activity.pause id=MainActivity"),
    ("D/HomeActivity( 1234): onPause", "activity.pause id=HomeActivity"),
    ("D/MainActivity( 1234): ON_PAUSE", "activity.pause id=MainActivity"),
    ("D/Lifecycle( 1234): ON_STOP", "activity.stop"),
    ("D/MainActivity( 1234): onPause:", "activity.pause id=MainActivity"),
    ("D/MainActivity( 1234): onStop()", "activity.stop id=MainActivity"),
    ("D/MyApp( 1234): MainActivity.onDestroy", "activity.destroy id=MainActivity"),
    ("D/MyApp( 1234): MainActivity: onPause called", "activity.pause id=MainActivity"),
    ("D/MyApp( 1234): Lifecycle.Event.ON_STOP", "activity.stop"),
    (
      "D/MyApp( 1234): onActivityPaused: com.example.app.MainActivity",
      "activity.pause id=com.example.app.MainActivity"
    ),
    ("D/MainActivity( 1234): onSaveInstanceState", "state.save id=MainActivity"),
    (
      "06-18 15:12:56.467  1331  1331 I am_on_paused_called: [0,com.example.app.MainActivity,performPause]",
      "activity.pause id=com.example.app.MainActivity"
    ),
    (
      "06-18 15:12:56.467  1331  1331 I am_on_resume_called: [0,com.example.app.MainActivity]",
      "activity.resume id=com.example.app.MainActivity"
    ),
    (
      "06-18 15:12:56.467  1331  1331 I wm_on_stop_called: [Token=134,Component Name=com.example.app.MainActivity,Reason=x,time=1ms]",
      "activity.stop id=com.example.app.MainActivity"
    ),
    ("I/ActivityManager(  592): Start proc 4321:com.example.app/u0a1 for top-activity", "process.start"),
    (
      "06-18 15:12:56.467  592  592 I am_proc_start: [0,4321,10086,com.example.app,activity,{com.example.app/.MainActivity}]",
      "process.start"
    ),
    ("06-18 15:12:56.467  592  592 I am_proc_died: [0,4321,com.example.app,900,16]", "process.exit"),
    (
      "06-18 15:12:56.467  592  592 I am_kill : [0,4321,com.example.app,900,empty]",
      "process.exit reason=system"
    ),
    ("I/Zygote  (  592): Process 4321 exited due to signal 9 (Killed)", "process.exit reason=killed"),
    ("I/Zygote  (  592): Process 4321 exited cleanly (0)", "process.exit reason=normal"),
    ("I/Zygote  (  592): Process 4321 exited due to signal (6)", "process.exit reason=crash"),
    (
      "I/ActivityManager(  592): Start proc com.example.app for activity com.example.app/.Main: pid=4321 uid=10109 gids={50109}",
      "process.start"
    ),
    ("D/Capacitor( 1234): App paused", "activity.pause"),
    ("D/Capacitor( 1234): App restarted", "activity.restart"),
    ("D/Capacitor( 1234): Saving instance state!", "state.save"),
    ("D/CordovaActivity( 1234): Stopped the activity.", "activity.stop"),
    ("I/ReactNativeJS( 1234): 'AppState', 'background'", "activity.pause"),
    ("I/ReactNativeJS( 1234): AppState changed to active", "activity.resume"),
    ("I/mono-stdout( 1234): [0:] Lifecycle event: OnStop", "activity.stop"),
  ])
  func `is an event of an activity on Android`(line: String, event: String) {
    #expect(Reading(bundled: line).summary("id", "reason") == [event])
  }

  @Test(arguments: [
    "D/SyncService( 1234): onStart", "D/Main( 1234): ON_STOP", "D/ProcessLifecycleOwner( 1234): ON_STOP",
    "06-18 15:12:56.467  592  592 I am_proc_bound: [0,4321,com.example.app]", "D/Camera( 1234): onResume",
    "I/Other(  592): Process 4321 exited cleanly (0)", "D/Other( 1234): App paused",
    "D/Capacitor( 1234): App paused by the user",
    "I/ReactNativeJS( 1234): fetch in AppState background failed",
    "I/mono-stdout( 1234): Lifecycle event: OnStop (shortcut)",
    "D/MainActivity( 1234): scenePhase: background", "I/am_pause_activity( 1234): [0,134,com.example/.Main]",
    "onPause", "MainActivity.onPause()",
  ])
  func `is not an event of an activity elsewhere`(line: String) {
    #expect(Reading(bundled: line).events == [])
  }
}
