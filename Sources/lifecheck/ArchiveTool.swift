import Reporting

/// A program that prints the contents of a log archive (`*.logarchive`) as lines of JSON.
struct ArchiveTool {
  let program: String
  private let arguments: [String]

  /// The programs, in the order in which they are tried.
  static func all(for path: String) -> [ArchiveTool] {
    #if os(macOS)
      let system = [
        ArchiveTool(
          program: "/usr/bin/log",
          arguments: ["show", "--archive", path, "--info", "--debug", "--style", "ndjson"])
      ]
    #else
      let system: [ArchiveTool] = []
    #endif
    return system + [
      ArchiveTool(
        program: "unifiedlog_iterator",
        arguments: ["--mode", "log-archive", "--input", path, "--format", "jsonl"])
    ]
  }

  /// Starts the first of the programs that is installed. Throws a `Problem` if there is none, or if it cannot be started.
  static func start(for path: String) throws(Problem) -> (tool: ArchiveTool, child: System.Child) {
    for tool in all(for: path) {
      do {
        return (tool, try System.start(tool.program, tool.arguments))
      } catch .missing {
        continue
      } catch {
        throw Problem("is a log archive, but \(tool.program) cannot be started: \(error.message)")
      }
    }
    throw Problem(
      "is a log archive, and no program that reads one is installed",
      help: "install unifiedlog_iterator (macos-UnifiedLogs), or write the archive out on a Mac: "
        + AppleBundle.logArchiveCommand, .unsupported)
  }
}

/// Reads the output of an `ArchiveTool` as it arrives.
final class ArchiveReader {
  private let tool: ArchiveTool
  private let child: System.Child
  private var isRunning = true
  private var hasOutput = false
  private var drain = PipeDrain()
  /// The error after which nothing more can be read.
  private var failure: Problem?

  /// Starts the tool for the archive at a path.
  init(_ path: String) throws(Problem) {
    (tool, child) = try ArchiveTool.start(for: path)
    System.close(child.input)
  }

  deinit {
    System.close(child.output)
    guard isRunning else { return }
    System.terminate(child.process)
    _ = System.waitForExit(of: child.process)
  }

  /// Reads the next bytes into the buffer. Returns their range; empty at the end.
  func read(into buffer: inout [UInt8]) throws(Problem) -> Range<Int> {
    if let failure { throw failure }
    while isRunning {
      let ready = System.wait(reading: child.output, Interruption.descriptor)
      if ready.1, drain.isDone(isReady: ready.0) { return 0..<0 }
      guard ready.0 else { continue }
      let chunk: Range<Int>
      do {
        chunk = try System.read(child.output, into: &buffer)
      } catch {
        throw fail("the output of \(tool.program) cannot be read: \(error.message)")
      }
      hasOutput = hasOutput || !chunk.isEmpty
      if !chunk.isEmpty { return chunk }
      isRunning = false
      let status = System.waitForExit(of: child.process)
      // An interrupt may also have ended the tool.
      if status != 0, !Interruption.isRequested {
        let end = status.map { "ended with exit status \($0)" } ?? "was ended by a signal"
        throw fail("cannot be read: \(tool.program) \(end)")
      }
    }
    return 0..<0
  }

  private func fail(_ message: String) -> Problem {
    let problem = Problem(message, help: hasOutput ? "the part before that is read" : nil)
    failure = problem
    return problem
  }
}
