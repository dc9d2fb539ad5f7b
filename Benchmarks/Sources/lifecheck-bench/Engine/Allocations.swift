import CAllocationCounter
import Checking
import Rulebook
import Trace

/// The number of allocations for reading and checking a log.
struct Allocations {
  /// The allocations in the first and second half of the bytes. Allocations in the second half grow with the length of
  /// the log.
  private(set) var halves = [0, 0]
  private(set) var events = 0

  static func count(_ log: String, _ rulebook: Rulebook) -> Allocations {
    var result = Allocations()
    var checker = Checker(Program(rulebook))
    var reader = TraceReader(Recognizer(rulebook.vocabulary))
    let size = Files.size(of: log) ?? 0
    var read = 0
    Files.forEachChunk(of: log) { chunk in
      let before = allocation_count()
      reader.read(chunk) { event, line in
        result.events += 1
        checker.step(event, line: line)
      }
      _ = checker.takeViolations()
      result.halves[read < size / 2 ? 0 : 1] += allocation_count() - before
      read += chunk.count
    }
    return result
  }
}
