import Foundation
import Rulebook
import Testing
import Trace

@testable import Checking

/// A trace with a title and, after `>`, the expected findings: rule, line, related lines.
struct GuidanceTrace: CustomTestStringConvertible, Sendable {
  var title: String
  var findings: [String]
  var trace: String

  var testDescription: String { title }

  /// The item of the guidance: `G-01 breaks lifecycle-callback-order`.
  var item: String { words[0] }
  var rule: String { words[2] }
  var isGood: Bool { words[1] == "keeps" }

  private var words: [String] { title.components(separatedBy: " ") }

  /// The assumptions for the check. The guidance assumes that all callbacks are logged, in traces with returns and in
  /// some without. Otherwise a log has to declare that.
  var assumptions: Assumptions {
    let isOfRecorder = trace.contains(/\ (app|scene)\.\w+\.end/) || ["G-08", "G-11", "G-80"].contains(item)
    return isOfRecorder && !findings.isEmpty ? Assumptions(records: ["app", "scene"]) : Assumptions()
  }

  /// The findings of a check, in the format of the traces.
  func found(_ checked: Checked) -> [String] { checked.findings.map(\.printed).sorted() }

  /// The expected findings. The findings of other items have no related lines.
  func due(_ checked: Checked) -> [String] {
    let found = found(checked)
    return findings.map { finding in
      finding.hasPrefix("\(rule) ") ? finding : found.first { $0.hasPrefix("\(finding) ") } ?? finding
    }.sorted()
  }

  static func all(in file: String) -> [GuidanceTrace] {
    fixture(file).components(separatedBy: "== ").dropFirst().map { block in
      var lines = block.split(separator: "\n").map(String.init)
      let title = lines.removeFirst()
      let findings = lines.prefix { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
      return GuidanceTrace(
        title: title, findings: findings, trace: lines.dropFirst(findings.count).joined(separator: "\n"))
    }
  }
}

@Suite struct `The traces of the guidance` {
  @Test(arguments: GuidanceTrace.all(in: "sequences.txt"))
  func `have no violations in the sequences of the state model`(_ sequence: GuidanceTrace) {
    let checked = Bench.ios.check(sequence.trace)
    #expect(checked.findings == [])
    #expect(checked.inconclusive.map(Finding.init) == [])
    #expect(checked.statistics.unknownCount == 0)
  }

  @Test func `include 254 traces and 22 sequences`() {
    #expect(GuidanceTrace.all(in: "guidance.txt").count == 254)
    #expect(GuidanceTrace.all(in: "sequences.txt").count == 22)
  }
}

@Suite struct `The examples of the bundled rules` {
  @Test func `break exactly the rules that they mark, at the marked lines`() {
    let rulebook = Bench.ios.program.rulebook
    let check = ExampleCheck(rulebook)
    for rule in rulebook.rules {
      let result = check.result(of: rule)
      #expect((result.lacks + result.diagnostics).map(\.message) == [], "\(rule.id)")
    }
  }
}
