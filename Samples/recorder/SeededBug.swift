import Foundation

/// A bug of the app, and the line of the trace at which lifecheck finds it.
struct SeededBug: Sendable, CustomStringConvertible {
  /// The name on the command line.
  let name: String
  /// The bug in one sentence.
  let description: String
  /// The rules that are broken.
  let rules: [String]
  /// A text in the reported line. If several lines contain it, the last one is reported.
  let place: String
  /// Returns the trace of an app with the bug.
  let trace: @MainActor @Sendable () -> String

  /// A bug of an app without scenes, which is launched before.
  init(
    _ name: String, _ description: String, _ rules: String..., at place: String,
    play: @escaping @MainActor @Sendable (AppRun) -> Void
  ) {
    self.init(name, description, rules, at: place) {
      let run = AppRun()
      run.launch()
      play(run)
      return run.text
    }
  }

  init(
    _ name: String, _ description: String, _ rules: [String], at place: String,
    trace: @escaping @MainActor @Sendable () -> String
  ) {
    (self.name, self.description, self.rules, self.place) = (name, description, rules, place)
    self.trace = trace
  }

  /// All bugs.
  static let all = [
    SeededBug(
      "timer", "a timer runs on after the app resigns active", "timers-stopped-on-resign",
      at: "willResignActive.end"
    ) {
      $0.recorder.timerStarted("redraw")
      $0.leave()
    },
    SeededBug(
      "unsaved", "data is not saved in the background", "save-data-on-background",
      at: "didEnterBackground.end"
    ) {
      $0.recorder.dirty("drawing")
      $0.leave()
      $0.comeBack()
    },
    SeededBug(
      "unsaved-notifications", "data is not saved, and only notifications are recorded",
      "save-data-on-background", at: "willEnterForeground"
    ) {
      $0.recorder.dirty("drawing")
      $0.post("UIApplicationWillResignActiveNotification")
      $0.post("UIApplicationDidEnterBackgroundNotification")
      $0.comeBack()
    },
    SeededBug(
      "unsaved-scene", "a scene does not save its data in the background", ["save-data-on-background"],
      at: "scene.didEnterBackground.end"
    ) {
      let run = AppRun(info: AppRun.infoWithScenes)
      let scene = AppRun.Scene("main")
      run.launch(scene)
      run.recorder.dirty("drawing")
      run.leave(scene)
      return run.text
    },
    SeededBug(
      "task", "a background task does not end", "background-task-duration-bounded", "background-work-bounded",
      at: "data.save id=3"
    ) { run in
      run.leave(background: { run.recorder.backgroundTaskBegan("1", name: "upload") })
      for part in 0..<4 {
        run.wait(9)
        run.recorder.saved("\(part)")
      }
    },
    SeededBug("draw", "a frame is drawn in the background", "no-gl-in-background", at: "gl.call") {
      $0.leave()
      $0.recorder.event("gl.call", ["fn": "glDrawArrays"])
    },
    SeededBug(
      "slow", "a callback takes too long", "background-callback-within-5s", at: "didEnterBackground.end"
    ) { run in
      run.leave(background: { run.wait(7) })
    },
    SeededBug(
      "file", "a protected file stays open", "protected-files-closed-before-data-unavailable",
      at: "protectedDataDidBecomeAvailable"
    ) {
      $0.recorder.event("file.open", ["path": "vault.db", "protection": "complete"])
      $0.leave()
      $0.post("UIApplicationProtectedDataWillBecomeUnavailable")
      $0.wait(10)
      $0.post("UIApplicationProtectedDataDidBecomeAvailable")
    },
    SeededBug(
      "audio", "audio stays silent after an interruption", "audio-interruption-answered", at: "data.save"
    ) {
      $0.recorder.event("audio.play")
      let key = "AVAudioSessionInterruptionTypeKey"
      $0.post("AVAudioSessionInterruptionNotification", nil, [key: 1])
      $0.post(
        "AVAudioSessionInterruptionNotification", nil, [key: 0, "AVAudioSessionInterruptionOptionKey": 1])
      $0.wait(3)
      $0.recorder.saved("playlist")
    },
    SeededBug(
      "killed", "the app is killed with data that is not saved", ["no-unsaved-data-when-killed"],
      at: "process.start"
    ) { AppRun.traceOfKilledRun { $0.recorder.dirty("drawing") } },
  ]
}
