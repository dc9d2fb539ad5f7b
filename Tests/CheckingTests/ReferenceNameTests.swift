import Foundation
import TestSupport
import Testing

/// Comments of the engine name the function of the reference evaluator that defines a claim or a step: "Reference: `Events.never`"
/// is the function `never` in `Reference/Events.swift`.
@Suite struct `A comment of the engine` {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
  private static let engine = tests.appending(path: "../../Sources/Checking").standardized

  /// The names after `Reference:` in all files of the engine.
  private static let names: [String] = {
    let files = FileManager.default.enumerator(at: engine, includingPropertiesForKeys: nil)?.allObjects ?? []
    return files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.flatMap { file in
      let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
      return lines.filter { $0.contains("// Reference: ") }.flatMap { line in
        line.matches(of: #/`(\w+\.\w+)`/#).map { String($0.1) }
      }
    }.sorted()
  }()

  @Test(arguments: names) func `names a function of the reference evaluator`(name: String) throws {
    let parts = name.split(separator: ".")
    let file = Self.tests.appending(path: "Reference/\(parts[0]).swift")
    #expect(try String(contentsOf: file, encoding: .utf8).contains("func \(parts[1])("))
  }

  @Test func `names the function of each claim`() throws {
    let claims = try FileManager.default.contentsOfDirectory(
      at: Self.engine.appending(path: "Claims"), includingPropertiesForKeys: nil)
    let named = try claims.filter { try String(contentsOf: $0, encoding: .utf8).contains("Reference: ") }
    #expect(named.count > 10 && Self.names.count > 20)
  }
}
