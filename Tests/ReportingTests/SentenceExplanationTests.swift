import Rulebook
import Testing

@testable import Reporting

@Suite struct `The meaning of a sentence` {
  private static let rulebook = """
    lifecheck: 1
    vocabulary:
      a.on: {fields: {id: text, n: number}}
      a.off: {fields: {id: text, n: number}}
      b.run: {returns: true, fields: {id: text, s: duration}}
    spans:
      on: {from: a.on, until: a.off, key: id}
      busy: {from: b.run, until: a.off}
    rules:
      - id: rule
        message: m
        check: >-
          SENTENCE

    """

  @Test(arguments: [
    ("never a.on", "a.on must not occur. Each occurrence is reported"),
    (
      "while on or busy, never a.off where n > 2 unless busy is not open",
      "while on or busy is open, a.off (if `n` is greater than 2) must not occur. Each occurrence is reported. "
        + "Nothing is reported if busy is not open"
    ),
    (
      "across sessions, each a.on(id) is followed by a.off(id) within 5 s before b.run",
      "over all launches of the app: after each a.on, a.off must occur within 5 s before b.run. "
        + "Each one without it is reported. Different values of id are checked separately"
    ),
    (
      "outside on, each a.off is preceded by a.on since b.run",
      "while on is not open, before each a.off, a.on must have occurred since the newest b.run. "
        + "Each one without it is reported"
    ),
    (
      "during on, at most 3 b.run per 1min",
      "during each opening of on, b.run may occur 3 times in any 1 min. Each further one is reported"
    ),
    (
      "no on is open 2s after the close of b.run",
      "no on may be open 2 s after the close of b.run. Each one that is still open is reported"
    ),
    ("each b.run lasts at most 5s", "each b.run must last at most 5 s. Each one that does not is reported"),
    (
      "each b.run has s < 3s or id in (x, y)",
      "for each b.run, this must be true: `s` is less than 3 s or `id` is x or y. Otherwise it is reported"
    ),
    (
      "between a.on and a.off, at least 2 b.run unless a.off is not recorded and last a.on.n is present",
      "between a.on and a.off, if both occur, b.run must occur at least 2 times. Fewer are reported at the end. "
        + "Nothing is reported if the log does not contain a.off and the newest `a.on.n` is present"
    ),
    (
      "after a.on until a.off, expect b.run within 1s",
      "after a.on until a.off, b.run must occur within 1 s. Otherwise the scope is reported"
    ),
    (
      "for 3s after a.on, b.run recurs every 1s",
      "for 3 s after each a.on, b.run must occur again at least every 1 s. Each longer wait is reported"
    ),
  ])
  func `is explained in plain English`(sentence: String, meaning: String) throws {
    let text = Self.rulebook.replacing("SENTENCE", with: sentence)
    let rulebook = try Rulebook.load(["rules.yaml"]) { _ in .success(Array(text.utf8)) }
    let parsed = try #require(rulebook.rules.first?.sentences.first)
    #expect(SentenceExplanation(parsed.sentence, rulebook.vocabulary).text == meaning)
  }
}
