import Foundation
import Testing

/// Each test sends signals only to its own process. A test writes the next lines only after the program has shown the
/// result of the previous ones. The tests wait for actions of the program, never for a fixed time.
@Suite(.serialized, .timeLimit(.minutes(15))) struct `A log that is still being written` {
  private static let arguments = ["-f", "concise", "--rulebook", "views.yaml", "-"]

  @Test(arguments: [1, 7, 1_000])
  func `shows a violation as soon as its line is written`(size: Int) throws {
    let live = try LiveProcess(try Sandbox(), Self.arguments)
    var rest = Sandbox.bad[...]
    while !rest.isEmpty {
      try live.write(String(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    #expect(live.read().hasPrefix("<stdin>:5:24: error: view list is drawn"))
    try live.write("10:00:04.000 Shop[7:1] view.draw id=grid\n")
    #expect(live.read().hasPrefix("<stdin>:6:24: error: view grid is drawn"))
    try live.input.fileHandleForWriting.close()
    #expect(live.end().output.contains("\n2 errors in 1 log\n"))
    #expect(live.process.terminationStatus == 1)
  }

  @Test func `shows an event as soon as its line is written`() throws {
    let live = try LiveProcess(try Sandbox(), ["events", "--rulebook", "views.yaml", "-"])
    try live.write("app.launch\n")
    #expect(live.read().hasPrefix(#"{"file":"<stdin>","line":1,"#))
    live.process.interrupt()
    #expect(live.end().errors == "")
    #expect(live.process.terminationStatus == 0)
  }

  @Test(arguments: [SIGINT, SIGTERM], [true, false])
  func `gets a verdict when the program is interrupted`(signal: Int32, isBad: Bool) throws {
    let log = isBad ? Sandbox.bad : Sandbox.good
    let live = try LiveProcess(try Sandbox(), ["-f", "concise", "--rulebook", "views.yaml", "-"])
    // The last line is incomplete, so it is not an event.
    try live.write(log + "10:00:05.000 Shop[7:1] view.draw id=grid")
    if isBad { #expect(live.read().hasPrefix("<stdin>:5:24: error: ")) } else { live.waitUntilRead() }
    kill(live.process.processIdentifier, signal)
    let texts = live.end()
    #expect(live.process.terminationReason == .exit)
    #expect(live.process.terminationStatus == (isBad ? 1 : 0))
    let lines = log.split(separator: "\n").count + 1
    #expect(texts.output.contains("checked <stdin> (\(lines) lines, "), "\(texts.output)")
    #expect(texts.output.hasSuffix(isBad ? "\n1 error in 1 log\n" : "\nno violations: 2 rules held\n"))
    #expect(texts.errors == "")
  }

  @Test func `is read completely before an interrupted program exits`() throws {
    let live = try LiveProcess(try Sandbox(), Self.arguments)
    try live.write("10:00:00.000 Shop[7:1] app.launch\n")
    live.waitUntilRead()
    // When the process continues, both the signal and the rest of the input are waiting.
    kill(live.process.processIdentifier, SIGSTOP)
    try live.write(String(repeating: "prose\n", count: 5_000) + Sandbox.bad)
    kill(live.process.processIdentifier, SIGINT)
    kill(live.process.processIdentifier, SIGCONT)
    let texts = live.end()
    #expect(live.process.terminationStatus == 1)
    #expect(texts.output.contains("checked <stdin> (5,006 lines, 5 events, 2 sessions)"), "\(texts.output)")
  }

  @Test func `is abandoned at the second signal`() throws {
    // Nobody reads the report, so the program waits and cannot finish.
    let lines = (0..<4_000).map { "10:00:04.000 Shop[7:1] view.draw id=v\($0)\n" }.joined()
    let live = try LiveProcess(
      try Sandbox(["a.log": Sandbox.good + lines]), ["-f", "concise", "--rulebook", "views.yaml", "a.log"])
    live.waitUntilStuck()
    var signals = 0
    while live.process.isRunning {
      // Two signals at the same time count as one.
      kill(live.process.processIdentifier, SIGINT)
      signals += 1
      usleep(50_000)
    }
    #expect(signals > 1)
    #expect(live.process.terminationReason == .uncaughtSignal)
    #expect(live.process.terminationStatus == SIGINT)
  }

  @Test(.enabled(if: LiveProcess.canSeeSleep, "there is no /proc"))
  func `can be interrupted while its named pipe has no writer`() throws {
    let sandbox = try Sandbox(["a.log": Sandbox.bad])
    #expect(try sandbox.shell("mkfifo pipe") == "")
    let live = try LiveProcess(sandbox, ["-f", "concise", "--rulebook", "views.yaml", "a.log", "pipe"])
    #expect(live.read().hasPrefix("a.log:5:24: error: "))
    live.waitUntilAsleep()
    kill(live.process.processIdentifier, SIGINT)
    let texts = live.end()
    #expect(live.process.terminationReason == .exit)
    #expect(live.process.terminationStatus == 2)
    #expect(
      texts.errors.hasPrefix("error: pipe: the program was interrupted before the end of the file\n"))
  }

  @Test func `may be compressed`() throws {
    let sandbox = try Sandbox(["trace.log": Sandbox.bad])
    let live = try LiveProcess(sandbox, Self.arguments)
    #expect(try sandbox.shell("gzip trace.log") == "")
    try live.input.fileHandleForWriting.write(
      contentsOf: Data(contentsOf: sandbox.folder.appending(path: "trace.log.gz")))
    // The decompressor may keep all output until its input ends.
    live.waitUntilRead()
    live.process.interrupt()
    let texts = live.end()
    #expect(texts.output.hasPrefix("<stdin>:5:24: error: view list is drawn"))
    #expect(texts.output.hasSuffix("\n1 error in 1 log\n"))
  }
}
