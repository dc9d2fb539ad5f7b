import Testing
import Trace

@Suite struct `Lines that are easily misread` {
  @Test(arguments: [
    #"Filtering the log data using "eventMessage CONTAINS "applicationDidEnterBackground"""#,
    #"2024-03-15 10:00:00.123456-0700 0xca00279  Default     0x0                  3289   0    log: [com.apple.log:] log run noninteractively, parent: 3283 (zsh), args: '/usr/bin/log' 'show' '--predicate' 'eventMessage CONTAINS "applicationWillTerminate"'"#,
    "default\t11:00:18.800001+0800\tMyApp\t0x150008018 - [pageProxyID=12, webPageID=13, PID=4803] WebPageProxy::applicationWillEnterForegroundForMedia: isSuspendedUnderLock? 0",
    "default\t11:00:18.800002+0800\tMyApp\tRBDevice.didEnterBackground: in bg false, allows bg: false",
    "default\t11:00:18.800003+0800\tMyApp\tcom.example.myapp(4785) invalidateConnection (appDidSuspend)",
    "3   MyApp                               0x0000000102f4a1b0 -[AppDelegate applicationDidEnterBackground:] + 120",
    "    func applicationDidEnterBackground(_ application: UIApplication) {",
    "Test Case '-[MyAppTests testApplicationDidEnterBackground]' passed (0.002 seconds).",
    "2024-01-01 10:00:00.123 MyApp[812:c07] applicationDidEnterBackground was not called before applicationWillTerminate",
    "D/MainActivity( 1234): super.onPause()",
    "//didFinishLaunchingWithOptions",
    "2024-02-03 10:00:00.123456+0100 MyApp[76:2300] oneSignalApplicationWillResignActive",
    "Jul  3 12:00:00 my-mac kernel[0]: AppleMultitouchDevice::willTerminate entered",
    "default\t15:30:32.040000+0500\tMyApp\tDeactivation reason added: 10; deactivation reasons: 0 -> 1024; animating application lifecycle event: 0",
    "default\t15:36:32.100000+0500\tMyApp\tApp transitioned to background, suspending HangTracing.",
    "06-18 15:12:56.400   592   608 I wm_pause_activity: [0,134000001,com.example.app/.MainActivity,userLeaving=true]",
  ])
  func `contain no event`(line: String) {
    #expect(Reading(bundled: line).events == [])
  }

  @Test(arguments: [
    ("app.didReceiveMemoryWarning", "WARNING -> applicationDidReceiveMemoryWarning()"),
    ("scene.didDisconnect", "MyApp[9001:1000064] -[SceneDelegate sceneDidDisconnect:]"),
    (
      "app.didBecomeActive",
      "2017-05-25 10:00:10.100200+0800 MyApp[56:18](mark) -[UnityAppController applicationDidBecomeActive:]"
    ),
    ("app.didBecomeActive", "🎬applicationDidBecomeActive"),
    (
      "app.didEnterBackground",
      "2013-01-01 10:00:00.123 MyApp[812:c07] -[AppDelegate applicationDidEnterBackground:]"
    ),
    (
      "app.didEnterBackground",
      "2024-02-03 10:00:00.123456+0100 MyApp[76:2300] [Lifecycle] 🔵 AppDelegate: applicationDidEnterBackground(_:) saving 3 items"
    ),
    ("scene.didEnterBackground", "<MyApp.SceneDelegate: 0x600000abcdef> sceneDidEnterBackground(_:)"),
    ("app.willResignActive", "-[AppDelegate applicationWillResignActive:] line 2682 $ Function Called."),
    ("scene.didEnterBackground", "[SceneDelegate sceneDidEnterBackground:]:253"),
    ("app.didEnterBackground", "-> applicationDidEnterBackground()"),
    ("app.didFinishLaunching", "AppDelegate didFinishLaunchingWithOptions"),
    ("app.phase value=background", "10:00:00.123 scenePhase: background"),
    ("app.didEnterBackground", "2024-03-15 12:34:56.000 MyApp[2037:1] flutter: AppLifecycleState.paused"),
    (
      "app.willResignActive",
      "2019-07-02 20:37:37.481 [info][tid:com.facebook.react.JavaScript] 'AppState', 'inactive'"
    ),
    (
      "activity.resume",
      "06-12 15:30:20.700  2800  2800 I wm_on_resume_called: [134000001,com.example.app.MainActivity,RESUME_ACTIVITY]"
    ),
    (
      "process.suspend",
      "2024-03-15 10:00:02.500000+0000 runningboardd[33:64] [app<com.example.myapp>:1181] Suspending task."
    ),
    (
      "process.exit code=15 reason=killed",
      "2024-03-15 10:00:03.123 runningboardd[33:64] [app<com.example.myapp(00000000-0000-4000-8000-000000000001)>:1181] termination reported by launchd (2, 15, 15)"
    ),
  ])
  func `contain one event`(event: String, line: String) {
    #expect(Reading(bundled: line).summary("code", "reason", "value") == [event])
  }
}
