import Testing
import Trace

@Suite struct `Android's log` {
  @Test(arguments: [
    Example(
      "06-12 15:30:20.700  2800  2800 I Walker  : @", .logcatThreadtime, time: "06-12 15:30:20.700", nil,
      2800,
      "2800", main: true),
    Example(
      "07-12 12:00:02.070   592   608 I Walker: @", .logcatThreadtime, time: "07-12 12:00:02.070", nil, 592,
      "608", main: false),
    Example(
      "2021-01-18 12:00:17.700000224 +0000  root     0     0 I Walker  : @", .logcatThreadtime,
      time: "2021-01-18 12:00:17.700000224 +0000", nil, 0, "0", main: true),
    Example(
      "09-01 16:00:44.800 10297 22500 22501 I a tag with:colon: @", .logcatThreadtime,
      time: "09-01 16:00:44.800", nil, 22500, "22501", main: false),
    Example(
      "09-01 16:00:44.800123 +0100 u0_a297 22500 22501 I Walker: @", .logcatThreadtime,
      time: "09-01 16:00:44.800123", nil, 22500, "22501", main: false),
    Example(
      "         1788900207.400  1777  3830 D Walker: @", .logcatThreadtime, time: "1788900207.400", nil, 1777,
      "3830", main: false),
    Example(
      "   123.456  1777  1777 D Walker: @", .logcatThreadtime, time: "123.456", nil, 1777, "1777", main: true),
    Example(
      "01-02 03:04:05.678 D/Walker( 1234): @", .logcatTime, time: "01-02 03:04:05.678", nil, 1234),
    Example(
      "01-02 03:04:05.678 I/Walker(10123:  592): @", .logcatTime, time: "01-02 03:04:05.678", nil, 592),
    Example(
      "2024-01-02 03:04:05.678901 +0100 D/Walker( 1234): @", .logcatTime,
      time: "2024-01-02 03:04:05.678901 +0100", nil, 1234),
    Example("D/Walker( 1234): @", .logcatBrief, nil, 1234),
    Example("I/flutter ( 6734): @", .logcatBrief, nil, 6734),
    Example("I/Odd (x) tag( 6734): @", .logcatBrief, nil, 6734),
    Example("D/Walker: @", .logcatTag),
    Example("I/flutter : @", .logcatTag),
    Example("W/My Dog  : @", .logcatTag),
    Example("D( 1234) @  (Walker)", .logcatProcess, nil, 1234),
    Example("W(10123:  592) @  (Walker)", .logcatProcess, nil, 592),
    Example("D( 1234: 1234) @", .logcatThread, nil, 1234, "1234", main: true),
    Example("W(10123:  592:  601) @", .logcatThread, nil, 592, "601", main: false),
    Example("D( 1234: 1235) x\nD( 1234: 1235) @  (Walker)", .logcatThread, nil, 1234, "1235", main: false),
    // As Eclipse and DDMS copied it.
    Example(
      "01-02 03:04:05.678: DEBUG/Walker(1234): @", .logcatTime, time: "01-02 03:04:05.678", nil, 1234),
    Example("01-02 03:04:05.678: D/Walker(1234): @", .logcatTime, time: "01-02 03:04:05.678", nil, 1234),
    // Without the number of the process.
    Example("01-02 03:04:05.678 D/Walker: @", .logcatTime, time: "01-02 03:04:05.678"),
    // The first versions of Android Studio wrote a small colon after the tag.
    Example(
      "01-02 03:04:05.678  1234-1235/com.example.walk D/Walker﹕ @", .studioOld, time: "01-02 03:04:05.678",
      "com.example.walk", 1234, "1235", main: false),
    // As Android Studio copied it before version 3.1, without the date.
    Example(
      "03:04:05.678 1234-1235/? D/Walker: @", .studioOld, time: "03:04:05.678", nil, 1234, "1235", main: false
    ),
    // In a comment, after tabs, after a comma, and after a color whose escape character became an arrow.
    Example(",01-02 03:04:05.678 D/Walker( 1234): @", .logcatTime, time: "01-02 03:04:05.678", nil, 1234),
    Example(
      "←[38;5;75m01-02 03:04:05.678  1234  1234 D Walker: @←[0m", .logcatThreadtime,
      time: "01-02 03:04:05.678",
      nil, 1234, "1234", main: true),
    Example(
      "> ←[1m01-02 03:04:05.678  1234  1234 D Walker: @", .logcatThreadtime, time: "01-02 03:04:05.678",
      nil, 1234, "1234", main: true),
    // `flutter logs -v` puts the time since the line above before it.
    Example("[ +120 ms] I/flutter ( 6734): @", .logcatBrief, nil, 6734),
    Example("[        ] I/flutter ( 6734): @", .logcatBrief, nil, 6734),
    // An export of Unity's Android Logcat window.
    Example(
      "2024/01/02 03:04:05.678 1234 1240 Error Walker @", .unityLogcat, time: "2024/01/02 03:04:05.678", nil,
      1234,
      "1240", main: false),
    // With the columns that somebody kept.
    Example("01-02 03:04:05.678 D Walker: @", .logcatTime, time: "01-02 03:04:05.678"),
    Example("01-02 03:04:05.678 I walkd   : @", .logcatTime, time: "01-02 03:04:05.678"),
    Example(" 1234  1235 D Walker: @", .logcatThreadtime, nil, 1234, "1235", main: false),
    Example("1234 1234 D Walker: @", .logcatThreadtime, nil, 1234, "1234", main: true),
    Example("E Walker: @", .bare),
    Example("I walkd   : @", .bare),
    Example("    I walkd   : @", .bare),
    Example("    W Walker: @", .bare),
    // pidcat
    Example("           Walker  D  @", .logcatTag),
    Example("Walker  D  @", .logcatTag),
    // The columns that Android Studio copies: tag, package, level.
    Example("Walker                  walkd                D  @", .logcatTag),
    Example("> W/Walker: @", .logcatTag),
    Example("' E/Walker: @", .logcatTag),
    // Quoted by `grep`.
    Example(
      "walk.log:01-02 03:04:05.678 D/Walker( 1234): @", .logcatTime, time: "01-02 03:04:05.678", nil, 1234),
    Example("logs/walk.log:D/Walker( 1234): @", .logcatBrief, nil, 1234),
    Example("logs/walk.log:12:D/Walker( 1234): @", .logcatBrief, nil, 1234),
    Example("// I/flutter (10072): @", .logcatBrief, nil, 10072),
    Example("//I/flutter (10072): @", .logcatBrief, nil, 10072),
    Example(
      "\t\t07-12 12:39:53.830   592   608 I Walker: @", .logcatThreadtime, time: "07-12 12:39:53.830", nil,
      592,
      "608", main: false),
  ])
  func `is read line by line`(example: Example) { example.check() }

  @Test func `has the header on a line of its own in the long format`() {
    let log = """
      --------- beginning of main
      [ 03-29 00:46:58.857  1815: 1816 I/Walker ]
      dogDidWakeUp
      second line
      10:00:00 bark.start

      [ 03-29 00:46:58.872 10123: 1815: 1815 I/Walker ]
      dogWillSleep

      [ 2024-03-29 00:46:59.000 +0100  1815: 1815 D/Walker   ]
      kennelDidOpen

      --------- switch to main
      bark.stop
      """
    let reading = Reading(log)
    #expect(reading.events == ["dog.didWakeUp", "dog.willSleep", "kennel.didOpen", "bark.stop"])
    #expect(reading.sightings.map(\.line) == [3, 8, 11, 14])
    #expect(reading.sightings.map(\.column) == [1, 1, 1, 1])
    #expect(reading.sightings.map(\.pid) == [1815, 1815, 1815, nil])
    #expect(reading.sightings.map(\.thread) == ["1816", "1815", "1815", nil])
    #expect(reading.sightings.map(\.isMainThread) == [false, true, true, nil])
    #expect(
      reading.sightings.map(\.time) == [
        "03-29 00:46:58.857", "03-29 00:46:58.872", "2024-03-29 00:46:59.000 +0100", nil,
      ])
    #expect(reading.statistics.records[Format.logcatLong.rawValue] == 3)
  }

  @Test func `ends a long record only at a header after an empty line`() {
    let reading = Reading(
      """
      [ 03-29 00:46:58.857  1815: 1816 I/Walker ]
      dogDidWakeUp

      dogWillSleep

      2024-01-01 10:00:00.123 Walk[812:c07] kennelDidOpen
      bark.stop
      """)
    #expect(reading.sightings.map(\.thread) == ["1816", "1816", "c07", nil])
    #expect(reading.events == ["dog.didWakeUp", "dog.willSleep", "kennel.didOpen", "bark.stop"])
  }

  @Test(arguments: [
    Example(
      "2024-01-02 03:04:05.678  1234-5678  Walker                  com.example.walk                     D  @",
      .studioNew, time: "2024-01-02 03:04:05.678", "com.example.walk", 1234, "5678", main: false),
    Example(
      "2024-01-02 03:04:05.702   567-567   My Dog                  pid-567                              V  @",
      .studioNew, time: "2024-01-02 03:04:05.702", nil, 567, "567", main: true),
    Example(
      "2024-01-02 03:04:05.678 1234-5678/com.example.walk D/Walker: @", .studioOld,
      time: "2024-01-02 03:04:05.678", "com.example.walk", 1234, "5678", main: false),
    Example(
      "2024-01-02 03:04:05.700 1234-1234/com.example.walk D/Walker: @ :", .studioOld,
      time: "2024-01-02 03:04:05.700", "com.example.walk", 1234, "1234", main: true),
    Example(
      "2024-01-02 03:04:05.702 592-608/? I/Walker: @", .studioOld, time: "2024-01-02 03:04:05.702", nil, 592,
      "608", main: false),
    Example(
      "01-02 03:04:05.678 1234-1234/com.example.walk D/Walker: @", .studioOld, time: "01-02 03:04:05.678",
      "com.example.walk", 1234, "1234", main: true),
    Example(
      "    01-02 03:04:05.678 1234-1234/? D/Walker: @", .studioOld, time: "01-02 03:04:05.678", nil, 1234,
      "1234",
      main: true),
    Example(
      "01-02 03:04:05.678 com.example.walk D/Walker: @", .studioOld, time: "01-02 03:04:05.678",
      "com.example.walk"),
    Example("com.example.walk E/Walker: @", .studioOld, "com.example.walk"),
    // Some of the columns, and the compact view.
    Example(
      "2024-01-02 03:04:05.678 Walker                  com.example.walk                     D  @", .studioNew,
      time: "2024-01-02 03:04:05.678", "com.example.walk"),
    Example(
      "2024-01-02 03:04:05.678 Walker                  D  @", .studioNew, time: "2024-01-02 03:04:05.678"),
    Example("03:04:05.678 Walker                  D  @", .studioNew, time: "03:04:05.678"),
    Example("03:04:05.678  D  @", .studioNew, time: "03:04:05.678"),
  ])
  func `is read as Android Studio shows it`(example: Example) { example.check() }

  @Test func `keeps the tags of the system's records of activities`() throws {
    var vocabulary = Vocabulary.walk
    vocabulary.declare(
      EventDeclaration(
        name: "walk.resume",
        templates: [try LineTemplate("wm_on_resume_called: [{token},{component},{reason}]")]))
    let line =
      "06-12 15:30:20.700  2800  2800 I wm_on_resume_called: [134000001,com.example.walk.Path,RESUME]"
    let found = Reading(line, vocabulary).sightings
    #expect(found.map(\.event) == ["walk.resume"])
    #expect(found.first?.fields["component"] == "com.example.walk.Path")
    #expect(found.first?.owner == "[2800]")
  }

  @Test(arguments: [
    "D/Walker( 1234): super.dogDidWakeUp()", "I/O error: x/dogDidWakeUp", "A/B dogDidWakeUp was never seen",
    "06-12 15:30:20.700  2800  2800 I Walker: before dogDidWakeUp", "E (dogDidWakeUp) is not called",
    "I think: dogDidWakeUp was late",
  ])
  func `has no events in prose`(line: String) { #expect(events(in: line).isEmpty) }

  @Test func `may have times without a year`() {
    let day: Int64 = 86_400_000_000_000
    // The reader of these tests begins in 2000.
    #expect(
      moment(in: "03-01 00:00:01.500  1  1 I Walker: dogDidWakeUp")
        == Timestamp(nanoseconds: (10_957 + 60) * day + 1_500_000_000, kind: .yearless))
    #expect(
      moment(in: "  1788900207.400  1  1 I Walker: dogDidWakeUp")
        == Timestamp(nanoseconds: 1_788_900_207_400_000_000, kind: .zoned))
    #expect(
      moment(in: "   207.400  1  1 I Walker: dogDidWakeUp")
        == Timestamp(nanoseconds: 207_400_000_000, kind: .boot))
  }
}

@Suite struct `A random Android log` {
  @Test func `in threadtime is read as written`() {
    roundTrip(.logcatThreadtime, continues: false) {
      Kept(
        time: $0.always(of: .yearless, .local), digits: $0.always(of: 3, 6, 9, salt: 1), process: false,
        thread: Kept.decimal)
    } writer: {
      let year = $0.always(of: "", "\($0.civil.year)-")
      let uid = $0.always(of: "", "root  ", "10297 ", salt: 2)
      return
        "\(year)\($0.monthDay) \($0.clock($0.always(of: 3, 6, 9, salt: 1)))  \(uid)\($0.pid) \($0.thread) D \($0.any(of: "Walker  ", "W", "my tag")): \($0.message)"
    }
  }

  @Test func `in time is read as written`() {
    roundTrip(.logcatTime, continues: false) { _ in
      Kept(time: .yearless, digits: 3, process: false)
    } writer: {
      "\($0.monthDay) \($0.clock(3)) D/\($0.any(of: "Walker  ", "W", "my tag"))( \($0.pid)): \($0.message)"
    }
  }

  @Test func `in brief is read as written`() {
    roundTrip(.logcatBrief, continues: false) { _ in
      Kept(process: false)
    } writer: {
      "I/\($0.any(of: "Walker  ", "W", "my tag", "(x)"))(\($0.any(of: "", " ", "root:  "))\($0.pid)): \($0.message)"
    }
  }

  @Test func `in tag is read as written`() {
    roundTrip(.logcatTag, continues: false) { _ in
      Kept(process: false, pid: false)
    } writer: {
      "I/\($0.any(of: "Walker  ", "Walker", "my tag  ")): \($0.message)"
    }
  }

  @Test func `in process is read as written`() {
    roundTrip(.logcatProcess, continues: false) { _ in
      Kept(process: false)
    } writer: {
      "I( \($0.pid)) \($0.message)  (\($0.any(of: "Walker", "my tag")))"
    }
  }

  @Test func `in thread is read as written`() {
    roundTrip(.logcatThread, continues: false) { _ in
      Kept(process: false, thread: Kept.decimal)
    } writer: {
      "I(\($0.always(of: "", "10001: "))\($0.pid): \($0.thread)) \($0.message)"
    }
  }

  @Test func `in the long format is read as written`() {
    roundTrip(.logcatLong) { _ in
      Kept(time: .yearless, digits: 3, process: false, thread: Kept.decimal)
    } writer: {
      "[ \($0.monthDay) \($0.clock(3)) \($0.always(of: "", "10001: "))\($0.pid): \($0.thread) I/\($0.any(of: "Walker  ", "my tag")) ]\n\($0.text)\n"
    }
  }

  @Test func `in Android Studio is read as written`() {
    roundTrip(.studioNew, oddities: [], continues: false) { _ in
      Kept(time: .local, digits: 3, thread: Kept.decimal)
    } writer: {
      "\($0.date()) \($0.clock(3)) \($0.pid)-\($0.thread)  \($0.any(of: "Walker", "my tag"))       \($0.process)     D  \($0.message)"
    }
    roundTrip(.studioOld, oddities: []) { _ in
      Kept(time: .local, digits: 3, thread: Kept.decimal)
    } writer: {
      "\($0.date()) \($0.clock(3)) \($0.pid)-\($0.thread)/\($0.process) D/\($0.any(of: "Walker", "my tag")): \($0.message)"
        + $0.continuation.map { "\n    " + $0 }.joined()
    }
  }

  @Test func `in the long format has Android's events`() {
    let log = "[ 03-29 00:46:58.857  1815: 1816 I/MainActivity ]\nonPause\n\n"
    let reading = Reading(bundled: log)
    #expect(reading.events == ["activity.pause"])
    #expect(reading.sightings.first?.pid == 1815)
    #expect(reading.statistics.records[Format.logcatLong.rawValue] == 1)
  }
}
