import Reporting

/// Compressed data on their way through the program that undoes the compression: fed as they come, and read as it comes.
final class Decompression {
  private let compression: Compression
  private let child: Platform.Child
  private let source: Int32
  /// What was read and is not fed yet.
  private var pending: ArraySlice<UInt8>
  private var isFed = false
  private var isRunning = true
  /// Why the rest cannot be read.
  private var failure: Problem?
  private var remainder = Remainder()
  private var counts = (fed: 0, read: 0)

  /// Data that grow more than this many times, and beyond that many bytes, are not meant to be read.
  private static let mostGrowth = 1_000
  private static let longest = 8 << 30

  /// Data of which the first bytes were read already. Throws a `Problem` where the program is missing.
  init(_ compression: Compression, of head: [UInt8], from source: Int32) throws(Problem) {
    self.compression = compression
    self.source = source
    pending = head[...]
    let name = compression.rawValue
    do {
      child = try Platform.start(name, ["-dc"])
    } catch .missing {
      throw Problem(
        "is compressed by \(name), but the program \(name) is not installed", help: "install it")
    } catch {
      throw Problem("is compressed by \(name), which cannot be started: \(error.message)")
    }
  }

  deinit {
    Platform.close(child.output)
    stopFeeding()
    if isRunning { _ = Platform.end(of: child.process) }
  }

  /// Where in the buffer the next bytes are, as they were before they were compressed; nowhere at their end.
  func read(into buffer: inout [UInt8]) throws(Problem) -> Range<Int> {
    if let failure { throw failure }
    guard isRunning else { return 0..<0 }
    while true {
      let isHungry = !isFed && pending.isEmpty
      let ready = Platform.wait(
        reading: child.output, isHungry ? source : -1, isHungry ? Interruption.descriptor : -1,
        writing: isFed || isHungry ? -1 : child.input)
      if ready.0 { return try readOutput(into: &buffer) }
      if ready.writing { feed() }
      if ready.2, remainder.isOver(ready.1) {
        stopFeeding()
      } else if ready.1 {
        try readSource()
      }
    }
  }

  private func readOutput(into buffer: inout [UInt8]) throws(Problem) -> Range<Int> {
    let chunk: Range<Int>
    do {
      chunk = try Platform.read(child.output, into: &buffer)
    } catch {
      throw end(by: "cannot be read: \(error.message)")
    }
    counts.read += chunk.count
    if counts.read > Self.longest, counts.read / Self.mostGrowth > counts.fed {
      throw end(
        by: "has more than \(Self.mostGrowth) times its size when decompressed, so the rest is not read")
    }
    guard chunk.isEmpty else { return chunk }
    stopFeeding()
    isRunning = false
    let status = Platform.end(of: child.process)
    // Who interrupts the program may have ended the other one, too.
    if let problem = compression.problem(status), !Interruption.isThere {
      throw end(by: problem, help: counts.read > 0 ? "the part before that is read" : nil)
    }
    return chunk
  }

  private func feed() {
    do {
      let count = try Platform.writeSome(child.input, pending)
      counts.fed += count
      pending.removeFirst(count)
    } catch {
      // It reads no more, and its exit status will tell why.
      stopFeeding()
    }
  }

  private func readSource() throws(Problem) {
    var buffer = [UInt8](repeating: 0, count: Input.chunk)
    do {
      pending = buffer[try Platform.read(source, into: &buffer)]
    } catch {
      throw end(by: "cannot be read: \(error.message)")
    }
    if pending.isEmpty { stopFeeding() }
  }

  private func end(by message: String, help: String? = nil) -> Problem {
    let problem = Problem(message, help: help)
    failure = problem
    return problem
  }

  private func stopFeeding() {
    guard !isFed else { return }
    isFed = true
    Platform.close(child.input)
  }
}
