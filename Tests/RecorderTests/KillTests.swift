#if os(Linux)
  import Foundation
  import Testing

  @testable import LifecheckRecorder

  /// The file to which the child process writes. The child is this program; it runs only the first test below.
  private let childFile = ProcessInfo.processInfo.environment["LIFECHECK_RECORDER_CHILD"]

  @Suite struct `A killed recorder` {
    @Test(.enabled(if: childFile != nil, "this is not the child process"))
    func `writes until it is killed`() throws {
      let file = URL(filePath: try #require(childFile))
      let recorder = Recorder(
        to: .file(file, maximumSize: 1 << 30), center: NotificationCenter(), isEnabled: true)
      recorder.start()
      for number in 0... { recorder.saved("\(number)") }
    }

    @Test(.enabled(if: childFile == nil), .timeLimit(.minutes(15)), arguments: [1, 20, 50])
    func `loses at most its last line`(milliseconds: UInt32) throws {
      let file = FileManager.default.temporaryDirectory.appending(path: "killed-\(UUID().uuidString).log")
      defer { try? FileManager.default.removeItem(at: file) }
      let child = Process()
      child.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      child.arguments = ["--testing-library", "swift-testing", "--filter", "writes.until"]
      child.environment = ProcessInfo.processInfo.environment.merging(["LIFECHECK_RECORDER_CHILD": file.path])
      { $1 }
      child.standardOutput = FileHandle.nullDevice
      child.standardError = FileHandle.nullDevice
      try child.run()
      while child.isRunning, !FileManager.default.fileExists(atPath: file.path) { usleep(1_000) }
      usleep(milliseconds * 1_000)
      kill(child.processIdentifier, SIGKILL)
      child.waitUntilExit()
      #expect(child.terminationReason == .uncaughtSignal)
      let lines = try String(contentsOf: file, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
      let numbers = lines.dropLast().compactMap { $0.split(separator: " data.save id=").dropFirst().first }
      #expect(numbers.map { Int($0) } == (0..<numbers.count).map { $0 })
      #expect(lines.count - numbers.count <= 4)
    }
  }
#endif
