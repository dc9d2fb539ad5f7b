import TestSupport
import Testing

@testable import Trace

/// A fast search scans a message for literals, dates and its end. It must find the same as a naive search.
@Suite struct `The literal search in a message` {
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
      let plain = Prefilter(literals.map { .init(text: String(decoding: $0, as: UTF8.self)) })
      for filter in [plain, plain.fitted(to: Self.sample(200, &dice))] {
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

  /// The header before a message.
  private static let header = [UInt8](repeating: 0x23, count: 32)

  @Test(arguments: 0..<50) func `finds the same end as a naive search`(seed: UInt64) {
    var dice = Dice(seed: seed)
    for _ in 0..<20 {
      let literals = Self.literals(&dice).filter { $0.count > 6 }
      guard !literals.isEmpty else { continue }
      let plain = Prefilter(literals.map { .init(text: String(decoding: $0, as: UTF8.self)) })
      let filter = Bool.random(using: &dice) ? plain : plain.fitted(to: Self.sample(100, &dice))
      #expect(filter.stride == 4)
      for _ in 0..<10 {
        let line = Self.line(literals, &dice)
        let ending: [UInt8] =
          [[0x0A], [0x0D, 0x0A], [0x0D], [0x1B, 0x0A], [0x09, 0x0A]].randomElement(using: &dice) ?? []
        let rest = [UInt8](repeating: 0x23, count: Int.random(in: 0...40, using: &dice))
        let log = Self.header + line + ending + rest
        var finds = Prefilter.Finds()
        let swept = filter.sweep(log.span, from: Self.header.count, for: .max, &finds)
        let isWhole = ending.first != 0x1B && ending != [0x0D]
        if let end = swept.end {
          #expect(isWhole)
          #expect(end == Self.header.count + line.count + (ending.first == 0x09 ? 1 : 0))
          let hasLiteral = swept.holds.contains(.literal)
          #expect(hasLiteral == Self.isIn(line[...], literals))
          if hasLiteral { #expect(literals.contains(Array(log[finds.literal]))) }
        } else {
          #expect(!isWhole || rest.count < 40)
        }
      }
    }
  }

  private static let names = ["rex", "talkingd", "kennel*", "*dog", "a", "b", "c", "kernel"]

  @Test(arguments: 0..<30) func `finds the literals that the process may print`(seed: UInt64) {
    var dice = Dice(seed: seed)
    for _ in 0..<20 {
      let literals = Self.literals(&dice).filter { $0.count > 6 }.map { text in
        let senders = Self.names.filter { _ in Int.random(in: 0..<6, using: &dice) == 0 }
        return (text: text, senders: senders)
      }
      guard !literals.isEmpty else { continue }
      let filter = Prefilter(
        literals.map { .init(text: String(decoding: $0.text, as: UTF8.self), senders: $0.senders) })
      for (process, names) in [
        ("rex", ["rex"]), ("kenneld", ["kennel*"]), ("bigdog", ["*dog"]), ("", ["kernel"]), ("rexd", []),
      ] {
        let name = Array(process.utf8)
        var header = Header(message: name.indices)
        header.process = name.indices
        header.pid = process.isEmpty ? 0 : 42
        let bits = filter.tellers.bits(in: name.span, header)
        let allowed = literals.filter { $0.senders.isEmpty || !Set($0.senders).isDisjoint(with: names) }
        let line = Self.line(literals.map(\.text), &dice)
        var finds = Prefilter.Finds()
        let swept = filter.sweep(
          (Self.header + line + [0x0A] + Self.header).span, from: Self.header.count, for: bits, &finds)
        if Self.isIn(line[...], allowed.map(\.text)) { #expect(swept.holds.contains(.literal)) }
        if swept.holds.contains(.literal) { #expect(Self.isIn(line[...], literals.map(\.text))) }
        if names.isEmpty, literals.allSatisfy({ !$0.senders.isEmpty }) {
          #expect(!swept.holds.contains(.literal))
        }
      }
    }
  }

  @Test(arguments: [
    "1990-01-01 00:00:00", "2026-11-20T10:00:00", "2026/12/31 23:59:60", "2100-10-09 24:00:00",
  ])
  func `finds a date at any position`(date: String) {
    let filter = Prefilter([.init(text: "dogDidWakeUp")])
    for before in 0..<70 {
      for behind in 0..<6 {
        let line = String(repeating: "x", count: before) + date + String(repeating: "y", count: behind)
        let log = Self.header + Array(line.utf8) + [0x0A] + Self.header
        var finds = Prefilter.Finds()
        let swept = filter.sweep(log.span, from: Self.header.count, for: .max, &finds)
        #expect(swept.holds.contains(.date))
      }
    }
  }

  @Test(arguments: 0...32) func `finds a bracket at any position in 32 bytes`(place: Int) {
    var text = [UInt8](repeating: 0x61, count: 32)
    for index in text.indices where index == place || index > place && index % 3 == 0 { text[index] = 0x5D }
    #expect(text.span.bytes.place(of: 0x5D) == place)
  }
}
