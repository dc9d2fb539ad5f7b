import TestSupport
import Testing

/// No input crashes the reader, and any split of an input gives the same events. Other limits give the same events for
/// a valid document, unless an omission is reported. `Scripts/fuzz log` and `Scripts/fuzz document` are the long runs.
@Suite struct `Random log bytes` {
  private static let mutator = Mutator(
    ProjectTexts.files(in: "Samples", endingWith: ".log") + ProjectTexts.examples
      + [Array(`Damaged input`.seeds.joined(separator: "\n").utf8)],
    words: `Damaged input`.seeds)

  @Test(arguments: FuzzRun.parts) func `are read the same in any pieces`(part: Int) {
    let failure = FuzzRun("log", cases: 60).firstFailure(in: part, make: Self.mutator.input) { input, dice in
      RandomReading(&dice, comparesLimits: false).problem(with: input, &dice)
    }
    if let failure { Issue.record("\(failure)") }
  }
}

@Suite struct `Random documents` {
  private static func documents(_ dice: inout Dice) -> [[UInt8]] {
    (0..<Int.random(in: 1...3, using: &dice)).map { _ in RandomDocument.document(&dice) }
  }

  @Test(arguments: FuzzRun.parts) func `are read the same in any pieces and with any limits`(part: Int) {
    let failure = FuzzRun("document", cases: 60).firstFailure(
      in: part, make: { dice in Array(Self.documents(&dice).joined()) },
      check: { input, dice in RandomReading(&dice, comparesLimits: true).problem(with: input, &dice) })
    if let failure { Issue.record("\(failure)") }
  }

  @Test(arguments: FuzzRun.parts) func `that are damaged are read the same in any pieces`(part: Int) {
    let failure = FuzzRun("document-damaged", cases: 60).firstFailure(
      in: part,
      make: { dice in
        Mutator(Self.documents(&dice), words: ["},\n{", "\"ph\":\"E\"", "]}", "</row>", "<row>"]).input(&dice)
      },
      check: { input, dice in RandomReading(&dice, comparesLimits: false).problem(with: input, &dice) })
    if let failure { Issue.record("\(failure)") }
  }
}
