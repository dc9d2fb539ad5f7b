import Foundation
import LifecheckDetector
import LifecheckRecorder
import Synchronization
import Testing

@Suite struct `A detector` {
  /// Collects the violations of a detector.
  private final class Found: Sendable {
    let violations = Mutex<[DetectedViolation]>([])
    func add(_ violation: DetectedViolation) { violations.withLock { $0.append(violation) } }
    var lines: [String] { violations.withLock { $0.map { "\($0.ruleID) \($0.line)" } } }
  }

  @Test func `reports a violation of a running app at its line`() throws {
    let found = Found()
    let detector = try Detector(isEnabled: true) { found.add($0) }
    let center = NotificationCenter()
    let recorder = Recorder(to: .lines { detector.read($0) }, center: center, info: [:], isEnabled: true)
    recorder.start()
    center.post(name: Notification.Name("UIApplicationDidBecomeActiveNotification"), object: nil)
    recorder.timerStarted("redraw\u{1B}[31m")
    #expect(found.lines.isEmpty)
    recorder.callback("app.willResignActive") {}
    let line = try #require(found.violations.withLock { $0.first })
    #expect(found.lines.count == 1 && line.ruleID == "timers-stopped-on-resign" && !line.isError)
    #expect(line.text.contains("--> trace:\(line.line):") && !line.text.contains("\u{1B}"))
    detector.finish()
    recorder.callback("app.didEnterBackground") {}
    #expect(found.lines.count == 1)
  }

  @Test func `reports nothing after its end`() throws {
    let found = Found()
    let detector = try Detector(only: ["no-gl-in-background"], isEnabled: true) { found.add($0) }
    detector.read("10:00:00.000 App[1:1] app.didBecomeActive")
    detector.read("10:00:01.000 App[1:1] app.didEnterBackground")
    detector.read("10:00:02.000 App[1:1] app.didEnterBackground.end")
    detector.read("10:00:03.000 App[1:1] gl.call fn=glFlush")
    detector.finish()
    detector.finish()
    detector.read("10:00:04.000 App[1:1] gl.call fn=glClear")
    #expect(found.lines == ["no-gl-in-background 4"])
  }

  @Test func `does nothing if it is disabled`() throws {
    let found = Found()
    let detector = try Detector(rulebook: "nowhere", isEnabled: false) { found.add($0) }
    detector.read("10:00:00.000 App[1:1] app.didBecomeActive")
    detector.read("10:00:01.000 App[1:1] app.didEnterBackground")
    detector.read("10:00:02.000 App[1:1] gl.call fn=glFlush")
    detector.finish()
    #expect(found.lines.isEmpty)
  }

  @Test func `throws mistakes in the choice of rules`() {
    for (rulebook, rule, text) in [
      ("nowhere.yaml", "", "nowhere.yaml"), ("ios", "no-gl-in-backgroun", "only: unknown rule"),
    ] {
      let error = #expect(throws: LifecycleError.self) {
        try Detector(rulebook: rulebook, only: rule.isEmpty ? [] : [rule], isEnabled: true)
      }
      #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
    }
  }

  @Test func `can be used by many threads`() throws {
    let found = Found()
    let detector = try Detector(only: ["save-data-on-background"], isEnabled: true) { found.add($0) }
    detector.read("10:00:00.000 App[1:1] app.didBecomeActive")
    DispatchQueue.concurrentPerform(iterations: 100) {
      detector.read("10:00:01.000 App[1:1] user.dataDirty id=part\($0)")
    }
    detector.read("10:00:02.000 App[1:1] app.didEnterBackground")
    detector.read("10:00:02.100 App[1:1] app.didEnterBackground.end")
    #expect(found.lines == Array(repeating: "save-data-on-background 103", count: 100))
    #expect(Set(found.violations.withLock { $0.map(\.message) }).count == 100)
  }
}
