import Diagnostics
import Testing

@testable import Checking

@Suite struct `Unlike its broken twin, a healthy app handles data and events without a violation` {
  @Test(arguments: HealthyKind.locked) func `around a lock of the device`(_ kind: HealthyKind) {
    kind.expectCleanAndBrokenTwin()
  }

  @Test(arguments: HealthyKind.longWork) func `if it works on after it left the foreground`(
    _ kind: HealthyKind
  ) {
    kind.expectCleanAndBrokenTwin()
  }

  @Test(arguments: HealthyKind.budgets) func `if it stays within the time that the system gives`(
    _ kind: HealthyKind
  ) {
    kind.expectCleanAndBrokenTwin()
  }

  @Test(arguments: HealthyKind.discarded) func `if it discards data instead of saving it`(_ kind: HealthyKind)
  {
    kind.expectCleanAndBrokenTwin()
  }

  @Test(arguments: HealthyKind.settings) func `when a setting or the language changes`(_ kind: HealthyKind) {
    kind.expectCleanAndBrokenTwin()
  }

  @Test(arguments: HealthyKind.network) func `when it may not use the network`(_ kind: HealthyKind) {
    kind.expectCleanAndBrokenTwin()
  }

  @Test(arguments: HealthyKind.gated) func `in a log that does not record the rest`(_ kind: HealthyKind) {
    kind.expectCleanAndBrokenTwin()
  }

  @Test(arguments: HealthyKind.oddTimes) func `at an odd time`(_ kind: HealthyKind) {
    kind.expectCleanAndBrokenTwin()
  }

  @Test(arguments: HealthyKind.restored) func `while it restores its interface`(_ kind: HealthyKind) {
    kind.expectCleanAndBrokenTwin()
  }

  @Test(arguments: HealthyKind.queued) func `if events are delivered late`(_ kind: HealthyKind) {
    kind.expectCleanAndBrokenTwin()
  }

  @Test(arguments: MildKind.all) func `or with a violation of lower severity for harmless behaviour`(
    _ kind: MildKind
  ) {
    let violations = Bench.ios.check(kind.trace).violations
    #expect(violations.map(\.ruleID) == [kind.rule])
    #expect(violations.map(\.severity) == [kind.severity])
  }
}

/// An app with behaviour that is not a fault in every app.
struct MildKind: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let rule: String
  let trace: String
  let severity: Severity

  init(_ words: String, _ rule: String, _ trace: String, as severity: Severity) {
    testDescription = words
    self.rule = rule
    self.trace = trace
    self.severity = severity
  }
}

extension HealthyKind {
  static let locked = [
    HealthyKind(
      "a protected file is opened on the return, without a logged unlock",
      "no-protected-file-access-while-locked",
      """
      2024-02-03 10:00:00.000 App[7:12] sceneDidBecomeActive(_:)
      2024-02-03 10:00:05.000 App[7:12] device.lock
      2024-02-03 10:00:05.010 App[7:12] sceneWillResignActive(_:)
      2024-02-03 10:00:05.300 App[7:12] sceneDidEnterBackground(_:)
      2024-02-03 10:00:25.000 App[7:12] sceneWillEnterForeground(_:)
      2024-02-03 10:00:25.010 App[7:12] file.open path=vault.db protection=complete
      2024-02-03 10:00:25.300 App[7:12] sceneDidBecomeActive(_:)
      """,
      but: "2024-02-03 10:00:25.000 App[7:12] sceneWillEnterForeground(_:)", is: ""),
    HealthyKind(
      "a protected file is used in the seconds before its key is removed",
      "no-protected-file-access-while-locked",
      """
      10:00:00.000 App[1:1] sceneDidBecomeActive(_:)
      10:00:05.000 App[1:1] device.lock
      10:00:05.010 App[1:1] sceneWillResignActive(_:)
      10:00:05.300 App[1:1] sceneDidEnterBackground(_:)
      10:00:13.000 App[1:1] file.open path=vault.db protection=NSFileProtectionComplete
      10:00:13.100 App[1:1] file.close path=vault.db
      """,
      but: "10:00:13", is: "10:00:16"),
    HealthyKind(
      "a protected file is closed in the callback before its key is removed",
      "no-protected-file-access-while-locked",
      """
      2024-02-03 10:00:00.000 App[7:12] -[AppDelegate applicationDidBecomeActive:]
      2024-02-03 10:00:05.000 App[7:12] device.lock
      2024-02-03 10:00:05.010 App[7:12] -[AppDelegate applicationWillResignActive:]
      2024-02-03 10:00:05.300 App[7:12] -[AppDelegate applicationDidEnterBackground:]
      2024-02-03 10:00:07.000 App[7:12] note written
      2024-02-03 10:00:08.000 App[7:12] file.access path=vault.db protection=complete
      2024-02-03 10:00:14.000 App[7:12] -[AppDelegate applicationProtectedDataWillBecomeUnavailable:]
      """,
      but: "note written",
      is: "app.protectedDataWillBecomeUnavailable\n"
        + "2024-02-03 10:00:07.001 App[7:12] app.protectedDataWillBecomeUnavailable.end"),
    HealthyKind(
      "a protected file is used on a device without passcode", "no-protected-file-access-while-locked",
      """
      10:00:00.000 App[1:1] app.config passcode=no
      10:00:05.000 App[1:1] device.lock
      10:00:05.010 App[1:1] applicationWillResignActive:
      10:00:05.300 App[1:1] applicationDidEnterBackground:
      10:00:25.000 App[1:1] file.access path=vault.db protection=complete
      """,
      but: "passcode=no", is: "passcode=yes"),
    HealthyKind(
      "a protected file is closed in the callback that the lock causes", "close-protected-files-on-lock",
      """
      10:00:01.000 App[1:1] file.open path=vault.db protection=complete
      10:00:05.000 App[1:1] applicationWillResignActive(_:)
      10:00:05.010 App[1:1] file.close path=vault.db
      10:00:05.020 App[1:1] app.willResignActive.end
      10:00:05.040 App[1:1] device.lock
      """,
      but: "10:00:05.010 App[1:1] file.close path=vault.db", is: ""),
  ]

  static let longWork = [
    HealthyKind(
      "without logged background modes", "long-work-needs-background-task",
      """
      10:00:01.000 App[1:1] app.config ios=17.2
      10:00:02.000 App[1:1] task.start id=index kind=cpu
      10:00:05.000 App[1:1] sceneWillResignActive(_:)
      10:00:05.300 App[1:1] sceneDidEnterBackground(_:)
      10:00:07.000 App[1:1] sceneWillEnterForeground(_:)
      """,
      but: "ios=17.2", is: "backgroundModes=none"),
    HealthyKind(
      "with a pending request", "long-work-needs-background-task",
      """
      10:00:00.000 App[1:1] app.config backgroundModes=none
      10:00:02.000 App[1:1] net.request id=feed
      10:00:02.010 App[1:1] task.start id=feed kind=network
      10:00:05.000 App[1:1] applicationWillResignActive:
      10:00:05.300 App[1:1] applicationDidEnterBackground:
      10:00:07.000 App[1:1] net.end id=feed
      """,
      but: "kind=network", is: "kind=cpu"),
    HealthyKind(
      "with a background mode for the work", "long-work-needs-background-task",
      """
      10:00:00.000 App[1:1] app.config backgroundModes=fetch,location
      10:00:02.000 App[1:1] task.start id=route kind=location
      10:00:05.000 App[1:1] applicationWillResignActive(_:)
      10:00:05.300 App[1:1] applicationDidEnterBackground(_:)
      10:00:20.000 App[1:1] applicationWillEnterForeground(_:)
      """,
      but: "fetch,location", is: "fetch"),
    HealthyKind(
      "woken by a message for the work", "long-work-needs-background-task",
      """
      2024-02-03 10:00:00.000 App[7:12] app.config backgroundModes=none
      2024-02-03 10:00:05.000 App[7:12] -[AppDelegate applicationWillResignActive:]
      2024-02-03 10:00:05.300 App[7:12] -[AppDelegate applicationDidEnterBackground:]
      2024-02-03 10:20:00.000 App[7:12] -[AppDelegate application:didReceiveRemoteNotification:fetchCompletionHandler:]
      2024-02-03 10:20:00.100 App[7:12] task.start id=inbox kind=cpu
      2024-02-03 10:20:01.000 App[7:12] task.end id=inbox
      """,
      but: "-[AppDelegate application:didReceiveRemoteNotification:fetchCompletionHandler:]", is: "hello"),
  ]

  static let budgets = [
    HealthyKind(
      "some 30 seconds of iOS 13 and later", "background-task-duration-bounded",
      """
      10:00:00.000 App[1:1] app.config ios=17.2
      10:00:05.300 App[1:1] sceneDidEnterBackground(_:)
      10:00:05.310 App[1:1] backgroundTask.begin id=1 name=upload
      10:00:20.000 App[1:1] net.request id=a
      10:00:34.000 App[1:1] net.end id=a
      10:00:34.010 App[1:1] backgroundTask.end id=1
      """,
      but: "10:00:34", is: "10:00:36"),
    HealthyKind(
      "three minutes of iOS 7 to 12", "background-task-duration-bounded",
      """
      10:00:00.000 App[1:1] app.config ios=12.4
      10:00:05.300 App[1:1] applicationDidEnterBackground:
      10:00:05.310 App[1:1] backgroundTask.begin id=1 name=upload
      10:00:30.000 App[1:1] net.request id=a
      10:00:59.000 App[1:1] net.end id=a
      10:00:59.010 App[1:1] backgroundTask.end id=1
      """,
      but: "ios=12.4", is: "ios=13.1"),
    HealthyKind(
      "ten minutes before iOS 7", "background-task-duration-bounded",
      """
      10:00:00.000 App[1:1] app.config ios=6.1
      10:00:05.300 App[1:1] applicationDidEnterBackground:
      10:00:05.310 App[1:1] backgroundTask.begin id=1 name=upload
      10:00:35.000 App[1:1] net.request id=a
      10:01:05.000 App[1:1] net.request id=b
      10:01:35.000 App[1:1] net.request id=c
      10:02:05.000 App[1:1] net.request id=d
      10:02:35.000 App[1:1] net.request id=e
      10:03:05.000 App[1:1] net.request id=f
      10:03:25.000 App[1:1] backgroundTask.end id=1
      """,
      but: "ios=6.1", is: "ios=9.3"),
    HealthyKind(
      "three minutes on an unknown version", "background-task-duration-bounded",
      """
      10:00:05.300 App[1:1] applicationDidEnterBackground(_:)
      10:00:05.310 App[1:1] backgroundTask.begin id=1 name=upload
      10:00:35.000 App[1:1] net.request id=a
      10:01:05.000 App[1:1] net.request id=b
      10:01:35.000 App[1:1] net.request id=c
      10:02:05.000 App[1:1] net.request id=d
      10:02:35.000 App[1:1] net.request id=e
      10:03:01.000 App[1:1] backgroundTask.end id=1
      """,
      but: "10:03:01.000", is: "10:03:01.000 App[1:1] net.request id=f\n10:03:09.000"),
    HealthyKind(
      "work of a minute before iOS 13, in an app without background modes", "background-work-bounded",
      """
      10:00:00.000 App[1:1] app.config ios=11.0 backgroundModes=none
      10:00:05.300 App[1:1] applicationDidEnterBackground:
      10:00:05.310 App[1:1] backgroundTask.begin id=1 name=index
      10:00:30.000 App[1:1] db.write id=a
      10:00:55.000 App[1:1] db.write id=b
      10:00:56.000 App[1:1] backgroundTask.end id=1
      """,
      but: "ios=11.0", is: "ios=15.0"),
  ]

  static let discarded = [
    HealthyKind(
      "a draft, in an app with scenes", "save-data-on-background",
      """
      10:00:00.000 App[1:1] sceneDidBecomeActive(_:)
      10:00:02.000 App[1:1] user.dataDirty id=draft
      10:00:04.000 App[1:1] data.discard id=draft
      10:00:05.000 App[1:1] sceneWillResignActive(_:)
      10:00:05.300 App[1:1] sceneDidEnterBackground(_:)
      10:00:09.000 App[1:1] net.request id=feed
      """,
      but: "10:00:04.000 App[1:1] data.discard id=draft", is: ""),
    HealthyKind(
      "the page that the user closed", "save-state-on-background",
      """
      10:00:00.000 App[1:1] applicationDidBecomeActive:
      10:00:02.000 App[1:1] state.dirty id=page
      10:00:04.000 App[1:1] data.discard id=page
      10:00:05.000 App[1:1] applicationWillResignActive:
      10:00:05.300 App[1:1] applicationDidEnterBackground:
      10:00:09.000 App[1:1] net.request id=feed
      """,
      but: "10:00:04.000 App[1:1] data.discard id=page", is: ""),
    HealthyKind(
      "a draft just before the app is terminated", "save-data-on-terminate",
      """
      10:00:00.000 App[1:1] applicationDidBecomeActive(_:)
      10:00:02.000 App[1:1] user.dataDirty id=draft
      10:00:05.000 App[1:1] applicationWillTerminate(_:)
      10:00:05.010 App[1:1] data.discard id=draft
      10:00:05.020 App[1:1] app.willTerminate.end
      """,
      but: "10:00:05.010 App[1:1] data.discard id=draft", is: ""),
    HealthyKind(
      "a draft in a session whose end only the next launch shows", "no-unsaved-data-when-killed",
      """
      2024-02-03 10:00:00.000 App[7:12] -[AppDelegate applicationDidBecomeActive:]
      2024-02-03 10:00:02.000 App[7:12] user.dataDirty id=draft
      2024-02-03 10:00:04.000 App[7:12] data.discard id=draft
      2024-02-03 10:00:05.000 App[7:12] -[AppDelegate applicationWillResignActive:]
      2024-02-03 10:09:00.000 App[8:12] -[AppDelegate application:didFinishLaunchingWithOptions:]
      2024-02-03 10:09:00.200 App[8:12] -[AppDelegate applicationDidBecomeActive:]
      """,
      but: "2024-02-03 10:00:04.000 App[7:12] data.discard id=draft", is: ""),
    HealthyKind(
      "the board of a game that was abandoned", "save-ui-state-on-resign",
      """
      10:00:02.000 App[1:1] uiState.dirty id=board
      10:00:04.000 App[1:1] data.discard id=board
      10:00:05.000 App[1:1] sceneWillResignActive(_:)
      10:00:09.000 App[1:1] sceneDidBecomeActive(_:)
      """,
      but: "10:00:04.000 App[1:1] data.discard id=board", is: ""),
  ]

  static let settings = [
    HealthyKind(
      "a setting changed by the app itself", "reload-settings-on-change",
      """
      10:00:00.000 App[1:1] applicationDidBecomeActive:
      10:00:02.000 App[1:1] setting.changed key=theme by=app
      10:00:05.000 App[1:1] setting.reload key=font
      """,
      but: " by=app", is: ""),
    HealthyKind(
      "an unknown setting", "reload-settings-on-change",
      """
      2024-02-03 10:00:00.000 App[7:12] sceneDidBecomeActive(_:)
      2024-02-03 10:00:02.000 App[7:12] NSUserDefaultsDidChangeNotification
      2024-02-03 10:00:05.000 App[7:12] setting.reload key=font
      """,
      but: "NSUserDefaultsDidChangeNotification", is: "setting.changed key=theme"),
    HealthyKind(
      "a password changed by the app itself", "hide-secrets-on-credential-change",
      """
      10:00:00.000 App[1:1] applicationDidBecomeActive(_:)
      10:00:01.000 App[1:1] view.showSensitive id=card
      10:00:02.000 App[1:1] setting.changed security=yes by=app
      10:00:05.000 App[1:1] input.motion
      """,
      but: " by=app", is: ""),
    HealthyKind(
      "a password changed in the background, and requested on the return",
      "hide-secrets-on-credential-change",
      """
      10:00:00.000 App[1:1] applicationDidBecomeActive:
      10:00:01.000 App[1:1] auth.prompt
      10:00:05.000 App[1:1] applicationWillResignActive:
      10:00:05.300 App[1:1] applicationDidEnterBackground:
      10:00:09.000 App[1:1] setting.changed security=yes
      10:00:20.000 App[1:1] net.request id=feed
      10:00:40.000 App[1:1] applicationWillEnterForeground:
      10:00:40.100 App[1:1] auth.prompt
      10:00:40.300 App[1:1] applicationDidBecomeActive:
      10:00:44.000 App[1:1] input.motion
      """,
      but: "10:00:40.100 App[1:1] auth.prompt", is: ""),
    HealthyKind(
      "the language changed in the background, and dates redrawn on the return",
      "refresh-locale-views",
      """
      10:00:00.000 App[1:1] sceneDidBecomeActive(_:)
      10:00:00.100 App[1:1] view.localeRefresh id=list
      10:00:05.000 App[1:1] sceneWillResignActive(_:)
      10:00:05.300 App[1:1] sceneDidEnterBackground(_:)
      10:00:09.000 App[1:1] NSCurrentLocaleDidChangeNotification
      10:00:20.000 App[1:1] net.request id=feed
      10:00:40.000 App[1:1] sceneWillEnterForeground(_:)
      10:00:40.100 App[1:1] view.localeRefresh id=list
      10:00:40.300 App[1:1] sceneDidBecomeActive(_:)
      10:00:44.000 App[1:1] input.motion
      """,
      but: "10:00:40.100 App[1:1] view.localeRefresh id=list", is: ""),
  ]

  static let network = [
    HealthyKind(
      "a request over another network", "no-requests-while-restricted",
      """
      10:00:00.000 App[1:1] applicationDidBecomeActive:
      10:00:01.000 App[1:1] netPermission.read state=restricted
      10:00:02.000 App[1:1] net.request id=feed interface=wifi
      """,
      but: "wifi", is: "cellular"),
    HealthyKind(
      "a request over an unknown network", "no-requests-while-restricted",
      """
      10:00:00.000 App[1:1] sceneDidBecomeActive(_:)
      10:00:01.000 App[1:1] netPermission.changed state=restricted
      10:00:01.100 App[1:1] netPermission.applied state=restricted
      10:00:02.000 App[1:1] net.request id=feed
      """,
      but: "id=feed", is: "id=feed interface=cellular"),
    HealthyKind(
      "an answer of the user from before the lock", "network-permission-follows-lock",
      """
      10:00:00.000 App[1:1] applicationDidBecomeActive(_:)
      10:00:01.000 App[1:1] system.permissionPrompt kind=network
      10:00:03.000 App[1:1] netPermission.changed state=notRestricted by=user
      10:00:03.100 App[1:1] netPermission.applied state=notRestricted
      10:00:05.000 App[1:1] device.lock
      10:00:05.010 App[1:1] applicationWillResignActive(_:)
      10:00:06.000 App[1:1] netPermission.read state=notRestricted
      """,
      but: "10:00:03.000 App[1:1] netPermission.changed state=notRestricted by=user", is: ""),
  ]

  static let gated = [
    HealthyKind(
      "no reason for a long inactive time", "inactive-stays-brief",
      """
      2024-02-03 10:00:00.000 App[7:12] reading the log of a tester
      2024-02-03 10:00:01.000 App[7:12] -[AppDelegate applicationDidBecomeActive:]
      2024-02-03 10:00:05.000 App[7:12] -[AppDelegate applicationWillResignActive:]
      2024-02-03 10:03:05.000 App[7:12] -[AppDelegate applicationDidBecomeActive:]
      """,
      but: "reading the log of a tester", is: "trace.begin records=system,device"),
    HealthyKind(
      "no notifications of the callbacks", "callback-notification-pairs",
      """
      10:00:00.000 App[1:1] trace.begin records=app
      10:00:01.000 App[1:1] applicationDidBecomeActive:
      10:00:01.010 App[1:1] note.deliver name=UIApplicationDidBecomeActiveNotification
      10:00:05.000 App[1:1] applicationWillResignActive:
      10:00:05.300 App[1:1] applicationDidEnterBackground:
      10:07:05.000 App[1:1] applicationWillEnterForeground:
      10:07:05.300 App[1:1] applicationDidBecomeActive:
      10:07:05.310 App[1:1] note.deliver name=UIApplicationDidBecomeActiveNotification
      10:07:09.000 App[1:1] applicationWillResignActive:
      """,
      but: "10:07:05.310 App[1:1] note.deliver name=UIApplicationDidBecomeActiveNotification", is: ""),
    HealthyKind(
      "no request for a queued notification", "queued-notifications-handled",
      """
      10:00:00.000 App[1:1] trace.begin records=note
      10:00:01.000 App[1:1] note.observe name=UIApplicationSignificantTimeChangeNotification
      10:05:00.000 App[1:1] process.resume
      10:05:00.010 App[1:1] note.deliver name=UIDeviceOrientationDidChangeNotification queued=yes
      10:05:00.100 App[1:1] sceneWillEnterForeground(_:)
      10:05:00.300 App[1:1] sceneDidBecomeActive(_:)
      10:05:09.000 App[1:1] input.motion
      """,
      but: "UIApplicationSignificantTimeChangeNotification", is: "UIDeviceOrientationDidChangeNotification"),
  ]

  static let oddTimes = [
    HealthyKind(
      "a URL comes while it is suspended", "no-execution-while-suspended",
      """
      10:00:05.000 App[1:1] sceneWillResignActive(_:)
      10:00:05.300 App[1:1] sceneDidEnterBackground(_:)
      10:00:07.000 App[1:1] process.suspend
      10:09:00.000 App[1:1] url.arrive url=shop://cart
      10:09:00.010 App[1:1] process.resume
      10:09:00.100 App[1:1] sceneWillEnterForeground(_:)
      10:09:00.200 App[1:1] url.handled url=shop://cart
      """,
      but: "10:09:00.000", is: "10:08:59.000 App[1:1] net.request id=feed\n10:09:00.000"),
    HealthyKind(
      "a URL comes, and a storyboard and the old state are loaded, before its launch", "no-work-in-main",
      """
      10:00:00.000 App[1:1] process.start reason=url
      10:00:00.010 App[1:1] process.main
      10:00:00.050 App[1:1] url.arrive url=shop://cart
      10:00:00.100 App[1:1] ui.load file=Main
      10:00:00.110 App[1:1] vc.load id=root restorationId=root
      10:00:00.120 App[1:1] state.decode vc=root key=page
      10:00:00.300 App[1:1] application:didFinishLaunchingWithOptions:
      10:00:00.500 App[1:1] app.openURL url=shop://cart
      10:00:00.600 App[1:1] applicationDidBecomeActive:
      """,
      but: "ui.load file=Main", is: "db.open id=cart"),
    HealthyKind(
      "a URL comes after a launch by a shortcut that it handled itself", "launch-url-decided",
      """
      10:00:00.000 App[1:1] process.start reason=shortcut
      10:00:00.200 App[1:1] app.didFinishLaunching state=inactive
      10:00:00.210 App[1:1] window.rootSet id=shop
      10:00:00.220 App[1:1] app.didFinishLaunching.end result=no
      10:00:00.400 App[1:1] applicationDidBecomeActive(_:)
      10:00:07.000 App[1:1] app.openURL url=shop://cart
      """,
      but: "state=inactive", is: "state=inactive url=shop://cart"),
    HealthyKind(
      "it is left after the game is over", "game-paused-on-resign",
      """
      10:00:00.000 App[1:1] sceneDidBecomeActive(_:)
      10:00:01.000 App[1:1] game.start level=3
      10:00:30.000 App[1:1] game.stop
      10:00:35.000 App[1:1] sceneWillResignActive(_:)
      10:00:39.000 App[1:1] sceneDidBecomeActive(_:)
      """,
      but: "game.stop", is: "level 4"),
    HealthyKind(
      "a film is started from the headphones while the app is inactive", "no-new-tasks-while-inactive",
      """
      10:00:00.000 App[1:1] applicationDidBecomeActive:
      10:00:05.000 App[1:1] applicationWillResignActive:
      10:00:07.000 App[1:1] input.remote
      10:00:07.010 App[1:1] movie.play id=lecture
      10:00:09.000 App[1:1] applicationDidBecomeActive:
      """,
      but: "input.remote", is: "input.motion"),
    HealthyKind(
      "sound is started from the headphones while the app is inactive", "audio-interruption-answered",
      """
      10:00:00.000 App[1:1] sceneDidBecomeActive(_:)
      10:00:01.000 App[1:1] input.touch seq=1
      10:00:05.000 App[1:1] audio.interruptionBegan
      10:00:05.010 App[1:1] sceneWillResignActive(_:)
      10:00:07.000 App[1:1] input.remote
      10:00:07.010 App[1:1] audio.play
      10:00:09.000 App[1:1] audio.stop
      """,
      but: "10:00:07.000 App[1:1] input.remote", is: ""),
  ]

  static let restored = [
    HealthyKind(
      "a view without super calls in its class", "restoration-keys-match",
      """
      10:00:05.300 App[1:1] sceneDidEnterBackground(_:)
      10:00:05.400 App[1:1] app.shouldSaveState.end result=yes
      10:00:05.410 App[1:1] state.encode view=chart key=zoom
      10:09:00.000 App[2:1] app.willFinishLaunching
      10:09:00.100 App[2:1] app.shouldRestoreState.end result=yes
      10:09:00.110 App[2:1] state.decode view=chart key=zoom
      10:09:00.200 App[2:1] app.didFinishLaunching
      """,
      but: "state.encode view=chart key=zoom", is: "state.encode view=chart key=scale"),
    HealthyKind(
      "of a saved version", "restoration-keys-match",
      """
      10:00:05.300 App[1:1] applicationDidEnterBackground:
      10:00:05.400 App[1:1] app.willEncodeState version=7
      10:09:00.000 App[2:1] application:willFinishLaunchingWithOptions:
      10:09:00.110 App[2:1] app.didDecodeState version=7
      10:09:00.200 App[2:1] application:didFinishLaunchingWithOptions:
      """,
      but: "app.didDecodeState version=7", is: "app.didDecodeState version=6"),
    HealthyKind(
      "of a version that was not seen to be saved", "restoration-keys-match",
      """
      10:00:05.300 App[1:1] applicationDidEnterBackground(_:)
      10:00:05.400 App[1:1] 14 tabs
      10:09:00.000 App[2:1] app.willFinishLaunching
      10:09:00.110 App[2:1] app.didDecodeState version=7
      10:09:00.200 App[2:1] app.didFinishLaunching
      """,
      but: "14 tabs", is: "app.willEncodeState version=8"),
    HealthyKind(
      "a view whose superclass has no such method", "state-coding-calls-super",
      """
      10:00:05.300 App[1:1] applicationDidEnterBackground:
      10:00:05.410 App[1:1] state.encode vc=root key=tab
      10:00:05.411 App[1:1] state.super vc=root
      10:00:05.420 App[1:1] state.encode view=chart key=zoom
      10:09:00.000 App[1:1] applicationWillEnterForeground:
      """,
      but: "view=chart", is: "vc=chart"),
  ]

  static let queued = [
    HealthyKind(
      "handled immediately in the background", "queued-notifications-handled",
      """
      10:00:05.300 App[1:1] applicationDidEnterBackground:
      10:00:07.000 App[1:1] process.suspend
      10:20:00.000 App[1:1] process.resume
      10:20:00.010 App[1:1] note.deliver name=UIDeviceBatteryLevelDidChangeNotification queued=yes
      10:20:00.020 App[1:1] note.handled name=UIDeviceBatteryLevelDidChangeNotification
      10:20:00.030 App[1:1] note.deliver name=UIApplicationSignificantTimeChangeNotification queued=yes
      10:20:00.040 App[1:1] note.handled name=UIApplicationSignificantTimeChangeNotification
      10:20:05.000 App[1:1] process.suspend
      """,
      but: "10:20:00.040 App[1:1] note.handled name=UIApplicationSignificantTimeChangeNotification",
      is: "10:20:03.000 App[1:1] net.request id=feed"),
    HealthyKind(
      "handled immediately on the return", "queued-notifications-handled",
      """
      10:00:05.300 App[1:1] sceneDidEnterBackground(_:)
      10:00:07.000 App[1:1] process.suspend
      10:20:00.000 App[1:1] process.resume
      10:20:00.010 App[1:1] note.deliver name=NSCurrentLocaleDidChangeNotification queued=yes
      10:20:00.020 App[1:1] note.handled name=NSCurrentLocaleDidChangeNotification
      10:20:00.100 App[1:1] sceneWillEnterForeground(_:)
      10:20:00.110 App[1:1] note.deliver name=UIDeviceOrientationDidChangeNotification queued=yes
      10:20:00.120 App[1:1] note.handled name=UIDeviceOrientationDidChangeNotification
      10:20:00.300 App[1:1] sceneDidBecomeActive(_:)
      10:20:05.000 App[1:1] input.motion
      """,
      but: "10:20:00.120 App[1:1] note.handled name=UIDeviceOrientationDidChangeNotification", is: ""),
    HealthyKind(
      "handled before a new touch", "queued-notifications-before-input",
      """
      10:00:02.000 App[1:1] input.touch seq=8
      10:00:05.000 App[1:1] applicationWillResignActive(_:)
      10:00:05.300 App[1:1] applicationDidEnterBackground(_:)
      10:20:00.010 App[1:1] note.deliver name=UIDeviceOrientationDidChangeNotification queued=yes
      10:20:00.020 App[1:1] note.handled name=UIDeviceOrientationDidChangeNotification
      10:20:00.100 App[1:1] applicationWillEnterForeground(_:)
      10:20:00.300 App[1:1] applicationDidBecomeActive(_:)
      10:20:01.000 App[1:1] input.touch seq=9
      """,
      but: "10:20:01.000 App[1:1] input.touch seq=9",
      is: "10:20:01.000 App[1:1] input.touch seq=9\n"
        + "10:20:01.010 App[1:1] note.deliver name=UIDeviceOrientationDidChangeNotification queued=yes"),
  ]
}

extension MildKind {
  static let all = [
    MildKind(
      "a database that stays open", "close-databases-on-background",
      """
      10:00:01.000 App[1:1] db.open id=notes
      10:00:05.300 App[1:1] sceneDidEnterBackground(_:)
      10:00:09.000 App[1:1] sceneWillEnterForeground(_:)
      """, as: .note),
    MildKind(
      "a small cache", "release-caches-on-background",
      """
      10:00:01.000 App[1:1] cache.fill id=icons mb=4
      10:00:05.300 App[1:1] applicationDidEnterBackground:
      10:00:09.000 App[1:1] applicationWillEnterForeground:
      """, as: .note),
    MildKind(
      "a cache of unknown size", "release-caches-on-background",
      """
      10:00:01.000 App[1:1] cache.fill id=icons
      10:00:05.300 App[1:1] applicationDidEnterBackground(_:)
      10:00:09.000 App[1:1] applicationWillEnterForeground(_:)
      """, as: .note),
    MildKind(
      "an alert that stays", "clean-up-alerts-on-background",
      """
      10:00:01.000 App[1:1] alert.present id=offline kind=alert
      10:00:05.300 App[1:1] sceneDidEnterBackground(_:)
      10:00:09.000 App[1:1] sceneWillEnterForeground(_:)
      """, as: .note),
    MildKind(
      "a display link that continues", "display-link-paused-in-background",
      """
      10:00:01.000 App[1:1] displayLink.start id=chart
      10:00:05.300 App[1:1] applicationDidEnterBackground:
      10:00:09.000 App[1:1] applicationWillEnterForeground:
      """, as: .note),
    MildKind(
      "a timer for one shot that is started in the background", "timers-stopped-on-resign",
      """
      10:00:00.800 App[1:1] applicationWillEnterForeground:
      10:00:01.000 App[1:1] applicationDidBecomeActive:
      10:00:05.000 App[1:1] applicationWillResignActive:
      10:00:05.300 App[1:1] applicationDidEnterBackground:
      10:00:07.000 App[1:1] timer.start id=retry repeats=NO
      10:00:08.000 App[1:1] timer.fire id=retry
      10:00:09.000 App[1:1] applicationWillEnterForeground:
      """, as: .note),
    MildKind(
      "work that continues without a background task", "long-work-needs-background-task",
      """
      10:00:00.000 App[1:1] app.config backgroundModes=none
      10:00:02.000 App[1:1] task.start id=index kind=cpu
      10:00:05.300 App[1:1] sceneDidEnterBackground(_:)
      10:00:09.000 App[1:1] sceneWillEnterForeground(_:)
      """, as: .warning),
    MildKind(
      "an end between two saves in the foreground", "no-unsaved-data-when-killed",
      """
      10:00:00.000 App[1:1] applicationDidBecomeActive(_:)
      10:00:02.000 App[1:1] user.dataDirty id=note
      10:00:04.000 App[1:1] process.exit reason=crash
      """, as: .warning),
    MildKind(
      "a background task of more than three minutes on an unknown version",
      "background-task-duration-bounded",
      """
      10:00:05.300 App[1:1] applicationDidEnterBackground:
      10:00:05.310 App[1:1] backgroundTask.begin id=1 name=upload
      10:00:35.000 App[1:1] net.request id=a
      10:01:05.000 App[1:1] net.request id=b
      10:01:35.000 App[1:1] net.request id=c
      10:02:05.000 App[1:1] net.request id=d
      10:02:35.000 App[1:1] net.request id=e
      10:03:05.000 App[1:1] net.request id=f
      10:03:25.000 App[1:1] backgroundTask.end id=1
      """, as: .warning),
    MildKind(
      "a session with a disconnected accessory", "close-accessory-session-on-disconnect",
      """
      10:00:00.000 App[1:1] sceneDidBecomeActive(_:)
      10:00:01.000 App[1:1] accessory.sessionOpen id=scale
      10:00:05.000 App[1:1] accessory.disconnected id=scale
      10:00:09.000 App[1:1] input.motion
      """, as: .warning),
    MildKind(
      "a storyboard and a nib", "single-main-interface",
      "10:00:00.000 App[1:1] app.config mainStoryboard=Shop mainNib=Window", as: .warning),
  ]
}
