import TestSupport
import Testing
import Trace

@Suite struct `An incident report` {
  /// The events of a walk, and the bundled events that reports and Instruments contain.
  static let vocabulary: Vocabulary = {
    var vocabulary = Vocabulary.walk
    let names = [
      "process.start", "process.exit", "ui.firstFrame", "app.didFinishLaunching", "app.didBecomeActive",
    ]
    for event in Recognizer.bundled.vocabulary.events where names.contains(event.name) {
      vocabulary.declare(event)
    }
    return vocabulary
  }()

  static func crash(_ termination: String, signal: String = "SIGKILL") -> String {
    """
    {"app_name":"Walk","timestamp":"2026-03-17 22:50:42.00 -0700","app_version":"1.0","bundleID":"com.example.walk","bug_type":"309","os_version":"iPhone OS 26.3.1 (23D8133)","incident_id":"00000000-0000-4000-8000-000000000001","name":"Walk"}
    {
      "procRole" : "Background",
      "captureTime" : "2026-03-17 22:50:41.6409 -0700",
      "procName" : "Walk",
      "pid" : 2415,
      "procLaunch" : "2026-03-17 22:50:01.4450 -0700",
      "exception" : {"type":"EXC_CRASH","signal":"\(signal)"},
      \(termination)
      "threads" : [{"frames":[{"symbol":"-[DogDelegate dogDidWakeUp:]","imageOffset":1234}]}],
      "asi" : {"libsystem_c.dylib":["abort() called"]}
    }
    """
  }

  @Test(arguments: [
    (
      #""termination" : {"code":2343432205,"flags":6,"namespace":"FRONTBOARD","reasons":["x"]},"#, "SIGKILL",
      "watchdog", "0x8badf00d"
    ),
    (#""termination" : {"code":3735943697,"namespace":"SPRINGBOARD"},"#, "SIGKILL", "user", "0xdeadfa11"),
    (#""termination" : {"code":3735883980,"namespace":"RUNNINGBOARD"},"#, "SIGKILL", "system", "0xdead10cc"),
    (#""termination" : {"code":562215634,"namespace":"RUNNINGBOARD"},"#, "SIGKILL", "system", "0x2182bad2"),
    (#""termination" : {"code":4227595259,"namespace":"FRONTBOARD"},"#, "SIGKILL", "user", "0xfbfbfbfb"),
    (#""termination" : {"code":1,"namespace":"JETSAM"},"#, "SIGKILL", "lowMemory", "1"),
    (#""termination" : {"code":7,"namespace":"JETSAM"},"#, "SIGKILL", "memoryLimit", "7"),
    (#""termination" : {"code":6,"namespace":"SIGNAL"},"#, "SIGABRT", "crash", "6"),
    ("", "SIGKILL", "killed", nil),
    ("", "SIGSEGV", "crash", nil),
  ])
  func `gives the start and the exit of a process`(
    termination: String, signal: String, reason: String, code: String?
  ) {
    let reading = Reading(Self.crash(termination, signal: signal), Self.vocabulary)
    #expect(reading.events == ["process.start", "process.exit"])
    #expect(reading.sightings.map(\.line) == [7, 4])
    #expect(reading.sightings.map(\.column) == [19, 20])
    #expect(reading.sightings.map(\.process) == ["Walk", "Walk"])
    #expect(reading.sightings.map(\.pid) == [2415, 2415])
    #expect(
      reading.sightings.map(\.time) == ["2026-03-17 22:50:01.4450 -0700", "2026-03-17 22:50:41.6409 -0700"])
    #expect(
      reading.sightings.map(\.timestamp?.nanoseconds) == [
        1_773_813_001_445_000_000, 1_773_813_041_640_900_000,
      ])
    var fields = ["reason": reason]
    fields["code"] = code
    #expect(reading.sightings.last?.fields == fields)
    #expect(reading.statistics.mentions == 0)
  }

  @Test func `may repeat the bug type of its header in its body`() {
    let real = Self.crash(
      #""bug_type" : "309", "termination" : {"code":3735883980,"namespace":"RUNNINGBOARD"},"#)
    let reading = Reading(real, Self.vocabulary)
    #expect(reading.events == ["process.start", "process.exit"])
    #expect(reading.sightings.last?.fields == ["reason": "system", "code": "0xdead10cc"])
  }

  private static let reason = "All launch handlers must be registered before application finishes launching"

  @Test(arguments: [
    #""asi" : {"CoreFoundation":["*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '\#(reason)'"]}"#,
    #""exceptionReason" : {"name":"NSInternalInconsistencyException","composed_message":"\#(reason)"}"#,
  ])
  func `contains the last messages of the app`(_ member: String) {
    let quoted = Self.crash(#""termination" : {"code":6,"namespace":"SIGNAL"},"#, signal: "SIGABRT")
      .replacing(#""asi" : {"libsystem_c.dylib":["abort() called"]}"#, with: member)
    let reading = Reading(bundled: quoted)
    #expect(
      reading.summary("late", "reason") == [
        "process.start", "bgTask.register late=yes", "process.exit reason=crash", "process.exit reason=crash",
      ])
    #expect(reading.sightings.map(\.line) == [7, 11, 11, 4])
  }

  private static let watchdog: [String: String] = [
    "reason": "watchdog", "code": "0x8badf00d", "event": "scene-update", "visibility": "Background",
    "allowed": "10.00s",
  ]

  @Test(arguments: [
    #""reasons":["<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: app<org.example.walk>:2415 exhausted real (wall clock) time allowance of 10.00 seconds","ProcessVisibility: Background","WatchdogEvent: scene-update","WatchdogVisibility: Background"]"#
  ])
  func `gives the details of a watchdog kill`(_ reasons: String) {
    let termination = #""termination" : {"code":2343432205,"namespace":"FRONTBOARD",\#(reasons)},"#
    #expect(Reading(Self.crash(termination), Self.vocabulary).sightings.last?.fields == Self.watchdog)
  }

  @Test(arguments: [("", ""), ("`", "`")])
  func `may be the pasted head of a text report`(open: String, close: String) {
    let lines = [
      "Exception Type:  EXC_CRASH (SIGKILL)", "Termination Reason: FRONTBOARD 2343432205",
      "<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: app<org.example.walk>:2415 exhausted real (wall clock) time allowance of 10.00 seconds",
      "ProcessVisibility: Background", "ProcessState: Running", "WatchdogEvent: scene-update",
      "WatchdogVisibility: Background", "Triggered by Thread:  0",
    ]
    let log = lines.map { open + $0 + close }.joined(separator: "\n\n")
    let reading = Reading(log, Self.vocabulary)
    #expect(reading.events == ["process.exit"])
    #expect(reading.sightings.map(\.line) == [5])
    #expect(reading.sightings.map(\.fields) == [Self.watchdog])
  }

  @Test func `is about the app in its first line if it names no process`() {
    let crash = Self.crash("")
    let bare = crash.replacing(#"  "procName" : "Walk",\#n"#, with: "").replacing(
      #""app_name":"Walk""#, with: #""app_name":"Run""#)
    #expect(Reading(bare, Self.vocabulary).sightings.map(\.process) == ["Run", "Run"])
    let both = Reading(bare + "\n" + crash, Self.vocabulary)
    #expect(both.sightings.map(\.process) == ["Run", "Run", "Walk", "Walk"])
  }

  @Test func `gives the process that was killed for memory`() {
    let reading = Reading(
      """
      {"bug_type":"298","timestamp":"2026-03-17 22:50:42.00 -0700","os_version":"iPhone OS 26.3.1","incident_id":"1"}
      {
        "crashReporterKey" : "1",
        "date" : "2026-03-17 22:50:41.64 -0700",
        "largestProcess" : "Walk",
        "processes" : [
        {
          "rpages" : 1000,
          "name" : "SpringBoard",
          "pid" : 34
        },
        {
          "name" : "Walk",
          "pid" : 2415,
          "reason" : "per-process-limit",
          "states" : [
            "frontmost"
          ]
        }
        ]
      }
      """, Self.vocabulary)
    #expect(reading.events == ["process.exit"])
    #expect(reading.sightings.map(\.line) == [15])
    #expect(reading.sightings.map(\.process) == ["Walk"])
    #expect(reading.sightings.map(\.pid) == [2415])
    #expect(reading.sightings.map(\.fields) == [["reason": "lowMemory"]])
    #expect(reading.sightings.map(\.time) == ["2026-03-17 22:50:41.64 -0700"])
  }

  @Test func `may be in text form`() {
    let reading = Reading(
      """
      Incident Identifier: 00000000-0000-4000-8000-000000000001
      CrashReporter Key:   0000
      Hardware Model:      iPhone12,1
      Process:             My Walk [1234]
      Path:                /private/var/containers/Bundle/Application/1/Walk.app/Walk
      Role:                Foreground
      OS Version:          iPhone OS 13.4 (17E255)

      Date/Time:           2020-03-27 18:06:51.4969 -0700
      Launch Time:         2020-03-27 18:06:31.0000 -0700
      Exception Type:  EXC_CRASH (SIGKILL)
      Exception Codes: 0x0000000000000000, 0x0000000000000000
      Termination Reason: Namespace RUNNINGBOARD, Code 0xdead10cc
      Termination Description: RUNNINGBOARD, <RBSTerminateContext| domain:15 code:0xDEAD10CC

      Triggered by Thread:  0

      Thread 0 name:  Dispatch queue: com.apple.main-thread
      Thread 0 Crashed:
      0   Walk   0x0000000102f4a1b0 -[DogDelegate dogDidWakeUp:] + 120
      """, Self.vocabulary)
    #expect(reading.events == ["process.start", "process.exit"])
    #expect(reading.sightings.map(\.line) == [10, 9])
    #expect(reading.sightings.map(\.process) == ["My Walk", "My Walk"])
    #expect(reading.sightings.map(\.pid) == [1234, 1234])
    #expect(reading.sightings.last?.fields == ["reason": "system", "code": "0xdead10cc"])
    #expect(reading.statistics.mentions == 1)
    #expect(reading.statistics.records[Format.crashReport.rawValue] == 2)
  }

  @Test func `may be from MetricKit, without a time`() {
    let reading = Reading(
      """
      {"timeStampBegin":"2026-03-16 23:59:00 +0000","timeStampEnd":"2026-03-17 23:59:00 +0000","crashDiagnostics":[{"version":"1.0.0","callStackTree":{"callStacks":[]},"diagnosticMetaData":{"appVersion":"1","signal":9,"terminationReason":"Namespace SPRINGBOARD, Code 0x8badf00d"}},{"diagnosticMetaData":{"signal":11,"exceptionType":1}}]}
      """, Self.vocabulary)
    #expect(reading.events == ["process.exit", "process.exit"])
    #expect(reading.sightings.map(\.time) == [nil, nil])
    #expect(
      reading.sightings.map(\.fields) == [["reason": "watchdog", "code": "0x8badf00d"], ["reason": "crash"]])
  }

  @Test func `may contain counts of exits, and hangs`() {
    let reading = Reading(
      bundled: """
        {
          "timeStampEnd": "2026-03-17 23:59:00 +0000",
          "applicationExitMetrics": {
            "backgroundExitData": {
              "cumulativeSuspendedWithLockedFileExitCount": 2,
              "cumulativeAppWatchdogExitCount": 0
            },
            "foregroundExitData": {"cumulativeAppWatchdogExitCount": 3}
          },
          "hangDiagnostics": [{"diagnosticMetaData": {"hangDuration": "20 sec"}}],
          "cpuExceptionDiagnostics": [{"diagnosticMetaData": {"totalCPUTime": "90 sec"}}]
        }
        """)
    #expect(
      reading.summary("kind", "n", "state", "s") == [
        "mainThread.hang s=20.0s", "cpu.limit s=90.0s",
        "exit.count kind=SuspendedWithLockedFile n=2 state=background",
        "exit.count kind=AppWatchdog n=3 state=foreground",
      ])
    #expect(reading.sightings.map(\.line) == [10, 11, 5, 8])
    #expect(reading.sightings.map(\.time) == [nil, nil, nil, nil])
  }

  @Test func `has no events in a vocabulary without processes`() {
    let reading = Reading(Self.crash(""))
    #expect(reading.events == [])
    #expect(reading.statistics.unknownCount == 0)
  }
}
