import Testing

@testable import Trace

/// Reports of crashes as people paste them: an exception and its stack, without a header.
@Suite struct `The report of an exception` {
  private static let stack = """
    \tat com.example.app.Main.load(Main.kt:12)
    \tat android.app.Activity.performCreate(Activity.java:8051)
    \t... 11 more
    Caused by: java.io.IOException: closed
    \tat com.example.app.Disk.read(Disk.kt:3)

    """

  private static let recognizer = Recognizer.bundled("android", .android)

  private static func events(_ log: String) -> [String] {
    Reading(Array(log.utf8), recognizer).summary("id", "process", "reason", "cause")
  }

  @Test(arguments: [
    "java.lang.IllegalStateException: no data",
    "STACK_TRACE=java.lang.IllegalStateException: no data",
    "Exception java.lang.IllegalStateException: no data",
    "`java.lang.IllegalStateException: no data",
    "> java.lang.IllegalStateException: no data",
    "### java.lang.IllegalStateException: no data",
    "**java.lang.IllegalStateException: no data**",
  ])
  func `is a crash`(exception: String) {
    #expect(
      Self.events("The app stops:\n\n\(exception)\n\(Self.stack)")
        == ["process.exit reason=crash cause=java.lang.IllegalStateException: no data"])
  }

  @Test func `may have no message, and the frames of Play Console`() {
    #expect(
      Self.events(
        """
        java.lang.RuntimeException:\(" ")
          at android.app.ActivityThread.performResumeActivity (ActivityThread.java:3125)

        """) == ["process.exit reason=crash cause=java.lang.RuntimeException"])
    #expect(
      Self.events("Exception b.a.NetworkError:\n  at b.a.c (SourceFile:3)\n")
        == ["process.exit reason=crash cause=b.a.NetworkError"])
  }

  @Test(arguments: [
    // A message of several lines.
    "java.lang.IllegalStateException: no data\nin table users\n\n\tat android.app.Activity.performCreate(Activity.java:8051)\n",
    // Only the message names Android.
    "java.lang.IllegalStateException: no data\n\tat a.B.c(B.java:1)\n".replacing(
      "no data", with: "android.content.Context is null"),
    // The exception above is missing.
    "Caused by java.lang.IllegalStateException: no data\nat android.app.Activity.performCreate(Activity.java:8051)\n",
    // Frames with a mark behind them.
    "java.lang.IllegalStateException: no data\nat android.app.Activity.performCreate(Activity.java:8051) ~[na:0.0]\n",
    // Only the report names Android.
    "Crash report\n\njava.lang.OutOfMemoryError\n\tat a.B.c(r8-map-id-64:76)\n",
    "Android Version : 4.3\njava.lang.OutOfMemoryError\n\tat a.B.c(r8-map-id-64:76)\n",
    // App Center shows the exception below its stack.
    "### Stacktrace\n\na.b.C.d (C.java:54);\n\n### Reason ###\n\njava.lang.IllegalStateException\n",
  ])
  func `has many forms`(log: String) {
    #expect(Self.events(log).count { $0.hasPrefix("process.exit reason=crash") } == 1)
  }

  @Test func `ends before the first line with a header`() {
    #expect(
      Self.events(
        """
        java.lang.IllegalStateException: no data
        \tat android.app.Activity.performCreate(Activity.java:8051)
        06-18 15:14:44.000 16171 16171 D MainActivity: onPause

        """) == [
          "process.exit reason=crash cause=java.lang.IllegalStateException: no data",
          "activity.pause id=MainActivity",
        ])
  }

  @Test func `may be the exception of a rule`() {
    #expect(
      Self.events("java.lang.IllegalArgumentException: Receiver not registered: a.B@1\n\(Self.stack)")
        == ["registration.missing id=a.B@1", "process.exit reason=exception"])
  }

  @Test(arguments: [
    // Its stack is missing, or is that of a program on a computer.
    "java.lang.IllegalStateException: no data\n",
    "java.lang.IllegalStateException: no data\n\tat a.B.c(B.java:1)\nThe end\n\tat android.app.Activity.performCreate(Activity.java:8051)\n",
    "Exception occurred while executing 'grant':\njava.lang.SecurityException: no\n\tat android.app.ContextImpl.enforce(ContextImpl.java:2253)\n",
    "java.lang.RuntimeException: no SDK\n\tat com.android.build.gradle.Plugin.apply(Plugin.java:7)\n\tat android.a.B.c(B.java:1)\n",
    "java.lang.AssertionError: 3\n\tat org.junit.Assert.fail(Assert.java:87)\n",
    "CrashTest > android FAILED\njava.lang.IllegalStateException\n\tat a.B.c(B.java:1)\n\tat org.junit.runners.Suite.run(Suite.java:87)\n",
    "java.lang.Error: no data\n\tat org.junit.runners.Suite.run(Suite.java:87)\n\nCaused by: java.lang.Error: closed\n\tat android.a.B.c(B.java:1)\n\t... 40 more\n",
    "androidx.test.espresso.NoMatchingViewException: no view\n\tat dalvik.system.VMStack.getThreadStackTrace(Native Method)\n",
    "java.lang.Error: no push\n\tat com.example.android.PushServer.send(PushServer.java:7)\n",
    "java.lang.Error\n\tat org.jetbrains.kotlin.kapt3.A.b(A.kt:80)\n\tat android.databinding.tool.B.c(B.java:1)\n",
    "Starting: Intent { cmp=a.b/.C }\njava.lang.SecurityException: no\n\tat android.os.Parcel.readException(Parcel.java:1599)\n\tat com.android.commands.am.Am.run(Am.java:76)\n",
    "Security exception: no\n\njava.lang.SecurityException: no\n\tat android.os.Binder.execTransact(Binder.java:1134)\n",
    // The first line is not the name of an exception.
    "Main thread\n\tat android.app.Activity.performCreate(Activity.java:8051)\n",
    "a.b.Main: no data\n\tat android.app.Activity.performCreate(Activity.java:8051)\n",
    // An app prints what it catches.
    "timer.start id=a\njava.lang.IllegalStateException: no data\n\tat android.app.Activity.performCreate(Activity.java:8051)\n",
    "06-18 15:14:44.000 16171 16171 D Main: caught\njava.lang.IllegalStateException: no data\n\tat android.app.Activity.performCreate(Activity.java:8051)\n",
  ])
  func `is not a crash if nothing shows that an app ended`(log: String) {
    #expect(!Self.events(log).contains { $0.hasPrefix("process.exit") })
  }

  @Test(arguments: ["\n", "\r\n", "plain text\n", String(repeating: "text ", count: 300) + "\n"])
  func `is looked for where each mode reads every line`(text: String) {
    var limits = ReaderLimits()
    limits.everyLine = 1_000
    var found: Set<Int> = []
    for lines in [1, 20, 50, 100, 250, 350, 500, 1_000] {
      let log = Array(
        (String(repeating: text, count: lines) + "java.lang.Error: no data\n" + Self.stack + text).utf8)
      let reference = Reading(log, Self.recognizer, mode: .everyLine, limits: limits)
      let fast = Reading(log, Self.recognizer, limits: limits)
      #expect(fast.sightings == reference.sightings, "\(lines) lines above")
      found.insert(fast.sightings.count)
    }
    #expect(found.contains(0))
  }

  @Test func `does not depend on the pieces that are read`() {
    let log = "Report\njava.lang.IllegalStateException: no data\n\(Self.stack)"
    let whole = Reading(Array(log.utf8), Self.recognizer, pieces: log.utf8.count)
    for size in 1...40 {
      #expect(Reading(Array(log.utf8), Self.recognizer, pieces: size).sightings == whole.sightings)
    }
    #expect(whole.sightings.map(\.line) == [2])
  }
}
