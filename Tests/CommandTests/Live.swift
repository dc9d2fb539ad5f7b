import Foundation

/// The program at work on a pipe.
final class Live {
  let sandbox: Sandbox
  let process: Process
  let input = Pipe()
  let output = Pipe()
  let errors = Pipe()
  /// The end that the program reads, to see what lies in the pipe.
  private let inputEnd: FileHandle

  init(_ sandbox: Sandbox, _ arguments: [String]) throws {
    self.sandbox = sandbox
    process = sandbox.process(arguments)
    inputEnd = FileHandle(
      fileDescriptor: dup(input.fileHandleForReading.fileDescriptor), closeOnDealloc: true)
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  func write(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

  /// What the program has written so far; waits until there is something.
  func read() -> String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Foundation.read(output.fileHandleForReading.fileDescriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Waits for the end of the program: what it wrote on standard output, and on standard error.
  func end() -> (output: String, errors: String) {
    let texts = [output, errors].map {
      String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    return (texts[0], texts[1])
  }

  /// Waits until the program has taken all that was written.
  func waitUntilRead() { wait { bytes(in: inputEnd) == 0 } }

  /// Waits until the program can write no more, for nobody reads.
  func waitUntilStuck() {
    var before: Int32 = 0
    wait {
      defer { before = bytes(in: output.fileHandleForReading) }
      return before > 0 && bytes(in: output.fileHandleForReading) == before
    }
  }

  static let canSeeSleep = FileManager.default.fileExists(atPath: "/proc/self/stat")

  /// How many threads the program has.
  var threads: Int {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: "/proc/\(process.processIdentifier)/task")
    return names?.count ?? 0
  }

  /// Waits until the program waits for something.
  func waitUntilAsleep() {
    wait {
      // The letter behind the name, which is in brackets.
      let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
      return status?.split(separator: ")").last?.hasPrefix(" S") == true
    }
  }

  /// Waits for what comes to pass, or for the time limit of the test.
  private func wait(_ isSo: () -> Bool) {
    while !isSo(), process.isRunning { usleep(20_000) }
  }

  /// How many bytes lie in a pipe.
  private func bytes(in handle: FileHandle) -> Int32 {
    var count: Int32 = 0
    // On Darwin the name stands for an expression that Swift does not see: _IOR('f', 127, int).
    #if canImport(Darwin)
      let request = UInt(0x4004_667F)
    #else
      let request = UInt(FIONREAD)
    #endif
    _ = ioctl(handle.fileDescriptor, request, &count)
    return count
  }
}
