import Reporting
import Synchronization
import Testing

@testable import lifecheck

/// Tests the threads of `ParallelLogReader` alone, with generated findings.
@Suite(.timeLimit(.minutes(15))) struct `Logs that are read ahead` {
  /// Finds the numbers from 0 up in each log, a batch at a time.
  private final class Numbers: LogTask {
    static let maxPending = 100
    static let batch = 30
    let count: Int
    private let all = Atomic(0)

    init(count: Int) { self.count = count }

    /// The number of findings in all logs.
    var found: Int { all.load(ordering: .relaxed) }

    func read(_ log: Log, _ counter: ProgressCounter, threads: Int, _ found: ([Int]) throws -> Void) throws
      -> TraceReport
    {
      for start in stride(from: 0, to: count, by: Self.batch) {
        let numbers = Array(start..<min(start + Self.batch, count))
        all.add(numbers.count, ordering: .relaxed)
        try found(numbers)
        try found([])
      }
      return TraceReport(path: log.paths[0])
    }
  }

  /// The given number of logs. Their content does not matter, but they must be large.
  private static func logs(_ count: Int) -> [Log] { (0..<count).map { _ in Log([Sandbox.program.path]) } }

  @Test(arguments: [2, 3, 8], [0, 1, 99, 101, 5_000])
  func `are reported completely and in order`(threads: Int, count: Int) throws {
    let work = Numbers(count: count)
    let ahead = try #require(
      ParallelLogReader(work, Self.logs(20), threads: threads, ProgressCounter(isWatched: threads == 3)))
    for _ in 0..<20 {
      var numbers: [Int] = []
      #expect(try ahead.readNext { numbers += $0 }.path == Sandbox.program.path)
      #expect(numbers == Array(0..<count))
    }
    ahead.stop()
    #expect(work.found == 20 * count)
  }

  @Test func `wait if many findings are not reported yet`() throws {
    let work = Numbers(count: 100_000)
    let ahead = try #require(
      ParallelLogReader(work, Self.logs(3), threads: 3, ProgressCounter(isWatched: false)))
    var reported = 0
    for _ in 0..<3 {
      _ = try ahead.readNext {
        reported += $0.count
        // Each thread may hold further batches that it has found by then.
        #expect(work.found - reported <= Numbers.maxPending + 5 * Numbers.batch)
      }
    }
    #expect(reported == 300_000)
  }

  /// Finds the same numbers, but a whole batch is one finding.
  private final class Batches: LogTask {
    static let maxPending = 100
    let numbers: Numbers

    init(_ numbers: Numbers) { self.numbers = numbers }

    static func weight(of finding: [Int]) -> Int { finding.count }

    func read(
      _ log: Log, _ counter: ProgressCounter, threads: Int, _ found: ([[Int]]) throws -> Void
    ) throws -> TraceReport {
      try numbers.read(log, counter, threads: 1) { try found($0.isEmpty ? [] : [$0]) }
    }
  }

  @Test func `wait if few findings have a large weight`() throws {
    let work = Batches(Numbers(count: 100_000))
    let ahead = try #require(
      ParallelLogReader(work, Self.logs(3), threads: 3, ProgressCounter(isWatched: false)))
    var reported = 0
    for _ in 0..<3 {
      _ = try ahead.readNext {
        reported += $0.reduce(0) { $0 + $1.count }
        #expect(work.numbers.found - reported <= Batches.maxPending + 5 * Numbers.batch)
      }
    }
    #expect(reported == 300_000)
  }

  @Test func `are abandoned when the report fails`() throws {
    let work = Numbers(count: .max)
    let ahead = try #require(
      ParallelLogReader(work, Self.logs(5), threads: 2, ProgressCounter(isWatched: false)))
    struct Enough: Error {}
    #expect(throws: Enough.self) { try ahead.readNext { _ in throw Enough() } }
    // `stop` returns when no thread reads any more.
    ahead.stop()
  }

  @Test func `must be several files for several threads`() {
    let counter = ProgressCounter(isWatched: false)
    let stream = Log(["-"])
    #expect(ParallelLogReader(Numbers(count: 1), Self.logs(1) + [stream], threads: 2, counter) == nil)
    #expect(ParallelLogReader(Numbers(count: 1), Self.logs(2), threads: 1, counter) == nil)
  }
}
