public import Foundation
public import Testing

/// A folder of files that hold what is expected. `RECORD=1 swift test` rewrites them.
public struct Golden: Sendable {
  /// The folder.
  public let folder: URL

  /// The folder `Golden` beside a test's source file.
  public init(file: String = #filePath) {
    folder = URL(filePath: file).deletingLastPathComponent().appending(path: "Golden")
  }

  /// The names of the files that end so, without that end.
  public func names(endingWith end: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(end) }.map { String($0.dropLast(end.count)) }.sorted()
  }

  /// Expects the text to be that of the file.
  public func expect(
    _ text: String, is name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(text.utf8).write(to: file)
      return
    }
    let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(text == expected, "see Golden/\(name)", sourceLocation: sourceLocation)
  }
}
