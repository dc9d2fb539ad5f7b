import Foundation
import Testing

/// Logs of real apps with annotations made by hand. They are not part of the project and are tested only if they are
/// present.
enum Corpus {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/corpus").standardized

  /// These logs, and those with known faults.
  static let all = ["corpus", "cases/apple", "cases/android"].flatMap { name -> [URL] in
    let folder = folder.deletingLastPathComponent().appending(path: name)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasSuffix(".tsv") && !$0.hasSuffix(".md") }.sorted().map {
      folder.appending(path: $0)
    }
  }

  static let isThere = FileManager.default.fileExists(atPath: folder.path)

  static var logs: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".log") }.sorted()
  }

  /// The logs whose formats are supported.
  static var readable: [String] {
    logs.filter { log in ["nslog-", "pid-prefix-", "plain-", "unity-"].contains { log.hasPrefix($0) } }
  }
}

@Suite(.enabled(if: Corpus.isThere, "there is no corpus beside the project"))
struct `Logs of real apps` {
  @Test(arguments: Corpus.readable)
  func `contain exactly the annotated events`(_ log: String) throws {
    let annotation = Corpus.folder.appending(path: log.replacing(".log", with: ".expect.tsv"))
    let due = try String(contentsOf: annotation, encoding: .utf8).split(separator: "\n").map { row in
      row.split(separator: "\t").joined(separator: " | ")
    }
    let outcome = try Sandbox().run(["events", Corpus.folder.appending(path: log).path])
    let found = try outcome.outputLines.map { line in
      let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      return ["line", "event", "process", "pid", "time"].map { key in
        event[key].flatMap { $0 is NSNull ? nil : "\($0)" } ?? "-"
      }.joined(separator: " | ")
    }
    #expect(found == due)
  }

  @Test(arguments: Corpus.logs)
  func `do not crash the program in any report format`(_ log: String) throws {
    for format in ["full", "concise", "json"] {
      let outcome = try Sandbox().run(["-f", format, Corpus.folder.appending(path: log).path])
      #expect([0, 1, 2].contains(outcome.status))
    }
  }

  @Test(arguments: Corpus.readable)
  func `break no rule if the app is healthy`(_ log: String) throws {
    let outcome = try Sandbox().run(["--strict", Corpus.folder.appending(path: log).path])
    #expect(outcome.status == 0, "\(outcome.output)")
  }
}
