import Foundation

/// The editor vim with its built-in pattern for compiler messages.
enum Vim {
  private static let path = ["/usr/bin/vim", "/usr/local/bin/vim"].first(
    where: FileManager.default.isExecutableFile)

  static var isThere: Bool { path != nil }

  /// `line:column` of each entry that vim finds in the text; `0:0` for a line without a place.
  static func places(in text: String) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lifecheck-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appending(path: "report"))
    let vim = Process()
    vim.executableURL = URL(filePath: path ?? "")
    vim.currentDirectoryURL = folder
    vim.arguments = [
      "-u", "NONE", "-es", "-c", "set nocompatible", "-c", "cgetfile report", "-c",
      "call writefile(map(getqflist(), 'v:val.lnum . \":\" . v:val.col'), 'places')", "-c", "qa!",
    ]
    vim.standardInput = FileHandle.nullDevice
    vim.standardOutput = FileHandle.nullDevice
    vim.standardError = FileHandle.nullDevice
    try vim.run()
    vim.waitUntilExit()
    let places = String(decoding: try Data(contentsOf: folder.appending(path: "places")), as: UTF8.self)
    return places.split(separator: "\n").map(String.init)
  }
}
