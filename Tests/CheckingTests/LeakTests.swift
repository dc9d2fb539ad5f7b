import TestSupport
import Testing

@testable import Checking

/// The app opens one more span in each visit and never closes it.
@Suite struct `Leaked spans` {
  @Test(
    "do not make later lines more expensive",
    arguments: [
      "timer.start id=k#", "timer.start id=k# allow=background", "timer.start id=k# repeats=no",
      "user.dataDirty id=k#", "user.dataDirty id=k# scene=A", "uiState.dirty id=k#", "state.dirty id=k#",
      "file.open path=k# protection=complete", "file.open path=k#", "lock.acquire id=k#", "query.start id=k#",
      "task.start id=k# kind=network", "bonjour.publish id=k#", "socket.listen id=k#", "game.start id=k#",
      "backgroundTask.begin id=k# name=x", "view.showSensitive id=k#", "cache.fill id=k# kind=system",
      "db.open id=k#",
    ], Visits.Place.allCases)
  func bundledRules(_ event: String, _ place: Visits.Place) {
    let work = [50, 200].map { Bench.ios.work(on: Visits.log($0, of: event, in: place)) }
    #expect(work[1] <= work[0] * 5 + 500)
  }

  @Test(
    "do not make a moment more expensive",
    arguments: [
      "no timer is open at app.sleep",
      "no timer is open at the close of app.sleep",
      "no timer is open at app.sleep unless playing is open",
      "no timer is open at app.sleep unless allow == sleep",
      "no timer is open at app.sleep unless allow == last mode.set.mode",
      "no timer is open at app.sleep unless saving(id) is open",
      "no timer is open at app.sleep unless timer.stop(id) within the last 2s",
      "no timer is open at app.sleep where device.lock within 1s",
      "while awake, no timer is open at app.sleep",
      "each timer while awake lasts at most 1s",
    ], ["timer.start id=#", "timer.start id=# allow=sleep"])
  func oneRule(_ sentence: String, _ event: String) {
    let bench = Visits.bench(sentence)
    let work = [50, 200].map { count in
      bench.work(
        on: Visits.log(
          (0..<count).flatMap { visit in
            ["app.wake", event.replacing("#", with: "\(visit)"), "app.sleep", "app.sleep.end", "app.idle"]
          }))
    }
    #expect(work[0] > 0)
    #expect(work[1] <= work[0] * 5 + 500)
  }

  @Test(
    "are reported once, and their repeats are counted until they close",
    arguments: ["at app.sleep", "at the close of app.sleep", "1s after app.sleep"], [0, 2, 32])
  func repeats(_ moment: String, _ singleOpenings: Int) {
    var limits = Limits()
    limits.singleOpenings = singleOpenings
    let messages = (0..<5).flatMap { visit in
      ["timer.start id=\(visit)", "app.sleep", "app.sleep.end"]
        + Array(repeating: "app.idle", count: 6) + ["timer.stop id=1", "app.wake"]
    }
    let checked = Visits.bench("no timer is open \(moment)", limits).check(Visits.log(messages))
    #expect(checked.violations.map(checked.repeats) == [4, 0, 2, 1, 0])
  }

  @Test("are reported again if they open again", arguments: [0, 32])
  func reopening(_ singleOpenings: Int) {
    var limits = Limits()
    limits.singleOpenings = singleOpenings
    let messages = [
      "timer.start id=a", "app.sleep", "app.sleep", "timer.stop id=a", "timer.start id=a", "app.sleep",
      "app.sleep",
    ]
    let checked = Visits.bench("no timer is open at app.sleep", limits).check(Visits.log(messages))
    #expect(checked.violations.map(\.witness.line) == [2, 6])
    #expect(checked.violations.map(checked.repeats) == [1, 1])
  }

  @Test("are reported if they close before it is certain that the moment counts", arguments: [0, 32])
  func deferral(_ singleOpenings: Int) {
    var limits = Limits()
    limits.singleOpenings = singleOpenings
    let bench = Visits.bench("no timer is open at app.sleep where device.lock within 1s", limits)
    let messages = [
      "timer.start id=a", "timer.start id=b", "app.sleep", "timer.stop id=a", "timer.start id=c",
      "device.lock", "app.wake",
    ]
    let checked = bench.check(Visits.log(messages))
    #expect(
      checked.violations.map(\.message).sorted() == [
        "timer a is open at app.sleep", "timer b is open at app.sleep",
      ])
    #expect(checked.violations.map(\.decidedLine) == [6, 6])
  }
}

/// The result for one timer must not depend on the others.
@Suite struct `One of many open spans` {
  private static let sentences = [
    "no timer is open at app.sleep",
    "no timer is open at the close of app.sleep",
    "no timer is open 1s after app.sleep",
    "no timer is open at app.sleep where device.lock within 1s",
    "while awake, no timer is open at app.sleep",
    "no timer is open at app.sleep unless playing is open",
    "no timer is open at app.sleep unless allow == sleep or playing is open",
    "no timer is open at app.sleep unless allow == last mode.set.mode",
    "no timer is open at app.sleep unless saving(id) is open",
    "no timer is open at app.sleep unless not saving(id) is open and playing is open",
    "no timer is open at app.sleep unless timer.fire(id) since app.wake",
    "no timer is open at app.sleep unless not timer.fire(id) since app.wake",
    "no timer is open at app.sleep unless app.wake since timer.fire(id)",
    "no timer is open at app.sleep unless timer.fire(id) within the last 2s",
    "no timer is open at app.sleep where device.lock within 1s unless saving(id) is open",
    "no timer is open at app.sleep where device.lock within 1s unless allow == sleep",
    "no timer is open 1s after app.sleep unless timer.fire(id) since app.sleep",
  ]

  @Test("gets the same verdict as alone", arguments: sentences, 0..<4)
  func verdict(_ sentence: String, _ seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    var limits = Limits()
    limits.singleOpenings = seed % 3
    let bench = Visits.bench(sentence, limits)
    let lines = (0..<160).map { _ in Self.line(&dice) }
    let together = Found.all(in: bench.check(Visits.log(lines.map { $0.text(of: nil) })))
    let alone = Self.keys.flatMap { key in
      Found.all(in: bench.check(Visits.log(lines.map { $0.text(of: key) })))
    }
    #expect(Set(together) == Set(alone))
    #expect(together.count == alone.count)
  }

  private static let keys = ["a", "b", "c", "d", "e", "f"]

  private struct Line {
    var event: String
    /// Nil if the event does not belong to a timer.
    var key: String?

    /// The line in a log of one timer, or in the log of all timers.
    func text(of one: String?) -> String {
      guard let key else { return event }
      return one == nil || one == key ? "\(event) id=\(key)" : "app.idle"
    }
  }

  private static func line(_ dice: inout Dice) -> Line {
    let key = keys[Int.random(in: 0..<keys.count, using: &dice)]
    return switch Int.random(in: 0..<21, using: &dice) {
    case 0..<4: Line(event: "timer.start", key: key)
    case 4: Line(event: "timer.start allow=sleep", key: key)
    case 5: Line(event: "timer.stop", key: key)
    case 6, 7: Line(event: "timer.fire", key: key)
    case 8: Line(event: "save.begin", key: key)
    case 9: Line(event: "save.end", key: key)
    case 10: Line(event: "audio.play")
    case 11: Line(event: "audio.stop")
    case 12, 13: Line(event: "device.lock")
    case 14: Line(event: "app.sleep.end")
    case 15, 16: Line(event: "app.wake")
    case 17: Line(event: "mode.set mode=sleep")
    default: Line(event: "app.sleep")
    }
  }

  private struct Found: Hashable {
    var message: String
    var line: Int
    var decidedLine: Int
    var related: [Int]
    var repeats: Int

    static func all(in checked: Checked) -> [Found] {
      checked.violations.map {
        Found(
          message: $0.message, line: $0.witness.line, decidedLine: $0.decidedLine,
          related: $0.related.map(\.witness.line), repeats: checked.repeats(of: $0))
      }
    }
  }
}
