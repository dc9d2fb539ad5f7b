import Foundation
import Testing

@Suite struct `The documentation pages` {
  @Test(arguments: Page.paths) func `show the actual output of their commands`(path: String) throws {
    // `RECORD=1 swift test --filter PageTests` writes the output to the page.
    let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"
    var page = try Page(path)
    let sandbox = try Project.sandbox(page.files)
    for session in page.sessions {
      let commands = Page.commands(of: session)
      #expect(!commands.isEmpty)
      let actual = try commands.map { "$ \($0)\n" + (try sandbox.shell(String($0))) }.joined()
      if isRecording {
        try page.replace(session, with: actual)
      } else {
        #expect(session == actual)
      }
    }
  }

  @Test func `show more than ten shell sessions`() throws {
    #expect(try Page.paths.map { try Page($0).sessions.count }.reduce(0, +) > 10)
  }

  @Test func `have links to pages that exist`() throws {
    for path in Page.paths {
      let folder = Project.folder.appending(path: path).deletingLastPathComponent()
      let links = try Page(path).text.matches(of: /\]\(([^)#:]+)\)/).map { String($0.1) }
      let missing = links.filter { !FileManager.default.fileExists(atPath: folder.appending(path: $0).path) }
      #expect(missing.isEmpty, "in \(path)")
    }
  }

  @Test func `show the samples as they are`() throws {
    let shown = try Page("README.md").files.filter { $0.key.hasPrefix("Samples/") }
    #expect(!shown.isEmpty)
    for (path, text) in shown { #expect(try Project.text(of: path) == text) }
  }

  @Test func `list the files of bundled rules in order, with their counts`() throws {
    let table = try Page("docs/rules.md").text.matches(of: /(?m)^\| `(ios-[a-z-]+\.yaml)` \| (\d+) \|/)
    let files = try Project.text(of: "Rules/ios.yaml").matches(of: /(?m)^  - (\S+)$/).map { String($0.1) }
    let expected = try files.map { file in
      "\(file) \(try Project.text(of: "Rules/\(file)").matches(of: /(?m)^  - id: \S/).count)"
    }
    #expect(table.map { "\($0.1) \($0.2)" } == expected)
  }

  @Test func `list all formats that --input-format accepts`() throws {
    let text = try Page("docs/formats.md").text
    let start = try #require(text.range(of: "| written by | formats |"))
    let table = try #require(text[start.upperBound...].range(of: "\n\n"))
    let names = text[start.upperBound..<table.lowerBound].matches(of: /`([a-z0-9-]+)`/).map { String($0.1) }
    let errors = try Sandbox().run(["--input-format", "?", "a.log"]).errors
    let list = try #require(errors.firstMatch(of: /the formats are ([a-z0-9, -]+) \(see/)).1
    #expect(names.sorted() == list.split(separator: ", ").map(String.init).sorted())
  }

  @Test func `have a problem matcher that matches each violation once`() throws {
    let json = try #require(try Page("docs/ci.md").files[".vscode/tasks.json"])
    let text = try #require(json.firstMatch(of: /"regexp": ("[^\n]*"),\n/)).1
    let pattern = try Regex(JSONDecoder().decode(String.self, from: Data(text.utf8)))
    let lines = try Project.sandbox().run(["-f", "concise", "Samples/broken.trace.log"]).outputLines
    let matched = try lines.filter { try pattern.wholeMatch(in: $0) != nil }
    #expect(matched == lines.filter { $0.hasPrefix("Samples/") && !$0.contains(": note: ") })
    #expect(matched.count == 10)
  }

  @Test func `name the command that CI runs`() throws {
    let command = try #require(try Project.text(of: ".ci/run").split(separator: "\n").last)
    #expect(try Page("README.md").text.contains("\n\n    \(command)\n\n"))
  }
}
