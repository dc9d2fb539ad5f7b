import CAllocationCounter
import Checking
import Rulebook
import Trace

/// How many blocks of memory it takes to read a log and check it.
struct Allocations {
  /// While the first half of the bytes was read, and while the second was: what the second half takes, a log ten times
  /// as long takes ten times.
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
