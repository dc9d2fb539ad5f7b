import Diagnostics
import TestSupport
import Testing
import YAML

/// No input crashes the composer, and every mistake has a place inside the text. `Scripts/fuzz yaml` is the long run.
@Suite struct `Random YAML` {
  private static let mutator = Mutator(
    ProjectTexts.files(in: "Rules", endingWith: ".yaml")
      + ProjectTexts.files(in: "Tests/RulebookTests/Golden", endingWith: ".yaml")
      + ProjectTexts.files(in: "Tests/ProjectTests/Golden", endingWith: ".yaml")
      + [Array(`A text with random mistakes`.text.utf8)],
    words: [
      "---\n", "...\n", "%YAML 1.1\n", "%TAG ! x:\n", "<<: *a", "&a [*a, *a]", "!!binary |", "? - ", ": - ",
      "|2-\n", ">+\n  ",
      "\"\\x41\\u00e9\\U0001F600\\\n\"", "{a: {a: ", "[[[[", "- - - - ", "key: &b !c value", "~", "null",
      "\"\\/\"", "''",
    ])

  @Test(arguments: FuzzRun.parts) func `is composed, or has mistakes with places`(part: Int) {
    let failure = FuzzRun("yaml", cases: 600).firstFailure(in: part, make: Self.mutator.input) { input, _ in
      Composed(bytes: input).firstMistake(in: input)
    }
    if let failure { Issue.record("\(failure)") }
  }
}
