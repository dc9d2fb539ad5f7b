import Checking
import Foundation
import Rulebook

@testable import LifecheckRecorder

/// An app that is played by a test: it posts the notifications of UIKit to a center of its own, and records its actions.
@MainActor final class AppRun {
  let center = NotificationCenter()
  let recorder: Recorder
  private let clock: ManualClock
  private let collector: LineCollector

  /// A scene as the object of notifications.
  final class Scene: NSObject {
    let id: String

    init(_ id: String) { self.id = id }
  }

  static let info: [String: Any] = [
    "CFBundleIdentifier": "com.example.sketchpad", "DTPlatformVersion": "18.2",
    "UIMainStoryboardFile": "Main",
  ]
  static let families = ["timer", "user", "data", "backgroundTask", "gl"]

  init(
    records: [String] = AppRun.families, info: [String: Any] = AppRun.info,
    clock: ManualClock = ManualClock(),
    to destinations: [Destination] = []
  ) {
    let collector = LineCollector()
    (self.clock, self.collector) = (clock, collector)
    recorder = Recorder(
      destinations + [.lines { collector.add($0) }], records: records, center: center,
      facts: AppFacts(info: info, others: [("ios", "18.2")]), sceneID: { ($0 as? Scene)?.id },
      isEnabled: true,
      clock: { clock.read() }, onProblem: nil)
  }

  var lines: [String] { collector.lines }
  var text: String { lines.map { $0 + "\n" }.joined() }

  /// The number of the last line that contains a text, from 1.
  func line(of text: String) -> Int { (lines.lastIndex { $0.contains(text) } ?? -1) + 1 }

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

  /// The notifications of UIKit when a scene connects at launch.
  func connect(_ scene: Scene) {
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

  // MARK: - Checks

  private static let rules = Result { CompiledRules(try Rulebook.loadBundled("ios")) }

  /// The violations of the trace: the rule and the line.
  func violations() throws -> [String] { try Self.violations(of: text) }

  static func violations(of text: String) throws -> [String] {
    var checker = LogChecker(try rules.get())
    let first = checker.read(text)
    return (first + checker.finish().violations).map { "\($0.ruleID) \($0.witness.line)" }
  }
}

/// A clock that only advances when a test wants it.
final class ManualClock: @unchecked Sendable {
  private let lock = NSLock()
  // 2026-11-20T10:00:00Z
  private var microseconds: Int64 = 1_795_168_800_000_000

  func read() -> Int64 { lock.withLock { microseconds } }
  func advance(_ seconds: Double) { lock.withLock { microseconds += Int64(seconds * 1_000_000) } }
}

/// Collects the lines of a recorder.
final class LineCollector: @unchecked Sendable {
  private let lock = NSLock()
  private var collected: [String] = []

  var lines: [String] { lock.withLock { collected } }
  func add(_ line: String) { lock.withLock { collected.append(line) } }
}
