import Foundation
import Testing

@Suite struct `README` {
  @Test func `shows what its commands print`() throws {
    // `RECORD=1 swift test --filter README` puts it there.
    let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"
    var readme = try Readme()
    let sandbox = try Project.sandbox(readme.files)
    try #require(readme.sessions.count > 3)
    for session in readme.sessions {
      let commands = Readme.commands(of: session)
      #expect(!commands.isEmpty)
      let actual = try commands.map { "$ \($0)\n" + (try sandbox.shell(String($0))) }.joined()
      if isRecording {
        try readme.replace(session, with: actual)
      } else {
        #expect(session == actual)
      }
    }
  }

  @Test func `shows the sample that it names`() throws {
    let shown = try Readme().files.filter { $0.key.hasPrefix("Samples/") }
    #expect(!shown.isEmpty)
    for (path, text) in shown { #expect(try Project.text(of: path) == text) }
  }

  @Test func `lists the files of rules that ship, in their order`() throws {
    let table = try Readme().text.matches(of: /(?m)^\| `(ios-[a-z-]+\.yaml)` \| (\d+) \|/)
    let files = try Project.text(of: "Rules/ios.yaml").matches(of: /(?m)^  - (\S+)$/).map { String($0.1) }
    let expected = try files.map { file in
      "\(file) \(try Project.text(of: "Rules/\(file)").matches(of: /(?m)^  - id: \S/).count)"
    }
    #expect(table.map { "\($0.1) \($0.2)" } == expected)
  }

  @Test func `lists the formats that can be asked for`() throws {
    let text = try Readme().text
    let start = try #require(text.range(of: "| written by | formats |"))
    let table = try #require(text[start.upperBound...].range(of: "\n\n"))
    let names = text[start.upperBound..<table.lowerBound].matches(of: /`([a-z0-9-]+)`/).map { String($0.1) }
    let errors = try Sandbox().run(["--input-format", "?", "a.log"]).errors
    let list = try #require(errors.firstMatch(of: /the formats are ([a-z0-9, -]+) \(see/)).1
    #expect(names.sorted() == list.split(separator: ", ").map(String.init).sorted())
  }

  @Test func `has a problem matcher that takes each violation once`() throws {
    let json = try #require(try Readme().files[".github/lifecheck.json"])
    let text = try #require(json.firstMatch(of: /"regexp": ("[^\n]*"),\n/)).1
    let pattern = try Regex(JSONDecoder().decode(String.self, from: Data(text.utf8)))
    let lines = try Project.sandbox().run(["-f", "concise", "Samples/broken.trace.log"]).outputLines
    let matched = try lines.filter { try pattern.wholeMatch(in: $0) != nil }
    #expect(matched == lines.filter { $0.hasPrefix("Samples/") && !$0.contains(": note: ") })
    #expect(matched.count == 10)
  }

  @Test func `tells of the tests the command that CI runs`() throws {
    let command = try #require(try Project.text(of: ".ci/run").split(separator: "\n").last)
    #expect(try Readme().text.contains("\n\n    \(command)\n\n"))
  }
}
