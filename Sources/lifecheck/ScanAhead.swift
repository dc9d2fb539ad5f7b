import Trace

/// Scans the chunks of a file on several threads, while their lines are read in order on this one. This thread scans a
/// chunk, too, if it would have to wait for the next one.
final class ScanAhead {
  private let chunks = Shared(Chunks())
  /// The number of other threads to start with the first chunk.
  private var unstarted: Int
  /// The number of chunks that may be handed over before one is read: enough for all threads.
  private let most: Int
  /// The number of chunks that were handed over, and of those that were read.
  private var handedOver = 0
  private var read = 0
  /// A buffer of a chunk that was read.
  private var spare: [UInt8] = []

  /// The scanning of more chunks would take more memory, and this thread could not read them as fast.
  private static let mostThreads = 8

  /// The chunks that were handed over and are not read yet, in order.
  private struct Chunks: Sendable {
    var all: [Chunk] = []
    var isStopped = false

    /// Removes the first chunk that nobody scans yet, but for its place.
    mutating func claim() -> Chunk? {
      guard let index = all.firstIndex(where: { !$0.isClaimed }) else { return nil }
      // Moved, because the next bytes are read into the buffer without a copy only if nobody else has it.
      var chunk = Chunk(number: all[index].number, range: all[index].range, scanner: all[index].scanner)
      swap(&chunk.buffer, &all[index].buffer)
      all[index].isClaimed = true
      return chunk
    }

    mutating func putBack(_ chunk: inout Chunk) {
      guard let index = all.firstIndex(where: { $0.number == chunk.number }) else { return }
      swap(&chunk.buffer, &all[index].buffer)
      all[index].scanned = chunk.scanned
    }
  }

  private struct Chunk: Sendable {
    var number: Int
    var buffer: [UInt8] = []
    var range: Range<Int>
    var scanner: BlockScanner
    /// Whether a thread scans it or has scanned it.
    var isClaimed = false
    var scanned: ScannedBlock?

    mutating func scan() { scanned = scanner.scan(buffer.span.extracting(range)) }
  }

  /// Scans on a number of threads, this one included; nil if there is only one.
  init?(threads: Int) {
    guard threads > 1 else { return nil }
    let threads = min(threads, Self.mostThreads)
    unstarted = threads - 1
    most = 2 * threads
  }

  /// Hands over a chunk, which is a range of a buffer, in exchange for another buffer, which may be empty.
  func add(_ buffer: inout [UInt8], _ range: Range<Int>, _ scanner: BlockScanner) {
    // Without another thread, this one scans all chunks.
    while unstarted > 0 {
      unstarted -= 1
      _ = System.startThread { [chunks] in Self.scanAll(chunks) }
    }
    var chunk = Chunk(number: handedOver, range: range, scanner: scanner)
    swap(&chunk.buffer, &buffer)
    swap(&buffer, &spare)
    handedOver += 1
    chunks.update { $0.all.append(chunk) }
  }

  /// Whether a chunk has to be read before the next one is handed over.
  var isFull: Bool { handedOver - read > most }

  /// Calls `body` with the next chunk and its candidates. Rethrows its errors.
  func readNext(_ body: (Span<UInt8>, ScannedBlock?) throws -> Void) rethrows {
    while true {
      var chunk = chunks.update { chunks -> Chunk? in
        if chunks.all[0].scanned != nil { return chunks.all.removeFirst() }
        return chunks.claim()
      }
      if chunk.number == read, chunk.scanned != nil {
        read += 1
        try body(chunk.buffer.span.extracting(chunk.range), chunk.scanned)
        swap(&spare, &chunk.buffer)
        return
      }
      chunk.scan()
      chunks.update { $0.putBack(&chunk) }
    }
  }

  /// The same for all chunks that were handed over.
  func readAll(_ body: (Span<UInt8>, ScannedBlock?) throws -> Void) rethrows {
    while read < handedOver { try readNext(body) }
  }

  /// Ends the other threads.
  func stop() { chunks.update { $0.isStopped = true } }

  private static func scanAll(_ chunks: Shared<Chunks>) {
    while true {
      let claimed = chunks.update { chunks -> Chunk?? in
        if chunks.isStopped { return .some(nil) }
        guard let chunk = chunks.claim() else { return nil }
        return chunk
      }
      guard var chunk = claimed else { return }
      chunk.scan()
      chunks.update { $0.putBack(&chunk) }
    }
  }
}
