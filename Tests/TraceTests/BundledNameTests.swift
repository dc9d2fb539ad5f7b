import Testing
import Trace

@Suite struct `The bundled names of callbacks` {
  /// Methods with at most one argument, by the part of the name after `application` or `scene`.
  static let app = [
    "DidBecomeActive": "app.didBecomeActive", "WillResignActive": "app.willResignActive",
    "DidEnterBackground": "app.didEnterBackground", "WillEnterForeground": "app.willEnterForeground",
    "WillTerminate": "app.willTerminate", "DidReceiveMemoryWarning": "app.didReceiveMemoryWarning",
    "SignificantTimeChange": "app.significantTimeChange", "DidFinishLaunching": "app.didFinishLaunching",
    "ProtectedDataWillBecomeUnavailable": "app.protectedDataWillBecomeUnavailable",
    "ProtectedDataDidBecomeAvailable": "app.protectedDataDidBecomeAvailable",
  ]
  static let scene = [
    "DidDisconnect": ("scene.didDisconnect", "DidDisconnect"),
    "DidBecomeActive": ("scene.didBecomeActive", "DidActivate"),
    "WillResignActive": ("scene.willResignActive", "WillDeactivate"),
    "WillEnterForeground": ("scene.willEnterForeground", "WillEnterForeground"),
    "DidEnterBackground": ("scene.didEnterBackground", "DidEnterBackground"),
  ]

  /// All forms of a method with one argument.
  static func forms(_ name: String, of delegate: String, argument: String) -> [String] {
    [
      name, name + ":", name + "(_:)", name + "()", "-[\(delegate) \(name):]",
      "-[\(delegate)(Life) \(name):]",
      "+[\(delegate) \(name):]", "[\(delegate) \(name):]", "[\(delegate) \(name):]:253",
      "-[\(delegate) \(name):] line 651 $ text", "-[\(delegate) \(name):] [Line 42] text",
      "\(delegate).m:42 \(name)", "\(delegate).\(name)(_:)", "MyApp.\(delegate).\(name)(_:)",
      "MyApp.\(delegate).\(name)(__C.\(argument)) -> ()",
      "@objc MyApp.\(delegate).\(name)(__C.\(argument)) -> ()",
      "MyApp.\(delegate).\(name)(_: \(argument)) -> ()",
      "MyApp.\(delegate).\(name)(_: __C.\(argument)) -> Swift.Void",
      "$s5MyApp0B8DelegateC\(name.count)\(name)yySo\(argument.count)\(argument)CF",
      "_$s5MyApp0B8DelegateC\(name.count)\(name)yySo\(argument.count)\(argument)CFTo",
      "\(delegate)::\(name)()", "virtual void \(delegate)::\(name)()", "\(delegate) \(name)",
      "<MyApp.\(delegate): 0x600000abcdef> \(name)(_:)",
    ]
  }

  /// All forms of a notification.
  static func forms(ofNotification name: String, of owner: String) -> [String] {
    let small = name.prefix(1).lowercased() + name.dropFirst()
    let constant = "\(owner)\(name)Notification"
    return [
      constant, "\(owner).\(small)Notification", "NSNotification.Name.\(owner)\(name)", ".\(owner)\(name)",
      "\(owner).\(name)Message", "Notification: \(constant)",
      "NSConcreteNotification 0x600003a1 {name = \(constant); object = <\(owner): 0x7f8>}",
      "name = \(constant), object = Optional(<\(owner): 0x7f8>), userInfo = nil",
    ]
  }

  @Test(arguments: app) func `are recognised in all forms of an app delegate`(name: String, event: String) {
    for form in Self.forms("application" + name, of: "AppDelegate", argument: "UIApplication") {
      #expect(Reading(bundled: form).events == [event], "\(form)")
    }
    for form in Self.forms(ofNotification: name, of: "UIApplication") {
      #expect(Reading(bundled: form).events == [event], "\(form)")
    }
  }

  @Test(arguments: scene) func `are recognised in all forms of a scene delegate`(
    name: String, meaning: (event: String, note: String)
  ) {
    for form in Self.forms("scene" + name, of: "SceneDelegate", argument: "UIScene") {
      #expect(Reading(bundled: form).events == [meaning.event], "\(form)")
    }
    for form in Self.forms(ofNotification: meaning.note, of: "UIScene") {
      #expect(Reading(bundled: form).events == [meaning.event], "\(form)")
    }
  }

  @Test(arguments: [
    ("application:willFinishLaunchingWithOptions:", "app.willFinishLaunching"),
    ("application(_:didFinishLaunchingWithOptions:)", "app.didFinishLaunching"),
    ("didFinishLaunchingWithOptions", "app.didFinishLaunching"),
    ("application:openURL:options:", "app.openURL"),
    ("application(_:open:options:)", "app.openURL"),
    ("application:openURL:sourceApplication:annotation:", "app.openURL"),
    ("application:handleOpenURL:", "app.openURL"),
    ("application:continueUserActivity:restorationHandler:", "app.continueUserActivity"),
    ("application(_:performFetchWithCompletionHandler:)", "app.performFetch"),
    ("application:handleEventsForBackgroundURLSession:completionHandler:", "app.handleBackgroundURLSession"),
    ("application:didReceiveRemoteNotification:fetchCompletionHandler:", "app.didReceiveRemoteNotification"),
    ("application:didReceiveRemoteNotification:", "app.didReceiveRemoteNotification"),
    ("didRegisterForRemoteNotificationsWithDeviceToken", "app.didRegisterForRemoteNotifications"),
    (
      "application:didFailToRegisterForRemoteNotificationsWithError:",
      "app.didFailToRegisterForRemoteNotifications"
    ),
    ("application:performActionForShortcutItem:completionHandler:", "app.performShortcut"),
    ("application:shouldSaveSecureApplicationState:", "app.shouldSaveState"),
    ("application:shouldRestoreApplicationState:", "app.shouldRestoreState"),
    ("application:willEncodeRestorableStateWithCoder:", "app.willEncodeState"),
    ("application(_:didDecodeRestorableStateWith:)", "app.didDecodeState"),
    ("application:configurationForConnectingSceneSession:options:", "app.configurationForConnecting"),
    ("application:didDiscardSceneSessions:", "app.didDiscardSceneSessions"),
    ("scene(_:willConnectTo:options:)", "scene.willConnect"),
    ("scene:willConnectToSession:options:", "scene.willConnect"),
    ("$s5MyApp13SceneDelegateC5scene_13willConnectTo7optionsySo7UISceneC", "scene.willConnect"),
    ("willConnectTo", "scene.willConnect"),
    ("UISceneWillConnectNotification", "scene.willConnect"),
    ("scene(_:openURLContexts:)", "scene.openURL"),
    ("scene(_:continue:)", "scene.continueUserActivity"),
    ("windowScene(_:performActionFor:completionHandler:)", "scene.performShortcut"),
    ("-[ViewController didReceiveMemoryWarning]", "view.didReceiveMemoryWarning"),
    // macOS
    ("applicationWillFinishLaunching:", "app.willFinishLaunching"),
    ("applicationWillBecomeActive(_:)", "app.willBecomeActive"),
    ("applicationDidResignActive:", "app.didResignActive"),
    ("applicationShouldTerminate(_:)", "app.shouldTerminate"),
    ("applicationDidHide:", "app.didHide"),
    ("applicationWillUnhide:", "app.willUnhide"),
    ("applicationShouldHandleReopen(_:hasVisibleWindows:)", "app.shouldHandleReopen"),
    ("applicationDidChangeOcclusionState:", "app.didChangeOcclusionState"),
    ("NSApplicationDidBecomeActiveNotification", "app.didBecomeActive"),
    ("NSApplication.willTerminateNotification", "app.willTerminate"),
    // watchOS, extensions
    ("MyApp.ExtensionDelegate.applicationDidBecomeActive()", "app.didBecomeActive"),
    ("handleBackgroundTasks:", "app.handleBackgroundTasks"),
    ("WKApplicationDidEnterBackgroundNotification", "app.didEnterBackground"),
    ("NSExtensionHostDidEnterBackgroundNotification", "app.didEnterBackground"),
    (".NSExtensionHostWillResignActive", "app.willResignActive"),
    // The two constants without the suffix `Notification`
    ("UIApplicationProtectedDataWillBecomeUnavailable", "app.protectedDataWillBecomeUnavailable"),
    ("UIApplicationProtectedDataDidBecomeAvailable", "app.protectedDataDidBecomeAvailable"),
    // .NET
    ("AppDelegate.DidEnterBackground", "app.didEnterBackground"),
    ("[AppDelegate] WillEnterForeground()", "app.willEnterForeground"),
    ("OnResignActivation", "app.willResignActive"),
    ("AppDelegate OnActivated", "app.didBecomeActive"),
    ("AppDelegate: FinishedLaunching", "app.didFinishLaunching"),
    ("AppDelegate.WillTerminate", "app.willTerminate"),
    // Shortened names
    ("AppDelegate didEnterBackground", "app.didEnterBackground"),
    ("didBecomeActive", "app.didBecomeActive"),
    ("SceneDelegate willResignActive", "scene.willResignActive"),
  ])
  func `include other methods and platforms`(message: String, event: String) {
    #expect(Reading(bundled: message).events == [event])
  }

  @Test(arguments: [
    "UIManager didEnterBackground", "host willResignActive now", "openURL",
    "RBDevice.applicationDidEnterBackground()", "WebPageProxy::applicationDidEnterBackground()",
    "-[UIApplication _applicationDidEnterBackground]", "handleApplicationDidEnterBackground",
    "_UIApplicationDidEnterBackgroundNotification", "applicationdidenterbackground",
    "UIApplicationDidEnterBackgroundNotificationName",
  ])
  func `are not recognised in similar words`(message: String) {
    #expect(Reading(bundled: message).events == [])
  }
}

@Suite struct `A line with a callback's name that is not a call` {
  @Test(arguments: [
    "3   MyApp   0x0000000102f4a1b0 -[AppDelegate applicationDidEnterBackground:] + 120",
    "frame #3: 0x0000000102f4a1b0 MyApp`-[AppDelegate applicationDidEnterBackground:](self=0x1) at AppDelegate.m:12:5",
    "* thread #1, queue = 'com.apple.main-thread', -[AppDelegate applicationDidEnterBackground:]",
    "#3 0x102f4a1b0 in -[AppDelegate applicationDidEnterBackground:] AppDelegate.m:12",
    "3 [ra] 0x0000000102f4a1b0 MyApp.AppDelegate.applicationDidEnterBackground(_:) + 120 in MyApp",
    "    2534 -[AppDelegate applicationDidEnterBackground:]  (in MyApp) + 120  [0x102f4a1b0]",
    "taskName = Called by MyApp, from $s5MyApp13SceneDelegateC23sceneDidEnterBackgroundyySo7UISceneCF, creationTime = 70001 (elapsed = 31).",
    "from $s5MyApp13SceneDelegateC23sceneDidEnterBackgroundyySo7UISceneCF, creationTime = 70001 (elapsed = 31).",
    "name = Shared Background Assertion 1 from -[AppDelegate applicationDidEnterBackground:]",
    "Filtering the log data using \"eventMessage CONTAINS applicationDidEnterBackground\"",
    "log run noninteractively, parent: 3283 (zsh), args: 'log' 'show' '--predicate' 'applicationWillTerminate'",
    "-[AppDelegate applicationDidEnterBackground:]: unrecognized selector sent to instance 0x7f8",
    "    func applicationDidEnterBackground(_ application: UIApplication) {",
    "- (void)applicationDidEnterBackground:(UIApplication *)application",
    "#selector(applicationDidEnterBackground(_:))",
    "#selector(AppDelegate.applicationDidEnterBackground(_:))",
    "+  applicationDidEnterBackground(_:)",
    "AppDelegate.swift:42:10: warning: applicationDidEnterBackground(_:) is unused",
    "UIApplication.didEnterBackgroundNotification,",
    "CompileSwift normal arm64 applicationDidEnterBackground",
    "Application delegate received call to -application:performFetchWithCompletionHandler: but the completion handler was never called.",
    "Test Case '-[MyAppTests testApplicationDidEnterBackground]' started.",
    "Name: UIApplicationDidEnterBackgroundNotification observers: 3",
    "addObserver: <X: 0x1> name: UIApplicationDidEnterBackgroundNotification",
    "removeObserver: <X: 0x1> name: UIApplicationDidEnterBackgroundNotification object: nil",
    "applicationDidEnterBackground@http://localhost:8081/index.bundle:12:3",
    "    ✓ applicationDidEnterBackground (0.001 seconds)",
    "    t =    12.20s     applicationDidEnterBackground",
    "at com.example.applicationDidEnterBackground(AppDelegate.java:12)",
    "method descriptor for MyApp.AppDelegate.applicationDidEnterBackground(__C.UIApplication) -> ()",
  ])
  func `is not an event on Apple's platforms`(message: String) {
    #expect(Reading(bundled: message).events == [])
  }

  @Test(arguments: [
    "at com.example.MainActivity.onPause(MainActivity.java:12)", "  at onPause (App.js:3:4)",
    "super.onPause()", "MainActivity.onPause was not called", "onPauseWork",
  ])
  func `is not an event on Android`(message: String) {
    #expect(Reading(bundled: "D/MainActivity( 1234): " + message).events == [])
  }
}
