import Foundation
import Testing

@Suite struct `lifecheck diff` {
  /// Two runs of an app, and what the report says about the second one, without the last line.
  struct Pair: CustomTestStringConvertible {
    var testDescription: String
    var good: String
    var bad: String
    var report: String
  }

  private static let before = """
    10:00:00.000 Postbox[100:1] app.didFinishLaunching
    10:00:00.100 Postbox[100:1] app.openURL url=postbox://draft/7
    10:00:00.150 Postbox[100:1] url.handled url=postbox://draft/7
    10:00:00.300 Postbox[100:1] app.didBecomeActive
    10:00:05.000 Postbox[100:1] app.willResignActive
    10:00:05.300 Postbox[100:1] app.didEnterBackground
    10:00:05.320 Postbox[100:1] data.save id=draft7

    """

  /// A migration to scenes that loses a deep link and a save.
  private static let migration = Pair(
    testDescription: "a migration to scenes", good: before,
    bad: """
      11:20:00.000 Postbox[230:1] app.didFinishLaunching
      11:20:00.050 Postbox[230:1] scene.willConnect id=A
      11:20:00.300 Postbox[230:1] scene.didBecomeActive id=A
      11:20:04.000 Postbox[230:1] scene.willResignActive id=A
      11:20:04.300 Postbox[230:1] scene.didEnterBackground id=A

      """,
    report: """
        - app.openURL url=postbox://draft/7                       good.log:2             first divergence
        - url.handled url=postbox://draft/7                       good.log:3
        + scene.willConnect id=A                                              bad.log:2
        ~ app.didBecomeActive is now scene.didBecomeActive        good.log:4  bad.log:3
        ~ app.willResignActive is now scene.willResignActive      good.log:5  bad.log:4
        ~ app.didEnterBackground is now scene.didEnterBackground  good.log:6  bad.log:5
        - data.save id=draft7                                     good.log:7

      """)

  private static let lostSave = Pair(
    testDescription: "a lost save",
    good: """
      10:00:01.000 Notes[7:1] app.didBecomeActive
      10:00:02.000 Notes[7:1] user.dataDirty id=note3
      10:00:03.000 Notes[7:1] app.willResignActive
      10:00:03.200 Notes[7:1] app.didEnterBackground
      10:00:03.300 Notes[7:2] data.save id=note3
      10:00:03.400 Notes[7:1] app.didEnterBackground.end

      """,
    bad: """
      10:00:01.000 Notes[7:1] app.didBecomeActive
      10:00:03.000 Notes[7:1] app.willResignActive
      10:00:03.200 Notes[7:1] app.didEnterBackground
      10:00:03.400 Notes[7:1] app.didEnterBackground.end

      """,
    report: """
        - user.dataDirty id=note3  good.log:2    first divergence
        - data.save id=note3       good.log:5
      verdicts
        save-data-on-background was held, is not observable now: user.dataDirty id=note3 is missing (good.log:2)
        background-work-bounded was held, is not observable now: data.save id=note3 is missing (good.log:5)
        save-at-checkpoints was held, is not observable now: user.dataDirty id=note3 is missing (good.log:2)

      """)

  private static let reordered = Pair(
    testDescription: "callbacks in another order",
    good: """
      10:00:01.000 Notes[7:1] app.didFinishLaunching
      10:00:01.100 Notes[7:1] db.open id=main
      10:00:01.200 Notes[7:1] net.start id=1
      10:00:01.300 Notes[7:1] app.didBecomeActive

      """,
    bad: """
      10:00:01.000 Notes[7:1] app.didFinishLaunching
      10:00:01.200 Notes[7:1] net.start id=1
      10:00:01.300 Notes[7:1] app.didBecomeActive
      10:00:01.400 Notes[7:1] db.open id=main

      """,
    report: """
        ~ db.open id=main is now after app.didBecomeActive  good.log:2  bad.log:4  first divergence

      """)

  private static let swapped = Pair(
    testDescription: "events in another order between two steps",
    good: """
      10:00:01.000 Notes[7:1] app.didFinishLaunching
      10:00:01.100 Notes[7:1] config.load id=main
      10:00:01.200 Notes[7:1] db.open id=main
      10:00:01.300 Notes[7:1] db.load id=main

      """,
    bad: """
      10:00:01.000 Notes[7:1] app.didFinishLaunching
      10:00:01.200 Notes[7:1] db.open id=main
      10:00:01.300 Notes[7:1] db.load id=main
      10:00:01.400 Notes[7:1] config.load id=main

      """,
    report: """
        ~ config.load id=main is now after db.load id=main  good.log:2  bad.log:4  first divergence

      """)

  private static let slow = Pair(
    testDescription: "a slow callback and a slow answer",
    good: """
      10:00:00.000 Shop[7:1] app.didFinishLaunching
      10:00:00.150 Shop[7:1] app.didFinishLaunching.end
      10:00:00.300 Shop[7:1] app.didBecomeActive
      10:00:00.350 Shop[7:1] net.start id=1
      10:00:00.500 Shop[7:1] net.end id=1
      10:00:09.000 Shop[7:1] app.willResignActive

      """,
    bad: """
      10:00:00.000 Shop[7:1] app.didFinishLaunching
      10:00:02.450 Shop[7:1] app.didFinishLaunching.end
      10:00:02.600 Shop[7:1] app.didBecomeActive
      10:00:02.700 Shop[7:1] net.start id=4
      10:00:05.200 Shop[7:1] net.end id=4
      10:02:00.000 Shop[7:1] app.willResignActive

      """,
    report: """
        ~ app.didFinishLaunching takes 2.45 s instead of 150 ms         good.log:1  bad.log:1
        ~ net.end id=4 is 2.5 s after net.start id=4 instead of 150 ms  good.log:5  bad.log:5

      """)

  private static let violation = Pair(
    testDescription: "a new violation",
    good: """
      10:00:01.000 Game[7:1] app.didBecomeActive
      10:00:01.100 Game[7:1] gl.call fn=glClear
      10:00:03.000 Game[7:1] app.willResignActive
      10:00:03.200 Game[7:1] app.didEnterBackground
      10:00:03.250 Game[7:1] app.didEnterBackground.end

      """,
    bad: """
      10:00:01.000 Game[7:1] app.didBecomeActive
      10:00:01.100 Game[7:1] gl.call fn=glClear
      10:00:03.000 Game[7:1] app.willResignActive
      10:00:03.200 Game[7:1] app.didEnterBackground
      10:00:03.250 Game[7:1] app.didEnterBackground.end
      10:00:03.300 Game[7:1] gl.call fn=glClear

      """,
    report: """
        + gl.call fn=glClear    bad.log:6  first divergence
      verdicts
        no-gl-in-background was held, is violated now
          bad.log:6: gl.call while the app is in the background

      """)

  private static let lostSession = Pair(
    testDescription: "a lost launch",
    good: """
      10:00:01.000 Notes[7:1] app.didFinishLaunching
      10:00:01.100 Notes[7:1] app.didBecomeActive
      10:05:00.000 Notes[8:1] app.didFinishLaunching
      10:05:00.100 Notes[8:1] app.didBecomeActive

      """,
    bad: """
      10:00:01.000 Notes[7:1] app.didFinishLaunching
      10:00:01.100 Notes[7:1] app.didBecomeActive

      """,
    report: """
        - session 2 of Notes (2 events)  good.log:3
      verdicts
        restore-ui-after-relaunch was held, is not triggered now

      """)

  private static let activities = Pair(
    testDescription: "activities of Android",
    good: """
      11-20 10:00:00.000  4242  4242 I lifecheck: activity.create id=Main
      11-20 10:00:00.100  4242  4242 I lifecheck: activity.start id=Main
      11-20 10:00:00.200  4242  4242 I lifecheck: activity.resume id=Main
      11-20 10:00:00.300  4242  4242 I lifecheck: camera.start id=0
      11-20 10:00:05.000  4242  4242 I lifecheck: activity.pause id=Main
      11-20 10:00:05.100  4242  4242 I lifecheck: camera.stop id=0
      11-20 10:00:05.500  4242  4242 I lifecheck: activity.stop id=Main

      """,
    bad: """
      11-20 17:00:00.000  5151  5151 I lifecheck: activity.create id=Main
      11-20 17:00:00.100  5151  5151 I lifecheck: activity.start id=Main
      11-20 17:00:00.200  5151  5151 I lifecheck: activity.resume id=Main
      11-20 17:00:00.300  5151  5151 I lifecheck: camera.start id=1
      11-20 17:00:05.000  5151  5151 I lifecheck: activity.pause id=Main
      11-20 17:00:05.500  5151  5151 I lifecheck: activity.stop id=Main

      """,
    report: """
        - camera.stop id=0  good.log:6    first divergence
      verdicts
        camera-released was held, is violated now
          bad.log:6: camera 1 is still held after onPause (good run: good.log:7)

      """)

  @Test(arguments: [migration, lostSave, reordered, swapped, slow, violation, lostSession, activities])
  func `shows what differs`(pair: Pair) throws {
    let outcome = try diff(pair.good, pair.bad)
    #expect(outcome.output.hasPrefix(pair.report + "bad.log compared with good.log: "), "\(outcome.output)")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "")
  }

  @Test func `shows no difference between two recordings of one run`() throws {
    let again = Self.before.replacing("10:", with: "17:").replacing("[100:", with: "[2311:")
      .replacing("draft/7", with: "draft/4711").replacing("draft7", with: "draft12")
      .replacing("\n", with: "\na line of prose\n")
    let outcome = try diff(Self.before, again)
    #expect(outcome.output == "bad.log compared with good.log: no differences (7 events, 1 session)\n")
    #expect(outcome.status == 0)
  }

  /// Ten times in the foreground, with random numbers of timers, touches and requests, and a save each time.
  private func longRun(
    seed: UInt64, savesAt: Range<Int> = 0..<10, touches: Int = 20, newStep: String? = nil
  ) -> String {
    var random = seed
    func next(_ count: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % count
    }
    var events = ["app.didFinishLaunching"]
    for cycle in 0..<10 {
      events += ["app.didBecomeActive"] + (cycle == 5 ? [newStep].compactMap(\.self) : [])
      for _ in 0..<touches + next(touches) {
        let noise = ["timer.fire id=redraw", "input.touch", "net.start id=\(next(1_000))"]
        events.append(noise[next(3)])
      }
      events += ["app.willResignActive", "app.didEnterBackground"]
      if savesAt.contains(cycle) { events.append("data.save id=draft") }
      events.append("app.willEnterForeground")
    }
    return events.enumerated().map { number, event in
      String(format: "10:%02d:%02d.%d00 App[7:1] ", number / 600, number / 10 % 60, number % 10) + event
        + "\n"
    }.joined()
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>, [20, 2])
  func `ignores how often timers, touches and requests are repeated`(seed: UInt64, touches: Int) throws {
    let outcome = try diff(longRun(seed: seed, touches: touches), longRun(seed: seed + 1, touches: touches))
    #expect(outcome.output.contains(": no differences ("), "\(outcome.output)")
    #expect(outcome.status == 0)
  }

  @Test func `shows only the step that is new, and no repeated events after it`() throws {
    let outcome = try diff(longRun(seed: 1), longRun(seed: 2, newStep: "process.resume"))
    #expect(outcome.outputLines.first?.hasPrefix("  + process.resume  ") == true, "\(outcome.output)")
    #expect(outcome.output.contains(": 1 difference"), "\(outcome.output)")
  }

  @Test func `shows one lost event among hundreds of repeated ones`() throws {
    let outcome = try diff(longRun(seed: 1), longRun(seed: 2, savesAt: 1..<10))
    #expect(outcome.outputLines.first?.hasPrefix("  - data.save id=draft") == true, "\(outcome.output)")
    #expect(outcome.outputLines.last == "bad.log compared with good.log: 1 difference")
  }

  @Test func `shows a repeated event that disappears or multiplies`() throws {
    let few = (0..<9).map { "10:00:0\($0) App[7:1] net.start id=\($0)\n" }.joined()
    let many = (10..<60).map { "10:00:\($0) App[7:1] net.start id=\($0)\n" }.joined()
    let launch = "10:00:00 App[7:1] app.didFinishLaunching\n"
    #expect(try diff(launch + few, launch).output.contains("  - net.start id=0 (9 times)  good.log:2"))
    #expect(try diff(launch, launch + few).output.contains("  + net.start id=0 (9 times)    bad.log:2"))
    #expect(try diff(launch + few, launch + few + many).status == 0)
    let most = many.replacing("10:00", with: "10:01") + many.replacing("10:00", with: "10:02")
    #expect(
      try diff(launch + few, launch + many + most).output.contains(
        "  ~ net.start id=0 occurs 150 times instead of 9  "))
  }

  @Test func `does not blame a missing event on the event after it`() throws {
    let good = """
      10:00:00.000 Notes[7:1] app.didBecomeActive
      10:00:00.100 Notes[7:1] db.open id=main
      10:00:00.200 Notes[7:1] db.load id=main
      10:00:01.000 Notes[7:1] app.willResignActive
      10:00:02.000 Notes[7:1] app.didBecomeActive
      10:00:02.100 Notes[7:1] db.open id=main
      10:00:02.200 Notes[7:1] db.migrate id=main
      10:00:04.900 Notes[7:1] db.load id=main

      """
    let outcome = try diff(good, good.replacing(/.*migrate.*\n/, with: ""))
    #expect(
      outcome.output == """
          - db.migrate id=main  good.log:7    first divergence
        bad.log compared with good.log: 1 difference

        """)
  }

  @Test func `ignores the thread and the way in which an event is logged`() throws {
    let notified = Self.before.replacing("app.didBecomeActive", with: "app.didBecomeActive via=notification")
      .replacing("data.save", with: "data.save thread=4")
    #expect(try diff(Self.before, notified).status == 0)
  }

  // MARK: Several good runs

  /// A good run with an event that not every good run has.
  private func goodRun(with event: String) -> String {
    """
    10:00:00.000 Notes[7:1] app.didFinishLaunching
    10:00:00.100 Notes[7:1] db.open id=main
    10:00:00.200 Notes[7:1] \(event)
    10:00:00.300 Notes[7:1] app.didBecomeActive

    """
  }

  @Test func `compares only with what all good runs have in common`() throws {
    let (first, second) = (goodRun(with: "cache.load id=a"), goodRun(with: "ad.show id=b"))
    let bad = goodRun(with: "ad.show id=b").replacing(/.*db.open.*\n/, with: "")
    let outcome = try diff(first, second, bad)
    #expect(
      outcome.output == """
          - db.open id=main  run1.log:2    first divergence
        run3.log compared with 2 good runs: 1 difference

        """)
    #expect(try diff(first, second, goodRun(with: "own.event id=1")).output.contains("  + own.event id=1"))
  }

  @Test func `compares times with the slowest good run`() throws {
    let run = { (end: String) in
      "10:00:00.000 A[7:1] app.didBecomeActive\n10:00:0\(end) A[7:1] app.didBecomeActive.end\n"
    }
    #expect(try diff(run("0.100"), run("2.000"), run("2.100")).status == 0)
    #expect(
      try diff(run("0.100"), run("0.200"), run("2.100")).output.contains(
        "app.didBecomeActive takes 2.1 s instead of 200 ms  run2.log:1  run3.log:1"))
  }

  @Test func `reads the good runs in a folder`() throws {
    let sandbox = try Sandbox(["good/a.log": Self.before, "good/b.log": Self.before, "bad.log": Self.before])
    let outcome = try sandbox.run(["diff", "good", "bad.log"])
    #expect(outcome.output.hasPrefix("bad.log compared with 2 good runs: no differences"))
    let other = try sandbox.run(["diff", "good", "good/a.log"])
    #expect(other.output.hasPrefix("good/a.log compared with good/b.log: no differences"))
  }

  // MARK: Rulebooks

  @Test func `takes the steps and the events that stand for others from the rulebook`() throws {
    let rulebook = """
      lifecheck: 1
      vocabulary:
        door.open: {callback: 'doorDidOpen:'}
        door.close: {callback: 'doorDidClose:'}
        gate.open: {fields: {id: text}}
        bell.ring:
      machines:
        door: {per: session, states: [shut, wide], transitions: {door.open: {to: wide}, door.close: {to: shut}}}
      derived:
        door.open: gate.open
      rules:
        - {id: rings, message: m, check: each bell.ring is preceded by door.open}

      """
    let sandbox = try Sandbox([
      "doors.yaml": rulebook,
      "old.log": "10:00:00 A[1:1] door.open\n10:00:01 A[1:1] bell.ring\n",
      "new.log": "10:00:00 A[1:1] gate.open id=a\n10:00:01 A[1:1] bell.ring\n",
    ])
    let outcome = try sandbox.run(["diff", "--rulebook", "doors.yaml", "old.log", "new.log"])
    #expect(outcome.output.hasPrefix("  ~ door.open is now gate.open  old.log:1  new.log:1\n"))
  }

  @Test func `shows a rule that is no longer violated`() throws {
    let sandbox = try Sandbox(["bad.log": Sandbox.bad, "good.log": Sandbox.good])
    let outcome = try sandbox.run(["diff", "--rulebook", "views.yaml", "bad.log", "good.log"])
    #expect(outcome.output.contains("  no-draw-while-hidden was violated, holds now\n"))
  }

  // MARK: Formats

  @Test func `writes JSON with the lines of both logs`() throws {
    let pair = Self.violation
    let document = try diff(pair.good, pair.bad, options: "--format", "json").document()
    #expect(document["outcome"] as? String == "different")
    let sessions = try #require(document["sessions"] as? [[String: Any]])
    let differences = try #require(sessions.first?["differences"] as? [[String: Any]])
    #expect(differences.map { $0["change"] as? String } == ["new"])
    #expect((differences.first?["bad"] as? [String: Any])?["line"] as? Int == 6)
    let verdicts = try #require(document["verdicts"] as? [[String: Any]])
    #expect(verdicts.map { $0["ruleId"] as? String } == ["no-gl-in-background"])
    #expect(verdicts.first?["after"] as? String == "violated")
  }

  @Test func `writes JSON also if the logs cannot be compared`() throws {
    let outcome = try diff(Self.before, "nothing\n", options: "--format", "json")
    #expect(outcome.status == 2)
    let document = try outcome.document()
    #expect(document["outcome"] as? String == "noVerdict")
    #expect((document["errors"] as? [[String: Any]])?.count == 1)
  }

  @Test func `shows text of a log escaped`() throws {
    let bad = Self.before + "10:00:06 Postbox[100:1] own.event text=\u{7}\u{202e}\n"
    let outcome = try diff(Self.before, bad)
    #expect(outcome.output.contains("  + own.event text=\\u{7}\\u{202e}"), "\(outcome.output)")
  }

  @Test func `uses colors if that is wanted`() throws {
    let pair = Self.lostSave
    #expect(
      try diff(pair.good, pair.bad, options: "--color", "always").output.contains("\u{1b}[1;31m-\u{1b}[0m"))
  }

  @Test func `exits with 0 in spite of differences if --exit-zero is given`() throws {
    let pair = Self.lostSave
    #expect(try diff(pair.good, pair.bad, options: "--exit-zero").status == 0)
    #expect(try diff(pair.good, "nothing\n", options: "--exit-zero").status == 2)
  }

  // MARK: Wrong usage

  @Test(arguments: [
    (["good.log"], "only one log is named; write the good log before the log to compare with it"),
    (["good.log", "./good.log"], "there is no good log other than ./good.log, which is compared"),
    (["missing.log", "good.log"], "missing.log: no such file"),
    (["good.log", "god.log"], "god.log: no such file; did you mean `good.log`?"),
    (["-", "-"], "standard input (-) can be read once only"),
    (["--join", "good.log", "bad.log"], "--join makes one log of all files, but a comparison needs two"),
    (
      ["--files-from", "list", "bad.log"], "a comparison names its logs on the command line (--files-from)"
    ),
    (["good.log", "folder"], "the log to compare, folder, is a folder; name one file"),
    (["good.log", "prose.log"], "prose.log: no known event in 1 line"),
    (
      ["good.log", "android.log"],
      "good.log is a log for the rulebook ios, but android.log for android"
    ),
    (["--format", "xml", "good.log", "bad.log"], "the value 'xml' is invalid for '--format <format>'"),
  ])
  func `is reported in a clear message`(arguments: [String], message: String) throws {
    let sandbox = try Sandbox([
      "good.log": Self.before, "bad.log": Self.before, "prose.log": "nothing\n", "folder/a.log": Self.before,
      "android.log": Self.activities.good,
    ])
    let outcome = try sandbox.run(["diff"] + arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("error: \(message)"), "\(outcome.errors)")
  }

  private func diff(_ logs: String..., options: String...) throws -> Sandbox.Outcome {
    let names = logs.count == 2 ? ["good.log", "bad.log"] : logs.indices.map { "run\($0 + 1).log" }
    let sandbox = try Sandbox(Dictionary(uniqueKeysWithValues: zip(names, logs)))
    return try sandbox.run(["diff"] + names + options)
  }
}
