import Foundation
import Testing

/// A log of a few megabytes that contains the logs of real apps. Between them are lines without events, so that most lines are
/// skipped, and other threads scan them ahead.
@Suite(
  .enabled(if: Corpus.isThere, "there is no corpus beside the project"), .timeLimit(.minutes(15)))
struct `A large log` {
  private static func log() throws -> Data {
    let prose = Data(String(repeating: "a line of prose that says nothing\n", count: 250).utf8)
    // The first MiB is read line by line.
    let start = Data(repeatElement(prose, count: (1 << 20) / prose.count).joined())
    return try Corpus.all.reduce(into: start) { $0 += try Data(contentsOf: $1) + prose }
  }

  @Test(arguments: ["ios", "android"], ["full", "json"])
  func `has the same report for one thread and two`(rulebook: String, format: String) throws {
    let sandbox = try Sandbox()
    try Self.log().write(to: sandbox.folder.appending(path: "large.log"))
    let runs = try ["1", "2"].map { threads in
      try sandbox.run(["-f", format, "--statistics", "--rulebook", rulebook, "-j", threads, "large.log"])
    }
    #expect(runs[0].output.count > 5_000)
    #expect(runs[1].output == runs[0].output)
    #expect(runs[1].errors == runs[0].errors)
    #expect(runs[1].status == runs[0].status)
  }
}
