import Foundation
import Testing

@testable import lifecheck

/// Logs of all kinds that are together large enough to start threads.
@Suite(.timeLimit(.minutes(15))) struct `Several threads` {
  /// Lines without events.
  private static let prose = String(repeating: "a line of prose that says nothing\n", count: 10_000)
  /// More violations than may wait to be reported.
  private static let many = drawn(CheckTask.maxPending + 200)

  private static func drawn(_ count: Int) -> String {
    Sandbox.good + (0..<count).map { "10:00:04.000 Shop[7:1] view.draw id=v\($0)\n" }.joined()
  }

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox([
      "a.log": Self.prose + Sandbox.bad, "b.log": Self.many, "c.log": Sandbox.warned,
      "logs/a.log": Sandbox.bad, "logs/b.txt": "prose\n", "logs/c.log": Self.drawn(200), "logs/d.png": "x",
      "logs/deep/e.log": Sandbox.good, "logs/empty.log": "", "logs/f.log": "PK\u{3}\u{4}",
      "logs/packed.log": Self.drawn(300), "logs/torn.log": Self.drawn(400), "none/x.png": "x",
      "prose.log": "prose\n", "odd.log": Sandbox.good + "view.draw id=\"x\nview.darw id=y\n",
      "open.log": "10:00:00.000 Shop[7:1] app.launch\n10:00:01.000 Shop[7:1] app.hide",
      "known.yaml": """
      lifecheck: 1
      rulebooks: views.yaml
      suppressions:
        - {rule: no-draw-while-hidden, message: view v1* is drawn *, where: logs/, reason: known}
        - {rule: no-layout-while-hidden, where: c.log, reason: known}
        - {rule: no-layout-while-hidden, where: open.log, reason: gone}

      """,
    ])
    let made = try sandbox.shell(
      """
      gzip logs/packed.log logs/torn.log
      head -c 900 logs/torn.log.gz > torn && mv torn logs/torn.log.gz
      mkfifo logs/pipe.log
      """)
    #expect(made == "")
    return sandbox
  }

  private static let all = [
    "a.log", "logs", "nowhere.log", "-", "b.log", "none", "c.log", "prose.log", "odd.log", "b.log",
    "open.log",
  ]

  @Test(arguments: [
    ["-f", "full"], ["-f", "concise"], ["-f", "json"], ["-f", "full", "--statistics", "--show-unread"],
    ["-f", "concise", "-q", "--strict"], ["-f", "full", "--input-format", "nslog"],
    ["-f", "json", "--config", "known.yaml"], ["-f", "full", "--config", "known.yaml", "--exit-zero"],
    ["events"], ["events", "--formats"],
  ])
  func `write the same report as one thread`(options: [String]) throws {
    let sandbox = try sandbox()
    let rules = options.contains("--config") ? [] : ["--rulebook", "views.yaml"]
    let runs = try ["1", "2"].map {
      try sandbox.run(options + rules + ["-j", $0] + Self.all, input: Sandbox.bad)
    }
    #expect(runs[0].output.count + runs[0].errors.count > 0)
    #expect(runs[1].output == runs[0].output)
    #expect(runs[1].errors == runs[0].errors)
    #expect(runs[1].status == runs[0].status)
  }

  @Test(arguments: [
    ["b.log", "a.log"], ["logs", "a.log", "logs"], ["--join", "a.log", "logs/a.log", "b.log", "c.log"],
  ])
  func `write the same report for every number of threads`(paths: [String]) throws {
    let sandbox = try sandbox()
    let alone = try sandbox.check(["-f", "concise", "--threads", "1"] + paths)
    for threads in [[], ["-j", "0"], ["-j", "7"]] {
      let outcome = try sandbox.check(["-f", "concise"] + threads + paths)
      #expect(outcome.output == alone.output)
      #expect(outcome.errors == alone.errors)
      #expect(outcome.status == alone.status)
    }
  }

  /// Nobody reads the report. The program therefore waits, and so do threads with many findings.
  @Test(
    .enabled(if: LiveProcess.canSeeSleep, "there is no /proc"),
    arguments: [
      (["-j", "2", "b.log", "a.log"], 2...3), (["-j", "9", "b.log", "a.log"], 2...3),
      (["-j", "1", "b.log", "a.log"], 1...1), (["-j", "2", "a.log"], 1...1),
      (["-j", "2", "a.log", "nowhere.log"], 1...1), (["-j", "2", "--join", "b.log", "a.log"], 1...1),
      (["-j", "2", "b.log", "c.log"], 1...1),
    ])
  func `are started only for several large logs`(arguments: [String], threads: ClosedRange<Int>) throws {
    let sandbox = try Sandbox([
      "a.log": Self.prose + Self.many, "b.log": Self.many, "c.log": Sandbox.good,
    ])
    let live = try LiveProcess(sandbox, ["--rulebook", "views.yaml"] + arguments)
    live.waitUntilStuck()
    #expect(threads.contains(live.threads))
    kill(live.process.processIdentifier, SIGKILL)
  }

  /// A log large enough for its lines to be skipped, whose parts begin with a text.
  private static func largeLog(_ text: String = "") -> String {
    let prose = String(repeating: prose, count: 5)
    return text + prose + prose + text + prose + many
  }

  @Test(arguments: [["-f", "full"], ["-f", "json"], ["events"]])
  func `write the same report of one large log`(options: [String]) throws {
    let sandbox = try Sandbox(["large.log": Self.largeLog(Sandbox.bad)])
    let runs = try ["1", "2"].map {
      try sandbox.run(options + ["--rulebook", "views.yaml", "-j", $0, "large.log"])
    }
    #expect(runs[0].output.contains("view list is drawn") || options == ["events"])
    #expect(runs[1].output == runs[0].output)
    #expect(runs[1].errors == runs[0].errors)
    #expect(runs[1].status == runs[0].status)
  }

  @Test(
    .enabled(if: LiveProcess.canSeeSleep, "there is no /proc"), arguments: [("1", 1), ("2", 2), ("9", 8)])
  func `scan one large log`(threads: String, count: Int) throws {
    let sandbox = try Sandbox(["large.log": Self.largeLog()])
    let live = try LiveProcess(sandbox, ["--rulebook", "views.yaml", "-j", threads, "large.log"])
    live.waitUntilStuck()
    #expect(live.threads == count)
    kill(live.process.processIdentifier, SIGKILL)
  }

  @Test func `show the violations of the first log while it is still being written`() throws {
    let live = try LiveProcess(
      try sandbox(), ["-f", "concise", "--rulebook", "views.yaml", "-j", "2", "-", "a.log", "b.log"])
    try live.write(Sandbox.bad)
    #expect(live.read().hasPrefix("<stdin>:5:24: error: view list is drawn"))
    try live.write("10:00:04.000 Shop[7:1] view.draw id=grid\n")
    #expect(live.read().hasPrefix("<stdin>:6:24: error: view grid is drawn"))
    try live.input.fileHandleForWriting.close()
    let texts = live.end()
    #expect(texts.output.contains("a.log:10005:24: error: "))
    #expect(texts.output.hasSuffix("\n1,227 errors in 3 logs\n"))
    #expect(texts.errors == "")
  }

  @Test func `end when the reader of the report exits`() throws {
    let live = try LiveProcess(
      try sandbox(), ["--rulebook", "views.yaml", "-j", "2", "b.log", "a.log", "b.log"])
    live.waitUntilStuck()
    try live.output.fileHandleForReading.close()
    live.process.waitUntilExit()
    #expect(live.process.terminationReason == .uncaughtSignal)
    #expect(live.process.terminationStatus == SIGPIPE)
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: [["check"], ["events"]])
  func `end when the report cannot be written`(command: [String]) throws {
    let outcome = try sandbox().run(
      command + ["--rulebook", "views.yaml", "-j", "2", "b.log", "a.log", "b.log"], output: "/dev/full")
    #expect(outcome.status == 2)
    #expect(outcome.errors == "error: cannot write standard output: no space left on device\n")
  }

  /// The signal may arrive while a thread waits for the pipe, or earlier. Then it may end the first log, too.
  @Test(.enabled(if: LiveProcess.canSeeSleep, "there is no /proc"), arguments: [SIGINT, SIGTERM])
  func `can be interrupted while one waits for a pipe`(signal: Int32) throws {
    let paths = ["logs/a.log", "logs/pipe.log", "a.log", "b.log"]
    let live = try LiveProcess(
      try sandbox(), ["-f", "concise", "--rulebook", "views.yaml", "-j", "2"] + paths)
    #expect(live.read().hasPrefix("logs/a.log:5:24: error: "))
    live.waitUntilAsleep()
    kill(live.process.processIdentifier, signal)
    let texts = live.end()
    #expect(live.process.terminationReason == .exit)
    #expect(live.process.terminationStatus == 2)
    let problem = "error: logs/pipe.log: the program was interrupted before the end of the file\n"
    #expect(texts.errors.contains(problem), "\(texts.errors)")
  }

  @Test func `cannot be negative in number`() throws {
    let outcome = try Sandbox(["a.log": Sandbox.good]).check("--threads=-1", "a.log")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("the number of threads is negative (--threads)"), "\(outcome.errors)")
    #expect(outcome.output == "")
  }
}
