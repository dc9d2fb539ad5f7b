import Foundation
import Testing

@Suite struct `A folder` {
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox([
      "logs/b.log": Sandbox.bad, "logs/a.txt": Sandbox.good, "logs/notes.txt": "prose\n",
      "logs/deep/c.log.1": Sandbox.bad,
      "logs/.hidden.log": Sandbox.bad, "logs/.git/x.log": Sandbox.bad, "logs/empty.log": "",
      "logs/image.png": "x",
      "logs/views.yaml": Sandbox.rulebook, "logs/old.log": Sandbox.bad,
      "logs/d.logarchive/x.log": Sandbox.bad,
      "logs/packed.log": "PK\u{3}\u{4}",
    ])
    let made = try sandbox.shell(
      "gzip logs/old.log; ln -s .. logs/deep/circle; ln -s b.log logs/link.log; mkfifo logs/pipe.log")
    #expect(made == "")
    return sandbox
  }

  @Test(arguments: ["logs", "logs/", "./logs"])
  func `means all logs in it`(path: String) throws {
    let outcome = try sandbox().check("-f", "concise", path)
    let folder = path.hasSuffix("/") ? path : path + "/"
    #expect(outcome.status == 1)
    #expect(outcome.verdict == "4 errors in 5 logs")
    #expect(outcome.errors == "")
    let paths = outcome.outputLines.filter { $0.contains(": error: ") }.map {
      String($0.prefix { $0 != ":" })
    }
    #expect(paths == ["b.log", "deep/c.log.1", "link.log", "old.log.gz"].map { folder + $0 })
  }

  @Test func `is not needed to skip files that are not logs`() throws {
    let sandbox = try sandbox()
    let files = ["logs/b.log", "logs/notes.txt", "logs/image.png", "logs/packed.log"]
    #expect(try sandbox.check(files).status == 2)
    let outcome = try sandbox.check(["--pass-over"] + files)
    #expect(outcome.status == 1)
    #expect(outcome.verdict == "1 error in 1 log")
    #expect(try sandbox.check(["--pass-over", "logs/notes.txt"]).status == 0)
    // What may be a log is not skipped.
    #expect(try sandbox.check(["--pass-over", "logs/gone.log"]).status == 2)
  }

  @Test(arguments: [
    ["a.log", "a.log"], ["a.log", "./a.log", ".//a.log"], ["logs", "logs/a.log"],
    ["logs/a.log", "logs", "logs/"],
  ])
  func `or log that is named twice is read once`(paths: [String]) throws {
    let sandbox = try Sandbox(["a.log": Sandbox.bad, "logs/a.log": Sandbox.bad])
    #expect(try sandbox.check(paths[0], paths[1]).verdict == "1 error in 1 log")
  }

  /// The files that are not read, as the summary lists them.
  private static let rest = [
    "2 files without an event are skipped: logs/empty.log, logs/notes.txt",
    "skipped logs/d.logarchive: is a log archive, and no program that reads one is installed; install unifiedlog_iterator (macos-UnifiedLogs), or write the archive out on a Mac: log show --archive NAME.logarchive --info --debug --style ndjson",
    "skipped logs/packed.log: is a zip archive, not a log; unpack it: unzip",
    "skipped logs/pipe.log: is not a file; name it on the command line to read it",
    "2 files not named like a log are skipped: logs/image.png, logs/views.yaml",
  ]

  @Test func `is summarised with the files that were not read`() throws {
    let outcome = try sandbox().check("-f", "concise", "logs")
    let summary = outcome.outputLines.drop { !$0.hasPrefix("checked ") }
    #expect(summary.first?.hasPrefix("checked 5 logs (23 lines, 19 events, 5 sessions)") == true)
    #expect(summary.dropFirst().dropLast().map { $0.dropFirst(2) } == Self.rest.map { $0[...] })
  }

  @Test func `has its events listed, and the unread files on standard error`() throws {
    let outcome = try sandbox().run(["events", "--rulebook", "views.yaml", "logs"])
    #expect(outcome.status == 0)
    #expect(outcome.outputLines.count == 19)
    #expect(outcome.errors == Self.rest.map { "note: \($0)\n" }.joined())
  }

  @Test func `has the skipped files and the reasons in JSON`() throws {
    let document = try sandbox().check("-f", "json", "logs").document()
    let skipped = try #require(document["skipped"] as? [[String: Any]])
    #expect(
      skipped.map { $0["path"] as? String } == [
        "logs/d.logarchive", "logs/empty.log", "logs/notes.txt", "logs/packed.log", "logs/pipe.log",
      ])
    #expect(
      skipped.map { $0["reason"] as? String }[2...3] == [
        "no known event in 1 line", "is a zip archive, not a log",
      ])
    #expect(skipped[3]["help"] as? String == "unpack it: unzip")
    #expect((document["summary"] as? [String: Any])?["passedOver"] as? Int == 2)
    #expect((document["errors"] as? [Any])?.isEmpty == true)
  }

  @Test(arguments: [
    "B.LOG", "app.log.2", "app.log-20261120", "app.log-20261120-1700000000.gz", "app.log.2026-11-20",
    "app.Log.3.GZ",
  ])
  func `is searched for logs with rotated, dated and upper-case names`(name: String) throws {
    let sandbox = try Sandbox(["logs/x": Sandbox.bad])
    #expect(try sandbox.shell("gzip -c logs/x > x.gz") == "")
    try FileManager.default.moveItem(
      at: sandbox.folder.appending(path: name.lowercased().hasSuffix(".gz") ? "x.gz" : "logs/x"),
      to: sandbox.folder.appending(path: "logs/" + name))
    #expect(try sandbox.check("logs").verdict == "1 error in 1 log")
  }

  @Test(arguments: ["log", "app.log.½", "app.log-", "app.log-old", "app.logs", "app.gz", "1.2", "app.log."])
  func `is not searched for files that are not named like logs`(name: String) throws {
    let outcome = try Sandbox(["logs/\(name)": Sandbox.bad, "logs/a.log": Sandbox.good]).check("logs")
    #expect(outcome.status == 0)
    #expect(
      outcome.output.contains(
        "\n  1 file not named like a log is skipped: logs/\(name)\nno violations"),
      "\(outcome.output)")
  }

  @Test(arguments: [
    (
      "10:00:00.000 Shop[7:1] view.darw id=list\n",
      "`view.darw` in line 1 is not known, did you mean `view.draw`?"
    ),
    ("view.draw id=\"x\n", "line 1 looks like one and cannot be read: the quote that begins here has no end"),
  ])
  func `has no verdict if a log has only misspelt or unreadable events`(log: String, help: String) throws {
    let outcome = try Sandbox(["logs/a.log": Sandbox.good, "logs/b.log": log]).check("logs")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == """
        error: logs/b.log: no known event in 1 line; \(help)
        no verdict: 1 of 2 logs could not be checked

        """)
  }

  @Test(arguments: [["check"], ["events"]])
  func `shows unreadable lines before the error`(command: [String]) throws {
    let outcome = try Sandbox(["logs/b.log": "view.draw id=\"x\n"]).run(
      command + ["--show-unread", "--rulebook", "views.yaml", "logs"])
    #expect(outcome.errors.hasPrefix("logs/b.log:1:14: note: cannot be read: "), "\(outcome.errors)")
    #expect(outcome.errors.contains("\nerror: logs/b.log: no known event in 1 line; "))
  }

  @Test(
    .enabled(if: Sandbox.canBeNobody, "root can read everything, and setpriv is not installed")
  )
  func `has no verdict if a folder in it cannot be read`() throws {
    let sandbox = try Sandbox(["logs/a.log": Sandbox.good, "logs/deep/b.log": Sandbox.bad])
    try sandbox.forbid("logs/deep")
    let outcome = try sandbox.checkAsNobody("logs")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix("error: logs/deep: cannot be read: permission denied\n"),
      "\(outcome.errors)")
  }

  @Test(arguments: [["check"], ["events"]], [[], ["--input-format", "nslog"]])
  func `may contain prose if the header or the format is given`(command: [String], options: [String]) throws {
    let nslog = ["view.draw id=x", "app.hide", "app.show"]
      .map { "2026-11-20 10:00:03.000 Shop[7:1f] \($0)\n" }.joined()
    let sandbox = try Sandbox([
      ".lifecheck.yaml":
        "lifecheck: 1\nrulebooks: views.yaml\nheader: '{time} Shop[{pid}:{thread}] {message}'\n",
      "logs/a.log": nslog, "logs/notes.txt": "prose\n",
    ])
    let outcome = try sandbox.run(command + options + ["logs"])
    #expect(outcome.status == 0)
    #expect(
      (outcome.output + outcome.errors).contains(" 1 file without an event is skipped: logs/notes.txt\n"),
      "\(outcome.output) \(outcome.errors)")
  }

  @Test(arguments: [
    ("none", "contains no file named like a log, such as *.log; name the files themselves"),
    ("prose/", "holds no log with a known event; name a file to see what is wrong with it"),
  ])
  func `without a log has no verdict`(path: String, message: String) throws {
    let sandbox = try Sandbox([
      "none/x.png": "x", "prose/a.log": "prose\n", "prose/b.txt": "", "a.log": Sandbox.bad,
    ])
    for command in [["check"], ["events"]] {
      let outcome = try sandbox.run(command + ["--rulebook", "views.yaml", path])
      #expect(outcome.status == 2)
      #expect(outcome.output == "")
      #expect(outcome.errors.hasPrefix("error: \(path): \(message)\n"))
      #expect(outcome.reason == "no verdict: 1 of 1 log could not be checked")
    }
    let both = try sandbox.check("-f", "concise", path, "a.log")
    #expect(both.status == 2)
    #expect(both.output.hasPrefix("a.log:5:24: error: "))
  }

  @Test func `has no verdict if one of its logs cannot be read`() throws {
    let sandbox = try sandbox()
    let file = sandbox.folder.appending(path: "logs/old.log.gz")
    try Data(contentsOf: file).dropLast(4).write(to: file)
    let outcome = try sandbox.check("logs")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix("error: logs/old.log.gz: has gzip data that is damaged or truncated"))
  }
}
