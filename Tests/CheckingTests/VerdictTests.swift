import Testing

@testable import Checking

@Suite struct `Data that is unsaved when the app returns during a background task` {
  private func verdict(_ lines: String...) -> Verdict? {
    let leaving = ["app.didBecomeActive", "user.dataDirty id=a", "app.didEnterBackground"]
    let returning = ["app.didEnterBackground.end", "app.willEnterForeground", "data.save id=a"]
    let text = (leaving + ["backgroundTask.begin id=1"] + lines + returning).enumerated()
      .map { "10:00:00.\(100 + $0) MyApp[1:1] \($1)" }.joined(separator: "\n")
    return Bench.ios.check(text).summary.rules.first { $0.ruleID == "save-data-on-background" }?.verdict
  }

  @Test func `proves nothing if the task may be the save`() { #expect(verdict() == .inconclusive) }

  @Test func `is healthy if the save runs`() { #expect(verdict("data.saveStart id=a") == .held) }

  @Test func `is harmless if a save follows`() { #expect(verdict("data.save id=a") == .held) }

  @Test func `is reported if another save runs`() { #expect(verdict("data.saveStart id=b") == .violated) }
}

/// The complaint of the system is sufficient evidence, unless the log shows that it is harmless.
@Suite struct `A complaint of UIKit about an old background task` {
  private static let complaint =
    "Background Task 5 (\"Sync\"), was created over 30 seconds ago. In applications running in the background, this creates a risk of termination."

  private func severities(after lines: String...) -> [String] {
    let log = (lines + [Self.complaint]).enumerated().map { number, text in
      "2026-05-01 10:00:\(10 + number).000000+0200 Radio[512:9001] \(text)"
    }
    return Bench.ios.check(log.joined(separator: "\n")).violations
      .filter { $0.ruleID == "background-task-duration-bounded" }.map(\.severity.rawValue)
  }

  @Test func `is an error in the background`() {
    #expect(severities(after: "applicationDidBecomeActive:", "applicationDidEnterBackground:") == ["error"])
  }

  @Test func `is a warning if the state is not known`() { #expect(severities() == ["warning"]) }

  @Test func `is not reported while the app is active`() {
    #expect(severities(after: "applicationDidBecomeActive:") == [])
  }
}

@Suite struct `Verdicts that wait for an open question` {
  /// `is recorded` is answered by the first event of the kind, or at the end of the log.
  private static let sentences = [
    "never a.x unless b.x is recorded", "no job is open at a.x unless b.x is recorded",
  ]

  @Test(arguments: sentences, [2, 100])
  func `are reported up to a limit, and later ones are dropped`(_ sentence: String, _ limit: Int) {
    var limits = Limits()
    limits.waitingVerdicts = limit
    let bench = Bench.with(
      """
      lifecheck: 1
      vocabulary: {a.x: {fields: {id: text}}, b.x: , job.begin: {fields: {id: text}}, job.end: {fields: {id: text}}}
      spans:
        job: {from: job.begin, until: job.end, key: id}
      rules: [{id: tested, message: 'broken {id}', check: '\(sentence)'}]
      """, limits)
    let breaches = (1...limit + 3).map {
      "App[1:1] job.begin id=\($0)\nApp[1:1] a.x id=\($0)\nApp[1:1] job.end id=\($0)\n"
    }
    #expect(bench.check(breaches.joined()).violations.count == limit)
    #expect(bench.check(breaches.joined() + "App[1:1] b.x").violations.isEmpty)
  }
}
