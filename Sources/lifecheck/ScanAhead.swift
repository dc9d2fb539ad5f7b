import Trace

/// Scans the chunks of a file on another thread, while this thread reads the lines of the chunks before.
final class ScanAhead {
  private let chunks = Shared(Chunks())
  private var isStarted = false
  /// The number of chunks that were handed over and not read yet.
  private var count = 0
  /// A buffer of a chunk that was read.
  private var spare: [UInt8] = []

  /// The number of chunks that are scanned while one is read: with a single one, a thread would often wait.
  private static let most = 2

  private struct Chunks: Sendable {
    var unscanned: [Unscanned] = []
    var scanned: [Scanned] = []
    var isStopped = false
  }

  private struct Unscanned: Sendable {
    var buffer: [UInt8]
    var range: Range<Int>
    var scanner: BlockScanner
  }

  private struct Scanned: Sendable {
    var buffer: [UInt8]
    var range: Range<Int>
    var block: ScannedBlock
  }

  /// Hands over a chunk, which is a range of a buffer, in exchange for another buffer, which may be empty. Returns false if
  /// no thread can be started.
  func scan(_ buffer: inout [UInt8], _ range: Range<Int>, _ scanner: BlockScanner) -> Bool {
    if !isStarted {
      isStarted = System.startThread { [chunks] in Self.scanAll(chunks) }
      guard isStarted else { return false }
    }
    var other: [UInt8] = []
    swap(&other, &spare)
    swap(&other, &buffer)
    chunks.update { $0.unscanned.append(Unscanned(buffer: other, range: range, scanner: scanner)) }
    count += 1
    return true
  }

  /// Whether a chunk has to be read before the next one is handed over.
  var isFull: Bool { count > Self.most }

  /// Calls `body` with the next chunk and what was found in it. Rethrows its errors.
  func readNext(_ body: (Span<UInt8>, ScannedBlock?) throws -> Void) rethrows {
    let chunk = chunks.update { chunks -> Scanned? in
      chunks.scanned.isEmpty ? nil : chunks.scanned.removeFirst()
    }
    count -= 1
    try body(chunk.buffer.span.extracting(chunk.range), chunk.block)
    spare = chunk.buffer
  }

  /// The same for all chunks that were handed over.
  func readAll(_ body: (Span<UInt8>, ScannedBlock?) throws -> Void) rethrows {
    while count > 0 { try readNext(body) }
  }

  /// Ends the other thread.
  func stop() { chunks.update { $0.isStopped = true } }

  private static func scanAll(_ chunks: Shared<Chunks>) {
    while true {
      let next = chunks.update { chunks -> Unscanned?? in
        if chunks.isStopped { return .some(nil) }
        guard !chunks.unscanned.isEmpty else { return nil }
        return chunks.unscanned.removeFirst()
      }
      guard var next else { return }
      let block = next.scanner.scan(next.buffer.span.extracting(next.range))
      chunks.update { chunks in
        // Moved, because the next bytes are read into it without a copy only if nobody else has it.
        var buffer: [UInt8] = []
        swap(&buffer, &next.buffer)
        chunks.scanned.append(Scanned(buffer: buffer, range: next.range, block: block))
      }
    }
  }
}
