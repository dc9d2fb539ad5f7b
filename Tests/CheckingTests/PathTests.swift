import Foundation
import Rulebook
import Testing
import Trace

@testable import Checking

/// The engine applies events that no sentence has to look at on the fast path, and judges all others on the full path. The results must be the same.
@Suite struct `The fast path and the full path` {
  /// A log with the rulebooks that check it.
  struct Subject: CustomTestStringConvertible {
    let name: String
    let log: String
    let benches: [Bench]

    var testDescription: String { name }
  }

  private static let bundled = [Bench.ios, .android]
  /// The bundled rulebooks with small tables, by name.
  private static let small = Dictionary(
    uniqueKeysWithValues: bundled.map { ($0.program.rulebook.name, $0.small) })

  /// The logs of the folder `Samples`.
  private static var samples: [Subject] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Samples")
    let files =
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "log" }.compactMap { file in
      (try? String(contentsOf: file, encoding: .utf8)).map {
        Subject(name: file.lastPathComponent, log: $0, benches: bundled)
      }
    }
  }

  /// The traces with printed findings.
  private static var traces: [Subject] {
    ["guidance.txt", "guidance-clauses.txt", "sequences.txt"].flatMap { file in
      GuidanceTrace.all(in: file).map { Subject(name: $0.title, log: $0.trace, benches: [.ios]) }
    }
  }

  /// The examples of the rules of both bundled rulebooks.
  private static var examples: [Subject] {
    bundled.flatMap { bench in
      bench.program.rulebook.rules.flatMap { rule in
        rule.examples.map { example in
          Subject(
            name: rule.id, log: String(decoding: MarkedTrace(example).trace, as: UTF8.self), benches: [bench])
        }
      }
    }
  }

  private static var pageExamples: [Subject] {
    guard let page = try? LanguagePage() else { return [] }
    return page.examples.map { example in
      Subject(
        name: example.description, log: example.trace, benches: [.with(page.rulebook(example.rules))])
    }
  }

  @Test(arguments: samples) func `agree on a sample`(_ subject: Subject) { compare(subject) }
  @Test(arguments: traces) func `agree on a trace of the guidance`(_ subject: Subject) { compare(subject) }
  @Test(arguments: examples) func `agree on an example of a rule`(_ subject: Subject) { compare(subject) }
  @Test(arguments: pageExamples)
  func `agree on an example of the language page`(_ subject: Subject) { compare(subject) }

  @Test func `are compared on all samples, traces and examples`() {
    #expect(Self.samples.count == 5)
    #expect(Self.traces.count > 276)
    #expect(Self.examples.count > 400)
    #expect(Self.pageExamples.count > 100)
  }

  /// Compares the paths on the log once and several times in a row, because the first event of a kind takes the full path. It uses
  /// the normal tables and small ones, and takes the violations during the check or at its end.
  private func compare(_ subject: Subject) {
    for bench in subject.benches {
      for program in [bench.program, Self.small[bench.program.rulebook.name] ?? bench.small] {
        for (times, taking) in [(1, Transcript.Taking.atEnd), (4, .afterEachEvent)] {
          let log = Array(String(repeating: subject.log + "\n", count: times).utf8)
          let (fast, full) = (
            Transcript(of: log, program, bench.recognizer, usesFastPath: true, taking: taking),
            Transcript(of: log, program, bench.recognizer, usesFastPath: false, taking: taking)
          )
          #expect(fast.differences(from: full) == [], "\(times) times, violations taken \(taking)")
        }
      }
    }
  }

  @Test func `both report that a violation was decided at an event that no sentence has to look at`() {
    let bench = Bench.with(
      """
      lifecheck: 1
      vocabulary:
        job.ask:
        job.answer:
        job.step:
      rules: [{id: answered, check: each job.ask is followed by job.answer within 2s}]
      """)
    let log = Array(
      ["ask", "step", "answer", "ask", "step", "step", "step", "step", "step"].enumerated()
        .map { "10:00:0\($0) job.\($1)\n" }.joined().utf8)
    for usesFastPath in [true, false] {
      let taken = Transcript(
        of: log, bench.program, bench.recognizer, usesFastPath: usesFastPath, taking: .afterEachEvent)
      #expect(taken.told == [false, false, false, false, false, false, true, false, false])
      let left = Transcript(of: log, bench.program, bench.recognizer, usesFastPath: usesFastPath)
      #expect(left.told == [false, false, false, false, false, false, true, true, true])
    }
  }
}
