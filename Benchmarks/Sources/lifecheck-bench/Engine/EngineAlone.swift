import Checking
import Rulebook
import Trace

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The engine without the reading: events are read and put by, a few thousand at a time, and only the steps of the rules over
/// them are timed.
struct EngineAlone: ~Copyable {
  private(set) var events = 0
  private(set) var violations = 0
  /// Of this thread, while it stepped.
  private(set) var seconds = 0.0

  private var checker: Checker
  private var batch = Batch()
  private static let size = 8_192

  private struct Batch {
    var events: [Event] = []
    /// Their lines, one after the other, and where each of them ends.
    var lines: [UInt8] = []
    var ends: [Int] = []

    mutating func removeAll() {
      events.removeAll(keepingCapacity: true)
      lines.removeAll(keepingCapacity: true)
      ends.removeAll(keepingCapacity: true)
    }
  }

  private init(_ program: Program) { checker = Checker(program) }

  /// Reads a log and steps the rules over its events.
  static func run(_ log: String, _ rulebook: Rulebook) -> EngineAlone {
    var engine = EngineAlone(Program(rulebook))
    var reader = TraceReader(Recognizer(rulebook.vocabulary))
    Files.forEachChunk(of: log) { chunk in
      reader.read(chunk) { engine.put($0, $1) }
    }
    reader.finish { engine.put($0, $1) }
    engine.step()
    engine.finish()
    return engine
  }

  private mutating func put(_ event: borrowing Event, _ line: Span<UInt8>) {
    batch.events.append(copy event)
    for index in line.indices { batch.lines.append(line[index]) }
    batch.ends.append(batch.lines.count)
    if batch.events.count == Self.size { step() }
  }

  private mutating func step() {
    // Out of the engine while its lines are lent, and back for its memory.
    var batch = Batch()
    swap(&batch, &self.batch)
    defer {
      batch.removeAll()
      swap(&batch, &self.batch)
    }
    events += batch.events.count
    let start = Self.now
    step(over: batch)
    violations += checker.takeViolations().count
    seconds += Self.now - start
  }

  private mutating func step(over batch: borrowing Batch) {
    // Lent, as the reader lends them.
    let events = batch.events.span
    let lines = batch.lines.span
    var begin = 0
    for index in events.indices {
      checker.step(events[index], line: lines.extracting(begin..<batch.ends[index]))
      begin = batch.ends[index]
    }
  }

  private mutating func finish() {
    let start = Self.now
    checker.finish()
    violations += checker.takeViolations().count
    seconds += Self.now - start
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
