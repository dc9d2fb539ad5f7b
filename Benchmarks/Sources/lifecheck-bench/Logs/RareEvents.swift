/// The messages of an app that enters the background and returns, one in a thousand lines.
struct RareEvents {
  private let cycle: [String]
  private var line = 0

  init(_ cycle: [String]) { self.cycle = cycle }

  /// The message of the next line, if it is an event.
  mutating func next() -> String? {
    line += 1
    return line % 1000 == 1 ? cycle[line / 1000 % cycle.count] : nil
  }

  static let callbacks = [
    "applicationDidBecomeActive:", "applicationWillResignActive:", "applicationDidEnterBackground:",
    "applicationWillEnterForeground:",
  ].map { "-[AppDelegate \($0)]" }
  static let canonical = [
    "app.didBecomeActive", "app.willResignActive", "app.didEnterBackground", "app.willEnterForeground",
  ]
  static let activities = ["onResume", "onPause", "onStop", "onRestart", "onStart"]
  static let ofFlutter = ["resumed", "inactive", "paused", "inactive"].map { "AppLifecycleState.\($0)" }
  static let ofReactNative = ["active", "inactive", "background"].map { "AppState changed to \($0)" }
  static let ofCapacitor = ["true", "false"].map { "App state changed. Is active? \($0)" }
}
