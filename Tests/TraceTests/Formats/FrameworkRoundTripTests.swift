import TestSupport
import Testing
import Trace

@Suite struct `A random framework log` {
  @Test func `in the canonical form is read as written`() {
    roundTrip(.canonical, oddities: [.blanks, .parentheses], continues: false) { record in
      let digits = record.always(of: 6, 3, 0, salt: 1)
      let hasProcess = record.always(of: true, false)
      var kept = Kept(time: nil, digits: digits, process: hasProcess, pid: hasProcess)
      kept.time = record.always(of: .zoned, .timeOnly, nil, salt: 1)
      if hasProcess, record.always(of: true, false, salt: 2) { kept.thread = Kept.decimal }
      return kept
    } writer: { record in
      var utc = record
      utc.east = 0
      let time = record.always(of: "\(utc.date())T\(utc.clock(6))Z ", "\(record.clock(3)) ", "", salt: 1)
      let thread = record.always(of: ":\(record.thread)", "", salt: 2)
      let process = record.always(of: "\(record.process)[\(record.pid)\(thread)] ", "")
      return time + process + record.message
    }
  }

  @Test func `without a header is read as written`() {
    roundTrip(.bare) { _ in
      Kept(time: nil, process: false, pid: false)
    } writer: {
      $0.text
    }
  }

  @Test func `of Flutter is read as written`() {
    roundTrip(.flutter) { _ in
      Kept(time: nil, process: false, pid: false)
    } writer: {
      "flutter: \($0.text)"
    }
  }

  @Test func `of Capacitor is read as written`() {
    roundTrip(.capacitor) { _ in
      Kept(time: nil, process: false, pid: false)
    } writer: {
      "⚡️  \($0.any(of: "[log] - ", "[warn] - ", ""))\($0.text)"
    }
  }

  @Test func `of Metro is read as written`() {
    roundTrip(.metro) { _ in
      Kept(time: nil, process: false, pid: false)
    } writer: {
      $0.any(of: " ", " (NOBRIDGE) ") + $0.any(of: "LOG", "INFO", "WARN", "ERROR", "DEBUG", salt: 1)
        + "  \($0.text)"
    }
  }

  @Test func `of Appium is read as written`() {
    roundTrip(.appium) {
      let time: Timestamp.Kind? = $0.always(of: Timestamp.Kind.local, nil)
      return Kept(time: time, digits: 3, process: false, pid: false)
    } writer: {
      $0.always(of: "\($0.date()) \($0.clock(3, mark: ":")) " + $0.always(of: "", "- ", salt: 1), "")
        + $0.any(of: "", "[debug] ") + $0.any(of: "", "[b3f2a28c]", salt: 1)
        + "[XCUITestDriver@6a6c] \($0.text)"
    }
  }

  @Test func `of Detox is read as written`() {
    roundTrip(.detox) { _ in
      Kept(time: .timeOnly, digits: 3, tool: "detox")
    } writer: {
      "\($0.clock(3)) detox[\($0.pid)] \($0.any(of: "i  ", "W", "E", "D")) \($0.text)"
    }
  }

  @Test func `exported by Android Studio is read as written`() {
    roundTrip(.studioJSON) { _ in
      Kept(time: .zoned, digits: 9, thread: Kept.decimal)
    } writer: { record in
      var dice = Dice(seed: record.whim)
      let time = record.time.quotientAndRemainder(dividingBy: 1_000_000_000)
      let header = [
        #""logLevel": "INFO""#, #""pid": \#(record.pid)"#, #""tid": \#(record.thread)"#, #""tag": "Walker""#,
        #""applicationId": "com.example.walk""#, #""processName": "\#(record.process.json)""#,
        #""timestamp": {"seconds": \#(time.quotient), "nanos": \#(time.remainder)}"#,
      ].shuffled(using: &dice)
      let members = [
        #""header": {\#(header.joined(separator: ", "))}"#, #""message": "\#(record.text.json)""#,
      ].shuffled(using: &dice)
      let element = "{" + members.joined(separator: ", ") + "}"
      let isPretty = record.always(of: true, false)
      return (record.number == 0 ? #"{"metadata": {"filter": "package:mine"}, "logcatMessages": ["# : "")
        + (isPretty ? element.replacing(", \"", with: ",\n  \"") : element) + (record.isLast ? "]}" : ",")
    }
  }

  @Test func `of XCTest has only the canonical events of its steps`() {
    roundTrip(.xctestActivity) { dice in
      var log = WrittenLog(records: [.xctestActivity: 0, .xctestCase: 0])
      func write(_ line: String, _ format: Format) {
        log.text += line + "\n"
        log.records[format, default: 0] += 1
      }
      /// The start of the test on its clock.
      var start: Int64?
      for record in RandomRecord.log(&dice, isZoned: false) {
        if record.any(of: true, false, salt: 1) {
          let word = record.any(of: "started", "passed (1.002 seconds)", "failed (1.002 seconds)", salt: 2)
          let barrier = record.any(of: "", "XCTestOutputBarrier", salt: 3)
          write(barrier + "Test Case '-[WalkUITests.Walk dogDidWakeUp]' \(word).", .xctestCase)
          start = nil
        }
        if record.any(of: true, false, salt: 4) {
          write("    t =     0.00s Start Test at \(record.date()) \(record.clock(3))", .xctestActivity)
          start = record.local / 1_000_000 * 1_000_000
        }
        let hundredths = Int(max(0, record.local - (start ?? 0)) / 10_000_000)
        let seconds = "\(hundredths / 100).\((hundredths % 100).padded(2))"
        let blanks = String(repeating: " ", count: max(0, 8 - seconds.count))
        write("    t = \(blanks)\(seconds)s \(record.any(of: "", "    "))\(record.message)", .xctestActivity)
        if let event = record.event, record.isCanonical {
          var read = WrittenEvent(event, log.nextLine - 1, record, Kept(process: false, pid: false))
          read.time = Timestamp(
            nanoseconds: (start ?? 0) + Int64(hundredths) * 10_000_000,
            kind: start == nil ? .relative : .local)
          log.events.append(read)
        }
      }
      return log
    }
  }

  @Test func `of syslog has its repeated messages`() {
    roundTrip(.aslRepeat) { dice in
      let records = RandomRecord.log(
        &dice, oddities: [.parentheses, .colons, .foreign], continues: true, isZoned: false)
      var log = WrittenLog(lastWritten: Timestamp(nanoseconds: records[0].local, kind: .zoned))
      log.records = [.asl: records.count, .aslRepeat: 0]
      let kept = Kept(time: .yearless, digits: 0)
      func expect(_ record: RandomRecord, times: Int) {
        guard let event = record.event else { return }
        let read = WrittenEvent(event, log.nextLine, record, kept)
        log.events += Array(repeating: read, count: times)
      }
      for record in records {
        expect(record, times: 1)
        log.text +=
          "\(record.monthName) \(record.clock(0)) my-mac \(record.process)[\(record.pid)]: \(record.text)\n"
        guard record.any(of: true, false) else { continue }
        var again = record
        again.time += Int64.random(in: 0...30_000_000_000, using: &dice)
        let times = Int.random(in: 1...5, using: &dice)
        // Below a line that is not a record, the repeated message is unknown.
        if record.continuation.isEmpty { expect(again, times: times) }
        let phrase = "last message repeated \(times) time\(times == 1 ? "" : "s")"
        log.text +=
          "\(again.monthName) \(again.clock(0))"
          + record.any(of: ": --- \(phrase) ---\n", " --- \(phrase) ---\n", " my-mac \(phrase)\n", salt: 1)
        log.records[.aslRepeat, default: 0] += 1
      }
      return log
    }
  }
}
