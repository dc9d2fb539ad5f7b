import Foundation
import Diagnostics
import Testing

@testable import Rulebook

@Suite struct `The place of a mistake` {
  /// Ways to write the sentence `while day, never pay.bgein` in YAML.
  @Test(arguments: [
    "check: while day, never pay.bgein",
    "check: 'while day, never pay.bgein'",
    "check: \"while day,\\x20never pay.bgein\"",
    "check: while day,\n      never pay.bgein",
    "check: while day,\n\n      never\n      pay.bgein\n",
    "check: >-\n      while day,\n      never pay.bgein",
    "check: >\n      while day,\n\n        never pay.bgein\n\n",
    "check: |+\n      while day,\n      never pay.bgein\n\n",
    "check: [while day, 'while day, never pay.bgein']",
    "check:\n      - sentence: >2\n          while day,\n          never pay.bgein",
    "check:\r\n      while day,\r\n      never pay.bgein\r\n",
  ])
  func `is the wrong word, in every notation of the sentence`(check: String) throws {
    guard case .failure(let error) = Shop.load(adding: "rules:\n  - id: it\n    \(check)") else {
      Issue.record("no mistake was reported")
      return
    }
    #expect(error.lines.last == "«pay.bgein» unknown event `pay.bgein` - did you mean `pay.begin`?")
  }

  @Test(arguments: [
    "check: while day never pay.begin", "check: >-\n      while day\n      never pay.begin",
    "check: |\n      while day\n      never pay.begin\n",
  ])
  func `is the unexpected word`(check: String) {
    guard case .failure(let error) = Shop.load(adding: "rules:\n  - id: it\n    \(check)") else {
      Issue.record("no mistake was reported")
      return
    }
    #expect(error.lines == ["«never» expected `while`, `or` or `,` after the scope, found `never`"])
  }
}

@Suite struct `A name in a bundled rule` {
  /// Each sentence once for each event that it names, with this name misspelt.
  private func misspelt(_ rulebook: Rulebook) -> [(sentence: String, word: String)] {
    rulebook.rules.flatMap(\.sentences).map(\.sentence.text).flatMap { text in
      Lexer.tokens(of: text).compactMap { token -> (String, String)? in
        guard token.kind == .word, rulebook.vocabulary.id(of: token.text) != nil else { return nil }
        var bytes = Array(text.utf8)
        bytes.insert(UInt8(ascii: "x"), at: token.range.upperBound)
        return (String(decoding: bytes, as: UTF8.self), token.text + "x")
      }
    }
  }

  @Test(arguments: Rulebook.bundledNames) func `gives one mistake if it is misspelt`(name: String) throws {
    let rulebook = try Rulebook.reading(["a.yaml": "lifecheck: 1\nextends: \(name)\n"]).get()
    let misspelt = misspelt(rulebook)
    try #require(!misspelt.isEmpty)
    let items = misspelt.map { "      - '\($0.sentence.replacing("'", with: "''"))'\n" }.joined()
    let yaml = "lifecheck: 1\nextends: \(name)\nrules:\n  - id: misspelt-names\n    check:\n\(items)"
    guard case .failure(let error) = Rulebook.reading(["a.yaml": yaml]) else {
      Issue.record("no mistake was reported")
      return
    }
    #expect(error.diagnostics.count == misspelt.count)
    for (diagnostic, (_, word)) in zip(error.diagnostics, misspelt) {
      let range = try #require(diagnostic.range)
      #expect(String(decoding: range.source.bytes[range.bytes], as: UTF8.self) == word)
      #expect(diagnostic.label == "did you mean `\(word.dropLast())`?")
    }
  }
}

@Suite struct `A sentence that is too long or too deep` {
  @Test(arguments: [
    (String(repeating: "(", count: 100), "conditions are nested more than 32 levels deep"),
    (String(repeating: "not ", count: 400), "conditions are nested more than 32 levels deep"),
    (String(repeating: "pay.end where ", count: 300), "conditions are nested more than 32 levels deep"),
    (String(repeating: "(", count: 50_000), "a sentence has at most 1000 words"),
    (String(repeating: "id == a or ", count: 5000), "a sentence has at most 1000 words"),
    (String(repeating: "\"", count: 801), "expected a condition, found the text \"\""),
  ])
  func `is refused`(condition: String, message: String) {
    guard case .failure(let error) = Shop.load(sentence: "never pay.begin unless \(condition)") else {
      Issue.record("no mistake was reported")
      return
    }
    #expect(error.diagnostics.map(\.message) == [message])
  }

  @Test(arguments: [31, 32]) func `is not one at the maximum depth`(depth: Int) {
    let brackets =
      String(repeating: "(", count: depth) + "cart is open" + String(repeating: ")", count: depth)
    let isFine = (try? Shop.load(sentence: "never pay.begin unless \(brackets)").get()) != nil
    #expect(isFine == (depth < Parser.maximumDepth))
  }
}

/// The program does not check the bundled rulebooks for mistakes when it starts, so this test does.
@Suite struct `The bundled rulebooks` {
  @Test(arguments: ["ios.yaml"]) func `have no mistakes if they are read as a user's files`(file: String)
    throws
  {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Rules").standardized
    let rulebook = try Rulebook.load([file]) { path in
      guard let data = try? Data(contentsOf: folder.appending(path: path)) else {
        return .failure(Rulebook.FileProblem("no such file"))
      }
      return .success(Array(data))
    }
    #expect(rulebook.rules.count == 166)
    #expect(rulebook.warnings.isEmpty)
  }
}

@Suite struct `A line that reports two events` {
  @Test(arguments: [
    ("then: pay.bgein", "«pay.bgein» no event `pay.bgein` - did you mean `pay.begin`?"),
    ("then: pay.begin idd=1", "«pay.begin idd=1» `pay.begin` has no field `idd` - did you mean `id`?"),
    ("then: pay.begin id", "«pay.begin id» expected `field=value`, found `id`"),
    ("after: {pay.bgein: pay.begin}", "«pay.bgein» no event `pay.bgein` - did you mean `pay.begin`?"),
  ])
  func `has to name known events and fields`(key: String, mistake: String) {
    let text = """
      lifecheck: 1
      vocabulary:
        pay.begin: {fields: {id: text}}
        a.b:
          line:
            - message: paid twice
              \(key)

      """
    guard case .failure(let error) = Rulebook.reading(["test.yaml": text]) else {
      Issue.record("no mistake was reported")
      return
    }
    #expect(error.lines == [mistake])
  }
}
