import Foundation
import Testing
@testable import recorder_sample

@testable import LifecheckRecorder

/// Traces of a recorder, checked against the bundled rules for iOS.
@MainActor @Suite struct `A recorded run` {
  @Test func `of a healthy app breaks no rule`() throws {
    let run = AppRun()
    run.playHealthyRun()
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
    let run = AppRun(info: AppRun.infoWithScenes)
    run.playHealthySceneRun(AppRun.Scene("main \"1\""))
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

  @Test func `of a killed app and its next launch breaks no rule`() throws {
    let text = AppRun.traceOfKilledRun()
    #expect(try AppRun.violations(of: text) == [], "\(text)")
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

  @Test(arguments: SeededBug.all) func `shows each bug of the sample at its line`(bug: SeededBug) throws {
    let text = bug.trace()
    let lines = text.split(separator: "\n")
    let line = try #require(lines.lastIndex { $0.contains(bug.place) }) + 1
    #expect(try AppRun.violations(of: text) == bug.rules.map { "\($0) \(line)" }, "\(text)")
  }

  @Test func `has ten bugs with different names`() {
    #expect(SeededBug.all.count == 10 && Set(SeededBug.all.map(\.name)).count == 10)
  }
}
