import Diagnostics
import Reporting
import TestSupport
import Testing

@testable import Rulebook

/// No rulebook crashes the loader, and every mistake has a place inside its text. `Scripts/fuzz sentence` is the long
/// run.
@Suite struct `Random sentences` {
  private static let mutator = Mutator(
    ProjectTexts.files(in: "Tests/RulebookTests/Golden", endingWith: ".yaml")
      + [Array((Shop.text + `A damaged rulebook`.more).utf8)],
    words: `A damaged rulebook`.words)

  @Test(arguments: FuzzRun.parts) func `are read, or have mistakes with places`(part: Int) {
    let failure = FuzzRun("sentence", cases: 200).firstFailure(
      in: part,
      make: { dice in Bool.random(using: &dice) ? Self.mutator.input(&dice) : Self.sentences(&dice) },
      check: { input, _ in Self.problem(with: input) })
    if let failure { Issue.record("\(failure)") }
  }

  /// A rulebook with a rule whose sentences have words replaced, removed or repeated.
  private static func sentences(_ dice: inout Dice) -> [UInt8] {
    let items = (0..<Int.random(in: 1...8, using: &dice)).map { _ in
      var words = (`A damaged rulebook`.sentences.randomElement(using: &dice) ?? "").split(
        separator: " "
      )
      .map(String.init)
      for _ in 0..<Int.random(in: 0...4, using: &dice) where !words.isEmpty {
        let place = Int.random(in: words.indices, using: &dice)
        let word = `A damaged rulebook`.words.randomElement(using: &dice) ?? ""
        switch Int.random(in: 0..<5, using: &dice) {
        case 0: words.remove(at: place)
        case 1: words.insert(word, at: place)
        case 2: words[place] = word
        case 3:
          words.insert(
            contentsOf: repeatElement(word, count: Int.random(in: 2...60, using: &dice)), at: place)
        default: words.swapAt(place, Int.random(in: words.indices, using: &dice))
        }
      }
      let text = words.joined(separator: " ").replacing("'", with: "''").replacing("\0", with: "")
      return "      - '\(text.replacing("\n", with: " "))'\n"
    }
    return Array((Shop.text + "rules:\n  - id: it\n    check:\n" + items.joined()).utf8)
  }

  private static func problem(with input: [UInt8]) -> String? {
    do {
      let rulebook = try Rulebook.load(["test.yaml"]) {
        $0 == "test.yaml" ? .success(input) : .failure(.missing)
      }
      return problem(with: rulebook.warnings)
    } catch {
      return error.diagnostics.isEmpty ? "there is no mistake" : problem(with: error.diagnostics)
    }
  }

  private static func problem(with diagnostics: [Diagnostic]) -> String? {
    for diagnostic in diagnostics {
      if diagnostic.message.isEmpty { return "a mistake has no message" }
      guard diagnostic.range != nil else { return "\(diagnostic.message): this has no place" }
      for range in [diagnostic.range].compactMap(\.self) + diagnostic.related.map(\.range)
      where range.bytes.upperBound > range.source.bytes.count {
        return "\(diagnostic.message): the place is outside of the text"
      }
    }
    let text = DiagnosticText.text(of: diagnostics, Style(isUnicode: true))
    return diagnostics.isEmpty == text.isEmpty ? nil : "the mistakes are not shown"
  }
}
