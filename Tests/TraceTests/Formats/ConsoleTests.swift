import Testing
import Trace

@Suite struct `Text copied from Console` {
  @Test func `is read`() {
    let reading = Reading(
      """
      default\t15:30:32.040000+0500\tWalk\tdogDidWakeUp
      デフォルト\t00:14:02.829143 +0900\tMy Walk\tbark.start id=rex
      default\t22:50:45.711060-0500\twalkd\twalked attributes:[
      \t<WFAttribute| domain:"com.example"
      \t]>
      error\t22:50:45.728616-0500\tkernel\tSandbox: Walk(1766) deny(1)
      1181\tinfo\t22:50:46.728616-0500\tWalk\tWalkKit\tdogWillSleep
      info\t22:50:47.728616-0500\tWalk\tbark.stop id=a\tloud=7
      fault\t22:50:48.728616-0500\tWalk\tlibwalk.dylib\tbark.stop
      """)
    #expect(
      reading.notes == [
        "1 15:30:32.040000+0500 Walk[-] dog.didWakeUp", "2 00:14:02.829143 +0900 My Walk[-] bark.start",
        "7 22:50:46.728616-0500 Walk[1181] dog.willSleep", "8 22:50:47.728616-0500 Walk[-] bark.stop",
        "9 22:50:48.728616-0500 Walk[-] bark.stop",
      ])
    #expect(reading.formats == ["console-copy": 7])
  }

  @Test func `is read with spaces in place of tabs`() {
    let reading = Reading(
      """
      default  15:30:32.040000+0500  Walk the Dog  dogDidWakeUp
      error    15:30:33.040000 +0500    Walk   bark.start id=rex  loud=7
      default  see 15:30:33.040000+0500  Walk  dogDidWakeUp
      default 15:30:32.040000+0500 Walk dogDidWakeUp
      """)
    #expect(
      reading.notes == [
        "1 15:30:32.040000+0500 Walk the Dog[-] dog.didWakeUp", "2 15:30:33.040000 +0500 Walk[-] bark.start",
      ])
    #expect(reading.formats == ["console-copy": 2])
  }

  @Test func `continues past midnight`() {
    let reading = Reading(
      "default\t23:59:59.000000+0500\tWalk\tbark.start\ndefault\t00:00:01.000000+0500\tWalk\tbark.stop")
    #expect(reading.sightings.map(\.timestamp?.nanoseconds) == [86_399_000_000_000, 86_401_000_000_000])
  }

  @Test(arguments: [
    "default\t15:30:32.040000+0500\tWalk", "default\t15:30:32.04+0500\tWalk\tdogDidWakeUp", "\t\t\t",
    "a\tb\tc",
  ])
  func `is not every line with tabs`(line: String) { #expect(Reading(line).formats == [:]) }

  @Test func `is read as written`() {
    roundTrip(.consoleCopy) {
      Kept(time: .timeOnly, pid: $0.always(of: false, true))
    } writer: {
      $0.always(of: "", "\($0.pid)\t") + $0.any(of: "default", "エラー", "デバッグ") + "\t\($0.clock(6))"
        + $0.always(of: "", " ", salt: 1) + "\($0.zone())\t\($0.process)\t"
        + $0.always(of: "", "WalkKit\t", salt: 2)
        + $0.text
    }
  }

  @Test func `without tabs is read as written`() {
    roundTrip(.consoleCopy) { _ in
      Kept(time: .timeOnly, pid: false)
    } writer: {
      "\($0.any(of: "default", "error"))  \($0.clock(6))\($0.zone())   \($0.process)  \($0.text)"
    }
  }
}

@Suite struct `Text copied from Xcode's console` {
  @Test func `has the metadata below the message`() {
    let reading = Reading(
      """
      dogDidWakeUp(_:)
      Type: Notice | Timestamp: 2026-02-10 12:32:48.912994+11:00 | Process: My Walk | Library: Walk | Subsystem: com.example.walk | Category: dogDidWakeUp | TID: 0x16fc80
      bark.start id=rex
      Type: Error | Timestamp: 2026-02-10 12:32:49.978752+1100 | Library: DogKit | Subsystem: com.example.dog | Category:  | TID: 0x16fc84
      bark.stop
      request failed {
          code = 4;
      Type: Error | Timestamp: 2026-02-10 12:32:50.813407+11:00 | TID: 0x16fb73
      dogWillSleep {
      a = [
      ]
      }
      Timestamp: 2026-02-10 12:32:51.813407+11:00 | PID: 42
      DogDelegate.dogDidWakeUp
          DogDelegate.dogWillSleep
      Timestamp: 2026-02-10 12:32:52.813407+11:00 | PID: 42
      bark.stop
      """)
    #expect(
      reading.notes == [
        "1 2026-02-10 12:32:48.912994+11:00 My Walk[-:0x16fc80] dog.didWakeUp",
        "3 2026-02-10 12:32:49.978752+1100 -[-:0x16fc84] bark.start",
        "5 - -[-] bark.stop",
        "9 2026-02-10 12:32:51.813407+11:00 -[42] dog.willSleep",
        "14 - -[-] dog.didWakeUp",
        "15 2026-02-10 12:32:52.813407+11:00 -[42] dog.willSleep",
        "17 - -[-] bark.stop",
      ])
    #expect(reading.sightings.map(\.column) == [1, 1, 1, 1, 1, 5, 1])
    #expect(reading.sightings[1].fields == ["id": "rex"])
    #expect(reading.formats["xcode-meta"] == 5)
  }

  @Test func `has the metadata below the closing bracket of a message`() {
    let reading = Reading(
      """
      options = {
          dogDidWakeUp
      };
      Type: Error | Timestamp: 2026-02-10 12:32:50.813407+11:00 | PID: 42
      dogWillSleep
      } else {
      Type: Error | Timestamp: 2026-02-10 12:32:51.813407+11:00 | PID: 42
      """)
    #expect(
      reading.notes == [
        "2 2026-02-10 12:32:50.813407+11:00 -[42] dog.didWakeUp", "5 - -[-] dog.willSleep",
      ])
  }

  @Test func `has a prefix if the output was redirected`() {
    let reading = Reading(
      """
      OSLOG-00000000-0000-4000-8000-000000000001 4 80 L 1f {t:1707559968.912994,tid:0x16fc80}\tdogDidWakeUp(_:)
      OSLOG-00000000-0000-4000-8000-000000000001 4 80 L 1f {}\tx
      OSLOG-\t{t:1
      """)
    #expect(reading.notes == ["1 1707559968.912994 -[-:0x16fc80] dog.didWakeUp"])
    #expect(
      reading.sightings.map(\.timestamp) == [Timestamp(nanoseconds: 1_707_559_968_912_994_000, kind: .zoned)])
    #expect(reading.formats == ["xcode-meta": 1])
  }

  @Test func `is not every line with a vertical bar`() {
    #expect(Reading("Type: a").formats == [:])
    #expect(Reading("Type: a | b: c").formats == [:])
    #expect(Reading("Process: a | TID: 0x1 | and so on").formats == [:])
  }

  @Test func `does not delay late lines of a log without metadata`() {
    let recognizer = Recognizer(.walk)
    var reader = TraceReader(recognizer)
    var count = 0
    reader.read(Array((String(repeating: "text\n", count: 200) + "bark.start\n").utf8).span) { _, _ in
      count += 1
    }
    #expect(count == 1)
  }

  @Test func `is read as written`() {
    roundTrip(.xcodeMeta, continues: false) {
      Kept(time: .zoned, process: $0.always(of: true, false), pid: false, thread: Kept.prefixedHex)
    } writer: {
      $0.any(of: "", "", "print\n") + $0.message + $0.any(of: "", "", "\n    indented\n", salt: 1)
        + "\nType: Notice | Timestamp: \($0.date()) \($0.clock(6))\($0.zone($0.any(of: "", ":", salt: 2)))"
        + $0.always(of: " | Process: \($0.process)", "") + " | Category:  | TID: 0x\(Kept.hex($0.thread))"
    }
  }
}
