import TestSupport
import Testing

@testable import Trace

/// Most lines of a log are passed over by a fast search. It finds what a slow one finds.
@Suite struct `A line that is passed over` {
  // MARK: The literals

  /// Text of few letters, so that literals overlap, repeat and begin one another.
  private static func text(_ count: Int, _ dice: inout Dice) -> [UInt8] {
    (0..<count).map { _ in [0x61, 0x62, 0x62, 0x42, 0x20, 0x3A].randomElement(using: &dice) ?? 0x61 }
  }

  /// What is looked at in such a text.
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

  /// A line that begins or ends with a literal, or a part of one, or holds none.
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

  @Test(arguments: 0..<50) func `holds no literal that a naive search finds`(seed: UInt64) {
    var dice = Dice(seed: seed)
    for _ in 0..<20 {
      let literals = Self.literals(&dice)
      let plain = Prefilter(literals.map { String(decoding: $0, as: UTF8.self) })
      for filter in [plain, plain.fitted(to: Self.sample(200, &dice))] {
        for _ in 0..<10 {
          let line = Self.line(literals, &dice)
          let start = Int.random(in: 0...line.count, using: &dice)
          let end = Int.random(in: start...line.count, using: &dice)
          let found = filter.first(in: line.span, start..<end)
          #expect((found != nil) == Self.isIn(line[start..<end], literals))
          if let found { #expect(literals.contains(Array(line[found.range]))) }
        }
      }
    }
  }

  /// What stands before a message.
  private static let header = [UInt8](repeating: 0x23, count: 32)

  @Test(arguments: 0..<50) func `ends where a naive search ends it`(seed: UInt64) {
    var dice = Dice(seed: seed)
    for _ in 0..<20 {
      let literals = Self.literals(&dice).filter { $0.count > 6 }
      guard !literals.isEmpty else { continue }
      let plain = Prefilter(literals.map { String(decoding: $0, as: UTF8.self) })
      let filter = Bool.random(using: &dice) ? plain : plain.fitted(to: Self.sample(100, &dice))
      #expect(filter.stride == 4)
      for _ in 0..<10 {
        let line = Self.line(literals, &dice)
        let ending: [UInt8] =
          [[0x0A], [0x0D, 0x0A], [0x0D], [0x1B, 0x0A], [0x09, 0x0A]].randomElement(using: &dice) ?? []
        let rest = [UInt8](repeating: 0x23, count: Int.random(in: 0...40, using: &dice))
        let log = Self.header + line + ending + rest
        var finds = Prefilter.Finds()
        let swept = filter.sweep(log.span, from: Self.header.count, &finds)
        let isWhole = ending.first != 0x1B && ending != [0x0D]
        if let end = swept.end {
          #expect(isWhole)
          #expect(end == Self.header.count + line.count + (ending.first == 0x09 ? 1 : 0))
          let hasLiteral = swept.marks & Prefilter.ofLiteral != 0
          #expect(hasLiteral == Self.isIn(line[...], literals))
          if hasLiteral { #expect(literals.contains(Array(log[finds.literal.range]))) }
        } else {
          #expect(!isWhole || rest.count < 40)
        }
      }
    }
  }

  @Test(arguments: [
    "1990-01-01 00:00:00", "2026-11-20T10:00:00", "2026/12/31 23:59:60", "2100-10-09 24:00:00",
  ])
  func `may have a date wherever one stands`(date: String) {
    let filter = Prefilter(["dogDidWakeUp"])
    for before in 0..<70 {
      for behind in 0..<6 {
        let line = String(repeating: "x", count: before) + date + String(repeating: "y", count: behind)
        let log = Self.header + Array(line.utf8) + [0x0A] + Self.header
        var finds = Prefilter.Finds()
        let swept = filter.sweep(log.span, from: Self.header.count, &finds)
        #expect(swept.marks & Prefilter.ofDate != 0)
      }
    }
  }

  @Test(arguments: 0...32) func `has a bracket where it is among thirty-two bytes`(place: Int) {
    var text = [UInt8](repeating: 0x61, count: 32)
    for index in text.indices where index == place || index > place && index % 3 == 0 { text[index] = 0x5D }
    #expect(text.span.bytes.place(of: 0x5D) == place)
  }

  // MARK: The lines

  private static let dates = ["2026-11-20 ", "2026-11-20 ", "2026-11-20 ", "2026-11-2O ", "2026/11/20 "]
  private static let times = [
    "10:00:00.123", "10:00:00.123", "23:59:59.999", "10:00:0;.123", "10:00:00.123456+0100",
  ]
  private static let compact = [
    " Df Walk[42:1a2b] ", " Df Walk[42:1a2b3c4d5e] ", " I  Walk[42:1a2b] ", " Df walkingd[7:ff] ",
    " Df Walk[42:main] ",
    " Xx Walk[42:1a2b] ", " Df Walk[42:] ", " Df Walk[42:1a2b]  ", " Sd Walk[42:1a2b] ",
  ]
  private static let nslog = [
    " Walk[42:1a2b] ", " Walk[42:1] ", " My Walk[43:1] ", " Talk[44:1a2b3c4d5e6f7a8b9c] ", " Walk[42] ",
  ]
  private static let columns = [
    " 0x1a2b3    Default     0x0                  312    0    Walk: ",
    " 0x1a2b3c   Default     0x0                  312    0    Walk: ",
    " 0x1a2b3    Error       0x12ab               312    0    Walk: ",
    " 0x1a2b3    Default     0x0                  7      0    talkingd: ",
    " 0x1a2b3    Timesync    0x0                  0      0    ",
    " 0x         Default     0x0   312    0    Walk: ",
  ]
  private static let origins = [
    "", "", "(WalkKit) [com.example.walk:life] ", "(WalkKit) [com.example.walk:life] ",
    "[com.example.walk:longer] ",
    "(Kit) [a.b:c] ", "(WalkKit) [com.example.[walk]:life] ", "(WalkKit) [com.example.walk:life] [tag] ",
    "[tag] ", "(Kit) ", "(Kit)\u{A0}", "[tag]\u{A0}",
    "(Kit [com.example.walk:life] ",
  ]
  private static let messages = [
    "nothing to be seen here, and no word of it", "nothing", "a",
    "took the dog for a walk in the park at noon, as it likes it",
    "nothing is at 10:00:00 here", "a\tb", "x y ", "dogDidWakeUp", "dogDidWakeUpNow",
    "the dog said dogWillSleep",
    "-[DogDelegate dogDidWakeUp:]", "bark.start id=rex", "bark.stop", "unknown.name a=b",
    "com.example.x said so",
    "flutter: bark.start id=rex", "⚡️  [log] - dogDidWakeUp",
    "x st2026-11-20 10:00:00.123 Talk[7:9] bark.start",
    "nothing\u{1B}[0m", "nothing\u{8} here", "", " two blanks", "dogDidWakeU",
    "nothing and then WFDogWillDozeNotification",
    "neverending.walk a=b", "neverending walk.of two", "finally: bark.start id=rex",
    "\u{A0}bark.start id=rex", "[tag]\u{A0}bark.stop", "\u{A0}nothing", "£ bark.stop",
    "[tag] neverending.walk a=b", "[\(String(repeating: "x", count: 40))] bark.start id=rex",
  ]

  /// Lines of one kind of log, most of which are silent; now and then its kind changes.
  private static func log(_ lines: Int, _ dice: inout Dice) -> String {
    func pick(_ texts: [String]) -> String { texts[Int.random(in: texts.indices, using: &dice)] }
    var log = ""
    var kind = [compact, nslog, columns].randomElement(using: &dice) ?? []
    for _ in 0..<lines {
      if Int.random(in: 0..<40, using: &dice) == 0 {
        kind = [compact, nslog, columns].randomElement(using: &dice) ?? []
      }
      let isUsual = Int.random(in: 0..<4, using: &dice) > 0
      let time = kind == columns ? "10:00:00.123456+0100" : "10:00:00.123"
      log +=
        isUsual ? "2026-11-20 " + time + pick(Array(kind.prefix(4))) : pick(dates) + pick(times) + pick(kind)
      log += (isUsual ? pick(Array(origins.prefix(4))) : pick(origins))
      log += Int.random(in: 0..<3, using: &dice) > 0 ? pick(Array(messages.prefix(4))) : pick(messages)
      log += ["\n", "\n", "\n", "\r\n"].randomElement(using: &dice) ?? "\n"
    }
    return log
  }

  /// What a log says where nothing is passed over, since no line has enough bytes behind it.
  private static func slowly(_ log: [UInt8], _ recognizer: Recognizer) -> Reading {
    Reading(log, recognizer, pieces: 100)
  }

  @Test(arguments: 0..<40) func `says nothing when it is read`(seed: UInt64) {
    var dice = Dice(seed: seed)
    let recognizer = Recognizer(.walk)
    for _ in 0..<5 {
      let log = Array(Self.log(120, &dice).utf8)
      let fast = Reading(log, recognizer)
      let slow = Self.slowly(log, recognizer)
      #expect(fast.sightings == slow.sightings)
      #expect(fast.statistics == slow.statistics)
    }
  }

  @Test(arguments: 0..<16) func `is the same one for every size of the pieces`(part: Int) {
    var dice = Dice(seed: UInt64(part))
    let recognizer = Recognizer(.walk)
    let log = Array(Self.log(30, &dice).utf8)
    let slow = Self.slowly(log, recognizer)
    for size in stride(from: 1 + part, through: 4_096, by: 16) {
      let pieces = Reading(log, recognizer, pieces: size)
      #expect(pieces.sightings == slow.sightings, "pieces of \(size) bytes")
      #expect(pieces.statistics == slow.statistics, "pieces of \(size) bytes")
    }
  }

  @Test func `may be any of a log whose pieces are chosen anew`() {
    var dice = Dice(seed: 1)
    let recognizer = Recognizer(.walk)
    // Words that the pieces of the first choice are in, so that these are given up.
    let noise = (0..<4_000).map {
      "2026-11-20 10:00:00.123 Walk[42:1a2b] dogDidWake dogWillSle didFetchStick \($0)"
    }
    var lines = noise
    for index in stride(from: 7, to: lines.count, by: 97) {
      lines[index] =
        "2026-11-20 10:00:00.123 Walk[42:1a2b] \(["dogDidWakeUp", "x dogWillSleep"].randomElement(using: &dice) ?? "")"
    }
    let log = Array((lines.joined(separator: "\n") + "\n").utf8)
    let fast = Reading(log, recognizer, pieces: 1 << 16)
    let slow = Self.slowly(log, recognizer)
    #expect(fast.sightings == slow.sightings)
    #expect(fast.statistics == slow.statistics)
  }

  private static func expectSame(_ lines: [String], _ vocabulary: Vocabulary = .walk) -> [String] {
    let recognizer = Recognizer(vocabulary)
    let log = Array((lines.joined(separator: "\n") + "\n").utf8)
    let fast = Reading(log, recognizer)
    let slow = slowly(log, recognizer)
    #expect(fast.sightings == slow.sightings)
    #expect(fast.statistics == slow.statistics)
    return fast.notes
  }

  @Test func `has no header that another one is like whose thread has a name`() {
    let lines = (0..<20).map { "2026-11-20 10:00:00.123 Df Walk[42:1a2b] nothing \($0)" }
    _ = Self.expectSame(["2026-11-20 10:00:00.123 Df Walk[42:main] unknown.name a=b"] + lines)
  }

  @Test func `holds no second record`() {
    let lines = (1...70).map { number in
      let text = String(repeating: "x", count: number)
      return "2026-11-20 10:00:00.123 Walk[42:1a2b] \(text)2026-11-20 10:00:00.123 Talk[7:9] bark.start"
    }
    #expect(Self.expectSame(lines).filter { $0.hasSuffix("bark.start") }.count == lines.count)
  }

  @Test(arguments: ["0x0   ", "0x12ab"])
  func `may hold what only another process would have to tell`(activity: String) throws {
    var template = try LineTemplate("dog of {id}: resting{..}")
    template.senders = ["kenneld"]
    var vocabulary = Vocabulary.walk
    vocabulary.declare(EventDeclaration(name: "dog.rests", templates: [template], fields: ["id": .text]))
    let lines = (0..<60).map { number in
      let process = number % 7 == 6 ? "kenneld" : ["Walk", "talkingd"][number % 2]
      let more = number % 5 == 4 ? ", dogWillSleep" : ""
      return
        "2026-11-20 10:00:00.123456+0100 0x1a2b3    Default     \(activity)               312    0    \(process): "
        + "(WalkKit) [com.example.walk:a category of some length] dog of Rex\(number): resting\(more)"
    }
    let notes = Self.expectSame(lines, vocabulary)
    #expect(notes.filter { $0.hasSuffix("dog.rests") }.count == 8)
  }
}
