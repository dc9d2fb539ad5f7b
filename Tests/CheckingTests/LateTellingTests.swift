import Testing

@testable import Checking

@Suite struct `A callback that is logged late` {
  @Test(arguments: [
    "-[FlutterAppDelegate application:didFinishLaunchingWithOptions:]",
    "-[MessagingPlugin application:didFinishLaunchingWithOptions:]",
  ])
  func `by another class is the same call`(_ other: String) {
    let checked = Bench.ios.check(
      """
      2024-02-03 10:00:00.000 App[1:12] -[AppDelegate application:didFinishLaunchingWithOptions:]
      2024-02-03 10:00:02.500 App[1:12] \(other)
      2024-02-03 10:00:03.000 App[1:12] -[AppDelegate applicationDidBecomeActive:]
      """)
    #expect(checked.findings == [])
    #expect(checked.summary.folded == 1)
  }

  @Test func `by a notification after the next callback is the same call`() {
    let checked = Bench.ios.check(
      """
      2024-02-03 10:00:00.000 App[1:12] applicationWillResignActive:
      2024-02-03 10:00:01.000 App[1:12] applicationDidEnterBackground:
      2024-02-03 10:00:08.000 App[1:12] applicationWillEnterForeground:
      2024-02-03 10:00:08.100 App[1:12] applicationDidBecomeActive:
      2024-02-03 10:00:08.200 App[1:12] [Player] UIApplicationWillEnterForegroundNotification
      2024-02-03 10:00:09.000 App[1:12] applicationWillResignActive:
      """)
    #expect(checked.findings == [])
  }
}

/// The second line of a call has its own fields.
@Suite struct `A callback that two loggers log` {
  private let bench = Bench.with(
    """
    lifecheck: 1
    vocabulary:
      load.begin: {fields: {id: text}}
      load.end: {fields: {id: text}}
      page.show: {callback: pageDidShow, line: 'page {id} at {level}', fields: {id: text, level: number}}
      page.hide: {fields: {id: text}}
    spans:
      load: {from: load.begin, until: load.end, key: id}
    machines:
      page:
        per: id
        states: [hidden, shown]
        transitions:
          page.show: {from: hidden, to: shown}
          page.hide: {from: shown, to: hidden}
    rules:
      - id: while-it-loads
        check: during load(id), each page.show(id) has level > 3
      - id: counted-once
        check: each page.show where level > 1 or page.show where id is present has level > 3
    """)

  private func log(loading: String, level: Int) -> String {
    """
    10:00:00 App[1:1] load.begin id=\(loading)
    10:00:01 App[1:1] page.show id=a level=5
    10:00:01 App[1:1] page a at \(level)
    10:00:02 App[1:1] load.end id=\(loading)
    """
  }

  @Test func `is only judged in the scopes of its own key`() {
    let rule = "while-it-loads"
    #expect(bench.check(log(loading: "a", level: 2)).findings.contains(Finding(rule, 3, 1)))
    let other = bench.check(log(loading: "b", level: 2))
    #expect(other.summary.folded == 1)
    #expect(other.coverage(rule)?.verdict == .notTriggered)
  }

  @Test func `is judged once for each line`() {
    #expect(bench.check(log(loading: "a", level: 4)).coverage("counted-once")?.held == 2)
  }
}

@Suite struct `An app that does not log its return to the foreground` {
  private let log = """
    2024-02-03 10:00:00.000 App[1:12] -[AppDelegate applicationDidBecomeActive:]
    2024-02-03 10:00:05.000 App[1:12] -[AppDelegate applicationWillResignActive:]
    2024-02-03 10:00:05.500 App[1:12] -[AppDelegate applicationDidEnterBackground:]
    2024-02-03 10:10:05.000 App[1:12] gl.call fn=glDrawArrays
    2024-02-03 10:10:05.100 App[1:12] timer.start id=poll
    2024-02-03 10:10:05.300 App[1:12] -[AppDelegate applicationDidBecomeActive:]
    """

  @Test func `has no violation for its work there`() {
    let checked = Bench.ios.check(log)
    #expect(checked.findings == [])
    #expect(checked.coverage("no-gl-in-background")?.violated == 0)
  }

  @Test func `has a violation after its log shows that it records the return`() {
    let checked = Bench.ios.check(
      log + "\n2024-02-03 10:10:09.000 App[1:12] -[AppDelegate applicationWillResignActive:]"
        + "\n2024-02-03 10:10:09.100 App[1:12] -[AppDelegate applicationDidEnterBackground:]"
        + "\n2024-02-03 10:10:19.000 App[1:12] -[AppDelegate applicationWillEnterForeground:]")
    let violation = checked.violations.first { $0.ruleID == "no-gl-in-background" }
    #expect(violation.map(Finding.init) == Finding("no-gl-in-background", 4, 3))
    #expect(violation?.decidedLine == 9)
  }
}

@Suite struct `The first slow callback of a log` {
  @Test func `has no violation for work before its return`() {
    let checked = Bench.ios.check(
      """
      10:00:00.000 App[1:1] app.didBecomeActive
      10:00:05.000 App[1:1] app.willResignActive
      10:00:05.500 App[1:1] app.didEnterBackground
      10:00:07.000 App[1:1] gl.call fn=glDeleteTextures
      10:00:07.300 App[1:1] app.didEnterBackground.end
      """)
    #expect(checked.findings == [Finding("background-callback-returns-promptly", 5, 3)])
  }
}
