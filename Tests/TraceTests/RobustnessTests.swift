import TestSupport
import Testing
import Trace

@Suite struct `Damaged input` {
  static let seeds = [
    "2024-02-03 10:00:00.123456+0100 My Walk[76:2300](m) -[DogDelegate(Naps) dog:didFetchStickWithOptions:]:25 x",
    "    //2024/02/03T24:00:00:1 -07:00 /a/b[12:ff] <X: 0x1f> kennelDidOpen(_: __C.WFKennel) -> () {",
    "10:00:00 bark.start id=\"a\\\"b\" loud=7 x.y=z",
    "[10:00:00.1] (a) NSConcreteNotification 0x1 {name = WFDogDidWakeUpNotification; object = (null)}",
    "$s5MyApp11DogDelegateC3dog_24didFetchStickWithOptionsSbSo5WFDogC_SDyypGSgtF",
    "MyApp.DogDelegate.dog(_: A, didFetchStickWithOptions: [B : C]?) -> Swift.Bool \u{FEFF}🐕→犬é",
    "Rex barks at the {cat}",
    "2024-03-15 10:00:00.123456-0700 0x1a2b3 Default 0x0 312 0 Walk: (Kit) [com.example:[x]:y] dogDidWakeUp",
    "2024-03-15 10:00:00.123456-0700 0x1a2b3 Default 0x0 312 0",
    "  Walk: (Kit) dogDidWakeUp",
    "Timestamp               Ty Process[PID:TID]",
    "2024-03-15 10:00:00.123 Sd walkd[312:1a] dogDidWakeUp",
    "2024-03-15 10:00:00.123456-0700  localhost Walk[312]: [com.example:x] bark.start id=\\M-C\\M-)\\^[",
    "10/14/21 08:01:02.345678 pid=71 handler: dogDidWakeUp",
    "10/14/21 08:01:02 pid=71  ",
    "default\t10:00:00.123456 +0500\tWalk\tWalkKit\tdogDidWakeUp",
    "error  10:00:00.123456+0500  Walk  dogDidWakeUp",
    "dogDidWakeUp {",
    "OSLOG-00000000-0000-4000-8000-000000000001 4 80 L 1f {t:1707559968.912994,tid:0x16fc80}\tdogDidWakeUp(_:)",
    "Type: Notice | Timestamp: 2026-02-10 12:32:48.912994+11:00 | Process: Walk | PID: 7 | Category:  | TID: 0x1",
    "Jan 17 16:09:04.087254 Walk(Kit)[1181] <Notice>: dogDidWakeUp",
    "<13>Jan  7 16:09:04 iPhone My Walk(Kit)[1181] (com.example[7]) <Notice>: kennelDidOpen",
    "Jan  7 16:09:05 iPhone walkd[1181]: bark.start",
    "Jan  7 16:09:06 --- last message repeated 3 times ---",
    "Jan  7 16:09:07 a tool PROJECT:tool-1.2",
    "\t[12] <Notice>: dogDidWakeUp",
    "<14>1 2024-01-01T10:00:00.000Z host Walk 42 - [a@1 x=\"\\\"]\"] dogDidWakeUp",
    "2024-03-15 10:00:01 Walk{Kit+0x1f0}[1181] <NOTICE>: dogDidWakeUp [com.example][x]",
    "2021-01-18 12:00:17.700000224 +0000  root  12  12 I Walker  : wm_on_resume_called: dogDidWakeUp",
    "[ 03-29 00:46:58.872 10123: 1815: 1816 I/Walker ]", "I(10123: 592: 601) dogDidWakeUp  (Walker)",
    "2024-01-02 03:04:05.702 592-608/? I/Walker: dogDidWakeUp", "12 12/3/24, 1:02:03 PM bark.start",
    "2024-01-01T12:00:00+0100 info walk : id=7 a=b [Walk] dogDidWakeUp",
    "20240115-7:5:35:23|Walk|4|bark.stop",
    "10:00:00.123 🟦 INFO Dog.walk():42 - dogWillSleep", "[  12.5 ms] bark.start", "walk.log:12:10:00:00 x",
    "2024-01-01 10:00:00.123 [Debug] [main] [Dog.swift:42] walk(_:) > dogDidWakeUp",
    "2024-01-01T00:00:01.1Z stdout P 2024-01-01T00:00:01.2345678Z > api-1  | // flutter: dogDidWakeUp",
    "2024-01-01T00:00:01.1Z stdout P {\"msg\":\"dogDid", "2024-01-01T00:00:01.1Z stdout F WakeUp\",\"a\":[{",
    "{\"traceEvents\":[{\"ph\":\"B\",\"name\":\"dogDidWakeUp\",\"ts\":1},", "{\"ph\":\"E\",\"ts\":2}",
    "2024-01-01T00:00:01.1Z stdout F dogWillSleep", "    t =     1.50s bark.stop",
    "` 18:15:07 assertiond bark.stop 18:15:08 SpringBoard x", "Test Case '-[Walk testMore]' started.",
    "[I 240101 10:00:00 relay:42] logProcess: bark.stop", "section_start:1700000000:walk",
    "843 2019-05-04 15:33:47:541 - [iOSLog] [IOS_SYSLOG_ROW] 17:40:01.500 Walk[812:270001] dogWillSleep",
  ]
  private static let marks =
    Array("[](){}<>:.-+\"\\= \t\r\n\0$_0xZT#/".utf8) + [0xFF, 0xC3, 0xE2, 0x80, 0xF0, 0x9F]

  @Test(arguments: 0..<40)
  func `does not crash the reader and is read the same in any pieces`(seed: UInt64) throws {
    var vocabulary = Vocabulary.walk
    vocabulary.declare(EventDeclaration(name: "bark.at", templates: [try LineTemplate("{a} barks at {b}")]))
    let recognizer = Recognizer(vocabulary)
    var dice = Dice(seed: seed)
    var log: [UInt8] = []
    for _ in 0..<200 {
      var line = Array(Self.seeds.randomElement(using: &dice)?.utf8 ?? "".utf8)
      for _ in 0..<Int.random(in: 0...6, using: &dice) {
        let index = Int.random(in: 0..<line.count, using: &dice)
        switch Int.random(in: 0...4, using: &dice) {
        case 0: line[index] = Self.marks.randomElement(using: &dice) ?? 0
        case 1: line.insert(Self.marks.randomElement(using: &dice) ?? 0, at: index)
        case 2: line.removeSubrange(index...)
        case 3: line[index] = UInt8.random(in: 0...255, using: &dice)
        default: line.insert(contentsOf: line[..<index], at: index)
        }
        if line.isEmpty { line = [0x20] }
      }
      log += line + (Bool.random(using: &dice) ? [0x0A] : [0x0D, 0x0A])
    }
    let whole = Reading(log, recognizer)
    let pieces = Reading(log, recognizer, pieces: Int.random(in: 1...300, using: &dice))
    #expect(whole.statistics.lines >= 200)
    #expect(pieces.sightings == whole.sightings)
    #expect(pieces.statistics == whole.statistics)
  }

  @Test(arguments: 0..<10)
  func `of random bytes does not crash the reader`(seed: UInt64) {
    var dice = Dice(seed: seed)
    let log = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &dice) }
    let lines = log.split(separator: 0x0A, omittingEmptySubsequences: false).count
    let reading = Reading(log, Recognizer(.walk), pieces: 999)
    #expect(reading.statistics.lines == (log.last == 0x0A ? lines - 1 : lines))
  }

  @Test func `cut at any byte does not crash the reader`() {
    let recognizer = Recognizer(.walk)
    for line in Self.seeds.map({ Array($0.utf8) }) {
      for end in line.indices {
        #expect(Reading(Array(line[..<end]), recognizer).statistics.lines == (end == 0 ? 0 : 1))
        #expect(Reading(Array(line[end...]), recognizer).statistics.lines == 1)
      }
    }
  }

  @Test
  func `of nested brackets or dots is read quickly`() {
    let seconds = processorSeconds {
      for piece in [
        "[", "(", "<a", "{", "dog.", "A.", "a::", "dogDidWakeUp(", "-[A ", "$s1", "name = {", "[1:",
        "[1]: ", "a\t", "\t", "Jan  1 10:00:00 ", "<1>", "TID: |", "(a) ", "a  ",
        "2024-01-01 10:00:00 0x1 A 0x1 1 :",
      ] {
        let line = String(repeating: piece, count: 500_000 / piece.utf8.count) + " dogDidWakeUp"
        #expect(Reading(line).statistics.lines == 1)
      }
    }
    #expect(seconds < 60)
  }
}
