import TestSupport
import Testing

@testable import Trace

/// A fast search looks at every fourth byte only. It must find the same as a naive search.
@Suite struct `The search for literals` {
  /// Text of few letters, in which literals overlap, repeat and are prefixes of each other.
  private static func text(_ count: Int, _ dice: inout Dice) -> [UInt8] {
    (0..<count).map { _ in [0x61, 0x62, 0x62, 0x42, 0x20, 0x3A].randomElement(using: &dice) ?? 0x61 }
  }

  /// The byte counts of a sample text.
  private static func sample(_ count: Int, _ dice: inout Dice) -> Prefilter.Counts {
    let text = text(count, &dice)
    var counts = Prefilter.Counts()
    counts.add(text.span, text.indices)
    return counts
  }

  private static func literals(_ dice: inout Dice) -> [[UInt8]] {
    let shortest = Int.random(in: 4...8, using: &dice)
    return (0..<Int.random(in: 1...12, using: &dice)).map { _ in
      text(Int.random(in: shortest...shortest + 12, using: &dice), &dice)
    }
  }

  private static func isIn(_ text: ArraySlice<UInt8>, _ literals: [[UInt8]]) -> Bool {
    text.indices.contains { start in literals.contains { text[start...].starts(with: $0) } }
  }

  /// A line that begins or ends with a literal or a part of one, or contains none.
  private static func line(_ literals: [[UInt8]], _ dice: inout Dice) -> [UInt8] {
    let filling = text(Int.random(in: 0...60, using: &dice), &dice)
    let literal = literals.randomElement(using: &dice) ?? []
    let part = Array(literal.prefix(Int.random(in: 0...literal.count, using: &dice)))
    return switch Int.random(in: 0..<5, using: &dice) {
    case 0: literal + filling
    case 1: filling + literal
    case 2: filling + part + literal + part
    case 3: part + filling + part
    default: filling
    }
  }

  @Test(arguments: 0..<50) func `finds the same literals as a naive search`(seed: UInt64) {
    var dice = Dice(seed: seed)
    for _ in 0..<20 {
      let literals = Self.literals(&dice)
      let texts = literals.map { Prefilter.Literal(text: String(decoding: $0, as: UTF8.self)) }
      let fitted = Prefilter(texts, fittedTo: Self.sample(200, &dice))
      for filter in [Prefilter(texts), fitted] {
        for _ in 0..<10 {
          let line = Self.line(literals, &dice)
          let start = Int.random(in: 0...line.count, using: &dice)
          let end = Int.random(in: start...line.count, using: &dice)
          let found = filter.first(in: line.span, start..<end)
          #expect((found != nil) == Self.isIn(line[start..<end], literals))
          if let found { #expect(literals.contains(Array(line[found]))) }
        }
      }
    }
  }

  @Test(arguments: 0..<50) func `finds the first line with a literal`(seed: UInt64) {
    var dice = Dice(seed: seed)
    for _ in 0..<50 {
      let literals = Self.literals(&dice).filter { $0.count > 6 }
      guard !literals.isEmpty else { continue }
      let texts = literals.map { Prefilter.Literal(text: String(decoding: $0, as: UTF8.self)) }
      let sample = Bool.random(using: &dice) ? Self.sample(100, &dice) : nil
      let scanner = BlockScanner(FamilyNames([]), Prefilter(texts, fittedTo: sample))
      let lines: [[UInt8]] = (0..<Int.random(in: 1...6, using: &dice)).map { _ in
        Int.random(in: 0..<3, using: &dice) > 0 ? [0x23, 0x23] : Self.line(literals, &dice)
      }
      let first = lines.firstIndex { Self.isIn($0[...], literals) }
      let log: [UInt8] = lines.flatMap { line in line + [0x0A] }
      let found = scanner.firstCandidate(in: log.span, log.indices) { _ in false }
      #expect(found.map { log[..<$0].count { $0 == 0x0A } } == first)
    }
  }

  @Test func `finds a literal only beside its companions`() {
    let literal = Prefilter.Literal(text: "dogDidWake", companions: [["kenneld", "at noon"], ["talkingd"]])
    let scanner = BlockScanner(FamilyNames([]), Prefilter([literal]))
    let lines = [
      "dogDidWake": false, "Walk: dogDidWake at noon": false, "kenneld: dogDidWake": false,
      "kenneld: dogDidWake at noon": true, "talkingd: dogDidWake": true, "talkingd: dogDidWalk": false,
    ]
    for (line, isCandidate) in lines {
      let bytes = Array("\(line), and more so that a block is full\n".utf8)
      #expect((scanner.firstCandidate(in: bytes.span, bytes.indices) { _ in true } != nil) == isCandidate)
      let isPart = line.contains("dogDidWake")
      #expect((scanner.firstCandidate(in: bytes.span, bytes.indices) { _ in false } != nil) == isPart)
    }
  }

  @Test func `finds a text at any place of a range`() {
    let text = Array("needle".utf8)
    for before in 0..<40 {
      for behind in 0..<20 {
        let bytes = [UInt8](repeating: 0x6E, count: before) + text + [UInt8](repeating: 0x65, count: behind)
        #expect(bytes.span.index(of: text.span, in: bytes.indices) == before)
        #expect(bytes.span.index(of: text.span, in: 0..<before + 5) == nil)
        #expect(bytes.span.index(of: text.span, in: before..<before + 6) == before)
      }
    }
  }
}
