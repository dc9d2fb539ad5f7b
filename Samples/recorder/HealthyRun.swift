import Foundation

// Runs in which the app does everything right.

extension AppRun {
  /// Launch, work, background, return.
  func playHealthyRun() {
    launch()
    recorder.timerStarted("redraw")
    recorder.dirty("drawing")
    wait(5)
    leave(
      resigning: { recorder.timerStopped("redraw") },
      background: {
        recorder.backgroundTaskBegan("1", name: "save")
        recorder.saving("drawing")
        recorder.saved("drawing")
        recorder.backgroundTaskEnded("1")
      })
    comeBack()
    recorder.timerStarted("redraw")
    wait(3)
    leave(resigning: { recorder.timerStopped("redraw") })
    comeBack()
    recorder.timerStarted("redraw")
    post("UIApplicationDidReceiveMemoryWarningNotification")
    post("NSProcessInfoThermalStateDidChangeNotification")
    wait(1)
  }

  /// Launch with a scene, work, background, return, background, and the scene is discarded.
  func playHealthySceneRun(_ scene: Scene) {
    launch(scene)
    recorder.dirty("drawing")
    leave(scene) { recorder.saved("drawing") }
    wait(20)
    comeToFront(scene)
    leave(scene)
    post("UISceneDidDisconnectNotification", scene)
  }

  /// The trace of two processes: the second is launched after the first was killed. `firstEnd` is what the first app does before
  /// it is killed.
  static func traceOfKilledRun(firstEnd: (AppRun) -> Void = { _ in }) -> String {
    let clock = ManualClock()
    let first = AppRun(clock: clock)
    first.playHealthyRun()
    firstEnd(first)
    clock.advance(5)
    let second = AppRun(clock: clock)
    second.playHealthyRun()
    // Both runs are in this process, so the number of the second process is changed.
    let number = ProcessInfo.processInfo.processIdentifier
    return first.text + second.text.replacingOccurrences(of: "[\(number):", with: "[\(number + 1):")
  }
}
