import Foundation
import LifecheckRecorder

/// An app that is played by a program: it posts the notifications of UIKit to a center of its own, and records its actions.
@MainActor final class AppRun {
  let center = NotificationCenter()
  let recorder: Recorder
  private let clock: ManualClock
  private let collector = LineCollector()

  /// A scene as the object of notifications.
  final class Scene: NSObject {
    let id: String

    init(_ id: String) { self.id = id }
  }

  /// The content of Info.plist of an app without scenes.
  static let info: [String: Any] = [
    "CFBundleIdentifier": "com.example.sketchpad", "DTPlatformVersion": "18.2",
    "UIMainStoryboardFile": "Main",
  ]

  /// The content of Info.plist of an app with scenes.
  static var infoWithScenes: [String: Any] {
    var info = info
    info["UIApplicationSceneManifest"] = ["UIApplicationSupportsMultipleScenes": true]
    info["UIMainStoryboardFile"] = nil
    return info
  }

  /// The families of events that the app records itself, without exception.
  static let families = ["timer", "user", "data", "backgroundTask", "gl"]

  /// Creates an app that is not launched yet.
  init(
    records: [String] = AppRun.families, info: [String: Any] = AppRun.info,
    clock: ManualClock = ManualClock()
  ) {
    self.clock = clock
    recorder = Recorder(
      to: .lines { [collector] in collector.add($0) }, records: records, center: center, info: info,
      facts: ["ios": "18.2"], sceneID: { ($0 as? Scene)?.id }, clock: { clock.read() }, isEnabled: true)
  }

  /// The trace so far.
  var lines: [String] { collector.lines }
  var text: String { lines.map { $0 + "\n" }.joined() }

  func wait(_ seconds: Double) { clock.advance(seconds) }

  func post(_ name: String, _ object: Any? = nil, _ userInfo: [String: Any]? = nil) {
    center.post(name: Notification.Name(name), object: object, userInfo: userInfo)
    wait(0.01)
  }

  // MARK: - The life cycle of an app without scenes

  func launch() {
    recorder.start()
    wait(0.2)
    post("UIApplicationDidFinishLaunchingNotification")
    wait(0.1)
    becomeActive()
  }

  func becomeActive() { post("UIApplicationDidBecomeActiveNotification") }

  /// The user leaves the app. The closures are its code in the callbacks.
  func leave(resigning: () -> Void = {}, background: () -> Void = {}) {
    recorder.callback("app.willResignActive", resigning)
    post("UIApplicationWillResignActiveNotification")
    wait(0.3)
    recorder.callback("app.didEnterBackground", background)
    post("UIApplicationDidEnterBackgroundNotification")
  }

  func comeBack() {
    wait(20)
    post("UIApplicationWillEnterForegroundNotification")
    wait(0.2)
    becomeActive()
  }

  // MARK: - The life cycle of an app with scenes

  /// The launch of an app with one scene.
  func launch(_ scene: Scene) {
    recorder.start()
    wait(0.2)
    post("UIApplicationDidFinishLaunchingNotification")
    post("UISceneWillConnectNotification", scene)
    comeToFront(scene)
  }

  func comeToFront(_ scene: Scene) {
    post("UISceneWillEnterForegroundNotification", scene)
    post("UIApplicationWillEnterForegroundNotification")
    wait(0.2)
    post("UISceneDidActivateNotification", scene)
    post("UIApplicationDidBecomeActiveNotification")
  }

  /// The user leaves the only scene. The closure is the app's code in `sceneDidEnterBackground`.
  func leave(_ scene: Scene, background: () -> Void = {}) {
    post("UISceneWillDeactivateNotification", scene)
    post("UIApplicationWillResignActiveNotification")
    wait(0.3)
    recorder.callback("scene.didEnterBackground", id: scene.id, background)
    post("UISceneDidEnterBackgroundNotification", scene)
    post("UIApplicationDidEnterBackgroundNotification")
  }
}
