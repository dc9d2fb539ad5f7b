import Foundation
import Testing

/// A log archive, which another program reads.
@Suite struct `A log archive` {
  /// A line of `unifiedlog_iterator --format jsonl`, with all of its keys.
  private static func line(_ message: String, second: Int) -> String {
    #"{"subsystem":"","thread_id":259,"pid":7,"euid":501,"library":"","library_uuid":"","activity_id":0,"#
      + #""time":17672580\#(second)000000000.0,"category":"","event_type":"Log","log_type":"Default","#
      + #""process":"/private/var/containers/Shop.app/Shop","process_uuid":"","message":"\#(message)","#
      + #""raw_message":"%s","boot_uuid":"","timezone_name":"Berlin","message_entries":[],"#
      + #""timestamp":"2026-01-01T09:00:\#(second).000000000Z"}"#
  }

  private static let lines = [
    line("app.launch", second: 10), line("app.hide", second: 12), line("view.draw id=list", second: 13),
  ]

  /// A sandbox with an archive and a program `unifiedlog_iterator` that runs these commands.
  private func sandbox(_ commands: String) throws -> Sandbox {
    let sandbox = try Sandbox([
      "system.logarchive/Info.plist": "x", "lines": Self.lines.joined(separator: "\n") + "\n",
      "bin/unifiedlog_iterator": "#!/bin/sh\n\(commands)\n",
    ])
    #expect(try sandbox.shell("chmod +x bin/unifiedlog_iterator") == "")
    return sandbox
  }

  private func run(_ sandbox: Sandbox, _ arguments: String...) throws -> Sandbox.Outcome {
    try sandbox.run(
      arguments + ["--rulebook", "views.yaml"],
      environment: ["PATH": sandbox.folder.appending(path: "bin").path() + ":/usr/bin:/bin"])
  }

  @Test(arguments: ["system.logarchive", "system.logarchive/"])
  func `is read with the program that can`(path: String) throws {
    let sandbox = try sandbox("echo \"$*\" > arguments; cat lines")
    let outcome = try run(sandbox, "-f", "concise", path)
    #expect(outcome.status == 1)
    #expect(outcome.output.hasPrefix("\(path):3:"), "\(outcome)")
    #expect(outcome.output.contains("error: view list is drawn while the app is hidden"))
    let arguments = try String(contentsOf: sandbox.folder.appending(path: "arguments"), encoding: .utf8)
    #expect(arguments == "--mode log-archive --input \(path) --format jsonl\n")
    let events = try run(sandbox, "events", path).output
    #expect(
      events.contains(#""time":"2026-01-01T09:00:12.000000000Z","process":"Shop","pid":7,"thread":"259""#))
  }

  @Test func `needs such a program`() throws {
    let sandbox = try Sandbox(["system.logarchive/Info.plist": "x"])
    let outcome = try sandbox.check("system.logarchive")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix(
        "error: system.logarchive: is a log archive, and no program that reads one is installed; install "
          + "unifiedlog_iterator (macos-UnifiedLogs), or write the archive out on a Mac: log show --archive ")
    )
  }

  @Test(arguments: [
    ("exit 3", "cannot be read: unifiedlog_iterator ended with exit status 3"),
    ("cat lines; exit 1", "ended with exit status 1; the part before that is read"),
    ("cat lines; kill -9 $$", "was ended by a signal; the part before that is read"),
  ])
  func `has no verdict if the program fails`(commands: String, message: String) throws {
    let outcome = try run(try sandbox(commands), "-f", "concise", "system.logarchive")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output.contains("view list is drawn") == commands.hasPrefix("cat"))
  }

  /// The program closes its output in the middle of a line, and reports success.
  @Test func `that ends early is read up to there`() throws {
    let outcome = try run(try sandbox("head -c 900 lines"), "events", "system.logarchive")
    #expect(outcome.outputLines.count == 2)
  }

  @Test func `that is missing is reported as missing`() throws {
    let outcome = try run(try sandbox("cat lines"), "other.logarchive")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("no such file"))
  }

  /// An interrupt ends the program, too.
  @Test func `that is interrupted has no verdict`() throws {
    let sandbox = try sandbox("echo $$ > pid; cat lines; exec sleep 60")
    let process = sandbox.process(
      ["--rulebook", "views.yaml", "-f", "concise", "system.logarchive"],
      environment: ["PATH": sandbox.folder.appending(path: "bin").path() + ":/usr/bin:/bin"])
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let start = Date()
    // The violation is reported while the program still runs.
    _ = output.fileHandleForReading.availableData
    process.interrupt()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    #expect(text.contains("the program was interrupted before the end of the file"), "\(text)")
    #expect(Date().timeIntervalSince(start) < 30)
    let pid = try String(contentsOf: sandbox.folder.appending(path: "pid"), encoding: .utf8)
    #expect(kill(pid_t(pid.dropLast()) ?? 0, 0) != 0)
  }
}
