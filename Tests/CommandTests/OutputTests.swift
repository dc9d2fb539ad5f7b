import Foundation
import Testing

@Suite struct `The reports of a run` {
  private func sandbox() throws -> Sandbox { try Sandbox(["a.log": Sandbox.bad, "good.log": Sandbox.good]) }

  @Test func `go to several files and to standard output`() throws {
    let sandbox = try sandbox()
    let outcome = try sandbox.check(
      "--output", "sarif=a.sarif", "--output", "junit=a.xml", "-f", "concise", "a.log")
    #expect(outcome.status == 1)
    #expect(outcome.output.hasPrefix("a.log:5:24: error: view list is drawn while the app is hidden"))
    #expect(try sandbox.text("a.sarif").contains("\"version\" : \"2.1.0\""))
    #expect(
      try sandbox.text("a.xml").contains("<testcase classname=\"a_log\" name=\"no-draw-while-hidden\">"))
    #expect(try sandbox.names().filter { $0.contains(".tmp") } == [])
  }

  @Test func `go to standard output in the format of -`() throws {
    let outcome = try sandbox().check("--output", "gitlab=-", "a.log")
    let issues = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
    #expect(issues?.count == 1)
  }

  @Test func `are the same if a run is repeated`() throws {
    let sandbox = try sandbox()
    for format in ["json", "jsonl", "sarif", "junit", "github", "gitlab", "rdjsonl", "markdown"] {
      let first = try sandbox.check("--output", "\(format)=-", "a.log", "good.log")
      #expect(
        first.output == (try sandbox.check("--output", "\(format)=-", "-j", "1", "a.log", "good.log").output))
      #expect(!first.output.isEmpty)
    }
  }

  struct Mistake: CustomTestStringConvertible {
    var arguments: [String]
    var message: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(arguments: [
    Mistake(
      arguments: ["--output", "sarf=a.sarif"],
      message: "unknown format `sarf` (--output): did you mean `sarif`?"),
    Mistake(
      arguments: ["--output", "sarif"],
      message: "`sarif` names no file (--output): write `sarif=FILE`, or `sarif=-` for standard output"),
    Mistake(
      arguments: ["--output", "sarif=-", "-f", "json"],
      message: "two reports cannot both go to standard output: sarif and json"),
    Mistake(
      arguments: ["--output", "sarif=a", "--output", "json=a"],
      message: "the report a is also another report (--output)"),
    Mistake(
      arguments: ["--output", "sarif=a", "--output", "json=./a"],
      message: "the report ./a is also another report (--output)"),
    Mistake(
      arguments: ["--output", "json=./a.log"],
      message: "the report ./a.log is also a log that is read (--output)"),
    Mistake(
      arguments: ["--output", "sarif=no/such/folder/a.sarif"],
      message: "cannot write no/such/folder/a.sarif: no such file"),
    Mistake(
      arguments: ["--output", "json=/dev/full"], message: "cannot write /dev/full: no space left on device"),
  ])
  func `cannot be written after a mistake`(row: Mistake) throws {
    let sandbox = try sandbox()
    let outcome = try sandbox.check(row.arguments + ["a.log"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(row.message), "\(outcome.errors)")
    #expect(try sandbox.names().filter { $0.hasSuffix(".tmp") } == [])
  }

  @Test func `replace older files only when they are complete`() throws {
    let sandbox = try sandbox()
    try sandbox.write("older", to: "a.json")
    // The run ends with an error of the other report.
    _ = try sandbox.check("--output", "junit=/dev/full", "--output", "json=a.json", "a.log")
    #expect(try sandbox.text("a.json") == "older")
    _ = try sandbox.check("--output", "json=a.json", "a.log")
    #expect(try sandbox.text("a.json").contains("\"outcome\" : \"failed\""))
  }

  @Test func `are written without a verdict, too`() throws {
    let sandbox = try Sandbox(["prose.log": "nothing\n"])
    #expect(
      try sandbox.check("--output", "junit=a.xml", "--output", "sarif=a.sarif", "prose.log").status == 2)
    #expect(try sandbox.text("a.xml").contains("errors=\"1\""))
    #expect(try sandbox.text("a.sarif").contains("\"executionSuccessful\" : false"))
  }

  @Test func `are annotations and a summary in a job of GitHub Actions`() throws {
    let sandbox = try sandbox()
    let job = [
      "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": sandbox.folder.appending(path: "summary.md").path,
    ]
    try sandbox.write("before\n", to: "summary.md")
    let outcome = try sandbox.check("a.log", environment: job)
    #expect(
      outcome.output.contains(
        "\n::error file=a.log,line=5,endLine=5,col=24,endColumn=33,title=no-draw-while-hidden::view list is drawn"
      ))
    #expect(try sandbox.text("summary.md").hasPrefix("before\n## lifecheck: failed"))
    // What other programs read stays as it is.
    for format in ["concise", "json"] {
      let plain = try sandbox.check("-f", format, "a.log")
      #expect(try sandbox.check("-f", format, "a.log", environment: job).output == plain.output)
    }
  }

  @Test func `do not fail a job whose summary cannot be written`() throws {
    let job = ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "/no/such/file"]
    let outcome = try sandbox().check("good.log", environment: job)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "warning: cannot write /no/such/file: no such file\n")
  }

  @Test func `are one line for each log, verdict and violation in jsonl`() throws {
    let outcome = try sandbox().check("-f", "jsonl", "a.log", "good.log")
    let rows = try outcome.outputLines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(
      rows.map { "\($0["kind"] ?? "") \($0["log"] ?? "") \($0["rule"] ?? "")" } == [
        "log a.log ", "verdict a.log no-draw-while-hidden", "verdict a.log no-layout-while-hidden",
        "violation a.log no-draw-while-hidden", "log good.log ", "verdict good.log no-draw-while-hidden",
        "verdict good.log no-layout-while-hidden",
      ])
    #expect(rows.filter { $0["kind"] as? String == "violation" }.map { $0["line"] as? Int } == [5])
  }
}

extension Sandbox {
  /// The text of a file.
  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  /// The names of the files in the folder.
  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
}
