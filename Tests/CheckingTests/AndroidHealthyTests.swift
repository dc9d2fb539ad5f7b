import Foundation
import Rulebook
import TestSupport
import Testing
import Trace

@testable import Checking

/// A healthy log of Android.
struct HealthyLog: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let text: String

  static let all = [
    HealthyLog(
      testDescription: "the device is rotated",
      text: """
        06-18 15:14:40.000   592   608 I ActivityManager: Start proc 16171:com.example.app/u0a97 for activity {com.example.app/com.example.app.MainActivity}
        06-18 15:14:40.100 16171 16171 D MyApplication: onCreate
        06-18 15:14:40.200 16171 16171 D MainActivity: onCreate
        06-18 15:14:40.210 16171 16171 D MainActivity: onStart
        06-18 15:14:40.220 16171 16171 D MainActivity: onResume
        06-18 15:14:41.000 16171 16171 D MainActivity: camera.start id=back
        06-18 15:14:45.000 16171 16171 D MainActivity: onPause
        06-18 15:14:45.005 16171 16171 D MainActivity: camera.stop id=back
        06-18 15:14:45.010 16171 16171 D MainActivity: onStop
        06-18 15:14:45.012 16171 16171 D MainActivity: onSaveInstanceState
        06-18 15:14:45.020 16171 16171 D MainActivity: onDestroy
        06-18 15:14:45.050 16171 16171 D MainActivity: onCreate
        06-18 15:14:45.060 16171 16171 D MainActivity: onStart
        06-18 15:14:45.070 16171 16171 D MainActivity: onResume
        06-18 15:14:45.200 16171 16171 D MainActivity: camera.start id=back
        06-18 15:14:50.000 16171 16171 D MainActivity: onPause
        06-18 15:14:50.005 16171 16171 D MainActivity: camera.stop id=back
        06-18 15:14:50.400 16171 16171 D MainActivity: onStop
        """),
    HealthyLog(
      testDescription: "two windows, of which the other one is on top",
      text: """
        06-18 15:14:47.998 16171 16171 I wm_on_create_called: [79137715,com.example.app.MainActivity,performCreate]
        06-18 15:14:48.011 16171 16171 I wm_on_start_called: [79137715,com.example.app.MainActivity,handleStartActivity]
        06-18 15:14:48.114 16171 16171 I wm_on_resume_called: [79137715,com.example.app.MainActivity,RESUME_ACTIVITY]
        06-18 15:14:48.120 16171 16171 I wm_on_top_resumed_gained_called: [79137715,com.example.app.MainActivity,topStateChangedWhenResumed]
        06-18 15:14:50.000 16171 16171 D Preview : camera.start id=back
        06-18 15:14:55.000 16171 16171 I wm_on_top_resumed_lost_called: [79137715,com.example.app.MainActivity,topStateChangedWhenResumed]
        06-18 15:14:55.010 16171 16171 D Preview : camera.stop id=back
        06-18 15:15:25.000 16171 16171 I wm_on_top_resumed_gained_called: [79137715,com.example.app.MainActivity,topStateChangedWhenResumed]
        06-18 15:15:25.100 16171 16171 D Preview : camera.start id=back
        06-18 15:15:30.000 16171 16171 I wm_on_paused_called: [79137715,com.example.app.MainActivity,performPause]
        06-18 15:15:30.005 16171 16171 D Preview : camera.stop id=back
        06-18 15:15:30.400 16171 16171 I wm_on_stop_called: [79137715,com.example.app.MainActivity,STOP_ACTIVITY_ITEM]
        """),
    HealthyLog(
      testDescription: "picture-in-picture pauses the activity, and the player goes on",
      text: """
        06-18 15:14:40.200 16171 16171 D PlayerActivity: onCreate
        06-18 15:14:40.210 16171 16171 D PlayerActivity: onStart
        06-18 15:14:40.220 16171 16171 D PlayerActivity: onResume
        06-18 15:14:41.100   592   700 I MediaFocusControl: requestAudioFocus() from uid/pid 10097/16171 AA=USAGE_MEDIA/CONTENT_TYPE_MOVIE clientId=a1 callingPack=com.example.app req=1 flags=0x0 sdk=34
        06-18 15:14:50.000 16171 16171 D PlayerActivity: onPause
        06-18 15:20:50.000 16171 16171 D PlayerActivity: onResume
        06-18 15:21:50.000 16171 16171 D PlayerActivity: onPause
        06-18 15:21:50.100   592   700 I MediaFocusControl: abandonAudioFocus() from uid/pid 10097/16171 clientId=a1
        06-18 15:21:50.400 16171 16171 D PlayerActivity: onStop
        06-18 15:21:50.410 16171 16171 D PlayerActivity: onDestroy
        """),
    HealthyLog(
      testDescription: "a transparent activity in front pauses the one behind, which stays visible",
      text: """
        06-18 15:14:40.200 16171 16171 D MainActivity: onCreate
        06-18 15:14:40.210 16171 16171 D MainActivity: onStart
        06-18 15:14:40.220 16171 16171 D MainActivity: onResume
        06-18 15:14:41.000 16171 16171 D Map     : location.start id=gps
        06-18 15:14:45.000 16171 16171 D MainActivity: onPause
        06-18 15:14:45.010 16171 16171 D DialogActivity: onCreate
        06-18 15:14:45.020 16171 16171 D DialogActivity: onStart
        06-18 15:14:45.030 16171 16171 D DialogActivity: onResume
        06-18 15:15:45.000 16171 16171 D DialogActivity: onPause
        06-18 15:15:45.010 16171 16171 D MainActivity: onResume
        06-18 15:15:45.020 16171 16171 D DialogActivity: onStop
        06-18 15:15:45.030 16171 16171 D DialogActivity: onDestroy
        06-18 15:16:45.000 16171 16171 D MainActivity: onPause
        06-18 15:16:45.400 16171 16171 D MainActivity: onStop
        06-18 15:16:45.500 16171 16171 D Map     : location.stop id=gps
        """),
    HealthyLog(
      testDescription: "the system ends the process in the background, and the state is restored",
      text: """
        06-18 15:14:40.000   592   608 I ActivityManager: Start proc 16171:com.example.app/u0a97 for activity {com.example.app/com.example.app.MainActivity}
        06-18 15:14:40.200 16171 16171 D MainActivity: onCreate
        06-18 15:14:40.210 16171 16171 D MainActivity: onStart
        06-18 15:14:40.220 16171 16171 D MainActivity: onResume
        06-18 15:14:44.000 16171 16171 D Notes   : user.dataDirty id=note
        06-18 15:14:45.000 16171 16171 D MainActivity: onPause
        06-18 15:14:45.100 16171 16171 D Notes   : data.save id=note
        06-18 15:14:45.400 16171 16171 D MainActivity: onStop
        06-18 15:14:45.410 16171 16171 D MainActivity: onSaveInstanceState
        06-18 15:54:45.000   410   410 I lowmemorykiller: Kill 'com.example.app' (16171), uid 10097, oom_score_adj 935 to free 91032kB rss, 0kB swap; reason: low watermark is breached
        06-18 15:54:45.100   592   671 I ActivityManager: Process com.example.app (pid 16171) has died: cch+35 CEM
        06-18 16:10:40.000   592   608 I ActivityManager: Start proc 17002:com.example.app/u0a97 for activity {com.example.app/com.example.app.MainActivity}
        06-18 16:10:40.200 17002 17002 D MainActivity: onCreate
        06-18 16:10:40.205 17002 17002 D MainActivity: onRestoreInstanceState
        06-18 16:10:40.210 17002 17002 D MainActivity: onStart
        06-18 16:10:40.220 17002 17002 D MainActivity: onResume
        """),
    HealthyLog(
      testDescription: "a foreground service records a run, and shows itself in time",
      text: """
        06-18 15:14:40.200 16171 16171 D RunActivity: onCreate
        06-18 15:14:40.210 16171 16171 D RunActivity: onStart
        06-18 15:14:40.220 16171 16171 D RunActivity: onResume
        06-18 15:14:41.000 16171 16171 D Run     : service.request id=RunService
        06-18 15:14:41.050 16171 16171 D RunService: onCreate
        06-18 15:14:41.060 16171 16171 D RunService: onStartCommand
        06-18 15:14:41.070 16171 16171 D Run     : service.foreground id=RunService type=location
        06-18 15:14:41.100 16171 16171 D Run     : location.start id=gps
        06-18 15:14:45.000 16171 16171 D RunActivity: onPause
        06-18 15:14:45.400 16171 16171 D RunActivity: onStop
        06-18 16:14:41.000 16171 16171 D Run     : location.stop id=gps
        06-18 16:14:41.100 16171 16171 D Run     : service.stop id=RunService
        """),
    HealthyLog(
      testDescription: "the user swipes the app away",
      text: """
        06-18 15:14:40.000   592   608 I ActivityManager: Start proc 16171:com.example.app/u0a97 for activity {com.example.app/com.example.app.MainActivity}
        06-18 15:14:40.220 16171 16171 D MainActivity: onResume
        06-18 15:14:45.000 16171 16171 D MainActivity: onPause
        06-18 15:14:45.400 16171 16171 D MainActivity: onStop
        06-18 15:14:47.000   592   608 I ActivityManager: Killing 16171:com.example.app/u0a97 (adj 700): remove task
        06-18 15:14:47.050   592   671 I ActivityManager: Process com.example.app (pid 16171) has died: prev LAST
        06-18 15:14:47.060   410   410 I Zygote  : Process 16171 exited due to signal 9 (Killed)
        """),
    HealthyLog(
      testDescription: "the last activity is finished, and the app ends its process after it",
      text: """
        06-18 15:14:40.200 16171 16171 D MainActivity: onCreate
        06-18 15:14:40.210 16171 16171 D MainActivity: onStart
        06-18 15:14:40.220 16171 16171 D MainActivity: onResume
        06-18 15:14:45.000 16171 16171 D MainActivity: onPause
        06-18 15:14:45.400 16171 16171 D MainActivity: onStop
        06-18 15:14:45.410 16171 16171 D MainActivity: onDestroy
        06-18 15:14:45.500 16171 16171 I om.example.app: System.exit called, status: 0
        06-18 15:14:45.520   410   410 I Zygote  : Process 16171 exited cleanly (0)
        """),
  ]

  /// Faults of other apps that happen between any lines of a log of the device: the time, and the rest of each line.
  static let otherApps = [
    "  592   608 I ActivityManager: Start proc 900:com.other.mail/u0a11 for service {com.other.mail/com.other.mail.Sync}",
    "  900   900 D SyncService: onCreate",
    "  592   608 W BroadcastQueue: Background execution not allowed: receiving Intent { act=android.intent.action.PACKAGE_ADDED flg=0x10 } to com.other.mail/.Added",
    "  900   901 E AndroidRuntime: FATAL EXCEPTION: Thread-2",
    "  900   901 E AndroidRuntime: Process: com.other.mail, PID: 900",
    "  900   901 E AndroidRuntime: java.lang.IllegalStateException: no account",
    "  592   671 I ActivityManager: Process com.other.mail (pid 900) has died: svc SVC",
    "  410   410 I Zygote  : Process 900 exited due to signal 9 (Killed)",
    "  592   608 W ActivityManager: Stopping service due to app idle: u0a12 -1m46s220ms com.other.radio/.Play",
  ]
}

@Suite struct `A healthy app on Android` {
  @Test(arguments: HealthyLog.all) func `has no violation`(_ log: HealthyLog) {
    #expect(Bench.android.check(log.text).findings == [])
  }

  @Test(arguments: HealthyLog.all)
  func `has no violation if the log ends anywhere, or other apps have faults`(_ log: HealthyLog) {
    let lines = log.text.split(separator: "\n").map(String.init)
    for end in lines.indices {
      #expect(Bench.android.checkOnce(lines[...end].joined(separator: "\n")).findings == [])
    }
    for place in lines.indices {
      let time = lines[place].prefix(18)
      let others: [String] = HealthyLog.otherApps.map { String(time) + $0 }
      let mixed = (Array(lines[...place]) + others + Array(lines[(place + 1)...])).joined(separator: "\n")
      let messages = Bench.android.checkOnce(mixed).violations.map(\.message)
      #expect(messages.allSatisfy { $0.contains("com.other.") }, "\(messages)")
    }
  }

  @Test(arguments: HealthyLog.all)
  func `has no violation if the log lacks some callbacks`(_ log: HealthyLog) {
    let lines = log.text.split(separator: "\n").map(String.init)
    for callback in ["onCreate", "onStart", "onSaveInstanceState", "onDestroy"] {
      let rest = lines.filter { !$0.hasSuffix(callback) }.joined(separator: "\n")
      #expect(Bench.android.checkOnce(rest).findings == [], "without \(callback)")
    }
  }
}

/// The examples of Android's rules.
struct AndroidExample: CustomTestStringConvertible, Sendable {
  let rule: String
  let text: String
  let isGood: Bool
  var testDescription: String { "\(rule), \(isGood ? "good" : "bad"): \(text.prefix(60))" }

  static let all = Bench.android.program.rulebook.rules.flatMap { rule in
    rule.examples.map { AndroidExample(rule: rule.id, text: $0.text, isGood: $0.isGood) }
  }

  /// The lines without their marks.
  var lines: [String] {
    text.split(separator: "\n").map { line in
      let mark = line.range(of: "# expect:").map(\.lowerBound) ?? line.endIndex
      return String(line[..<mark]).trimmingCharacters(in: .whitespaces)
    }
  }
}

@Suite struct `An example of a rule of Android` {
  @Test(arguments: AndroidExample.all.filter(\.isGood))
  func `that keeps it breaks no other rule`(_ example: AndroidExample) {
    #expect(Bench.android.check(example.lines.joined(separator: "\n")).findings == [])
  }

  @Test(arguments: AndroidExample.all.filter { !$0.isGood })
  func `that breaks it breaks it in pieces of any size, too`(_ example: AndroidExample) {
    let log = example.lines.joined(separator: "\n") + "\n"
    let whole = Bench.android.check(log).findings
    #expect(whole.contains { $0.rule == example.rule })
    for size in [1, 7, 50] {
      var checker = Checker(Bench.android.program)
      let reading = LogReading(sizes: PieceSizes.equal(size))
      _ = reading.read(Array(log.utf8), Bench.android.recognizer) { checker.step($0, line: $1) }
      checker.finish()
      #expect(checker.takeViolations().map(Finding.init) == whole)
    }
  }
}
