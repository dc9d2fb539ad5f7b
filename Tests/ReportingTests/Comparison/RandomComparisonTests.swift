import TestSupport
import Testing

@testable import Reporting

/// A log is compared with the same run, recorded again: later, in other processes and threads, with other numbers in ids, and
/// with lines that are not events.
@Suite struct `A comparison with the same run` {
  private func recordedAgain(_ log: String, _ dice: inout Dice) -> String {
    let shift = Int.random(in: 100...4_000, using: &dice)
    let isLate = log.contains(/(?m)^([0-9-]+[T ])?23:/)
    let lines = log.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.replacing(/^([0-9-]+[T ])?([0-9]{2})(:[0-9]{2}:[0-9]{2})/) { match in
        "\(match.1 ?? "")\(String(100 + (Int(match.2) ?? 0) + (isLate ? -1 : 1)).dropFirst())\(match.3)"
      }
      .replacing(/\[([0-9]+):([0-9]+)\]/) { match in
        // Thread 1 is the main thread.
        let thread = match.2 == "1" ? 1 : (Int(match.2) ?? 0) + shift
        return "[\((Int(match.1) ?? 0) + shift):\(thread)]"
      }
      .replacing(/\b(id|seq|task)=([A-Za-z-]*)([0-9]+)\b/) { "\($0.1)=\($0.2)\((Int($0.3) ?? 0) + shift)" }
    }
    return lines.flatMap { line in
      let noise = (0..<Int.random(in: 0...2, using: &dice)).map { "a line of prose, number \($0)" }
      return noise + [String(line)]
    }.joined(separator: "\n")
  }

  private func expectNoDifference(_ logs: [String], seed: UInt64) throws {
    let report = try #require(Recording.comparison(logs))
    let expected = report.hasPrefix("bad.log compared with good.log: no differences (")
    #expect(expected, "seed \(seed)\n\(report)\n\(logs[0])")
  }

  @Test(arguments: ProjectTexts.samples.indices, 1...5)
  func `finds nothing in a sample`(sample: Int, seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let log = String(decoding: ProjectTexts.samples[sample], as: UTF8.self)
    try expectNoDifference([log, recordedAgain(log, &dice)], seed: seed)
  }

  @Test(arguments: ProjectTexts.examples.indices)
  func `finds nothing in the examples of a rulebook`(file: Int) throws {
    var dice = Dice(seed: 1)
    let log = String(decoding: ProjectTexts.examples[file].prefix(20_000), as: UTF8.self)
    try expectNoDifference([log, recordedAgain(log, &dice)], seed: 1)
  }

  @Test(arguments: 1...100) func `finds nothing in a random log`(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let log = RandomLog.text(&dice)
    try expectNoDifference([log, recordedAgain(log, &dice)], seed: seed)
  }

  @Test(arguments: 1...50) func `finds an event that is removed from a random log`(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let log = RandomLog.text(&dice)
    let lines = log.split(separator: "\n").map(String.init)
    let place = Int.random(in: 1..<lines.count, using: &dice)
    let header = try #require(lines[place].firstMatch(of: /^.*\]/)).0
    let other = Array(lines[..<place]) + ["\(header) note.unique kind=rare"] + Array(lines[place...])
    let report = try #require(Recording.comparison([other.joined(separator: "\n") + "\n", log]))
    #expect(report.contains("- note.unique kind=rare  good.log:\(place + 1)"), "seed \(seed)\n\(report)")
    #expect(report.contains(": 1 difference\n"), "seed \(seed)\n\(report)")
  }
}

/// Logs of random life cycles of two apps with random events.
enum RandomLog {
  private static let steps = [
    "app.didFinishLaunching", "app.didBecomeActive", "app.willResignActive", "app.didEnterBackground",
    "app.willEnterForeground", "scene.willConnect id=A", "scene.didBecomeActive id=A",
    "scene.didEnterBackground id=A", "process.start", "process.exit code=0",
  ]
  private static let others = [
    "timer.start id=redraw", "timer.stop id=redraw", "timer.fire id=redraw", "data.save id=draft",
    "user.dataDirty id=draft", "input.touch seq=", "net.start id=", "net.end id=", "own.thing name=x",
  ]

  static func text(_ dice: inout Dice) -> String {
    var time = 36_000_000
    return (0..<Int.random(in: 2...150, using: &dice)).map { _ in
      time += Int.random(in: 0...5_000, using: &dice)
      let isStep = Int.random(in: 0..<4, using: &dice) == 0
      var event = (isStep ? steps : others).randomElement(using: &dice) ?? ""
      if event.hasSuffix("=") { event += String(Int.random(in: 0..<1_000, using: &dice)) }
      let app = Int.random(in: 0..<5, using: &dice) == 0 ? "Helper[31" : "Postbox[30"
      return "\(clock(time)) \(app):\(Int.random(in: 1...3, using: &dice))] \(event)\n"
    }.joined()
  }

  private static func clock(_ milliseconds: Int) -> String {
    func padded(_ number: Int, _ digits: Int) -> String {
      String(repeating: "0", count: max(0, digits - String(number).count)) + String(number)
    }
    let seconds = milliseconds / 1000
    let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
    return time.joined(separator: ":") + "." + padded(milliseconds % 1000, 3)
  }
}
