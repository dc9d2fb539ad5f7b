import Foundation
import Testing

@testable import lifecheck

@Suite struct `The progress line` {
  @Test(
    arguments: [
      (0, 1.0, nil, nil, "lifecheck: 0 B at 0 B/s"),
      (999, 1.0, nil, 0, "lifecheck: 999 B at 999 B/s, 0 violations"),
      (1000, 2.0, 0.999, 1, "lifecheck: 99 %, 1.0 kB at 500 B/s, 1 violation"),
      (9_940_000, 1.0, 1.2, 2, "lifecheck: 100 %, 9.9 MB at 9.9 MB/s, 2 violations"),
      (9_960_000, 1.0, nil, nil, "lifecheck: 10 MB at 10 MB/s"),
      (999_600_000, 1.0, nil, nil, "lifecheck: 1.0 GB at 1.0 GB/s"),
      (42_000_000_000, 50.0, 0.5, 12, "lifecheck: 50 %, 42 GB at 840 MB/s, 12 violations"),
    ] as [(Int, Double, Double?, Int?, String)])
  func `shows the bytes read, the speed and the number of violations`(
    _ bytes: Int, _ seconds: Double, _ share: Double?, _ violations: Int?, _ text: String
  ) {
    #expect(
      Progress.text(bytes: bytes, seconds: seconds, share: share, violations: violations) == text)
  }
}

extension `The progress line` {
  @Test func `shows the number of logs if there are several`() {
    #expect(
      Progress.text(bytes: 1_000, seconds: 1, share: 0.5, logs: (7, 20), violations: 0)
        == "lifecheck: 50 %, 7 of 20 logs, 1.0 kB at 1.0 kB/s, 0 violations")
  }
}

/// The tests feed a pipe until progress is shown, or for more than a second, because progress is not shown earlier.
@Suite(.timeLimit(.minutes(15))) struct `Progress on a terminal` {
  private static let rules = ["--rulebook", "views.yaml"]
  private static let draw = "10:00:03.000 Shop[7:1] view.draw id=list\n"

  private struct Run {
    let terminal: Terminal
    let process: Process
    let input = Pipe()
    private let sandbox: Sandbox

    /// Starts the program with its standard error on a terminal, and its standard output on the terminal or
    /// `/dev/null`.
    init(
      _ arguments: [String], _ environment: [String: String] = [:], columns: UInt16 = 80,
      isOutputOnTerminal: Bool = false
    ) throws {
      sandbox = try Sandbox()
      terminal = try #require(Terminal(columns: columns))
      process = sandbox.process(arguments, environment: environment)
      process.standardInput = input
      process.standardOutput = isOutputOnTerminal ? terminal.program : FileHandle.nullDevice
      process.standardError = terminal.program
      try process.run()
      try write(Sandbox.good)
    }

    func write(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

    /// Writes prose until the terminal shows the text.
    func write(until text: String) throws {
      while !terminal.text.contains(text) {
        try write("prose\n")
        usleep(20_000)
        terminal.read()
      }
    }

    /// Closes the input and returns the final contents of the terminal.
    func end() throws -> [String] {
      try input.fileHandleForWriting.close()
      while process.isRunning {
        terminal.read()
        usleep(10_000)
      }
      terminal.read()
      return terminal.screen
    }
  }

  @Test func `is erased at the end`() throws {
    let run = try Run(Self.rules + ["-"])
    try run.write(until: ", 0 violations")
    try run.write(Self.draw)
    try run.write(until: ", 1 violation")
    #expect(run.terminal.screen.last?.hasPrefix("lifecheck: ") == true)
    #expect(try run.end() == [""])
  }

  @Test func `is erased before a violation is shown`() throws {
    let run = try Run(["-f", "concise"] + Self.rules + ["-"], isOutputOnTerminal: true)
    try run.write(until: ", 0 violations")
    try run.write(Self.draw)
    try run.write(until: ", 1 violation")
    let screen = try run.end()
    #expect(screen.first?.hasPrefix("<stdin>:") == true)
    #expect(!screen.joined().contains("lifecheck: "), "\(screen)")
  }

  @Test func `is cut to the width of the terminal`() throws {
    let run = try Run(Self.rules + ["-"], columns: 12)
    try run.write(until: "lifecheck: ")
    #expect(run.terminal.screen.allSatisfy { $0.count < 12 }, "\(run.terminal.screen)")
    #expect(try run.end() == [""])
  }

  @Test(arguments: [["events"] + rules + ["-"], ["events", "--formats"] + rules + ["-"]])
  func `is also shown by the events command`(_ arguments: [String]) throws {
    let run = try Run(arguments)
    try run.write(until: "lifecheck: ")
    #expect(!run.terminal.text.contains("violation"))
    #expect(try run.end() == [""])
  }

  /// The options and the environment that turn progress off.
  struct Silence: CustomTestStringConvertible, Sendable {
    var arguments: [String] = []
    var environment: [String: String] = [:]
    var isOutputOnTerminal = false
    var testDescription: String { (environment.map { "\($0)=\($1)" } + arguments).joined(separator: " ") }
  }

  @Test(arguments: [
    Silence(arguments: ["-q"]), Silence(environment: ["CI": "true"]), Silence(environment: ["TERM": "dumb"]),
    Silence(arguments: ["events"], isOutputOnTerminal: true),
  ])
  func `is off with --quiet, in CI, on a dumb terminal and among listed events`(_ silence: Silence) throws {
    let run = try Run(
      silence.arguments + Self.rules + ["-"], silence.environment,
      isOutputOnTerminal: silence.isOutputOnTerminal)
    let start = Date()
    while Date().timeIntervalSince(start) < 1.5 {
      try run.write("prose\n")
      usleep(100_000)
    }
    _ = try run.end()
    #expect(!run.terminal.text.contains("lifecheck: "), "\(run.terminal.text)")
  }

  @Test func `is not written to a pipe`() throws {
    let live = try LiveProcess(try Sandbox(), Self.rules + ["-"])
    let start = Date()
    try live.write(Sandbox.good)
    while Date().timeIntervalSince(start) < 1.5 {
      try live.write("prose\n")
      usleep(100_000)
    }
    try live.input.fileHandleForWriting.close()
    #expect(live.end().errors == "")
  }

  @Test func `stays while log after log is read`() throws {
    let sandbox = try Sandbox(
      Dictionary(uniqueKeysWithValues: (0..<2_000).map { ("logs/\($0).log", Sandbox.good) }))
    _ = try sandbox.shell("mkfifo pipe.log")
    let terminal = try #require(Terminal())
    let process = sandbox.process(["-f", "concise"] + Self.rules + ["pipe.log", "logs"])
    process.standardOutput = FileHandle.nullDevice
    process.standardError = terminal.program
    try process.run()
    // The first log takes more than a second, so progress is due with each of the others.
    let pipe = try FileHandle(forWritingTo: sandbox.folder.appending(path: "pipe.log"))
    usleep(1_200_000)
    try pipe.write(contentsOf: Data(Sandbox.good.utf8))
    try pipe.close()
    process.waitUntilExit()
    terminal.read()
    #expect(terminal.text.contains(" of 2001 logs"), "\(terminal.text)")
    // A line that is erased after a log is erased again before the next one is shown.
    #expect(!terminal.text.contains("\r\u{1B}[K\r\u{1B}[K"), "\(terminal.text)")
    #expect(terminal.screen == [""])
  }

  @Test func `shows which share of a file was read`() throws {
    let sandbox = try Sandbox([
      "a.log": Sandbox.good + (0..<8_000).map { "10:00:04.000 Shop[7:1] view.draw id=v\($0)\n" }.joined()
    ])
    let terminal = try #require(Terminal())
    let process = sandbox.process(["-f", "concise"] + Self.rules + ["a.log"])
    let output = Pipe()
    process.standardOutput = output
    process.standardError = terminal.program
    try process.run()
    // Nobody reads the report for 1.5 s, so the program is still running when progress is due.
    usleep(1_500_000)
    _ = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    terminal.read()
    #expect(terminal.text.contains(" %, "), "\(terminal.text)")
    #expect(terminal.screen == [""])
  }
}
