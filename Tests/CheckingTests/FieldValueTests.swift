import Rulebook
import TestSupport
import Testing
import Trace

@testable import Checking

@Suite struct `A value without a unit` {
  @Test(
    arguments: [
      ("5", 5_000_000_000), ("2e3", 2_000_000_000_000), ("1e-1", 100_000_000), ("+5", 5_000_000_000),
      ("-1.5", -1_500_000_000),
    ] as [(String, Int64)])
  func `is in seconds in any notation, if it is a duration`(text: String, nanoseconds: Int64) {
    #expect(FieldValue(text: text, type: .duration).nanoseconds == nanoseconds)
  }

  @Test(arguments: ["5", "0.25", "2.5s", "250ms", "13.1", "999999999999999"])
  func `is found to be readable without being parsed, if it is plain`(text: String) {
    let isPlain = Array(text.utf8).span.isPlainQuantity(in: 0..<text.utf8.count, .duration)
    #expect(isPlain)
  }

  @Test(arguments: [FieldType.number, .duration, .size, .version], 0..<200)
  func `is never found to be readable if it is not`(type: FieldType, seed: UInt64) {
    var dice = Dice(seed: seed)
    let letters = Array("0123456789..smMBeE+- n")
    for _ in 0..<50 {
      let text = String(
        (0..<Int.random(in: 0...20, using: &dice)).map { _ in letters.randomElement(using: &dice) ?? "0" })
      let isPlain = Array(text.utf8).span.isPlainQuantity(in: 0..<text.utf8.count, type)
      #expect(!isPlain || FieldValue(text: text, type: type).isReadable, "\(text)")
    }
  }

  @Test(arguments: ["64", "+64", "6.4e1"])
  func `is in megabytes, if it is a size`(text: String) {
    let size = FieldValue(text: text, type: .size)
    #expect(size.compares(.equal, to: FieldValue(literal: .size(64_000_000))) == true)
  }

  @Test(arguments: ["nan", "inf", "0x10", "1e999", "5 s", "", "-", "e"])
  func `is unreadable if it is not a number`(text: String) {
    #expect(!FieldValue(text: text, type: .duration).isReadable)
  }
}

@Suite struct `A word in a condition` {
  static let bench = Bench.with(
    """
    lifecheck: 1
    vocabulary:
      job.begin: {fields: {id: text}}
    rules:
      - {id: cafe, check: never job.begin where id == "café"}
      - {id: kelvin, check: never job.begin where id == "K"}
    """)

  @Test(
    arguments: [
      ("café", ["cafe"]), ("cafe\u{301}", ["cafe"]), ("cafe", []), ("K", ["kelvin"]),
      ("\u{212a}", ["kelvin"]),
      ("\"K\"", ["kelvin"]), ("KK", []), ("", []),
    ])
  func `is equal in every spelling`(value: String, rules: [String]) {
    #expect(Self.bench.check("job.begin id=\(value)").violations.map(\.ruleID) == rules)
    // After similar lines, the event is compared by the bytes of its line.
    let lines = ["x", "y", value].map { "job.begin id=\($0)" }.joined(separator: "\n")
    #expect(Self.bench.check(lines).violations.map(\.ruleID) == rules)
  }
}
