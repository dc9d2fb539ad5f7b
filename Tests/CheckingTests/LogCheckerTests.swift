import Checking
import Foundation
import Rulebook
import Testing

// The example of `docs/library.md`, word by word. A test compares the two.

/// Prints the violations of an app's log while it is written, and returns whether there were none.
func check(_ lines: some Sequence<String>) throws -> Bool {
  let rules = CompiledRules(try Rulebook.loadBundled("ios"))
  var checker = LogChecker(rules)
  var count = 0
  for line in lines {
    for violation in checker.read(line + "\n") {
      print("\(violation.ruleID): line \(violation.witness.line): \(violation.message)")
      count += 1
    }
  }
  let result = checker.finish()
  count += result.violations.count
  return count == 0
}

@Suite struct `The entry point for libraries` {
  private static let rules = Result { CompiledRules(try Rulebook.loadBundled("ios")) }
  private static let log = """
    10:00:00.000 App[1:1] app.didBecomeActive
    10:00:01.000 App[1:1] timer.start id=redraw
    10:00:02.000 App[1:1] app.willResignActive
    10:00:02.010 App[1:1] app.willResignActive.end
    10:00:02.020 App[1:1] app.didEnterBackground
    10:00:09.000 App[1:1] app.didEnterBackground.end
    """

  @Test func `is explained by an example that compiles`() throws {
    #expect(try !check(Self.log.split(separator: "\n").map(String.init)))
    #expect(try check(["10:00:00.000 App[1:1] app.didBecomeActive"]))
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let page = try String(contentsOf: folder.appending(path: "docs/library.md").standardized, encoding: .utf8)
    let test = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let start = try #require(page.range(of: "/// Prints the violations"))
    let end = try #require(page[start.lowerBound...].range(of: "\n```"))
    #expect(test.contains(page[start.lowerBound..<end.lowerBound]))
  }

  @Test(arguments: [1, 7, 64, 1_000]) func `has a result that does not depend on the pieces`(size: Int) throws
  {
    func check(_ size: Int) throws -> [String] {
      var checker = LogChecker(try Self.rules.get())
      let bytes = Array(Self.log.utf8)
      var violations: [Violation] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        violations += checker.read(Array(bytes[start..<min(start + size, bytes.count)]).span)
      }
      let result = checker.finish()
      #expect(result.statistics.lines == 6 && result.summary.sessions == 1)
      return (violations + result.violations).map { "\($0.ruleID) \($0.witness.line)" }
    }
    let whole = try check(.max)
    #expect(whole.contains("timers-stopped-on-resign 4"))
    #expect(try check(size) == whole)
  }

  @Test func `returns a violation with the line that decides it`() throws {
    var checker = LogChecker(try Self.rules.get())
    let decided = Self.log.split(separator: "\n").map { checker.read($0 + "\n").map(\.ruleID) }
    #expect(decided[3].contains("timers-stopped-on-resign") && decided[0].isEmpty)
  }

  @Test func `names the bundled rulebooks if the name is unknown`() {
    #expect(throws: RulebookError.self) { try Rulebook.loadBundled("iso") }
  }
}
