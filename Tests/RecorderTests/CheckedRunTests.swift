import Foundation
import Testing

@testable import LifecheckRecorder

/// Traces of a recorder, checked against the bundled rules for iOS.
@MainActor @Suite struct `A recorded run` {
  /// A run in which the app does everything right: launch, work, background, return.
  private func playHealthyRun(_ run: AppRun) {
    run.launch()
    run.recorder.timerStarted("redraw")
    run.recorder.dirty("drawing")
    run.wait(5)
    run.leave(
      resigning: { run.recorder.timerStopped("redraw") },
      background: {
        run.recorder.backgroundTaskBegan("1", name: "save")
        run.recorder.saving("drawing")
        run.recorder.saved("drawing")
        run.recorder.backgroundTaskEnded("1")
      })
    run.comeBack()
    run.recorder.timerStarted("redraw")
    run.wait(3)
    run.leave(resigning: { run.recorder.timerStopped("redraw") })
    run.comeBack()
    run.recorder.timerStarted("redraw")
    run.post("UIApplicationDidReceiveMemoryWarningNotification")
    run.post("NSProcessInfoThermalStateDidChangeNotification")
    run.wait(1)
  }

  @Test func `of a healthy app breaks no rule`() throws {
    let run = AppRun()
    playHealthyRun(run)
    #expect(try run.violations() == [], "\(run.text)")
    #expect(run.lines[0].contains(" trace.begin records=app.didFinishLaunching,"))
    #expect(run.lines[0].hasSuffix(",timer,user,data,backgroundTask,gl"))
    let facts = "linkedSdk=18.2 backgroundModes=none mainStoryboard=Main mainNib=none scenes=no ios=18.2"
    #expect(run.lines[1].hasSuffix(" app.config \(facts)"))
    #expect(run.lines[2].hasSuffix(" process.start"))
  }

  @Test func `of a healthy app that only posts notifications breaks no rule`() throws {
    let run = AppRun()
    run.launch()
    run.recorder.timerStarted("redraw")
    run.recorder.dirty("drawing")
    run.post("UIApplicationWillResignActiveNotification")
    run.recorder.timerStopped("redraw")
    run.wait(0.3)
    run.post("UIApplicationDidEnterBackgroundNotification")
    run.recorder.saved("drawing")
    run.comeBack()
    run.recorder.timerStarted("redraw")
    run.wait(2)
    run.post("UIApplicationWillResignActiveNotification")
    run.recorder.timerStopped("redraw")
    run.post("UIApplicationWillTerminateNotification")
    #expect(try run.violations() == [], "\(run.text)")
    #expect(run.lines.count == 17)
  }

  @Test func `of a healthy app with scenes breaks no rule`() throws {
    var info = AppRun.info
    info["UIApplicationSceneManifest"] = ["UIApplicationSupportsMultipleScenes": true]
    info["UIMainStoryboardFile"] = nil
    let run = AppRun(info: info)
    run.recorder.start()
    run.post("UIApplicationDidFinishLaunchingNotification")
    let scene = AppRun.Scene("main \"1\"")
    run.connect(scene)
    run.recorder.dirty("drawing")
    run.leave(scene) { run.recorder.saved("drawing") }
    run.wait(20)
    run.comeToFront(scene)
    run.leave(scene)
    run.post("UISceneDidDisconnectNotification", scene)
    #expect(try run.violations() == [], "\(run.text)")
    #expect(run.lines.contains { $0.hasSuffix(#"scene.willConnect id="main \"1\"" via=notification"#) })
    // The callback and its notification are one event.
    #expect(run.lines.filter { $0.contains("scene.didEnterBackground id=") }.count == 2)
  }

  @Test func `with every other notification breaks no rule`() throws {
    func postOthers(_ run: AppRun) {
      for row in ObservedNotification.all where !row.isStep {
        run.post(row.name, nil, row.condition.map { [$0.key: $0.value] })
      }
      run.post("UIApplicationDidReceiveMemoryWarningNotification")
      run.post("UIApplicationSignificantTimeChangeNotification")
    }
    let run = AppRun()
    run.launch()
    postOthers(run)
    run.leave()
    postOthers(run)
    run.post("UIApplicationProtectedDataWillBecomeUnavailable")
    run.wait(10)
    run.post("UIApplicationProtectedDataDidBecomeAvailable")
    run.comeBack()
    run.wait(10)
    run.leave()
    #expect(try run.violations() == [], "\(run.text)")
  }

  @Test func `of a killed app and its next launch shows data that was lost`() throws {
    let clock = ManualClock()
    let first = AppRun(clock: clock)
    playHealthyRun(first)
    let second = AppRun(clock: clock)
    clock.advance(5)
    playHealthyRun(second)
    // A test is one process, so the number of the second one is changed.
    let pid = ProcessInfo.processInfo.processIdentifier
    let next = second.text.replacing("[\(pid):", with: "[\(pid + 1):")
    #expect(try AppRun.violations(of: first.text + next) == [], "\(first.text + next)")

    first.recorder.dirty("drawing")
    let found = try AppRun.violations(of: first.text + next.replacing("2026-11-20T10", with: "2026-11-20T11"))
    #expect(found == ["no-unsaved-data-when-killed \(first.lines.count + 3)"])
  }

  @Test func `of a callback whose notification is posted first has one event`() throws {
    let run = AppRun()
    run.launch()
    run.post("UIApplicationWillResignActiveNotification")
    run.recorder.callback("app.willResignActive") {}
    run.wait(0.3)
    run.post("UIApplicationDidEnterBackgroundNotification")
    run.recorder.callback("app.didEnterBackground") { run.recorder.saved("drawing") }
    run.comeBack()
    #expect(try run.violations() == [], "\(run.text)")
    #expect(run.lines.filter { $0.contains(" app.didEnterBackground") }.count == 2)
  }

  // MARK: - Bugs

  /// A bug of the app, and the line at which it is found.
  struct Bug: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var play: @MainActor @Sendable (AppRun) -> Void
    /// The rules that are broken, and a text in the last line that decides them.
    var rules: [String]
    var text: String

    init(
      _ description: String, _ rules: String..., at text: String,
      _ play: @escaping @MainActor @Sendable (AppRun) -> Void
    ) {
      (testDescription, self.rules, self.text, self.play) = (description, rules, text, play)
    }
  }

  nonisolated static let bugs = [
    Bug(
      "a timer runs on after the app resigns active", "timers-stopped-on-resign", at: "willResignActive.end"
    ) {
      $0.recorder.timerStarted("redraw")
      $0.leave()
    },
    Bug("data is not saved in the background", "save-data-on-background", at: "didEnterBackground.end") {
      $0.recorder.dirty("drawing")
      $0.leave()
      $0.comeBack()
    },
    Bug(
      "data is not saved, and only notifications are recorded", "save-data-on-background",
      at: "willEnterForeground"
    ) {
      $0.recorder.dirty("drawing")
      $0.post("UIApplicationWillResignActiveNotification")
      $0.post("UIApplicationDidEnterBackgroundNotification")
      $0.comeBack()
    },
    Bug(
      "a background task does not end", "background-task-duration-bounded", "background-work-bounded",
      at: "data.save id=3"
    ) { run in
      run.leave(background: { run.recorder.backgroundTaskBegan("1", name: "upload") })
      for part in 0..<4 {
        run.wait(9)
        run.recorder.saved("\(part)")
      }
    },
    Bug("a frame is drawn in the background", "no-gl-in-background", at: "gl.call") {
      $0.leave()
      $0.recorder.event("gl.call", ["fn": "glDrawArrays"])
    },
    Bug("a callback takes too long", "background-callback-within-5s", at: "didEnterBackground.end") {
      run in
      run.leave(background: { run.wait(7) })
    },
    Bug(
      "a protected file stays open", "protected-files-closed-before-data-unavailable",
      at: "protectedDataDidBecomeAvailable"
    ) {
      $0.recorder.event("file.open", ["path": "vault.db", "protection": "complete"])
      $0.leave()
      $0.post("UIApplicationProtectedDataWillBecomeUnavailable")
      $0.wait(10)
      $0.post("UIApplicationProtectedDataDidBecomeAvailable")
    },
    Bug("audio stays silent after an interruption", "audio-interruption-answered", at: "data.save") {
      $0.recorder.event("audio.play")
      let key = "AVAudioSessionInterruptionTypeKey"
      $0.post("AVAudioSessionInterruptionNotification", nil, [key: 1])
      $0.post(
        "AVAudioSessionInterruptionNotification", nil, [key: 0, "AVAudioSessionInterruptionOptionKey": 1])
      $0.wait(3)
      $0.recorder.saved("playlist")
    },
  ]

  @Test(arguments: bugs) func `shows each bug at its line`(bug: Bug) throws {
    let run = AppRun()
    run.launch()
    bug.play(run)
    let violations = try run.violations()
    let line = run.line(of: bug.text)
    #expect(violations == bug.rules.map { "\($0) \(line)" }, "\(run.text)")
  }
}
