import Testing

@testable import Checking
@testable import Rulebook

@Suite struct `A rule that is not observable` {
  private func lack(_ check: String, needs: String = "[]", _ trace: String) -> Lack? {
    let rulebook = """
      lifecheck: 1
      vocabulary:
        app.sleep: {callback: appDidSleep}
        app.wake:
        job.start: {fields: {id: text, load: number}}
        job.stop: {fields: {id: text}}
        file.open:
        key.down:
        key.up:
        work.any:
      spans:
        job: {from: job.start, until: job.stop, key: id}
      derived:
        work.any: [file.open, key.*]
      rules:
        - {id: it, check: '\(check)', needs: \(needs)}

      """
    let lines = trace.split(separator: "|").map { "\($0)\n" }.joined()
    return Bench.with(rulebook).check(lines, isExplained: true).coverage("it")?.lack
  }

  @Test(
    arguments: [
      // The events that the claim is about, and those that it demands.
      ("never job.start", "[]", "app.wake", [["job.start"]]),
      ("never job.start or file.open", "[]", "app.wake", [["job.start", "file.open"]]),
      ("never key.*", "[]", "app.wake", [["key.*"]]),
      (
        "each app.wake is followed by job.start before app.sleep", "[]", "app.wake|app.sleep", [["job.start"]]
      ),
      (
        "each file.open is followed by job.start within 5s", "[]", "app.wake", [["file.open"], ["job.start"]]
      ),
      ("no job is open at app.wake", "[]", "app.wake", [["job.start"]]),
      // Events that only other events give.
      ("never work.any", "[]", "app.wake", [["file.open", "key.down", "key.up"]]),
      // The length of a callback needs its return.
      ("each app.sleep lasts at most 5s", "[]", "app.sleep", [["app.sleep.end"]]),
      ("each app.sleep lasts at most 5s", "[]", "key.up", [["app.sleep"], ["app.sleep.end"]]),
      // The events under `needs`. Recorded events are not missing.
      (
        "never app.wake", "[job.start or job.stop, file.open]", "app.wake",
        [["job.start", "job.stop"], ["file.open"]]
      ),
      ("never app.wake", "[job.start or job.stop, file.open]", "app.wake|job.stop id=a", [["file.open"]]),
      // A group that contains another group is left out.
      ("never job.start or job.stop", "job.stop", "app.wake", [["job.stop"]]),
    ] as [(String, String, String, [[String]])])
  func `names the events that are missing`(
    check: String, needs: String, trace: String, events: [[String]]
  ) {
    #expect(lack(check, needs: needs, trace) == Lack(events: events))
  }

  @Test(arguments: [
    ("each job.start has load < 5", "app.wake|job.start id=a", ["load"]),
    ("each app.wake has last job.start.load < 5", "app.wake", ["job.start.load"]),
    ("each job.start has load < 5 unless id == a", "app.wake|job.start", ["id", "load"]),
  ])
  func `names the values that are missing`(check: String, trace: String, values: [String]) {
    #expect(lack(check, trace) == Lack(values: values))
  }

  @Test func `is the only verdict with missing events`() {
    #expect(lack("never job.start", "job.stop id=a") == nil)
    #expect(lack("never job.start", "job.start id=a") == nil)
  }

  @Test func `has a reason on every trace of the language page`() throws {
    let page = try LanguagePage()
    for example in page.examples {
      let checked = Bench.with(page.rulebook(example.rules)).check(example.trace, isExplained: true)
      for rule in checked.summary.rules {
        #expect((rule.lack != nil) == (rule.verdict == .notObservable), "\(example): \(rule.ruleID)")
      }
    }
  }
}
