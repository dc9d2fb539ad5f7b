import Foundation
import Testing

/// Each log is checked against the bundled rulebook that fits it best.
@Suite(.timeLimit(.minutes(15))) struct `The rulebook of a log is chosen` {
  private static let home = """
    10:00:00 Sketchpad[4:1] app.didBecomeActive
    10:00:01 Sketchpad[4:1] timer.start id=redraw
    10:00:02 Sketchpad[4:1] app.willResignActive
    10:00:03 Sketchpad[4:1] app.didEnterBackground

    """

  /// The last line is a transition that the machine does not allow.
  private static let activity = """
    06-01 10:00:00.000  1234  1234 D MainActivity: onCreate
    06-01 10:00:00.100  1234  1234 D MainActivity: onStart
    06-01 10:00:00.200  1234  1234 D MainActivity: onResume
    06-01 10:00:05.200  1234  1234 D MainActivity: onPause
    06-01 10:00:05.300  1234  1234 D MainActivity: onStop
    06-01 10:00:06.300  1234  1234 D MainActivity: onResume

    """

  private static let files = [
    "home.log": home,
    "activity.log": activity,
    // No line has a format of one platform only.
    "canonical.log":
      "10:00:00 Shop[7:1] activity.create id=Main\n10:00:01 Shop[7:1] activity.destroy id=Main\n",
    // A framework logs the same texts on every platform.
    "framework.log": """
    06-01 10:00:00.000  1234  1240 I ReactNativeJS: AppState changed to active
    06-01 10:00:05.000  1234  1240 I ReactNativeJS: AppState changed to background
    06-01 10:00:09.000  1234  1240 I ReactNativeJS: AppState changed to active
    06-01 10:00:09.100  1234  1234 D MainActivity: onResume
    06-01 10:00:09.200  1234  1234 D MainActivity: onPause

    """,
    // A crash that was pasted without any header.
    "crash.txt": """
    java.lang.IllegalStateException: no data
        at com.example.app.Main.load(Main.kt:12)
        at android.app.Activity.performCreate(Activity.java:8051)

    """,
    "prose.log": String(repeating: "nothing of interest\n", count: 50_000) + activity,
  ]

  private func rulebooks(_ arguments: String...) throws -> [String?] {
    let traces = try Sandbox(Self.files).run(["-f", "json"] + arguments).document()["traces"]
    return try #require(traces as? [[String: Any]]).map { $0["rulebook"] as? String }
  }

  @Test(arguments: [
    ("home.log", "ios"), ("activity.log", "android"), ("canonical.log", "android"),
    ("framework.log", "android"), ("crash.txt", "android"),
    ("prose.log", "android"),
  ])
  func `by its events and its format`(log: String, rulebook: String) throws {
    #expect(try rulebooks(log) == [rulebook])
  }

  @Test func `separately for each log of a run`() throws {
    #expect(try rulebooks("home.log", "activity.log", "-j", "2") == ["ios", "android"])
    #expect(try rulebooks("activity.log", "home.log", "-j", "1") == ["android", "ios"])
    let outcome = try Sandbox(Self.files).run(["-f", "concise", "home.log", "activity.log"])
    #expect(outcome.output.contains("home.log:4:25: warning: timer redraw is still running"))
    #expect(outcome.output.contains("activity.log:6:48: warning: activity.resume of MainActivity"))
    #expect(outcome.output.contains(" against ios (1 log) and android (1 log): "))
    #expect(outcome.status == 0)
  }

  @Test func `unless the command line or the project names one`() throws {
    #expect(try rulebooks("--rulebook", "android", "home.log") == ["android"])
    let sandbox = try Sandbox(Self.files)
    try sandbox.write("lifecheck: 1\nrulebooks: ios\n", to: ".lifecheck.yaml")
    let document = try sandbox.run(["-f", "json", "activity.log"]).document()
    #expect(document["rulebook"] as? String == "ios")
    try sandbox.write("lifecheck: 1\nrules: {activity-callback-order: error}\n", to: ".lifecheck.yaml")
    let outcome = try sandbox.run(["activity.log"])
    #expect(
      outcome.output.contains("\nchecked activity.log (6 lines, 6 events, 1 session) against android with "))
    #expect(outcome.verdict == "1 error in 1 log")
  }

  @Test func `also by the events command`() throws {
    let outcome = try Sandbox([
      "crash.log": "06-01 10:00:00.000  1  1 I Choreographer: Skipped 61 frames!  The\n"
    ])
    .run(["events", "crash.log"])
    #expect(outcome.output.contains(#""event":"frames.skipped""#))
  }

  /// Both rulebooks have rules about these events. Each process breaks a rule of `ios`.
  private static func undecided(processes: Int) -> String {
    (1...processes).map { pid in
      "10:00:00 S[\(pid):1] user.dataDirty id=a\n10:00:01 S[\(pid):1] process.exit reason=killed\n"
    }.joined()
  }

  @Test(arguments: [(10, "android"), (5_000, "ios")])
  func `at the latest when too many violations wait`(processes: Int, rulebook: String) throws {
    let log = Self.undecided(processes: processes) + Self.activity
    let document = try Sandbox(["tie.log": log]).run(["-f", "json", "tie.log"]).document()
    #expect(document["rulebook"] as? String == rulebook)
  }

  @Test func `in a pipe as soon as one rulebook leads clearly`() throws {
    let live = try LiveProcess(try Sandbox(), ["-f", "concise", "-"])
    try live.write(Self.activity)
    #expect(live.read().hasPrefix("<stdin>:6:48: warning: activity.resume"))
    try live.write("06-01 10:00:07.300  1234  1234 D MainActivity: onStart\n")
    #expect(live.read().hasPrefix("<stdin>:7:48: warning: activity.start"))
    try live.input.fileHandleForWriting.close()
    #expect(live.end().output.contains(" against android: "))
  }

  @Test func `in a silent pipe even if one rulebook leads by little`() throws {
    let live = try LiveProcess(try Sandbox(), ["-f", "concise", "-"])
    try live.write("10:00:00 A[1:1] app.willTerminate\n10:00:01 A[1:1] app.didEnterBackground\n")
    #expect(live.read().hasPrefix("<stdin>:2:17: error: app.didEnterBackground is called after"))
    try live.input.fileHandleForWriting.close()
    #expect(live.end().output.contains(" against ios: "))
  }
}

@Suite struct `A run that checks nothing` {
  private static let log = """
    06-01 10:00:00.000  1234  1234 D MainActivity: onCreate
    06-01 10:00:00.100  1234  1234 D MainActivity: onStart

    """

  private func run(_ arguments: String..., files: [String: String] = [:]) throws -> Sandbox.Outcome {
    try Sandbox(["a.log": Self.log, "b.log": Self.log].merging(files) { $1 }).run(arguments)
  }

  @Test func `has no verdict, and says why and what to do`() throws {
    let concise = try run("-f", "concise", "--rulebook", "ios", "a.log")
    #expect(concise.status == 2)
    #expect(concise.errors.hasPrefix("lifecheck: error: no rule could be checked: a.log has only activity.*"))
    let outcome = try run("--rulebook", "ios", "a.log")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == """
        error: no rule could be checked: a.log has only activity.* events (2), and the rulebook ios has no rule about them
         help: use the rulebook android: lifecheck --rulebook android a.log
        no verdict: no rule could be checked

        """)
  }

  @Test func `has the reason in JSON`() throws {
    let document = try run("-f", "json", "--rulebook", "ios", "a.log", "b.log").document()
    let errors = try #require(document["errors"] as? [[String: Any]])
    #expect(
      errors.map { $0["message"] as? String } == [
        "no rule could be checked: a.log and b.log have only activity.* events (4), and the rulebook ios has no rule about them"
      ])
    #expect((document["summary"] as? [String: Any])?["outcome"] as? String == "noVerdict")
  }

  @Test func `exits with 2 even with --exit-zero`() throws {
    #expect(try run("-q", "--exit-zero", "--rulebook", "ios", "a.log").status == 2)
  }

  @Test func `names the project file that chose the rulebook`() throws {
    let outcome = try run("a.log", files: [".lifecheck.yaml": "lifecheck: 1\nrulebooks: ios\n"])
    #expect(outcome.errors.contains("a.log, or write `rulebooks: android` in .lifecheck.yaml\n"))
  }

  @Test func `names the events to log`() throws {
    let outcome = try run(
      "--rulebook", "views.yaml", "mute.log", files: ["mute.log": "10:00:00 Shop[7:1] app.hide\n"])
    #expect(
      outcome.errors == """
        error: no rule could be checked: mute.log has only app.hide (1 event), and all 2 rules of views.yaml need more events
         help: also log view.draw and view.layout; `lifecheck rules --rulebook views.yaml --needs` lists the events to log first
        no verdict: no rule could be checked

        """)
  }

  @Test func `may have events that trigger no rule`() throws {
    let outcome = try run(
      "--rulebook", "views.yaml", "--select", "no-draw-while-hidden", "calm.log",
      files: ["calm.log": "10:00:00 Shop[7:1] view.draw id=a\n"])
    #expect(
      outcome.errors.hasPrefix(
        "error: no rule could be checked: calm.log has only view.draw (1 event), and the rule no-draw-while-hidden was not triggered\n help: check a longer log"
      ))
  }

  @Test func `is only one in which no log tests a rule`() throws {
    let files = ["mute.log": "10:00:00 Shop[7:1] app.hide\n", "good.log": Sandbox.good]
    #expect(try run("--rulebook", "views.yaml", "mute.log", "good.log", files: files).status == 0)
  }
}
