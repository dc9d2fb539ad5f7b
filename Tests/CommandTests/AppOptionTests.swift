import Testing

/// `--app` and `app:`, which choose one app in the log of a device.
@Suite struct `The app of a check` {
  private static let log = """
    06-18 15:14:40.000   592   608 I ActivityManager: Start proc 16171:com.example.app/u0a97 for service {com.example.app/com.example.app.Sync}
    06-18 15:14:40.100   592   608 I ActivityManager: Start proc 16300:com.example.maps/u0a98 for service {com.example.maps/com.example.maps.Sync}
    06-18 15:14:44.000 16171 16171 E AndroidRuntime: FATAL EXCEPTION: main
    06-18 15:14:44.000 16171 16171 E AndroidRuntime: Process: com.example.app, PID: 16171
    06-18 15:20:44.000   592   902 I ActivityManager: Killing 16300:com.example.maps/u0a98 (adj 900): excessive cpu 9990 during 300028 dur=1821490 limit=2

    """

  private func run(_ arguments: String..., project: String? = nil) throws -> Sandbox.Outcome {
    var files = ["device.log": Self.log]
    files[".lifecheck.yaml"] = project
    return try Sandbox(files).run(["--rulebook", "android", "-q", "-f", "concise", "device.log"] + arguments)
  }

  private static let crash =
    "device.log:3:50: error: com.example.app crashes [app-does-not-crash]"
  private static let kill =
    "device.log:5:51: warning: the system kills com.example.maps because it uses too much processor time in the background [background-work-is-light]"

  @Test func `is each app that the log names`() throws {
    // Without an activity, an app in the log of a device is not one that the user works on.
    #expect(try run().outputLines.map(String.init) == [Self.crash])
  }

  @Test func `may be chosen, and then all rules are about it`() throws {
    #expect(try run("--app", "com.example.app").outputLines.map(String.init) == [Self.crash])
    #expect(try run("--app", "com.example.maps").outputLines.map(String.init) == [Self.kill])
  }

  @Test func `may be in the project file`() throws {
    #expect(
      try run(project: "lifecheck: 1\napp: com.example.maps\n").outputLines.map(String.init) == [Self.kill])
  }

  @Test func `must have an event in the log`() throws {
    let outcome = try run("--app", "com.example.map")
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("com.example.map"))
    #expect(outcome.errors.contains("did you mean `com.example.maps`?"))
  }
}
