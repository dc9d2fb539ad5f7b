import Foundation
import Testing

@Suite struct `The page of lifecheck diff` {
  private static let before = """
    10:00:00.000 Notes[7:1] app.didFinishLaunching
    10:00:00.100 Notes[7:1] db.open id=main
    10:00:00.300 Notes[7:1] app.didBecomeActive
    10:00:01.000 Notes[7:1] gl.call fn=glClear
    10:00:03.000 Notes[7:1] app.willResignActive
    10:00:03.200 Notes[7:1] app.didEnterBackground
    10:00:03.250 Notes[7:1] app.didEnterBackground.end

    """

  /// The same run with an event at another place, a slow callback, and a violation.
  private static let after = """
    a line of prose
    11:00:00.000 Notes[9:1] app.didFinishLaunching
    11:00:00.300 Notes[9:1] app.didBecomeActive
    11:00:00.400 Notes[9:1] db.open id=main
    11:00:01.000 Notes[9:1] gl.call fn=glClear
    11:00:03.000 Notes[9:1] app.willResignActive
    11:00:03.200 Notes[9:1] app.didEnterBackground
    11:00:04.250 Notes[9:1] app.didEnterBackground.end
    11:00:04.300 Notes[9:1] gl.call fn=glClear

    """

  // MARK: The data of a page

  /// The data of a page, and what the tests need of it.
  private struct Data {
    let document: [String: Any]

    init(_ page: String) throws {
      let parts = page.components(separatedBy: "<script")
      try #require(parts.count == 3, "the data and the script")
      let data = try #require(parts[1].components(separatedBy: "</script>").first)
      let text = try #require(data.firstIndex(of: ">").map { String(data[data.index(after: $0)...]) })
      #expect(!text.contains { "<>&\u{2028}\u{202E}\u{7}".contains($0) })
      document = try #require(
        try JSONSerialization.jsonObject(with: Foundation.Data(text.utf8)) as? [String: Any])
    }

    subscript(key: String) -> String? { document[key] as? String }
    var sessions: [[String: Any]] { document["sessions"] as? [[String: Any]] ?? [] }
    var verdicts: [[String: Any]] { document["verdicts"] as? [[String: Any]] ?? [] }

    func differences(of session: Int = 0) -> [[String: Any]] {
      sessions[session]["differences"] as? [[String: Any]] ?? []
    }

    func rows(of session: Int = 0) -> [[String: Any]] {
      let pieces = sessions[session]["pieces"] as? [[String: Any]] ?? []
      return pieces.flatMap { $0["rows"] as? [[String: Any]] ?? [] }
    }

    /// The rows as `2 4 reordered`: both lines, and the word.
    var outline: [String] {
      rows().map { row in
        let lines = ["good", "bad"].map { side in
          ((row[side] as? [String: Any])?["line"] as? Int).map(String.init) ?? "-"
        }
        return (lines + [row["word"] as? String].compactMap(\.self)).joined(separator: " ")
      }
    }

    /// The text of the line of a row.
    func text(_ row: Int, _ side: String) -> String? {
      (rows()[row][side] as? [String: Any])?["text"] as? String
    }
  }

  /// Writes a page with the differences of logs, of which the last one is compared with the others.
  private func data(_ logs: String..., options: [String] = []) throws -> Data {
    let names = logs.count == 2 ? ["good.log", "bad.log"] : logs.indices.map { "run\($0 + 1).log" }
    let sandbox = try Sandbox(Dictionary(uniqueKeysWithValues: zip(names, logs)))
    let outcome = try sandbox.run(["diff", "--output", "html=diff.html"] + names + options)
    #expect(outcome.errors == "")
    let data = try Data(page(in: sandbox))
    #expect(data["summary"] == outcome.outputLines.last.map(String.init))
    return data
  }

  private func page(in sandbox: Sandbox) throws -> String {
    String(
      decoding: try Foundation.Data(contentsOf: sandbox.folder.appending(path: "diff.html")), as: UTF8.self)
  }

  // MARK: What it shows

  @Test func `shows the events of both logs side by side`() throws {
    let data = try data(Self.before, Self.after)
    #expect(
      data.outline == [
        "1 2", "2 - reordered", "3 3", "- 4 reordered", "4 5", "5 6", "6 7 slower", "7 8", "- 9 new",
      ])
    #expect(
      data.differences().map { $0["text"] as? String } == [
        "db.open id=main is now after app.didBecomeActive", "gl.call fn=glClear",
        "app.didEnterBackground takes 1.05 s instead of 50 ms",
      ])
    #expect(data.differences().map { $0["isFirst"] as? Bool } == [true, false, false])
    #expect(data.rows().map { $0["isStep"] as? Bool } == [1, 0, 1, 0, 0, 1, 1, 0, 0].map { $0 == 1 })
    #expect(data.text(1, "good") == "10:00:00.100 Notes[7:1] db.open id=main")
    #expect(data.text(8, "bad") == "11:00:04.300 Notes[9:1] gl.call fn=glClear")
    #expect(data.text(0, "good") == nil, "only rows with a difference have the line")
  }

  @Test func `shows the lines of the verdicts that changed`() throws {
    let verdicts = try data(Self.before, Self.after).verdicts
    #expect(
      verdicts.map { $0["rule"] as? String } == [
        "background-callback-returns-promptly", "no-gl-in-background",
      ])
    #expect(
      verdicts.map { $0["text"] as? String } == ["was held, is violated now", "was held, is violated now"])
    let pairs = verdicts.compactMap { ($0["lines"] as? [[String: Any]])?.first }
    #expect(pairs[0]["message"] as? String == "applicationDidEnterBackground took 1.05 s")
    let lines = ["good", "bad"].map { pairs[0][$0] as? [String: Any] }
    #expect(lines.map { $0?["place"] as? String } == ["good.log:7", "bad.log:8"])
    #expect(lines[0]?["text"] as? String == "10:00:03.250 Notes[7:1] app.didEnterBackground.end")
    #expect(pairs[1]["good"] == nil, "no line of the good run corresponds")
    #expect(
      (pairs[1]["bad"] as? [String: Any])?["text"] as? String == "11:00:04.300 Notes[9:1] gl.call fn=glClear")

    let lost = try data(Self.before, Self.before.replacing(/.*gl\.call.*\n/, with: ""))
    let missing = try #require(lost.verdicts.first { $0["rule"] as? String == "no-gl-in-background" })
    #expect(missing["kind"] as? String == "lost")
    let good = try #require((missing["lines"] as? [[String: Any]])?.first?["good"] as? [String: Any])
    #expect(good["text"] as? String == "10:00:01.000 Notes[7:1] gl.call fn=glClear")
  }

  @Test func `shows the events even if nothing differs`() throws {
    let data = try data(Self.before, Self.before.replacing("10:", with: "17:"))
    #expect(data.document["isDifferent"] as? Bool == false)
    #expect(data.outline == (1...7).map { "\($0) \($0)" })
  }

  @Test func `shows the first of several good runs`() throws {
    let second = Self.before.replacing("db.open id=main", with: "cache.load id=a")
    let data = try data(
      Self.before, second, Self.before.replacing("fn=glClear", with: "fn=glFinish"))
    #expect(data["good"] == "run1.log")
    #expect(data["bad"] == "run3.log")
    #expect(data.document["goodRuns"] as? Int == 2)
    #expect(data.outline == ["1 1", "2 2", "3 3", "4 4 changed", "5 5", "6 6", "7 7"])
    #expect(data.text(3, "good") == "10:00:01.000 Notes[7:1] gl.call fn=glClear")
    #expect(data.text(3, "bad") == "10:00:01.000 Notes[7:1] gl.call fn=glFinish")
  }

  @Test func `shows a missing and a new session`() throws {
    let again = Self.before + Self.before.replacing("10:", with: "12:").replacing("[7:", with: "[8:")
    let missing = try #require(try data(again, Self.before).sessions.last)
    #expect(missing["title"] as? String == "session 2 of Notes (7 events)")
    #expect(missing["word"] as? String == "missing")
    #expect(
      (missing["good"] as? [String: Any])?["text"] as? String
        == "12:00:00.000 Notes[8:1] app.didFinishLaunching")
    let new = try #require(try data(Self.before, again).sessions.last)
    #expect(new["word"] as? String == "new")
    #expect((new["bad"] as? [String: Any])?["place"] as? String == "bad.log:8")
  }

  @Test func `has the lines of a log whose newest line is first`() throws {
    let lines = Self.after.replacing(/a line.*\n/, with: "").split(separator: "\n")
    let data = try data(Self.before, lines.reversed().joined(separator: "\n") + "\n")
    #expect(data.outline.last == "- 1 new")
    #expect(data.text(8, "bad") == "11:00:04.300 Notes[9:1] gl.call fn=glClear")
    let pair = try #require((data.verdicts.last?["lines"] as? [[String: Any]])?.first)
    let text = (pair["bad"] as? [String: Any])?["text"] as? String
    #expect(text == "11:00:04.300 Notes[9:1] gl.call fn=glClear")
  }

  @Test func `shows the surroundings of the differences of a long log`() throws {
    let cycle = """
      10:00:01 Notes[7:1] app.didBecomeActive
      10:00:02 Notes[7:1] app.willResignActive
      10:00:03 Notes[7:1] app.didEnterBackground
      10:00:04 Notes[7:1] app.willEnterForeground

      """
    let log = "10:00:00 Notes[7:1] app.didFinishLaunching\n" + String(repeating: cycle, count: 3_000)
    let data = try data(log, log + "10:00:05 Notes[7:1] own.event id=1\n")
    #expect(data["notice"]?.contains("has 12,002 rows") == true)
    #expect(data.rows().count == 21)
    #expect(data.outline.last == "- 12002 new")
  }

  // MARK: Hostile text

  @Test func `has text of a log only as data`() throws {
    let attack = "</script><script>alert(1)</script><!--&\u{2028}\u{202E}\u{7}"
    let bad = Self.before + "10:00:06 Notes[7:1] own.event text=\"\(attack)\"\n"
    let data = try data(Self.before, bad)
    #expect(data.text(7, "bad") == "10:00:06 Notes[7:1] own.event text=\"\(attack)\"")
    let side = try #require(data.rows()[7]["bad"] as? [String: Any])
    #expect(side["event"] as? String == "own.event text=\(attack)")
  }

  // MARK: Files

  @Test func `goes to standard output if that is wanted`() throws {
    let sandbox = try Sandbox(["good.log": Self.before, "bad.log": Self.after])
    let page = try sandbox.run(["diff", "-f", "html", "good.log", "bad.log"])
    #expect(page.status == 1)
    #expect(page.output.hasPrefix("<!DOCTYPE html>\n"))
    let both = try sandbox.run([
      "diff", "--output", "html=-", "--output", "json=diff.json", "good.log", "bad.log",
    ])
    #expect(both.output == page.output)
    let json = try Foundation.Data(contentsOf: sandbox.folder.appending(path: "diff.json"))
    #expect(try JSONSerialization.jsonObject(with: json) is [String: Any])
  }

  @Test func `is not written if the logs cannot be compared`() throws {
    let sandbox = try Sandbox(["good.log": Self.before, "prose.log": "nothing\n", "old.html": "old"])
    for (output, log) in [("new.html", "prose.log"), ("new.html", "missing.log"), ("old.html", "prose.log")] {
      let outcome = try sandbox.run(["diff", "--output", "html=\(output)", "good.log", log])
      #expect(outcome.status == 2)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path)
    #expect(names.filter { $0.contains(".html") } == ["old.html"])
    let old = try Foundation.Data(contentsOf: sandbox.folder.appending(path: "old.html"))
    #expect(String(decoding: old, as: UTF8.self) == "old")
  }

  @Test(arguments: [
    (
      ["--output", "htm=a.html"],
      "the value 'htm=a.html' is invalid for '--output <format=file>': unknown format `htm` (--output): did you mean `html`?"
    ),
    (
      ["--output", "html"],
      "the value 'html' is invalid for '--output <format=file>': `html` names no file (--output): write `html=FILE`, or `html=-` for standard output"
    ),
    (
      ["-f", "json", "--output", "html=-"],
      "two reports cannot both go to standard output: html and json"
    ),
    (
      ["--output", "html=./good.log"],
      "the report ./good.log is also a log that is read (--output)"
    ),
    (
      ["--output", "html=a", "--output", "json=a"],
      "the report a is also another report (--output)"
    ),
    (
      ["--output", "html=none/a.html"], "cannot write none/a.html: "
    ),
  ])
  func `is not written for wrong options`(arguments: [String], message: String) throws {
    let sandbox = try Sandbox(["good.log": Self.before, "bad.log": Self.after])
    let outcome = try sandbox.run(["diff"] + arguments + ["good.log", "bad.log"])
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("error: \(message)"), "\(outcome.errors)")
  }

  @Test func `has a policy with the hashes of its style and its script`() throws {
    let sandbox = try Sandbox(["good.log": Self.before])
    let hashes = Process()
    hashes.executableURL = URL(filePath: "/usr/bin/env")
    for name in ["timeline.html", "comparison.html"] {
      let text = try Project.text(of: "Sources/CPages/\(name)")
      try sandbox.write(text, to: name)
    }
    hashes.arguments = [
      "python3", Project.folder.appending(path: "Scripts/hash-page").path, "timeline.html", "comparison.html",
    ]
    hashes.currentDirectoryURL = sandbox.folder
    hashes.standardOutput = FileHandle.nullDevice
    try hashes.run()
    hashes.waitUntilExit()
    for name in ["timeline.html", "comparison.html"] {
      let hashed = try Foundation.Data(contentsOf: sandbox.folder.appending(path: name))
      #expect(String(decoding: hashed, as: UTF8.self) == (try Project.text(of: "Sources/CPages/\(name)")))
    }
  }
}
