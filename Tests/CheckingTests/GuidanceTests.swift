import Foundation
import Rulebook
import Testing
import Trace

@testable import Checking

/// Traces with a heading each and, behind `>`, the findings that are due: rule, line, related lines.
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

  /// What was found, as findings are printed.
  func found(_ checked: Checked) -> [String] { checked.findings.map(\.printed).sorted() }

  /// What is due. A finding of another item is printed without its related lines.
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

@Suite struct `The guidance's own traces` {
  @Test(arguments: GuidanceTrace.all(in: "sequences.txt"))
  func `every sequence of the state model is clean`(_ sequence: GuidanceTrace) {
    let checked = Bench.ios.check(sequence.trace)
    #expect(checked.findings == [])
    #expect(checked.inconclusive.map(Finding.init) == [])
    #expect(checked.statistics.unknownCount == 0)
  }

  @Test func `the traces were found`() {
    #expect(GuidanceTrace.all(in: "guidance.txt").count == 254)
    #expect(GuidanceTrace.all(in: "sequences.txt").count == 22)
  }
}

/// A rule's own example: a trace, whose lines say behind `# expect:` which rules they break.
struct RuleExample: CustomTestStringConvertible, Sendable {
  var rule: String
  var isGood: Bool
  var text: String

  var testDescription: String { "\(isGood ? "good" : "bad") example of \(rule)" }

  static var all: [RuleExample] {
    Bench.ios.program.rulebook.rules.flatMap { rule in
      rule.good.map { RuleExample(rule: rule.id, isGood: true, text: $0) }
        + rule.bad.map { RuleExample(rule: rule.id, isGood: false, text: $0) }
    }
  }
}

@Suite struct `The rules' own examples` {
  @Test(arguments: RuleExample.all)
  func `break what they say, where they say, and nothing else`(_ example: RuleExample) {
    var due: [String] = []
    var trace: [String] = []
    for (index, line) in example.text.split(separator: "\n").enumerated() {
      let parts = line.components(separatedBy: "  # expect: ")
      trace.append(parts[0])
      for mark in parts.dropFirst().flatMap({ $0.components(separatedBy: ", ") }) {
        let words = mark.components(separatedBy: " x")
        due += Array(repeating: "\(words[0]) \(index + 1)", count: words.count > 1 ? Int(words[1]) ?? 0 : 1)
      }
    }
    let checked = Bench.ios.check(trace.joined(separator: "\n"))
    #expect(checked.violations.map { "\($0.ruleID) \($0.witness.line)" }.sorted() == due.sorted())
    #expect(due.isEmpty == example.isGood)
    #expect(checked.statistics.unknownCount == 0)
  }

  @Test func `every rule has a good and a bad one`() {
    for rule in Bench.ios.program.rulebook.rules {
      #expect(!rule.good.isEmpty && !rule.bad.isEmpty, "\(rule.id)")
    }
  }
}
