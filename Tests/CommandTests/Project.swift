import Foundation

/// The project that these tests belong to.
enum Project {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(of path: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: path)), as: UTF8.self)
  }

  /// A sandbox with the project's `Samples` folder and the given files.
  static func sandbox(_ files: [String: String] = [:]) throws -> Sandbox {
    let sandbox = try Sandbox()
    try FileManager.default.copyItem(
      at: folder.appending(path: "Samples"), to: sandbox.folder.appending(path: "Samples"))
    // The program beside the logs would be reported as a file that is not named like a log.
    try FileManager.default.removeItem(at: sandbox.folder.appending(path: "Samples/recorder"))
    for (name, text) in files { try sandbox.write(text, to: name) }
    return sandbox
  }
}
