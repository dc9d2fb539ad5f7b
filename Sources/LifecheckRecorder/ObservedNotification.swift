/// A notification that a recorder observes, and the event that it records. Notifications are observed by name, so the table
/// compiles on every platform.
struct ObservedNotification: Sendable {
  /// The value of the notification's constant.
  var name: String
  var event: String
  var fields: Fields
  /// A value that must be in the notification's `userInfo`.
  var condition: Condition?

  /// The fields of the event.
  enum Fields: Sendable {
    case none
    /// A step of the app's life cycle: `via=notification`, because observers may be called later than the callback.
    case appStep
    /// A launch: `via=notification`, and the state of the app.
    case launch
    /// A step of a scene's life cycle: `via=notification`, and the scene's id.
    case sceneStep
    /// The name of the notification, for those without an event of their own.
    case name
    /// Whether the system recommends to play again: bit 0 of the number in `userInfo`.
    case shouldResume(key: String)
    /// The reason: the number in `userInfo`.
    case reason(key: String)
  }

  struct Condition: Sendable {
    var key: String
    var value: Int
  }

  init(_ name: String, _ event: String, _ fields: Fields = .none, where condition: Condition? = nil) {
    (self.name, self.event, self.fields, self.condition) = (name, event, fields, condition)
  }

  /// Whether this is a step of a life cycle, which an app can also record in its callback.
  var isStep: Bool {
    switch fields {
    case .appStep, .launch, .sceneStep: true
    default: false
    }
  }

  /// Whether the app may be suspended or ended after the notification, so that the trace must be on disk.
  var precedesSuspension: Bool {
    event == "app.didEnterBackground" || event == "scene.didEnterBackground" || event == "app.willTerminate"
  }

  /// All notifications.
  static let all: [ObservedNotification] = [
    // The app.
    .init("UIApplicationDidFinishLaunchingNotification", "app.didFinishLaunching", .launch),
    .init("UIApplicationDidBecomeActiveNotification", "app.didBecomeActive", .appStep),
    .init("UIApplicationWillResignActiveNotification", "app.willResignActive", .appStep),
    .init("UIApplicationDidEnterBackgroundNotification", "app.didEnterBackground", .appStep),
    .init("UIApplicationWillEnterForegroundNotification", "app.willEnterForeground", .appStep),
    .init("UIApplicationWillTerminateNotification", "app.willTerminate", .appStep),
    .init("UIApplicationDidReceiveMemoryWarningNotification", "app.didReceiveMemoryWarning", .appStep),
    .init("UIApplicationSignificantTimeChangeNotification", "app.significantTimeChange", .appStep),
    // These constants have no suffix.
    .init(
      "UIApplicationProtectedDataWillBecomeUnavailable", "app.protectedDataWillBecomeUnavailable", .appStep),
    .init("UIApplicationProtectedDataDidBecomeAvailable", "app.protectedDataDidBecomeAvailable", .appStep),

    // Scenes. The notifications say "activate" for becoming active.
    .init("UISceneWillConnectNotification", "scene.willConnect", .sceneStep),
    .init("UISceneWillEnterForegroundNotification", "scene.willEnterForeground", .sceneStep),
    .init("UISceneDidActivateNotification", "scene.didBecomeActive", .sceneStep),
    .init("UISceneWillDeactivateNotification", "scene.willResignActive", .sceneStep),
    .init("UISceneDidEnterBackgroundNotification", "scene.didEnterBackground", .sceneStep),
    .init("UISceneDidDisconnectNotification", "scene.didDisconnect", .sceneStep),

    // Audio and camera.
    .init(
      "AVAudioSessionInterruptionNotification", "audio.interruptionBegan",
      where: Condition(key: "AVAudioSessionInterruptionTypeKey", value: 1)),
    .init(
      "AVAudioSessionInterruptionNotification", "audio.interruptionEnded",
      .shouldResume(key: "AVAudioSessionInterruptionOptionKey"),
      where: Condition(key: "AVAudioSessionInterruptionTypeKey", value: 0)),
    .init(
      "AVCaptureSessionWasInterruptedNotification", "camera.interrupted",
      .reason(key: "AVCaptureSessionInterruptionReasonKey")),
    .init("AVCaptureSessionInterruptionEndedNotification", "camera.interruptionEnded"),

    // Settings, accessories.
    .init("kCFLocaleCurrentLocaleDidChangeNotification", "locale.changed"),
    .init("NSUserDefaultsDidChangeNotification", "setting.changed"),
    .init("EAAccessoryDidConnectNotification", "accessory.connected"),
    .init("EAAccessoryDidDisconnectNotification", "accessory.disconnected"),

    // Notifications without an event of their own.
    .init("AVAudioSessionRouteChangeNotification", "note.deliver", .name),
    .init("NSProcessInfoPowerStateDidChangeNotification", "note.deliver", .name),
    .init("NSProcessInfoThermalStateDidChangeNotification", "note.deliver", .name),
    .init("UIScreenDidConnectNotification", "note.deliver", .name),
    .init("UIScreenDidDisconnectNotification", "note.deliver", .name),
  ]

  /// The events that are recorded by observing alone, in the order of the table. `note.deliver` is not one of them, because only
  /// a few notifications are recorded.
  static var recordedEvents: [String] {
    var events: [String] = []
    for row in all where row.event != "note.deliver" && !events.contains(row.event) {
      events.append(row.event)
    }
    return events
  }
}
