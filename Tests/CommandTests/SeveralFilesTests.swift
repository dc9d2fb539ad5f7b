import Foundation
import Testing

@Suite struct `A log in several files` {
  /// The first file has no line end at its end. The app is hidden in the second file, and draws in the third.
  private func sandbox() throws -> Sandbox {
    try Sandbox([
      "app.log.2": "10:00:00.000 Shop[7:1] app.launch\n10:00:01.000 Shop[7:1] view.draw id=list",
      "app.log.1": "10:00:02.000 Shop[7:1] app.hide\nprose\nview.darw id=x",
      "app.log": "prose\n10:00:03.000 Shop[7:1] view.draw id=list\nview.draw id=\"x\n",
    ])
  }
  private let files = ["app.log.2", "app.log.1", "app.log"]

  @Test func `is one log, and each line keeps its file and number`() throws {
    let outcome = try sandbox().run(["--rulebook", "views.yaml", "--join"] + files)
    #expect(outcome.status == 1)
    #expect(
      outcome.output
        == """
        error[no-draw-while-hidden]: view list is drawn while the app is hidden
          --> app.log:2:24
          ::: app.log.1
           |
         1 | 10:00:02.000 Shop[7:1] app.hide
           |                        -------- after this
          ::: app.log
           |
         2 | 10:00:03.000 Shop[7:1] view.draw id=list
           |                        ^^^^^^^^^ must not occur after app.hide
           |
          why: nobody sees it
         help: wait for app.show

        checked app.log.2, app.log.1, app.log (8 lines, 5 events, 1 session) against views.yaml: 2 rules: 1 held, 1 violated
          1 line looks like an event and cannot be read (--show-unread shows where)
          1 event has a name that the rulebook does not know: `view.darw` (line 3 of app.log.1, did you mean `view.draw`?)
        1 error in 1 log
        For more: lifecheck rules --rulebook views.yaml no-draw-while-hidden

        """)
  }

  @Test func `is reported by file and line in the concise format`() throws {
    let outcome = try sandbox().run(
      ["-f", "concise", "--show-unread", "--rulebook", "views.yaml", "--join"] + files)
    #expect(outcome.outputLines[0].hasPrefix("app.log:2:24: error: "))
    #expect(outcome.outputLines[1].hasPrefix("app.log.1:1:24: note: after this"))
    #expect(outcome.errors.hasPrefix("app.log:3:14: note: cannot be read: "))
  }

  @Test func `is reported by file and line in JSON`() throws {
    let document = try sandbox().run(["-f", "json", "--rulebook", "views.yaml", "--join"] + files).document()
    let violation = try #require((document["violations"] as? [[String: Any]])?.first)
    #expect(violation["path"] as? String == "app.log")
    #expect(violation["line"] as? Int == 2)
    #expect(violation["decidedPath"] as? String == "app.log")
    let related = try #require((violation["related"] as? [[String: Any]])?.first)
    #expect(related["path"] as? String == "app.log.1")
    #expect(related["line"] as? Int == 1)
  }

  @Test func `is one trace with several files in JSON`() throws {
    let document = try sandbox().run(["-f", "json", "--rulebook", "views.yaml", "--join"] + files).document()
    let trace = try #require((document["traces"] as? [[String: Any]])?.first)
    #expect((trace["files"] as? [[String: Any]])?.map { $0["lines"] as? Int } == [2, 3, 3])
    #expect((trace["unreadable"] as? [[String: Any]])?.first?["path"] as? String == "app.log")
    #expect((trace["unknownNames"] as? [[String: Any]])?.first?["firstPath"] as? String == "app.log.1")
  }

  @Test func `has the path of its first file, and a name of its first and last`() throws {
    let sandbox = try sandbox()
    let paths = files + ["more.log"]
    try sandbox.write("", to: "more.log")
    let document = try sandbox.run(["-f", "json", "--rulebook", "views.yaml", "--join"] + paths).document()
    let trace = try #require((document["traces"] as? [[String: Any]])?.first)
    #expect(trace["path"] as? String == "app.log.2")
    #expect(trace["name"] as? String == "app.log.2, ..., more.log")
    let rules = try #require(document["rules"] as? [[String: Any]])
    #expect(rules.map { $0["path"] as? String } == ["app.log.2", "app.log.2"])
  }

  @Test func `has its events listed by file and line`() throws {
    let events = try sandbox().run(["events", "--rulebook", "views.yaml", "--join"] + files)
    let places = events.outputLines.map { $0.split(separator: ",").prefix(2).joined(separator: ",") }
    #expect(
      places == [
        #"{"file":"app.log.2","line":1"#, #"{"file":"app.log.2","line":2"#, #"{"file":"app.log.1","line":1"#,
        #"{"file":"app.log.1","line":3"#, #"{"file":"app.log","line":2"#,
      ])
  }

  @Test func `is read as several logs without --join`() throws {
    let outcome = try sandbox().run(["--rulebook", "views.yaml"] + files)
    #expect(outcome.output.hasPrefix("checked 3 logs (8 lines, 5 events, "))
  }

  @Test func `may have parts that are compressed or in another encoding`() throws {
    let sandbox = try sandbox()
    _ = try sandbox.shell("gzip app.log.2")
    try Data(
      [0xFF, 0xFE]
        + "10:00:02.000 Shop[7:1] app.hide\r\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    )
    .write(to: sandbox.folder.appending(path: "app.log.1"))
    let outcome = try sandbox.check("-f", "concise", "--join", "app.log.2.gz", "app.log.1", "app.log")
    #expect(
      outcome.outputLines.prefix(2).map { $0.prefix { $0 != " " } } == ["app.log:2:24:", "app.log.1:1:24:"])
  }

  @Test func `has suppressions by the file of the line that breaks the rule`() throws {
    let sandbox = try sandbox()
    for (pattern, status) in [("app.log", Int32(0)), ("app.log.1", 1)] {
      try sandbox.write(
        """
        lifecheck: 1
        rulebooks: views.yaml
        suppressions: [{rule: no-draw-while-hidden, where: \(pattern), reason: known}]

        """, to: ".lifecheck.yaml")
      #expect(try sandbox.run(["--join"] + files).status == status)
    }
  }

  @Test(arguments: [
    (["app.log.2", "app.log.9"], "app.log.9: no such file; did you mean `app.log`?"),
    (["app.log.2", "."], ".: is a folder; with --join, name its files in their order"),
    (["."], ".: is a folder; with --join, name its files in their order"),
  ])
  func `has no verdict if a part cannot be read`(paths: [String], message: String) throws {
    let outcome = try sandbox().run(["--rulebook", "views.yaml", "--join"] + paths)
    #expect(outcome.status == 2)
    #expect(outcome.errors == "error: \(message)\nno verdict: 1 of 1 log could not be checked\n")
  }
}
