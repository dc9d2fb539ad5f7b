import Testing

@testable import Checking
@testable import Reporting
@testable import Rulebook

@Suite struct `A fingerprint` {
  /// Vectors of FNV-1a with 128 bits, computed with another program.
  @Test(arguments: [
    ("", "6c62272e07bb014262b821756295c58d"), ("a", "d228cb696f1a8caf78912b704e4a8964"),
    ("foobar", "343e1662793c64bf6f0d3597ba446f18"),
  ])
  func `uses FNV-1a`(text: String, hash: String) {
    #expect(String(Fingerprint.hash(of: text), radix: 16) == hash)
  }

  @Test(arguments: [
    ("redraw", "redraw"), ("task-17", "task-N"), ("0x60000A1b", "H"), ("v2.10", "vN.N"),
    ("3F2504E0-4F89-11D3-9A0C-0305E82C3301", "U"),
    ("upload 3f2504e0-4f89-11d3-9a0c-0305e82c3301/7", "upload U/N"),
  ])
  func `leaves out numbers that differ from run to run`(value: String, text: String) {
    #expect(Fingerprint.withoutNumbers(value) == text)
  }

  private static let rulebooks = ["ios", "android"].compactMap { name in
    try? Rulebook.load([RulebookReference(name)]) { _ in .failure(.missing) }
  }
  private static let compiled = rulebooks.map { CompiledRules($0) }

  struct Example: CustomTestStringConvertible {
    var rulebook: Int
    var rule: String
    var lines: [String]
    var testDescription: String { rule }
  }

  private static let examples = rulebooks.indices.flatMap { index in
    rulebooks[index].rules.flatMap { rule in
      rule.examples.filter { !$0.isGood }.map { example in
        Example(
          rulebook: index, rule: rule.id,
          lines: example.text.split(separator: "\n").map {
            String($0.split(separator: "# expect:", maxSplits: 1, omittingEmptySubsequences: false)[0])
          })
      }
    }
  }

  private func violations(_ lines: [String], _ rulebook: Int) -> [Violation] {
    var checker = LogChecker(Self.compiled[rulebook])
    let early = checker.read(lines.joined(separator: "\n") + "\n")
    return early + checker.finish().violations
  }

  /// The fingerprints of the violations in a log, each with its rule.
  private func fingerprints(_ lines: [String], _ rulebook: Int) -> [String] {
    violations(lines, rulebook).map { "\($0.ruleID) \(Fingerprint($0))" }
  }

  @Test func `is tested with many examples`() { #expect(Self.examples.count > 150) }

  /// Records a log again: an hour later or earlier, in another process, with other numbers in ids, and with other lines between.
  private func recordedAgain(_ lines: [String]) -> [String] {
    let isLate = lines.contains { $0.contains(/^([0-9-]+[T ])?23:/) }
    let later = lines.map { line in
      line.replacing(/^([0-9]{4}-[0-9]{2}-[0-9]{2}[T ])?([0-9]{2})(:[0-9]{2}:[0-9]{2})/) { match in
        "\(match.1 ?? "")\(String(100 + (Int(match.2) ?? 0) + (isLate ? -1 : 1)).dropFirst())\(match.3)"
      }
      .replacing(/\[([0-9]+)([:\]])/) { "[\((Int($0.1) ?? 0) + 4_000)\($0.2)" }
      .replacing(/\b(id|ref)=([A-Za-z-]*)([0-9]+)\b/) { "\($0.1)=\($0.2)\((Int($0.3) ?? 0) + 4_000)" }
    }
    // Lines between those of a report, such as a crash report, would end the report.
    guard later.allSatisfy({ $0.contains(/^[0-9-]*[T ]?[0-9]{2}:[0-9]{2}:[0-9]{2}.* [a-z][A-Za-z]*\.[a-z]/) })
    else {
      return later
    }
    let prose = (1...17).map { "loading module \($0)" }
    return prose + later.flatMap { [$0, "a line of prose without an event"] }
  }

  @Test(arguments: examples)
  func `is the same when a log is recorded again`(example: Example) {
    let first = fingerprints(example.lines, example.rulebook)
    let second = fingerprints(recordedAgain(example.lines), example.rulebook)
    #expect(!first.isEmpty)
    #expect(first == second)
  }

  @Test func `differs for other rules, events and values`() throws {
    var all: [String: Set<String>] = [:]
    for example in Self.examples {
      for violation in violations(example.lines, example.rulebook) {
        let subject = violation.proof.subject
        let values = subject.fields.map { "\($0.name)=\(Fingerprint.withoutNumbers($0.value))" }
        all["\(Fingerprint(violation))", default: []].insert(
          "\(violation.ruleID) \(subject.event) \(values)")
      }
    }
    #expect(all.count > 100)
    #expect(all.values.allSatisfy { $0.count == 1 })
  }

  @Test func `is numbered in each log`() {
    var numbers = FingerprintNumbers()
    let (one, other) = (LogFiles("a.log"), LogFiles("b.log"))
    let endings = [one, one, other, other].map { log in
      numbers.identity(of: .timerNotStopped, in: log).suffix(2)
    }
    #expect(endings == [":1", ":2", ":1", ":2"])
  }
}
