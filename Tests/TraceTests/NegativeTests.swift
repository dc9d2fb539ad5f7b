import Foundation
import Testing
import Trace

/// Documentation, tutorials, source code, issue reports and the output of tools. They contain many names of callbacks
/// and messages of the system, but nothing that an app has logged.
@Suite struct `Text that is not a log` {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Negatives")
  static let files =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []).sorted()

  static func lines(of file: String) throws -> [String] {
    try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  @Test func `has at least 2,000 lines`() throws {
    let count = try Self.files.map { try Self.lines(of: $0).count }.reduce(0, +)
    #expect(count >= 2_000)
  }

  @Test(arguments: files) func `has no event`(file: String) throws {
    let reading = try Reading(bundled: Self.lines(of: file).joined(separator: "\n"))
    #expect(reading.sightings.map(\.description) == [])
  }
}
