import Testing
import Trace

/// Lines that are similar to an event, and events in unusual lines.
@Suite struct `A misleading line` {
  @Test(arguments: [
    "Filtering the log data using \"eventMessage CONTAINS \"applicationDidEnterBackground\"\"",
    "2024-03-15 10:00:00.123456-0700 0xca00279  Default     0x0                  3289   0    log: [com.apple.log:] log run noninteractively, parent: 3283 (zsh), args: '/usr/bin/log' 'show' '--predicate' 'eventMessage CONTAINS \"applicationWillTerminate\"'",
    "2024-03-15 10:00:00.123 Df log[3289:ca] [com.apple.log:] log run noninteractively, args: '--predicate' applicationWillTerminate",
    "default\t11:00:18.800000+0800\tlog\tlog run noninteractively, args: '--predicate' applicationWillTerminate",
    "default\t11:00:18.800001+0800\tWalk\t0x150008018 - [pageProxyID=12, webPageID=13, PID=4803] WebPageProxy::applicationWillEnterForegroundForMedia: isSuspendedUnderLock? 0",
    "default\t11:00:18.800002+0800\tWalk\tRBDevice.didEnterBackground: in bg false, allows bg: false",
    "default\t11:00:18.800003+0800\tWalk\tcom.example.walk(4785) invalidateConnection (appDidSuspend)",
    "default\t15:30:32.040000+0500\tWalk\tDeactivation reason added: 10; deactivation reasons: 0 -> 1024; animating application lifecycle event: 0",
    "default\t15:36:32.100000+0500\tWalk\tApp transitioned to background, suspending HangTracing.",
    "2024-01-01 10:00:00.123 Walk[812:c07] applicationDidEnterBackground was not called before applicationWillTerminate",
    "2024-02-03 10:00:00.123456+0100 Walk[76:2300] oneSignalApplicationWillResignActive",
    "Jul  3 12:00:00 my-mac kernel[0]: AppleMultitouchDevice::willTerminate entered",
    "2026-08-11 17:15:22.056 Sd walkd[64:33] applicationDidEnterBackground",
    "(lldb) po applicationDidEnterBackground",
    "Type: Notice | Timestamp: 2026-02-10 12:32:48.912994+11:00 | Category: applicationDidEnterBackground",
    "Launched application with com.example.walk bundle identifier.",
    "Mar 26 15:02:44 --- last message repeated 3 times ---",
  ])
  func `is not an event`(line: String) throws {
    #expect(Reading(line, try `Annotated logs of real apps`.vocabulary()).sightings.isEmpty)
  }

  @Test(arguments: [
    ("Walk[9001:1000064] -[SceneDelegate sceneDidDisconnect:]", "scene.didDisconnect"),
    (
      "2017-05-25 10:00:10.100200+0800 Walk[56:18](mark) -[UnityAppController applicationDidBecomeActive:]",
      "app.didBecomeActive"
    ),
    (
      "2013-01-01 10:00:00.123 Walk[812:c07] -[AppDelegate applicationDidEnterBackground:]",
      "app.didEnterBackground"
    ),
    (
      "2024-02-03 10:00:00.123456+0100 Walk[76:2300] [Lifecycle] 🔵 AppDelegate: applicationDidEnterBackground(_:) saving 3 items",
      "app.didEnterBackground"
    ),
    (
      "default\t10:00:00.123456+0100\tNotes\t[SceneDelegate sceneDidEnterBackground:]:253",
      "scene.didEnterBackground"
    ),
    ("Jul  6 13:54:43 MobileMail[813] <Warning>: Received memory warning.", "app.didReceiveMemoryWarning"),
  ])
  func `may be an event`(line: String, event: String) throws {
    #expect(Reading(line, try `Annotated logs of real apps`.vocabulary()).events == [event])
  }

  /// A record of each format, with its expected note.
  private static let formats: [(name: String, log: String, note: String)] = [
    (
      "nslog", "2024-02-03 10:00:00.123456+0100 Walk[76:2300] [Life] @",
      "2024-02-03 10:00:00.123456+0100 Walk[76:2300]"
    ),
    ("nslog-time", "17:40:01.500 Walk[812:270001] @", "17:40:01.500 Walk[812:270001]"),
    ("nslog-cut", "Walk[9001:1000064] @", "- Walk[9001:1000064]"),
    (
      "oslog-default",
      "2024-03-15 10:00:00.123456-0700 0x1a2b3  Default  0x0  312  0  Walk: (Kit) [com.example:x] @",
      "2024-03-15 10:00:00.123456-0700 Walk[312:0x1a2b3]"
    ),
    (
      "oslog-compact", "2026-08-11 17:15:22.031 Df Walk[80328:9875ec] (Kit) [com.example:x] @",
      "2026-08-11 17:15:22.031 Walk[80328:9875ec]"
    ),
    (
      "oslog-syslog", "2023-09-27 22:55:39.622369+0200  localhost Walk[41737]: (Kit) @",
      "2023-09-27 22:55:39.622369+0200 Walk[41737]"
    ),
    ("console-copy", "default\t15:30:32.040000+0500\tWalk\t@", "15:30:32.040000+0500 Walk[-]"),
    (
      "xcode-meta", "@\nTimestamp: 2026-02-10 12:32:48.912994+11:00 | Process: Walk | TID: 0x16fc80",
      "2026-02-10 12:32:48.912994+11:00 Walk[-:0x16fc80]"
    ),
    (
      "idevice-trace", "Jan 17 16:09:04.087254 Walk(Kit)[1181] <Notice>: @",
      "Jan 17 16:09:04.087254 Walk[1181]"
    ),
    ("idevice-relay", "Mar 15 12:34:57 Walk[2037] <Warning>: @", "Mar 15 12:34:57 Walk[2037]"),
    ("pymobiledevice", "2024-03-15 10:00:01 Walk{Kit}[34] <INFO>: @", "2024-03-15 10:00:01 Walk[34]"),
    ("asl", "Jan  1 10:00:00 my-mac Walk[812]: @", "Jan  1 10:00:00 Walk[812]"),
    ("iso-syslog", "2021-08-12 06:00:24-07 my-mac walkd[412]: @", "2021-08-12 06:00:24-07 walkd[412]"),
    ("syslog-5424", "<14>1 2024-01-01T10:00:00Z host Walk 42 - - @", "2024-01-01T10:00:00Z Walk[42]"),
  ]

  @Test(arguments: ["\n", "\r\n", "\r"], ["", "\u{FEFF}"])
  func `is read the same with any line end and a byte order mark`(lineEnd: String, start: String) {
    for format in Self.formats {
      let log = format.log.replacing("@", with: "-[DogDelegate dogDidWakeUp:]\nbark.stop\nbark.start id=rex")
      let text = start + [log, format.log.replacing("@", with: "dogWillSleep")].joined(separator: "\n")
      for pieces in [nil, 1] {
        let reading = Reading(text.replacing("\n", with: lineEnd), pieces: pieces)
        #expect(reading.notes.last?.hasSuffix(" \(format.note) dog.willSleep") == true, "\(format.name)")
        #expect(reading.notes.count == 4, "\(format.name)")
        if format.name != "xcode-meta" { #expect(reading.notes.first == "1 \(format.note) dog.didWakeUp") }
        #expect(reading.formats[format.name] == 2)
      }
    }
  }

  @Test func `is read the same below any other format`() {
    for above in Self.formats {
      for below in Self.formats {
        let log = [above, below, above].map { $0.log.replacing("@", with: "dogDidWakeUp") }.joined(
          separator: "\n")
        let second = above.name == "xcode-meta" ? 3 : 2
        let third = second + (below.name == "xcode-meta" ? 2 : 1)
        #expect(
          Reading(log).notes == [
            "1 \(above.note) dog.didWakeUp", "\(second) \(below.note) dog.didWakeUp",
            "\(third) \(above.note) dog.didWakeUp",
          ])
      }
    }
  }

  @Test func `is read the same if the line end changes within the log`() {
    let log =
      "Launched application with com.example.walk bundle identifier.\nWaiting for the application to terminate…\n"
      + "2024-03-15 22:09:45.583026+0200 Walk[13938:5106663] [Sync] dogDidWakeUp\nbark.start\r\n"
      + "2024-03-15 22:09:46.583026+0200 Walk[13938:5106663] dogWillSleep\n"
    let reading = Reading(log)
    #expect(reading.events == ["dog.didWakeUp", "bark.start", "dog.willSleep"])
    #expect(reading.sightings.map(\.owner) == ["Walk[13938]", "Walk[13938]", "Walk[13938]"])
  }
}
