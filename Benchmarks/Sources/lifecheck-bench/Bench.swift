import CAllocationCounter
import Checking
import Foundation
import Rulebook
import Trace

/// Times the way of the data, stage by stage, on logs that are made here, and counts what it allocates.
///
///     swift run -c release lifecheck-bench [lines]
///     swift run -c release lifecheck-bench timescales [rows]
///     swift run -c release lifecheck-bench write-keys [lines]
@main struct Bench {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "timescales" {
      return try TimescalesBench.run(rows: arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000)
    }
    if arguments.first == "write-keys" {
      let lines = arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
      return FileHandle.standardOutput.write(Data(Logs.keys(lines)))
    }
    let lines = arguments.first.flatMap { Int($0) } ?? 500_000
    let rulebook = try Rulebook.load(["ios"]) { _ in .failure(.init("no such file")) }
    let program = Program(rulebook)
    let recognizer = Recognizer(rulebook.vocabulary)
    print("log                 stage        lines     events    MB/s   M lines/s  allocations, second half")
    for (name, log) in [
      ("prose, 0.1 % events", Logs.sparse(lines)), ("callbacks", Logs.callbacks(lines)),
      ("timers and GL calls", Logs.dense(lines)),
    ] {
      measure(name, "read", log) { Run(recognizer, nil) }
      measure(name, "read, check", log) { Run(recognizer, program) }
    }
  }

  private static func measure(_ name: String, _ stage: String, _ log: [UInt8], _ make: () -> Run) {
    var best = Duration.seconds(3600)
    var late = 0
    var last = make()
    for _ in 0..<5 {
      var run = make()
      let clock = ContinuousClock()
      let start = clock.now
      // Two halves: what the second one allocates, a log ten times as long allocates ten times.
      run.read(log, 0..<log.count / 2)
      let before = allocation_count()
      run.read(log, log.count / 2..<log.count)
      late = allocation_count() - before
      run.finish()
      best = min(best, start.duration(to: clock.now))
      last = run
    }
    let seconds = Double(best.components.seconds) + Double(best.components.attoseconds) / 1e18
    let lines = log.count { $0 == UInt8(ascii: "\n") }
    func column(_ value: some CustomStringConvertible, _ width: Int) -> String {
      let text = value.description
      return String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let speed = Int(Double(log.count) / seconds / 1e6)
    let rate = (Double(lines) / seconds / 1e4).rounded() / 100
    print(
      name.padded(19), stage.padded(11), column(lines, 9), column(last.events, 9), column(speed, 7),
      column(rate, 9),
      column(late, 10))
  }
}

/// One log on its way.
struct Run {
  private final class Reader {
    var reader: TraceReader
    init(_ recognizer: Recognizer) { reader = TraceReader(recognizer) }
  }

  private let reader: Reader
  private var checker: Checker?
  private(set) var events = 0

  init(_ recognizer: Recognizer, _ program: Program?) {
    reader = Reader(recognizer)
    checker = program.map { Checker($0) }
  }

  mutating func read(_ log: [UInt8], _ range: Range<Int>) {
    var position = range.lowerBound
    while position < range.upperBound {
      let end = min(position + 256 * 1024, range.upperBound)
      reader.reader.read(log.span.extracting(position..<end)) { event, line in
        events += 1
        checker?.step(event, line: line)
      }
      position = end
    }
  }

  mutating func finish() {
    reader.reader.finish { event, line in
      events += 1
      checker?.step(event, line: line)
    }
    checker?.finish()
  }
}

extension String {
  func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
