import Foundation
@testable import Rulebook
import Testing
import Trace

@testable import Checking

/// A violation by its lines alone: `no-gl-in-background 4 (2)`.
struct Finding: Hashable, CustomStringConvertible {
  var rule: String
  var line: Int
  var related: [Int]

  init(_ rule: String, _ line: Int, _ related: Int...) {
    self.rule = rule
    self.line = line
    self.related = related
  }

  init(_ violation: Violation) {
    rule = violation.ruleID
    line = violation.witness.line
    related = violation.related.map(\.witness.line)
  }

  var description: String { "\(rule) \(line) \(related)" }

  /// The format of the traces beside the tests: `no-gl-in-background 4 2, 3`.
  var printed: String {
    "\(rule) \(line)" + (related.isEmpty ? "" : " ") + related.map(String.init).joined(separator: ", ")
  }
}

/// The result of checking a trace.
struct Checked {
  var violations: [Violation]
  var inconclusive: [Violation]
  var summary: CheckSummary
  var statistics: TraceStatistics

  var findings: [Finding] { violations.map(Finding.init) }

  /// The number of lines that repeat a violation.
  func repeats(of violation: Violation) -> Int {
    summary.repeats.all.first { $0.violation == violation.id }?.count ?? 0
  }

  func coverage(_ rule: String) -> RuleCoverage? { summary.rules.first { $0.ruleID == rule } }
}

/// A rulebook with its compiled forms.
struct Bench: Sendable {
  let program: Program
  let recognizer: Recognizer

  /// The same rulebook with small tables.
  var small: Program { Program(program.rulebook, .small) }

  /// The bundled rulebook.
  static let ios = bench(["ios"], files: [:])

  static let android = bench(["android"], files: [:])

  /// A rulebook from this text, which may extend a bundled one.
  static func with(_ yaml: String, _ limits: Limits = Limits()) -> Bench {
    bench(["test.yaml"], files: ["test.yaml": yaml], limits)
  }

  /// A rulebook beside the tests.
  static func beside(_ name: String) -> Bench { bench([name], files: [name: fixture(name)]) }

  private static func bench(_ names: [String], files: [String: String], _ limits: Limits = Limits()) -> Bench
  {
    do {
      let rulebook = try Rulebook.load(names) { path in
        files[path].map { .success(Array($0.utf8)) } ?? .failure(Rulebook.FileProblem("no such file"))
      }
      return Bench(
        program: Program(rulebook, limits),
        recognizer: Recognizer(rulebook.vocabulary, platform: rulebook.platform))
    } catch {
      for diagnostic in error.diagnostics {
        let place = diagnostic.range.map { "\($0.source.name):\($0.start.line):\($0.start.column): " } ?? ""
        Issue.record("\(place)\(diagnostic.message) \(diagnostic.label ?? "")")
      }
      let nothing = Rulebook(name: "none")
      return Bench(program: Program(nothing), recognizer: Recognizer(nothing.vocabulary))
    }
  }

  /// Checks a trace on the fast path only. This is for large numbers of generated traces.
  func checkOnce(_ trace: String) -> Checked {
    let transcript = Transcript(of: Array(trace.utf8), program, recognizer, usesFastPath: true)
    return Checked(
      violations: transcript.violations, inconclusive: transcript.inconclusive, summary: transcript.summary,
      statistics: transcript.statistics)
  }

  /// Checks a trace on the fast path and on the full path, and expects the same result.
  func check(
    _ trace: String, assuming assumptions: Assumptions = Assumptions(), keepsText: Bool = true,
    keepsRepeats: Bool = true, isExplained: Bool = false
  ) -> Checked {
    let (fast, full) = (transcript(true), transcript(false))
    func transcript(_ usesFastPath: Bool) -> Transcript {
      Transcript(
        of: Array(trace.utf8), program, recognizer, assuming: assumptions, keepsText: keepsText,
        keepsRepeats: keepsRepeats, usesFastPath: usesFastPath, isExplained: isExplained)
    }
    #expect(fast.differences(from: full) == [])
    return Checked(
      violations: fast.violations, inconclusive: fast.inconclusive, summary: fast.summary,
      statistics: fast.statistics)
  }
}

/// The text of a file beside the tests.
func fixture(_ name: String, file: String = #filePath) -> String {
  let url = URL(filePath: file).deletingLastPathComponent().appending(path: "Fixtures/\(name)")
  return (try? String(contentsOf: url, encoding: .utf8)) ?? ""
}
