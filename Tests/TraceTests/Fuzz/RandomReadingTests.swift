import TestSupport
import Testing

/// The reader crashes on no input and reads the same events from any split of it. With other limits it reads the same of a
/// document, unless it reports an omission. `Scripts/fuzz log` and `Scripts/fuzz document` are the long runs.
@Suite struct `Random log bytes` {
  private static let mutator = Mutator(
    ProjectTexts.files(in: "Samples", endingWith: ".log") + ProjectTexts.examples
      + [Array(`No input`.seeds.joined(separator: "\n").utf8)],
    words: `No input`.seeds)

  @Test(arguments: FuzzRun.parts) func `are read the same in all ways`(part: Int) {
    let failure = FuzzRun("log", cases: 60).firstFailure(in: part, make: Self.mutator.input) { input, dice in
      RandomReading(&dice, comparesLimits: false).problem(with: input, &dice)
    }
    if let failure { Issue.record("\(failure)") }
  }
}

@Suite struct `Random documents` {
  @Test(arguments: FuzzRun.parts) func `are read the same in all ways`(part: Int) {
    let failure = FuzzRun("document", cases: 100).firstFailure(
      in: part,
      make: { dice in
        let documents = (0..<Int.random(in: 1...3, using: &dice)).map { _ in RandomDocument.document(&dice) }
        // Half of the documents are undamaged, to test the limits alone.
        if Bool.random(using: &dice) { return Array(documents.joined()) }
        return Mutator(documents, words: ["},\n{", "\"ph\":\"E\"", "]}", "</row>", "<row>"]).input(&dice)
      },
      check: { input, dice in RandomReading(&dice, comparesLimits: true).problem(with: input, &dice) })
    if let failure { Issue.record("\(failure)") }
  }
}
