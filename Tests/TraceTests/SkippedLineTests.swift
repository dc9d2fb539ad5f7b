import TestSupport
import Testing

@testable import Trace

/// Most lines of a long log are skipped. It must have the same events as if every line is read.
@Suite struct `A line that is skipped` {
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
    " 0x1A2b3    Default     0x0                  312    0    Walk: ",
    " 0x1a2g3    Default     0x0                  312    0    Walk: ",
    " 0x1a2 b3   Default     0x0                  312    0    Walk: ",
    " 0x1a2b3   xDefault     0x0                  312    0    Walk: ",
    " 1x1a2b3    Default     0x0                  312    0    Walk: ",
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
    "[tag] neverending.walk a=b", "[tag]: bark.stop", "[tag]bark.stop", "[tag]  bark.stop", "[tag", "[tag]",
    "[",
    "[0x1401ed25b] took the dog out", "[com.example.walk.background:979] took the dog out",
    "[com.example.walk.background:979] bark.stop", "[tag] [tag] bark.stop", "[tag] nothing",
    "[tag] (Kit) bark.stop",
    "[\(String(repeating: "x", count: 62))] bark.start id=rex", "[tag] a_long_name_of_nothing at all",
    "a_long_name_of_nothing at all", "a_long_name_of_dogs.bark a=b", "twentythreecharactersxx.bark a=b",
    "twentyfourcharactersxxxx.bark a=b", "nothing [tag] bark.stop",
    "[\(String(repeating: "x", count: 40))] bark.start id=rex",
  ]

  /// Lines of one format, most of them without events. The format changes now and then.
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

  /// Expects that a log has the same events whether lines are skipped or not; returns them.
  @discardableResult
  private static func expectSame(
    _ log: String, _ recognizer: Recognizer, _ sizes: [PieceSizes] = [.whole, .equal(1_024), .equal(511)]
  ) -> [Sighting] {
    // The first lines show whether the log has lines in the compact style.
    let head = "2026-11-20 10:00:00.123 Df Walk[42:1a2b] nothing\n"
    let log = Array((head + log).utf8)
    let comparison = ReadingComparison(recognizer: recognizer, head: head.utf8.count)
    let outcome = comparison.compare(log, [.skipping, .scannedAhead], in: sizes)
    if let difference = outcome.difference { Issue.record("\(difference)") }
    return comparison.reference(log).knownEvents
  }

  private static func expectSame(_ lines: [String], _ vocabulary: Vocabulary = .walk) -> [Sighting] {
    expectSame(lines.joined(separator: "\n") + "\n", Recognizer(vocabulary))
  }

  @Test(arguments: 0..<40) func `has no event when it is read`(seed: UInt64) {
    var dice = Dice(seed: seed)
    for _ in 0..<5 { Self.expectSame(Self.log(120, &dice), Recognizer(.walk)) }
  }

  @Test(arguments: 0..<16) func `is the same in pieces of any size`(part: Int) {
    var dice = Dice(seed: UInt64(part))
    Self.expectSame(Self.log(30, &dice), Recognizer(.walk), PieceSizes.forLog(part, of: 16))
  }

  @Test func `may contain the words that are looked for`() {
    var dice = Dice(seed: 1)
    var lines = (0..<4_000).map {
      "2026-11-20 10:00:00.123 Walk[42:1a2b] dogDidWake dogWillSle didFetchStick \($0)"
    }
    for index in stride(from: 7, to: lines.count, by: 97) {
      lines[index] =
        "2026-11-20 10:00:00.123 Walk[42:1a2b] \(["dogDidWakeUp", "x dogWillSleep"].randomElement(using: &dice) ?? "")"
    }
    #expect(!Self.expectSame(lines).isEmpty)
  }

  @Test func `may follow a header whose thread has a name`() {
    let lines = (0..<20).map { "2026-11-20 10:00:00.123 Df Walk[42:1a2b] nothing \($0)" }
    _ = Self.expectSame(["2026-11-20 10:00:00.123 Df Walk[42:main] unknown.name a=b"] + lines)
  }

  /// A skipped line names the process of a later one, and the piece of the log ends between them.
  @Test func `may be above the end of a piece`() {
    let above = (1...4).map {
      "2026-11-20 10:00:00.123 Talk[\($0):9] nothing\n" + String(repeating: "or\n", count: 20)
    }
    let log = above.map { $0 + "dogWillSleep\n" }.joined()
    let sizes = (1...log.utf8.count).map(PieceSizes.equal)
    #expect(Self.expectSame(log, Recognizer(.walk), sizes).count == 4)
  }

  @Test func `has no second record`() {
    let lines = (1...70).map { number in
      let text = String(repeating: "x", count: number)
      return "2026-11-20 10:00:00.123 Walk[42:1a2b] \(text)2026-11-20 10:00:00.123 Talk[7:9] bark.start"
    }
    #expect(Self.expectSame(lines).filter { $0.event == "bark.start" }.count == lines.count)
  }

  @Test(arguments: ["0x0   ", "0x12ab"])
  func `may have text that is an event only in another process`(activity: String) throws {
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
    let events = Self.expectSame(lines, vocabulary)
    #expect(events.filter { $0.event == "dog.rests" }.count == 8)
  }

  @Test func `may have text that is an event in processes of many names`() throws {
    let names = ["kenneld", "talkingd", "Walk", "*dog", "vet*", "kernel", "barker", "rexd"]
    var vocabulary = Vocabulary.walk
    for (number, name) in names.enumerated() {
      var template = try LineTemplate("dog of {id}: tells \(number){..}")
      template.senders = [name]
      vocabulary.declare(
        EventDeclaration(name: "dog.tells\(number)", templates: [template], fields: ["id": .text]))
    }
    vocabulary.declare(EventDeclaration(name: "dog.naps", callbacks: ["dog:nap:"]))
    let lines = (0..<600).map { number in
      let process = ["kenneld", "talkingd", "Walk", "bigdog", "vets", "kernel", "barker", "rexd", "Shop"][
        number % 9]
      // The last ones also contain text around the literal.
      let word = ["Rex", "Rex", "Rex", "dogWillSleep", "com.example.nap", "$s4Walk3nap3Dog"][number % 6]
      return "2026-11-20 10:00:00.123456+0100 0x1a2b3    Default     0x0                  "
        + "\(number % 9 == 5 ? 0 : 312)    0    \(process): (WalkKit) [com.example.walk:a category of some length] "
        + "dog of \(word): tells \(number / 9 % 8) of \(number)"
    }
    let events = Self.expectSame(lines, vocabulary)
    #expect(names.indices.allSatisfy { name in events.contains { $0.event == "dog.tells\(name)" } })
  }

  /// A vocabulary in which one process reports the state of the others repeatedly.
  private static func vocabularyOfStates() throws -> Vocabulary {
    var vocabulary = Vocabulary.walk
    for (name, state) in [("dog.rests", "resting"), ("dog.walks", "walking")] {
      var template = try LineTemplate("state of {process}: \(state){..}")
      template.senders = ["kenneld", "log"]
      template.belongsToOtherProcess = true
      template.isState = true
      vocabulary.declare(EventDeclaration(name: name, templates: [template], fields: ["process": .text]))
    }
    return vocabulary
  }

  @Test(arguments: 0..<20) func `may repeat a state`(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let messages = [
      "state of Rex: resting", "state of Rex: resting", "state of Rex: walking fast  ",
      "state of Walk: resting",
      "state of Rex: resting\t", "state of Rex: rest<…>", "state of Rex: walking on and on <…>",
      "x dogWillSleep",
      "state of Rex: resting ^[[0m", "state of R\u{A0}x: walking", "state of Rex: walking\u{1B}[0m",
      "log run noninteractively, args: dogWillSleep", "the dog said dogWillSleep",
      "state of Rex: resting 2026-11-20 10:00:00.123456+0100 Talk[7:9] bark.start",
      "[tag] state of Rex: walking",
      "nothing", "took the dog for a walk in the park at noon, as it likes it",
      "[com.example dogWillSleep:life] nothing", "[com.example dogWillSleep:life] dogWillSleep",
    ]
    let origins = ["(WalkKit) [com.example.walk:a category of some length] ", "(WalkingAndRunningKit) "]
    let lines = (0..<300).map { number in
      let process = ["kenneld", "kenneld", "log", "Walk"].randomElement(using: &dice) ?? ""
      let end = number % 9 == 8 ? "\r" : ""
      return
        "2026-11-20 10:0\(number / 60):\(10 + number % 50).\(123_456 + number)+0100 0x1a2b3    Default     0x0"
        + "                  312    0    \(process): " + (origins.randomElement(using: &dice) ?? "")
        + (messages.randomElement(using: &dice) ?? "") + end
    }
    #expect(Self.expectSame(lines, try Self.vocabularyOfStates()).contains { $0.event == "dog.walks" })
  }
}
