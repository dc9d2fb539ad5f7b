import Reporting

/// Decompresses data with an external program. Its input is written and its output is read as data arrive.
final class Decompressor {
  private let compression: Compression
  private let child: System.Child
  private let source: Int32
  /// Compressed bytes that were read but not yet written to the program.
  private var pending: ArraySlice<UInt8>
  private var isFed = false
  private var isRunning = true
  /// The error after which nothing more can be read.
  private var failure: Problem?
  private var drain = PipeDrain()
  private var counts = (fed: 0, read: 0)

  /// Limits against decompression bombs: reading stops if the output is more than `maxGrowth` times the input and
  /// larger than `minBombBytes`.
  private static let maxGrowth = 1_000
  private static let minBombBytes = 8 << 30

  /// Starts the program. `head` contains the bytes that were already read from `source`. Throws a `Problem` if the
  /// program is missing or cannot be started.
  init(_ compression: Compression, of head: [UInt8], from source: Int32) throws(Problem) {
    self.compression = compression
    self.source = source
    pending = head[...]
    let name = compression.rawValue
    do {
      child = try System.start(name, ["-dc"])
    } catch .missing {
      throw Problem(
        "is compressed by \(name), but the program \(name) is not installed", help: "install it")
    } catch {
      throw Problem("is compressed by \(name), which cannot be started: \(error.message)")
    }
  }

  deinit {
    System.close(child.output)
    stopFeeding()
    if isRunning { _ = System.waitForExit(of: child.process) }
  }

  /// Reads decompressed bytes into the buffer. Returns their range; empty at the end.
  func read(into buffer: inout [UInt8]) throws(Problem) -> Range<Int> {
    if let failure { throw failure }
    guard isRunning else { return 0..<0 }
    while true {
      let isHungry = !isFed && pending.isEmpty
      let ready = System.wait(
        reading: child.output, isHungry ? source : -1, isHungry ? Interruption.descriptor : -1,
        writing: isFed || isHungry ? -1 : child.input)
      if ready.0 { return try readOutput(into: &buffer) }
      if ready.writing { feed() }
      if ready.2, drain.isDone(isReady: ready.1) {
        stopFeeding()
      } else if ready.1 {
        try readSource()
      }
    }
  }

  private func readOutput(into buffer: inout [UInt8]) throws(Problem) -> Range<Int> {
    let chunk: Range<Int>
    do {
      chunk = try System.read(child.output, into: &buffer)
    } catch {
      throw fail("cannot be read: \(error.message)")
    }
    counts.read += chunk.count
    if counts.read > Self.minBombBytes, counts.read / Self.maxGrowth > counts.fed {
      throw fail(
        "has more than \(Self.maxGrowth) times its size when decompressed, so the rest is not read")
    }
    guard chunk.isEmpty else { return chunk }
    stopFeeding()
    isRunning = false
    let status = System.waitForExit(of: child.process)
    // An interrupt may also have ended the child program.
    if let problem = compression.problem(exitStatus: status), !Interruption.isRequested {
      throw fail(problem, help: counts.read > 0 ? "the part before that is read" : nil)
    }
    return chunk
  }

  private func feed() {
    do {
      let count = try System.writeSome(child.input, pending)
      counts.fed += count
      pending.removeFirst(count)
    } catch {
      // The program has closed its input; its exit status gives the reason.
      stopFeeding()
    }
  }

  private func readSource() throws(Problem) {
    var buffer = [UInt8](repeating: 0, count: Input.chunk)
    do {
      pending = buffer[try System.read(source, into: &buffer)]
    } catch {
      throw fail("cannot be read: \(error.message)")
    }
    if pending.isEmpty { stopFeeding() }
  }

  private func fail(_ message: String, help: String? = nil) -> Problem {
    let problem = Problem(message, help: help)
    failure = problem
    return problem
  }

  private func stopFeeding() {
    guard !isFed else { return }
    isFed = true
    System.close(child.input)
  }
}
