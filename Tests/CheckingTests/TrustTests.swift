import Testing

@testable import Checking

/// A trace that was once judged wrongly in an independent review, or a similar trace, with the expected violations.
struct Fault: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// The expected errors and warnings: rule and line. Notes are ignored.
  let due: [String]
  let trace: String

  /// A healthy app: no error and no warning.
  static func healthy(_ name: String, _ trace: String) -> Fault {
    Fault(testDescription: name, due: [], trace: trace)
  }

  /// A broken app with its expected errors and warnings: `rule line`.
  static func broken(_ name: String, _ due: String..., trace: String) -> Fault {
    Fault(testDescription: name, due: due, trace: trace)
  }
}

@Suite struct `A fault that an independent review found` {
  @Test(arguments: Fault.falseAlarms) func `is no longer a false alarm`(_ fault: Fault) { judge(fault) }

  @Test(arguments: Fault.missed) func `is no longer missed`(_ fault: Fault) { judge(fault) }

  private func judge(_ fault: Fault) {
    // Times in seconds after ten o'clock, then the event: `4.2 app.didEnterBackground`.
    let lines = fault.trace.split(separator: "\n").map { line -> String in
      guard let blank = line.firstIndex(of: " "), let seconds = Double(line[..<blank]) else {
        return String(line)
      }
      let milliseconds = Int((seconds * 1000).rounded())
      let (s, ms) = (milliseconds / 1000, milliseconds % 1000)
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
      let time = "\(two(10 + s / 3600)):\(two(s / 60 % 60)):\(two(s % 60)).\(String(1000 + ms).dropFirst())"
      let event = line[line.index(after: blank)...]
      return event.hasPrefix("MyApp") || event.hasPrefix("-")
        ? "\(time) \(event.drop { $0 == "-" || $0 == " " })"
        : "\(time) MyApp[4242:1] \(event)"
    }
    let violations = Bench.ios.check(lines.joined(separator: "\n")).violations.filter { $0.severity < .note }
    #expect(violations.map { "\($0.ruleID) \($0.witness.line)" }.sorted() == fault.due.sorted())
  }
}

extension Fault {
  static let falseAlarms: [Fault] = [
    .healthy(
      "A01: one logged return does not show that other callbacks return",
      """
      0 app.didBecomeActive
      5 app.didEnterBackground
      5.1 app.didEnterBackground.end
      """),
    .healthy(
      "A01: the return of one scene callback, and an app that logs two",
      """
      0 scene.didBecomeActive id=A
      5 scene.didEnterBackground id=A
      5.1 scene.didEnterBackground.end id=A
      20 scene.didBecomeActive id=A
      """),
    .healthy(
      "A01: an app that only logs resigning active and its return",
      """
      0 app.willResignActive
      0.1 app.willResignActive.end
      9 app.willResignActive
      9.1 app.willResignActive.end
      """),
    .healthy(
      "A02: a scene without sceneWillResignActive, under Control Center",
      """
      0 scene.willConnect id=A
      0.1 scene.willEnterForeground id=A
      0.2 scene.didBecomeActive id=A
      20 scene.didBecomeActive id=A
      """),
    .healthy(
      "A02: a disconnect that is not logged",
      """
      0 scene.willConnect id=A
      0.1 scene.willEnterForeground id=A
      0.2 scene.didBecomeActive id=A
      5 scene.didEnterBackground id=A
      60 scene.willConnect id=A
      60.1 scene.willEnterForeground id=A
      60.2 scene.didBecomeActive id=A
      """),
    .healthy(
      "A02: a connect that is not logged",
      """
      0 scene.willEnterForeground id=A
      0.2 scene.didBecomeActive id=A
      4 scene.willResignActive id=A
      5 scene.didEnterBackground id=A
      30 scene.didDisconnect id=A
      60.1 scene.willEnterForeground id=A
      60.2 scene.didBecomeActive id=A
      """),
    .healthy(
      "A03: the end of a process is not the end of a callback without a logged return",
      """
      0 app.didBecomeActive
      0.1 app.didBecomeActive.end
      5 app.willResignActive
      5.5 app.didEnterBackground
      17.5 process.exit reason=user
      """),
    .healthy(
      "A03b: also not if another callback was called afterwards",
      """
      0 scene.didBecomeActive id=A
      0.1 scene.didBecomeActive.end id=A
      5 scene.willResignActive id=A
      5.5 scene.didEnterBackground id=A
      9 scene.didDisconnect id=A
      17.5 process.exit reason=watchdog
      """),
    .healthy(
      "A03: an exit without the watchdog as its reason",
      """
      0 app.didBecomeActive
      5 app.willTerminate
      15 process.exit reason=killed
      """),
    .healthy(
      "A04: scenes leave after applicationWillTerminate",
      """
      0 sceneDidBecomeActive:
      5 sceneWillResignActive:
      5.1 applicationWillTerminate:
      5.2 sceneDidEnterBackground:
      """),
    .healthy(
      "A05: events without ids",
      """
      0 app.didBecomeActive
      1 user.dataDirty
      5 app.willResignActive
      5.2 app.didEnterBackground
      5.3 backgroundTask.begin name=s
      5.4 data.saveStart
      5.5 app.didEnterBackground.end
      6 data.save
      6.1 backgroundTask.end
      """),
    .healthy(
      "A05: a change without an id, and its save with one",
      """
      0 app.didBecomeActive
      1 user.dataDirty
      5 app.willResignActive
      5.2 app.didEnterBackground
      5.3 backgroundTask.begin id=1 name=s
      5.4 data.saveStart id=draft
      5.5 app.didEnterBackground.end
      6 data.save id=draft
      6.1 backgroundTask.end id=1
      """),
    .healthy(
      "A05: an accessory's session with the id in some lines only",
      """
      0 app.didBecomeActive
      1 accessory.connected
      1.1 accessory.sessionOpen
      9 accessory.disconnected id=a
      9.2 accessory.sessionClose
      9.4 accessory.sessionOpen
      20 input.touch seq=1
      """),
    .healthy(
      "A06: a task that began after the expiry",
      """
      0 app.willResignActive
      0.2 app.didEnterBackground
      0.3 backgroundTask.begin id=s name=s
      25 backgroundTask.expire id=s
      25.1 backgroundTask.end id=s
      28 backgroundTask.begin id=s name=s
      37 db.write id=a
      39 backgroundTask.end id=s
      """),
    .healthy(
      "A06: a scheduled task that began after the expiry",
      """
      0 app.didEnterBackground
      5 bgTask.launch id=r
      5.1 bgTask.handlerSet id=r
      20 bgTask.expire id=r
      20.1 bgTask.complete id=r success=no
      25 bgTask.launch id=r
      25.1 bgTask.handlerSet id=r
      33 db.write id=a
      35 bgTask.complete id=r success=yes
      """),
    .healthy(
      "A07: set-up in App.init belongs to the session that it begins",
      """
      0 app.config settingsBundle=yes
      0.1 note.observe name=NSUserDefaultsDidChangeNotification
      0.2 app.didFinishLaunching
      0.4 app.didBecomeActive
      0.5 app.didBecomeActive.end
      9 input.touch seq=1
      """),
    .healthy(
      "A08: a timer that the closing line stops was running again at the close",
      """
      0 app.didBecomeActive
      1 timer.start id=poll
      5 app.willResignActive
      5.1 timer.stop id=poll
      6 app.didBecomeActive
      6.1 timer.start id=poll
      26 timer.stop id=poll
      27 timer.start id=poll
      """),
    .healthy(
      "A08: a timer that the closing line starts is running again",
      """
      0 app.didBecomeActive
      1 timer.start id=poll
      5 app.willResignActive
      5.1 timer.stop id=poll
      6 app.didBecomeActive
      7.5 timer.start id=poll
      """),
    .healthy(
      "A08: the frame rate is lowered by the closing line",
      """
      0 app.didBecomeActive
      1 gl.frameRate fps=60
      5 app.willResignActive
      6.2 gl.frameRate fps=5
      7 app.didBecomeActive
      7.1 gl.frameRate fps=60
      """),
    .healthy(
      "A08: the root view is set by the closing line",
      """
      0 process.start
      0.2 app.didFinishLaunching
      1.4 window.rootSet id=root
      1.6 app.didBecomeActive
      """),
    .healthy(
      "A10: a log without any encoding",
      """
      0 app.shouldSaveState
      0.1 app.shouldSaveState.end result=yes
      60 state.decode vc=main key=page
      60.1 state.super vc=main
      60.2 state.decode.end vc=main
      """),
    .healthy(
      "B03: without process ids no transition begins another session, and none is a violation",
      """
      0 - app.didBecomeActive
      5 - app.willResignActive
      5.2 - app.didEnterBackground
      3600 - app.didBecomeActive
      """),
  ]

  static let missed: [Fault] = [
    .broken(
      "A09: one cause, one violation", "scene-callback-order 7",
      trace: """
        0 app.didFinishLaunching
        0.1 scene.willConnect id=A
        0.2 scene.willEnterForeground id=A
        0.3 scene.didBecomeActive id=A
        5 scene.willResignActive id=A
        5.2 scene.didEnterBackground id=A
        9 scene.didBecomeActive id=A
        """),
    .broken(
      "B01: GL at the first Home press", "no-gl-in-background 5",
      trace: """
        0 app.didFinishLaunching
        0.2 app.didBecomeActive
        5 app.willResignActive
        5.2 app.didEnterBackground
        7.2 gl.call fn=glDrawArrays
        7.3 process.exit reason=killed
        """),
    .broken(
      "B01: with scenes", "no-gl-in-background 6",
      trace: """
        0 scene.willConnect id=A
        0.1 scene.willEnterForeground id=A
        0.2 scene.didBecomeActive id=A
        5 scene.willResignActive id=A
        5.2 scene.didEnterBackground id=A
        7.2 gl.draw
        """),
    .broken(
      "B01: Metal", "no-gpu-work-in-background 4",
      trace: """
        0.2 app.didBecomeActive
        5 app.willResignActive
        5.2 app.didEnterBackground
        7.2 metal.commit id=f
        7.3 process.exit reason=crash
        """),
    .broken(
      "B01: the camera", "no-camera-in-background 4",
      trace: """
        0.2 app.didBecomeActive
        5 app.willResignActive
        5.2 app.didEnterBackground
        7.2 camera.start id=main
        """),
    .broken(
      "B02: a protected file is read at night", "no-protected-file-access-while-locked 4",
      trace: """
        0 device.lock
        0.1 app.willResignActive
        0.3 app.didEnterBackground
        60.3 file.access path=a protection=complete
        """),
    .broken(
      "B02: after a suspension", "no-protected-file-access-while-locked 6",
      trace: """
        0 device.lock
        0.1 app.willResignActive
        0.3 app.didEnterBackground
        2 process.suspend
        1800 process.resume
        1800.1 file.access path=a protection=complete
        """),
    .broken(
      "B03: an unsaved draft, where resigning is not implemented", "save-data-on-background 4",
      trace: """
        0 - app.didBecomeActive
        1 - user.dataDirty id=d
        5 - app.didEnterBackground
        9 - app.willEnterForeground
        """),
    .broken(
      "B04: a timer of App.init", "timers-stopped-on-resign 5",
      trace: """
        0 timer.start id=h
        0.2 app.didFinishLaunching
        0.4 app.didBecomeActive
        5 app.willResignActive
        5.1 app.willResignActive.end
        """),
    .broken(
      "B05: the watchdog ends a callback", "terminate-callback-within-5s 3",
      trace: """
        0 app.didBecomeActive
        5 app.willTerminate
        17 process.exit reason=watchdog
        """),
    .broken(
      "B05: by its code, on the way to the background", "background-callback-within-5s 4",
      trace: """
        0 app.didBecomeActive
        5 app.willResignActive
        5.2 app.didEnterBackground
        15.2 process.exit code=0x8badf00d
        """),
    .broken(
      "B06: the first violation waits for the proof", "background-task-ended 5",
      trace: """
        0 app.willResignActive
        0.2 app.didEnterBackground
        0.3 backgroundTask.begin id=1 name=a
        0.4 app.didEnterBackground.end
        9 process.suspend
        60 process.resume
        61 backgroundTask.begin id=2 name=b
        62 backgroundTask.end id=2
        """),
    .broken(
      "B06: of a scheduled task", "bgtask-completed 4",
      trace: """
        0 app.didEnterBackground
        5 bgTask.launch id=r
        5.1 bgTask.handlerSet id=r
        20 process.suspend
        60 process.resume
        65 bgTask.launch id=r
        65.1 bgTask.handlerSet id=r
        66 bgTask.complete id=r success=yes
        """),
    .broken(
      "B07: a foreground visit before the remaining time was read is not an exception",
      "background-task-within-remaining-time 10",
      trace: """
        0 app.didBecomeActive
        5 app.willResignActive
        5.2 app.didEnterBackground
        20 app.willEnterForeground
        20.2 app.didBecomeActive
        50 app.willResignActive
        50.2 app.didEnterBackground
        50.3 backgroundTask.begin id=1 name=a
        51 backgroundTime.remaining s=20
        75 backgroundTask.end id=1
        """),
    .broken(
      "B08: one missing callback in between is sufficient", "lifecycle-callback-order 2",
      trace: """
        0 app.didBecomeActive
        9 app.didBecomeActive
        15 app.willResignActive
        """),
    .broken(
      "B09: the main thread is known later", "callbacks-on-main-thread 1",
      trace: """
        5 MyApp[4242:7] app.willResignActive
        5.2 app.didEnterBackground
        9 app.willEnterForeground
        """),
    .broken(
      "B10: a disconnected scene has no transition", "scene-callback-order 6",
      trace: """
        0 scene.willConnect id=A
        0.1 scene.willEnterForeground id=A
        0.3 scene.didBecomeActive id=A
        5 scene.didEnterBackground id=A
        9 scene.didDisconnect id=A
        20 scene.didDisconnect id=A
        """),
    .broken(
      "B10: also no other than scene.willConnect", "scene-callback-order 5",
      trace: """
        0 scene.willConnect id=A
        0.1 scene.willEnterForeground id=A
        5 scene.didEnterBackground id=A
        9 scene.didDisconnect id=A
        20 scene.willEnterForeground id=A
        """),
    .broken(
      "B12: a second launch callback", "launch-callback-order 3",
      trace: """
        0 app.didFinishLaunching
        0.2 app.didBecomeActive
        9 app.didFinishLaunching
        """),
  ]
}
