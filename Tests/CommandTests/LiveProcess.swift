import Foundation

/// A running process of the program that reads a pipe and writes to pipes.
final class LiveProcess {
  let sandbox: Sandbox
  let process: Process
  let input = Pipe()
  let output = Pipe()
  let errors = Pipe()
  /// The program's end of the input pipe. It shows how many bytes are unread.
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

  /// Waits for output and returns what the program has written.
  func read() -> String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Foundation.read(output.fileHandleForReading.fileDescriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Waits for the end of the program and returns the rest of its standard output and standard error.
  func end() -> (output: String, errors: String) {
    let texts = [output, errors].map {
      String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    return (texts[0], texts[1])
  }

  /// Waits until the program has read all input.
  func waitUntilRead() { wait { bytes(in: inputEnd) == 0 } }

  /// Waits until the output pipe is full, because nobody reads it.
  func waitUntilStuck() {
    var before: Int32 = 0
    wait {
      defer { before = bytes(in: output.fileHandleForReading) }
      return before > 0 && bytes(in: output.fileHandleForReading) == before
    }
  }

  static let canSeeSleep = FileManager.default.fileExists(atPath: "/proc/self/stat")

  /// The number of threads of the program.
  var threads: Int {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: "/proc/\(process.processIdentifier)/task")
    return names?.count ?? 0
  }

  /// Waits until the program sleeps in a system call.
  func waitUntilAsleep() {
    wait {
      // The state is the letter after the name in brackets.
      let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
      return status?.split(separator: ")").last?.hasPrefix(" S") == true
    }
  }

  /// Waits until the condition is true, the program ends or the test's time limit is reached.
  private func wait(_ isSo: () -> Bool) {
    while !isSo(), process.isRunning { usleep(20_000) }
  }

  /// The number of unread bytes in a pipe.
  private func bytes(in handle: FileHandle) -> Int32 {
    var count: Int32 = 0
    // Swift does not import Darwin's FIONREAD, because it is a macro with parameters: _IOR('f', 127, int).
    #if canImport(Darwin)
      let request = UInt(0x4004_667F)
    #else
      let request = UInt(FIONREAD)
    #endif
    _ = ioctl(handle.fileDescriptor, request, &count)
    return count
  }
}
