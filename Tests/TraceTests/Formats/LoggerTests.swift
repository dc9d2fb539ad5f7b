import Testing
import Trace

@Suite struct `Loggers` {
  @Test(arguments: [
    Example("2024-01-01T12:00:00+0100 info: @", .swiftLog, time: "2024-01-01T12:00:00+0100"),
    Example(
      "2024-01-01T12:00:00+0100 info com.example.walk : user=1 @", .swiftLog, time: "2024-01-01T12:00:00+0100"
    ),
    Example(
      "2024-01-01T12:00:00+0100 notice com.example.walk : id=7 dog=rex the great [Walk] @", .swiftLog,
      time: "2024-01-01T12:00:00+0100"),
    Example(
      "2024-01-01T12:00:00+0100 info com.example.walk: [Walk] @", .swiftLog, time: "2024-01-01T12:00:00+0100"),
    Example(
      "2024-01-01T12:00:00+0100 info a label : @ [Tag] text", .swiftLog, time: "2024-01-01T12:00:00+0100"),
    Example("<unknown> critical: a=1 b=2 @", .swiftLog),
    Example("2024/01/01 10:00:00:123  @", .lumberjackFile, time: "2024/01/01 10:00:00:123"),
    Example("2024/01/01 10:00:00:123  [E] Dog.swift:12 @", .lumberjackFile, time: "2024/01/01 10:00:00:123"),
    Example("10:00:00.123 🟦 INFO DogDelegate.walk():42 - @", .swiftyBeaver, time: "10:00:00.123"),
    Example("10:00:00.124 DEBUG DogDelegate.walk():17 - @ - x", .swiftyBeaver, time: "10:00:00.124"),
    Example("10:00:00.125 ⬜️ VERBOSE Dog.init():88 - @", .swiftyBeaver, time: "10:00:00.125"),
    Example(
      "2024-01-01 10:00:00.123 [Debug] [main] [DogDelegate.swift:42] walk(_:) > @", .xcgLogger,
      time: "2024-01-01 10:00:00.123", nil, nil, "main", main: true),
    Example(
      "2024-01-01 10:00:00.124 [Info] [my log] [com.example.queue] walk(_:to:) > @", .xcgLogger,
      time: "2024-01-01 10:00:00.124", nil, nil, "com.example.queue", main: false),
    Example(
      "2024-01-01 10:00:00.124 [Info] [com.apple.main-thread] [DogDelegate.swift] walk(_:to:) > @",
      .xcgLogger,
      time: "2024-01-01 10:00:00.124", nil, nil, "com.apple.main-thread", main: true),
    Example(
      "2024-01-01 10:00:00.124 [Info] [my log] [DogDelegate.swift] walk(_:to:) > @", .xcgLogger,
      time: "2024-01-01 10:00:00.124"),
    Example(
      "2024-01-01 10:00:00.124 [Info] [com.example.queue] walk(_:to:) > @", .xcgLogger,
      time: "2024-01-01 10:00:00.124", nil, nil, "com.example.queue"),
    Example(
      "2024-01-01 10:00:00.124 [Info] [Walk.DogDelegate] walk(_:to:) > @", .xcgLogger,
      time: "2024-01-01 10:00:00.124"),
    Example("2024-01-01 10:00:00.125 [Warning] > @", .xcgLogger, time: "2024-01-01 10:00:00.125"),
    Example(
      "2019-07-02 20:37:37.481 [info][tid:com.facebook.react.JavaScript] @", .reactNative,
      time: "2019-07-02 20:37:37.481", nil, nil, "com.facebook.react.JavaScript", main: false),
    Example(
      "2019-10-09 21:36:51.357 [warn][tid:main][Bridge.m:79] @", .reactNative,
      time: "2019-10-09 21:36:51.357",
      nil, nil, "main", main: true),
  ])
  func `are read`(example: Example) { example.check() }

  @Test(arguments: [
    Example("flutter: @", .flutter), Example("flutter: [life] @", .flutter),
    Example("// flutter: @", .flutter),
    Example("[  +12 ms] @", .flutter), Example("⚡️  [log] - @", .capacitor), Example("⚡️  @", .capacitor),
    Example(" LOG  @", .metro), Example(" (NOBRIDGE) LOG  @", .metro), Example(" WARN  @", .metro),
    Example("(NOBRIDGE) ERROR  @", .metro), Example("LOG  a\nLOG  b\nLOG  @", .metro),
    Example(
      "2024-02-03 10:00:00.123 Walk[76:2300] flutter: @", .nslog, time: "2024-02-03 10:00:00.123", "Walk", 76,
      "2300"
    ),
    Example(
      "2024-02-03 10:00:00.123 Walk[76:2300] ⚡️  [info] - @", .nslog, time: "2024-02-03 10:00:00.123", "Walk",
      76,
      "2300"),
  ])
  func `of frameworks have their prefix removed`(example: Example) { example.check() }

  @Test func `of XCTest have times from the start of their test`() {
    let reading = Reading(
      """
      Test Suite 'Walk' started at 2024-01-01 09:59:59.000.
      Test Case '-[WalkUITests.Walk testDogDidWakeUp]' started.
          t =      nans Interface orientation changed to Portrait
          t =     0.00s Start Test at 2024-01-01 10:00:00.035
          t =    12.20s     bark.start
      Test Case '-[WalkUITests.Walk testDogDidWakeUp]' passed (12.202 seconds).
      XCTestOutputBarrierTest Case '-[WalkUITests.Walk testMore]' started.
          t =     1.50s bark.stop
      XCTestOutputBarrier2024-01-01 10:00:20.000 Walk[76:2300] dogWillSleep
      """)
    #expect(reading.events == ["bark.start", "bark.stop", "dog.willSleep"])
    #expect(
      reading.sightings.map(\.timestamp) == [
        Timestamp(nanoseconds: 1_704_103_212_235_000_000, kind: .local),
        Timestamp(nanoseconds: 1_500_000_000, kind: .relative),
        Timestamp(nanoseconds: 1_704_103_220_000_000_000, kind: .local),
      ])
    #expect(reading.sightings.map(\.time) == ["12.20", "1.50", "2024-01-01 10:00:20.000"])
    #expect(reading.statistics.records[Format.xctestActivity.rawValue] == 4)
    #expect(reading.statistics.records[Format.xctestCase.rawValue] == 4)
  }

  @Test(arguments: [
    // A level, but no place in the source after it.
    "10:00:00.123 INFO walking: dogDidWakeUp is here", "ERROR  dogDidWakeUp was not seen",
    "2024-01-01T12:00:00+0100 information: the dogDidWakeUp", "flutterdogDidWakeUp",
    "Test Case '-[WalkTests dogDidWakeUp]' started.", "    t =     0.00s Waiting for dogDidWakeUp",
    "    t =    12.20s     dogDidWakeUp", "    t =      nans dogDidWakeUp",
  ])
  func `are not assumed in prose`(line: String) { #expect(events(in: line).isEmpty) }
}

@Suite struct `A random log of a logger` {
  @Test func `of swift-log is read as written`() {
    roundTrip(.swiftLog) { _ in
      Kept(time: .zoned, digits: 0, process: false, pid: false)
    } writer: {
      let label = $0.always(of: ":", " walk :", " com.example.walk:", " my label :")
      let metadata = $0.any(of: " [Walk]", " id=7 [Walk]", " a-b=x c.d=more [text] [Walk_2]", salt: 1)
      return
        "\($0.date())T\($0.clock(0))\($0.zone()) \($0.any(of: "info", "critical"))\(label)\(metadata) \($0.text)"
    }
  }

  @Test func `of CocoaLumberjack is read as written`() {
    roundTrip(.lumberjackFile) { _ in
      Kept(time: .local, digits: 3, process: false, pid: false)
    } writer: {
      "\($0.date("/")) \($0.clock(3, mark: ":"))  \($0.text)"
    }
  }

  @Test func `of SwiftyBeaver is read as written`() {
    roundTrip(.swiftyBeaver) { _ in
      Kept(time: .timeOnly, digits: 3, process: false, pid: false)
    } writer: {
      "\($0.clock(3)) \($0.any(of: "", "🟦 ", "⬜️ "))INFO Dog.\($0.any(of: "walk()", "init()")):42 - \($0.text)"
    }
  }

  @Test func `of XCGLogger is read as written`() {
    roundTrip(.xcgLogger) { _ in
      Kept(time: .local, digits: 3, process: false, pid: false, thread: Kept.decimal)
    } writer: {
      "\($0.date()) \($0.clock(3)) [Debug] \($0.always(of: "", "[my log] "))[\($0.thread)] \($0.always(of: "", "[Dog.swift:4] ", salt: 1))\($0.any(of: "", "walk(_:to:) "))> \($0.text)"
    }
  }

  @Test func `of React Native is read as written`() {
    roundTrip(.reactNative) { _ in
      Kept(time: .local, digits: 3, process: false, pid: false, thread: Kept.decimal)
    } writer: {
      "\($0.date()) \($0.clock(3)) [info][tid:\($0.thread)]\($0.always(of: "", "[Bridge.m:79]")) \($0.text)"
    }
  }
}
