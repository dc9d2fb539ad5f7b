import Diagnostics
import Rulebook
import Testing
import Trace

@testable import Checking
@testable import Reporting

@Suite struct `The language page` {
  static let page = Result { try LanguagePage() }
  static var examples: [LanguagePage.Example] { (try? page.get().examples) ?? [] }
  static var mistakes: [LanguagePage.Mistakes] { (try? page.get().mistakes) ?? [] }

  @Test(arguments: examples)
  func `shows the result of checking each trace`(example: LanguagePage.Example) throws {
    let bench = Bench.with(try Self.page.get().rulebook(example.rules))
    let checked = bench.check(example.trace)
    #expect(example.unknownMarks == [])
    #expect(reported(checked) == example.due)
    #expect(Set(checked.violations.flatMap(\.related).map(\.witness.line)) == example.related)
    let deciding = checked.violations.filter { $0.decidedLine > $0.witness.line }.map(\.decidedLine)
    #expect(Set(deciding) == example.deciding)
    #expect(verdicts(on: checked, as: example.verdicts) == example.verdicts)
    if let summary = example.summary { #expect(remarks(on: checked, bench) == summary) }
  }

  private func reported(_ checked: Checked) -> [String] {
    checked.violations.map { violation in
      let repeats = checked.repeats(of: violation)
      return "\(violation.witness.line) \(violation.ruleID)" + (repeats > 0 ? " x\(repeats + 1)" : "")
    }.sorted()
  }

  private func verdicts(on checked: Checked, as written: [String]) -> [String] {
    checked.summary.rules.enumerated().map { index, coverage in
      verdict(coverage, written.indices.contains(index) ? written[index] : "")
    }
  }

  /// A verdict as the page writes it, with a count if the page has one.
  private func verdict(_ coverage: RuleCoverage, _ written: String) -> String {
    let count: Int? =
      switch coverage.verdict {
      case .violated: coverage.violated
      case .held: coverage.held
      case .inconclusive: coverage.inconclusive
      case .notTriggered, .notObservable: nil
      }
    let word = coverage.verdict.word
    return written.contains(where: \.isNumber) ? "\(word) \(count ?? 0)" : word
  }

  private func remarks(on checked: Checked, _ bench: Bench) -> String {
    var report = Report(rulebook: "page")
    report.addRulebook(bench.program.rulebook)
    var trace = TraceReport(path: "trace.log")
    trace.statistics = checked.statistics
    trace.summary = checked.summary
    report.add(trace)
    return Summary(report).lines.map { $0 + "\n" }.joined().split(separator: "\n").dropFirst()
      .map { $0.drop { $0 == " " } + "\n" }.joined()
  }

  @Test(arguments: mistakes)
  func `shows exactly the mistakes that are found in a rulebook`(block: LanguagePage.Mistakes) throws {
    let text = try Self.page.get().rulebook(block.rules)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var found: [Int: [String]] = [:]
    do {
      _ = try Rulebook.load(["page.yaml"]) { _ in .success(Array(text.utf8)) }
    } catch {
      for diagnostic in error.diagnostics {
        let said = [diagnostic.message, diagnostic.label].compactMap(\.self).joined(separator: ": ")
        found[diagnostic.range?.start.line ?? 0, default: []].append(said)
      }
    }
    for (index, line) in lines.enumerated() {
      let mark = line.firstRange(of: "  # mistake: ")
      #expect(found[index + 1] == mark.map { [String(line[$0.upperBound...])] }, "\(line)")
    }
  }
}
