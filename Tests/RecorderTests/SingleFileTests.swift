import Foundation
import Testing

@Suite struct `The recorder in one file` {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardized

  /// Runs a command in the project's folder. Returns its exit status and its output.
  private func run(_ arguments: String...) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = Self.root
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  @Test func `is the one that the sources give`() throws {
    let (status, output) = try run("Scripts/single-file", "--check")
    #expect(status == 0, "\(output)")
  }

  @Test(arguments: ["5", "6"]) func `compiles in an app`(language: String) throws {
    let (status, output) = try run(
      "swiftc", "-typecheck", "-parse-as-library", "-warnings-as-errors", "-module-name", "App",
      "-swift-version", language, "Integrations/LifecheckRecorder.swift")
    #expect(status == 0, "\(output)")
  }
}
