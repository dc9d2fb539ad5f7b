import Diagnostics
import TestSupport
import Testing
import YAML

@Suite struct `A text with random mistakes` {
  static let text = """
    # дерево
    lifecheck: 1
    names: [one, 'it''s', "two\\n\\u00e9"]
    rules:
      - id: first
        sentence: >-
          after one comes
          two,   or nothing

          at all
        notes: |
          a
            b
      - id: &x second
        when: {a: 1, "b c": ~, ? d : e}
        sentence: a plain text
          of two lines
        quoted: "folded
          text \\
          é"
    """

  /// The bytes for mutations: those with a meaning in YAML, and some that are not allowed.
  static let alphabet =
    Array("\n\r\t  -?:,[]{}#&*!|>'\"%@`~<=\\.0aé\u{85}\u{2028}\u{FEFF}\u{7}".utf8) + [0, 0xFF, 0xC3]

  @Test(arguments: 0..<8) func `does not crash the program, and all places are correct`(seed: Int) throws {
    var random = Dice(seed: UInt64(seed))
    for round in 0..<500 {
      var bytes = Array(Self.text.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) { mutate(&bytes, using: &random) }
      let composed = Composed(bytes: bytes)
      let mistake = composed.firstMistake(in: bytes)
      try #require(mistake == nil, "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  private func mutate(_ bytes: inout [UInt8], using random: inout Dice) {
    let at = Int.random(in: 0..<max(1, bytes.count), using: &random)
    let end = min(bytes.count, at + Int.random(in: 0...12, using: &random))
    let byte = Self.alphabet.randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<4, using: &random) {
    case 0 where at < bytes.count: bytes[at] = byte
    case 1 where at < end: bytes.removeSubrange(at..<end)
    case 2 where at < end:
      bytes.insert(contentsOf: bytes[at..<end], at: Int.random(in: 0...bytes.count, using: &random))
    default: bytes.insert(byte, at: min(at, bytes.count))
    }
  }
}
