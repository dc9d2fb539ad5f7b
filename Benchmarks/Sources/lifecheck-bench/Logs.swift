/// Logs of a given length, always the same ones.
enum Logs {
  private static let words = [
    "loading", "image", "from", "cache", "request", "finished", "application", "state", "view", "layout",
    "background",
    "queue", "timer", "scene", "render", "frame", "network", "response", "status", "user", "default",
    "setting",
  ]

  private static let cycle = [
    "applicationDidBecomeActive:", "applicationWillResignActive:", "applicationDidEnterBackground:",
    "applicationWillEnterForeground:",
  ]

  /// What an app's console holds: prose full of words that are nearly callbacks, and a callback now and then.
  static func sparse(_ lines: Int) -> [UInt8] {
    var random = SplitMix(seed: 1)
    return log(lines) { line in
      line % 1000 == 500
        ? "-[AppDelegate \(cycle[line / 1000 % 4])]"
        : (0..<16).map { _ in words[Int(random.next() % UInt64(words.count))] }.joined(separator: " ")
    }
  }

  /// Callbacks only, as a method prints its name.
  static func callbacks(_ lines: Int) -> [UInt8] {
    log(lines) { "-[AppDelegate \(cycle[$0 % 4])]" }
  }

  /// Instrumented events of a healthy app: timers that are started and stopped, GL calls in the foreground.
  static func dense(_ lines: Int) -> [UInt8] {
    var stay: [String] = ["app.didBecomeActive", "app.didBecomeActive.end"]
    stay += (0..<40).map { "timer.start id=t\($0)" }
    stay += (0..<100).map { _ in "gl.call fn=glDrawArrays" }
    stay += ["app.willResignActive"] + (0..<40).map { "timer.stop id=t\($0)" }
    stay += [
      "app.willResignActive.end", "app.didEnterBackground", "app.didEnterBackground.end",
      "app.willEnterForeground",
      "app.willEnterForeground.end",
    ]
    return log(lines) { stay[$0 % stay.count] }
  }

  /// Timers that are started, fire and are stopped, ten events for each of many ids, and a thousand of them open at once.
  static func keys(_ lines: Int) -> [UInt8] {
    log(lines) { line in
      let id = line / 10
      return switch line % 10 {
      case 0: "timer.start id=t\(id)"
      case 9: id < 999 ? "timer.fire id=t\(id)" : "timer.stop id=t\(id - 999)"
      case let step: "timer.fire id=t\(max(0, id - step * 100))"
      }
    }
  }

  private static func log(_ lines: Int, _ message: (Int) -> String) -> [UInt8] {
    func digits(_ value: Int, _ width: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    var log: [UInt8] = []
    for line in 0..<lines {
      let time = line * 7
      let clock =
        "\(digits(time / 3_600_000 % 24, 2)):\(digits(time / 60_000 % 60, 2)):\(digits(time / 1000 % 60, 2)).\(digits(time % 1000, 3))"
      log += "2026-11-20 \(clock) Shop[4242:1] \(message(line))\n".utf8
    }
    return log
  }
}

/// Steele, Lea and Flood's SplitMix64 (2014, doi:10.1145/2660193.2660195): small, and the same everywhere.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
