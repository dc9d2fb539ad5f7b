public import Foundation

/// A folder of golden files with expected results. `RECORD=1 swift test` rewrites them.
public struct Golden: Sendable {
  /// The folder.
  public let folder: URL

  /// The folder `Golden` beside a test's source file.
  public init(file: String = #filePath) {
    folder = URL(filePath: file).deletingLastPathComponent().appending(path: "Golden")
  }

  /// The names of the files with this ending, without the ending.
  public func names(endingWith end: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(end) }.map { String($0.dropLast(end.count)) }.sorted()
  }

  /// The text of a golden file. `RECORD=1 swift test` first writes the actual result to the file.
  public func expected(_ name: String, recording found: String) throws -> String {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Data(found.utf8).write(to: file) }
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }
}
