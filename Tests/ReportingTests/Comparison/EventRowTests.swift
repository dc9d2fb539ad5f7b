import TestSupport
import Testing

@testable import Reporting

/// The rows of a comparison of random logs.
@Suite struct `The rows of a comparison` {
  /// A log in which some lines are removed, moved or given another name.
  private func changed(_ log: String, _ dice: inout Dice) -> String {
    var lines = log.split(separator: "\n").map(String.init)
    for _ in 0..<Int.random(in: 0...4, using: &dice) {
      let place = Int.random(in: 1..<lines.count, using: &dice)
      switch Int.random(in: 0..<3, using: &dice) {
      case 0 where lines.count > 2: lines.remove(at: place)
      case 1: lines.insert(lines.remove(at: place), at: Int.random(in: 1..<lines.count + 1, using: &dice))
      default: lines[place].replace(/\ [a-z]+\.[A-Za-z]+/) { _ in " own.event" }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test(arguments: 1...200) func `show each difference, and each event at most once`(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let log = RandomLog.text(&dice)
    let comparison = try #require(Recording.rows(of: [log, changed(log, &dice)]))
    for session in comparison.sessions where session.isMatched {
      let shown = Set(session.rows.flatMap(\.differences))
      #expect(shown == Set(session.differences.indices), "seed \(seed)")
      let good = session.rows.compactMap(\.good?.line)
      let bad = session.rows.compactMap(\.bad?.line)
      #expect(Set(good).count == good.count && Set(bad).count == bad.count, "seed \(seed)")
      #expect(session.rows.compactMap(\.bad?.count).reduce(0, +) == session.events, "seed \(seed)")
      #expect(session.rows.allSatisfy { $0.good != nil || $0.bad != nil })
      #expect(good == good.sorted(), "seed \(seed): the good run is in its order")
    }
  }

  @Test(arguments: ProjectTexts.samples.indices)
  func `are equal for a sample and itself`(sample: Int) throws {
    let log = String(decoding: ProjectTexts.samples[sample], as: UTF8.self)
    let comparison = try #require(Recording.rows(of: [log, log]))
    for row in comparison.sessions.flatMap(\.rows) {
      #expect(row.good?.line == row.bad?.line)
      #expect(row.good?.text == row.bad?.text)
      #expect(row.differences.isEmpty)
    }
  }

  @Test func `of a slow event that is repeated have its line`() throws {
    let log = { (third: String) in
      """
      10:00:00.000 A[7:1] app.didFinishLaunching
      10:00:00.100 A[7:1] db.load id=1
      10:00:00.200 A[7:1] db.load.end id=1
      10:00:00.300 A[7:1] db.load id=2
      10:00:0\(third) A[7:1] db.load.end id=2

      """
    }
    let comparison = try #require(Recording.rows(of: [log("0.400"), log("3.400")]))
    let slow = try #require(comparison.sessions[0].rows.first { !$0.differences.isEmpty })
    #expect(slow.bad?.line == 4)
    #expect(slow.bad?.count == 2)
  }
}
