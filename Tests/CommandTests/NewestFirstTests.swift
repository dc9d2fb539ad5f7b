import Testing

/// Exported logs and lists of breadcrumbs often have the newest record first.
@Suite(.timeLimit(.minutes(15))) struct `A log with its newest record first` {
  private static let records = [
    "2026-05-01 10:00:00.000000+0000 Radio[716:100] application:didFinishLaunchingWithOptions:",
    "2026-05-01 10:00:00.900000+0000 Radio[716:100] applicationDidBecomeActive:",
    "2026-05-01 10:00:02.000000+0000 Radio[716:100] applicationWillResignActive:",
    "2026-05-01 10:00:02.200000+0000 Radio[716:100] applicationDidEnterBackground:",
    "2026-05-01 10:00:08.900000+0000 Radio[716:100] applicationWillEnterForeground:",
    "2026-05-01 10:00:09.000000+0000 Radio[716:100] applicationDidBecomeActive:",
  ]
  private static let healthy = records.reversed().joined(separator: "\n") + "\n"
  /// A timer is still running when the app resigns active.
  private static let broken =
    [
      records[1], "2026-05-01 10:00:01.000000+0000 Radio[716:100] timer.start id=redraw", records[2],
      records[3],
    ].reversed().joined(separator: "\n") + "\n"

  @Test(arguments: ["a.log", "-"]) func `is checked in chronological order`(path: String) throws {
    let outcome = try Sandbox(["a.log": Self.healthy]).run(["--no-config", path], input: Self.healthy)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("the newest record is first: the log is read from its end"))
  }

  @Test func `is reported with the line numbers of the file`() throws {
    let outcome = try Sandbox(["a.log": Self.broken]).run(["--no-config", "-f", "concise", "a.log"])
    #expect(outcome.status == 0)
    let places = outcome.outputLines.prefix(3).map { $0.prefix { $0 != " " } }
    #expect(places == ["a.log:1:48:", "a.log:3:48:", "a.log:2:48:"])
  }
}
