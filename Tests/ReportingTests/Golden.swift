import Foundation
import Testing

/// Files beside the tests that hold what is expected. `RECORD=1 swift test` rewrites them.
enum Golden {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

  /// Expects the text to be that of the file.
  static func expect(
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
