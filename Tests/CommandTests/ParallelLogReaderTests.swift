import Reporting
import Synchronization
import Testing

@testable import lifecheck

/// Not the program, but its threads, with logs that are made up.
@Suite(.timeLimit(.minutes(5))) struct `Logs that are read ahead` {
  /// Finds the numbers from 0 on in each log, some at a time.
  private final class Numbers: LogTask {
    static let maxPending = 100
    static let stretch = 30
    let count: Int
    private let all = Atomic(0)

    init(count: Int) { self.count = count }

    /// How many were found in all logs.
    var found: Int { all.load(ordering: .relaxed) }

    func read(_ log: Log, _ counter: ProgressCounter, _ found: ([Int]) throws -> Void) throws -> TraceReport {
      for start in stride(from: 0, to: count, by: Self.stretch) {
        let numbers = Array(start..<min(start + Self.stretch, count))
        all.add(numbers.count, ordering: .relaxed)
        try found(numbers)
        try found([])
      }
      return TraceReport(path: log.paths[0])
    }
  }

  /// So many logs; what lies there does not matter, if only it is large.
  private static func logs(_ count: Int) -> [Log] { (0..<count).map { _ in Log([Sandbox.program.path]) } }

  @Test(arguments: [2, 3, 8], [0, 1, 99, 101, 5_000])
  func `are told in their order and as a whole`(threads: Int, count: Int) throws {
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

  @Test func `wait where much was found that is not told`() throws {
    let work = Numbers(count: 100_000)
    let ahead = try #require(
      ParallelLogReader(work, Self.logs(3), threads: 3, ProgressCounter(isWatched: false)))
    var told = 0
    for _ in 0..<3 {
      _ = try ahead.readNext {
        told += $0.count
        // All threads may have found something more by then, which they still hold.
        #expect(work.found - told <= Numbers.maxPending + 5 * Numbers.stretch)
      }
    }
    #expect(told == 300_000)
  }

  /// Finds the same numbers, all of a stretch as one.
  private final class Stretches: LogTask {
    static let maxPending = 100
    let numbers: Numbers

    init(_ numbers: Numbers) { self.numbers = numbers }

    static func weight(of finding: [Int]) -> Int { finding.count }

    func read(
      _ log: Log, _ counter: ProgressCounter, _ found: ([[Int]]) throws -> Void
    ) throws -> TraceReport {
      try numbers.read(log, counter) { try found($0.isEmpty ? [] : [$0]) }
    }
  }

  @Test func `wait where much was found as one`() throws {
    let work = Stretches(Numbers(count: 100_000))
    let ahead = try #require(
      ParallelLogReader(work, Self.logs(3), threads: 3, ProgressCounter(isWatched: false)))
    var told = 0
    for _ in 0..<3 {
      _ = try ahead.readNext {
        told += $0.reduce(0) { $0 + $1.count }
        #expect(work.numbers.found - told <= Stretches.maxPending + 5 * Numbers.stretch)
      }
    }
    #expect(told == 300_000)
  }

  @Test func `are left alone when nobody wants to know any more`() throws {
    let work = Numbers(count: .max)
    let ahead = try #require(
      ParallelLogReader(work, Self.logs(5), threads: 2, ProgressCounter(isWatched: false)))
    struct Enough: Error {}
    #expect(throws: Enough.self) { try ahead.readNext { _ in throw Enough() } }
    // It comes back when no thread reads any more.
    ahead.stop()
  }

  @Test func `are several files`() {
    let counter = ProgressCounter(isWatched: false)
    let stream = Log(["-"])
    #expect(ParallelLogReader(Numbers(count: 1), Self.logs(1) + [stream], threads: 2, counter) == nil)
    #expect(ParallelLogReader(Numbers(count: 1), Self.logs(2), threads: 1, counter) == nil)
  }
}
