import Checking
import Rulebook
import Trace

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The engine without the reader. A few thousand events at a time are read and buffered, and only the rules' steps over
/// them are timed.
struct EngineAlone: ~Copyable {
  private(set) var events = 0
  private(set) var violations = 0
  /// The CPU time of this thread during the steps.
  private(set) var seconds = 0.0

  private var checker: Checker
  private var batch = Batch()
  private static let size = 8_192

  /// A noncopyable event, because an event from an array would be copied for each step. The reader also lends its
  /// events.
  private struct Held: ~Copyable {
    let event: Event
  }

  private struct Batch: ~Copyable {
    private(set) var count = 0
    private let events = UnsafeMutablePointer<Held>.allocate(capacity: EngineAlone.size)
    /// The concatenated lines of the events, and the end of each line.
    private var lines: [UInt8] = []
    private var ends: [Int] = []

    deinit {
      events.deinitialize(count: count)
      events.deallocate()
    }

    var isFull: Bool { count == EngineAlone.size }

    mutating func append(_ event: Event, _ line: Span<UInt8>) {
      (events + count).initialize(to: Held(event: event))
      count += 1
      for index in line.indices { lines.append(line[index]) }
      ends.append(lines.count)
    }

    mutating func removeAll() {
      events.deinitialize(count: count)
      count = 0
      lines.removeAll(keepingCapacity: true)
      ends.removeAll(keepingCapacity: true)
    }

    /// Steps over all buffered events.
    borrowing func step(_ checker: inout Checker) {
      let lines = lines.span
      var begin = 0
      for index in 0..<count {
        Self.step(events[index], lines.extracting(begin..<ends[index]), &checker)
        begin = ends[index]
      }
    }

    @inline(__always)
    private static func step(_ held: borrowing Held, _ line: Span<UInt8>, _ checker: inout Checker) {
      checker.step(held.event, line: line)
    }
  }

  private init(_ program: Program) { checker = Checker(program) }

  /// Reads a log and steps the rules over its events.
  static func run(_ log: String, _ rulebook: Rulebook) -> EngineAlone {
    var engine = EngineAlone(Program(rulebook))
    var reader = TraceReader(Recognizer(rulebook.vocabulary, platform: rulebook.platform))
    Files.forEachChunk(of: log) { chunk in
      reader.read(chunk) { engine.put($0, $1) }
    }
    reader.finish { engine.put($0, $1) }
    engine.step()
    engine.finish()
    return engine
  }

  private mutating func put(_ event: Event, _ line: Span<UInt8>) {
    batch.append(event, line)
    if batch.isFull { step() }
  }

  private mutating func step() {
    events += batch.count
    let start = Self.now
    batch.step(&checker)
    violations += checker.takeViolations().count
    seconds += Self.now - start
    batch.removeAll()
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
