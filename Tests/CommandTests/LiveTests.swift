import Foundation
import Testing

/// Signals go to a process of the test alone. What the program shows is shown while it waits for more: the log goes on only
/// after that.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `A log that is still being written` {
  /// The program at work on a pipe.
  private final class Live {
    let sandbox: Sandbox
    let process: Process
    let input = Pipe()
    let output = Pipe()
    let errors = Pipe()

    init(_ sandbox: Sandbox, _ arguments: [String]) throws {
      self.sandbox = sandbox
      process = sandbox.process(arguments)
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
  }

  private static let arguments = ["-f", "concise", "--rulebook", "views.yaml", "-"]

  @Test(arguments: [1, 7, 1_000])
  func `shows a violation as soon as its line is there`(size: Int) throws {
    let live = try Live(try Sandbox(), Self.arguments)
    var rest = Sandbox.bad[...]
    while !rest.isEmpty {
      try live.write(String(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    #expect(live.read().hasPrefix("<stdin>:5:24: error: view list is drawn"))
    try live.write("10:00:04.000 Shop[7:1] view.draw id=grid\n")
    #expect(live.read().hasPrefix("<stdin>:6:24: error: view grid is drawn"))
    try live.input.fileHandleForWriting.close()
    #expect(live.end().errors == "failed: 2 errors\n")
    #expect(live.process.terminationStatus == 1)
  }

  @Test func `shows an event as soon as its line is there`() throws {
    let live = try Live(try Sandbox(), ["events", "--rulebook", "views.yaml", "-"])
    try live.write("app.launch\n")
    #expect(live.read().hasPrefix(#"{"file":"<stdin>","line":1,"#))
    live.process.interrupt()
    #expect(live.end().errors == "")
    #expect(live.process.terminationStatus == 0)
  }

  @Test(arguments: [SIGINT, SIGTERM], [true, false])
  func `is judged as far as it goes when the program is interrupted`(signal: Int32, isBad: Bool) throws {
    let log = isBad ? Sandbox.bad : Sandbox.good
    let live = try Live(try Sandbox(), ["-f", "concise", "--rulebook", "views.yaml", "-"])
    // The last line is not whole: nobody knows how it would have gone on.
    try live.write(log + "10:00:05.000 Shop[7:1] view.draw id=grid")
    if isBad { #expect(live.read().hasPrefix("<stdin>:5:24: error: ")) } else { usleep(500_000) }
    kill(live.process.processIdentifier, signal)
    let texts = live.end()
    #expect(live.process.terminationReason == .exit)
    #expect(live.process.terminationStatus == (isBad ? 1 : 0))
    let lines = log.split(separator: "\n").count + 1
    #expect(texts.output.contains("checked <stdin> (\(lines) lines, "), "\(texts.output)")
    #expect(texts.errors == (isBad ? "failed: 1 error\n" : ""))
  }

  @Test func `ends the program at the second signal`() throws {
    // Nobody reads the report, so the program waits, and cannot come to its end.
    let lines = (0..<4_000).map { "10:00:04.000 Shop[7:1] view.draw id=v\($0)\n" }.joined()
    let live = try Live(
      try Sandbox(["a.log": Sandbox.good + lines]), ["-f", "concise", "--rulebook", "views.yaml", "a.log"])
    usleep(700_000)
    kill(live.process.processIdentifier, SIGINT)
    usleep(300_000)
    #expect(live.process.isRunning)
    kill(live.process.processIdentifier, SIGINT)
    live.process.waitUntilExit()
    #expect(live.process.terminationReason == .uncaughtSignal)
    #expect(live.process.terminationStatus == SIGINT)
  }

  @Test func `may be compressed`() throws {
    let sandbox = try Sandbox(["trace.log": Sandbox.bad])
    let live = try Live(sandbox, Self.arguments)
    _ = try sandbox.shell("gzip trace.log")
    try live.input.fileHandleForWriting.write(
      contentsOf: Data(contentsOf: sandbox.folder.appending(path: "trace.log.gz")))
    // The program that decompresses may keep all of it back until its input ends.
    usleep(500_000)
    live.process.interrupt()
    let texts = live.end()
    #expect(texts.output.hasPrefix("<stdin>:5:24: error: view list is drawn"))
    #expect(texts.errors == "failed: 1 error\n")
  }
}
