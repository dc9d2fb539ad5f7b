import TestSupport
import Testing
import Trace

@Suite struct `Generated documents` {
  private static func object(_ record: RandomRecord, _ colon: String, _ comma: String) -> String {
    var members = [
      #""timestamp"\#(colon)"\#(record.date()) \#(record.clock(6))\#(record.zone())""#,
      #""processImagePath"\#(colon)"\/private\/var\/\#(record.process.json)""#,
      #""processID"\#(colon)\#(record.pid)"#, #""threadID"\#(colon)\#(record.thread)"#,
      #""eventMessage"\#(colon)"\#(record.text.json)""#, #""formatString"\#(colon)"%{public}s dogDidWakeU""#,
      #""traceID"\#(colon)37579774151491588"#, #""source"\#(colon)null"#, #""eventType"\#(colon)"logEvent""#,
    ]
    var dice = Dice(seed: record.whim)
    members.shuffle(using: &dice)
    return members.joined(separator: comma)
  }

  @Test func `of the system's log are read as written`() {
    roundTrip(.oslogJSON) { _ in
      Kept(time: .zoned, thread: Kept.decimal)
    } writer: { record in
      guard record.always(of: true, false) else { return "{" + Self.object(record, ":", ",") + "}" }
      return (record.number == 0 ? "[{\n  " : "") + Self.object(record, " : ", ",\n  ")
        + (record.isLast ? record.always(of: "\n}]", "\n},{", salt: 9) : "\n},{")
    }
  }

  @Test func `of telemetry are read as written`() {
    roundTrip(.otlp) { _ in
      Kept(time: .zoned, digits: 9, thread: Kept.decimal)
    } writer: { record in
      let attributes =
        #"{"key":"process.pid","value":{"intValue":"\#(record.pid)"}},{"key":"process.name","value":{"stringValue":"\#(record.process.json)"}}"#
      let thread = #"{"key":"thread.id","value":{"intValue":\#(record.thread)}}"#
      let isResource = record.any(of: true, false)
      let document =
        #"{"resourceLogs":[{"resource":{"attributes":[\#(isResource ? attributes : "")]},"scopeLogs":[{"scope":{},"logRecords":[{"timeUnixNano":"\#(record.time)","observedTimeUnixNano":1,"body":{"stringValue":"\#(record.text.json)"},"attributes":[\#(thread)\#(isResource ? "" : "," + attributes)]}]}]}]}"#
      return record.always(of: true, false)
        ? document : document.replacing("],\"", with: "],\n \"").replacing("{\"key", with: "{\n\"key")
    }
  }

  @Test func `of Instruments are read as written`() {
    roundTrip(.xctrace, oddities: [.blanks, .brackets, .colons, .foreign]) { _ in
      Kept(time: .relative, digits: 9, thread: Kept.prefixedHex)
    } writer: { record in
      let id = record.number * 10
      let text = record.text.xml.replacing("\n", with: "&#10;")
      let process =
        #"<process id="\#(id)" fmt="\#(record.process.xml) (\#(record.pid))"><pid fmt="x">\#(record.pid)</pid></process>"#
      let row = """
        <row><event-time id="\(id + 1)" fmt="x">\(record.local)</event-time><thread id="\(id + 2)" fmt="\
        \(record.any(of: "Main Thread", "Worker"))"><tid fmt="0x\(Kept.hex(record.thread))">1</tid>\(process)</thread>\
        <process ref="\(id)"/><os-log-metadata id="\(id + 3)" fmt="\(text)"/></row>
        """
      let head = #"""
        <?xml version="1.0"?>
        <trace-query-result><node><schema name="os-log"><col><mnemonic>time</mnemonic></col><col><mnemonic>thread</mnemonic></col><col><mnemonic>process</mnemonic></col><col><mnemonic>message</mnemonic></col></schema>

        """#
      let broken = record.any(of: true, false, salt: 7) ? row.replacing("><", with: ">\n<") : row
      return (record.number == 0 ? head : "") + broken + (record.isLast ? "</node></trace-query-result>" : "")
    }
  }

  @Test(arguments: 0..<60)
  func `that are damaged do not crash the reader and are read the same in any pieces`(
    seed: UInt64
  ) {
    var dice = Dice(seed: seed)
    let seeds = [
      `A JSON document`.appleLog, `A JSON document`.telemetry, ChromeTraces.log, `A table of Instruments`.log,
      `An incident report`.crash(#""termination" : {"code":2343432205,"namespace":"FRONTBOARD"},"#),
      #"{"msg":"dogDidWakeUp","time":1700000000123,"event":"bark.start","id":"\u00e9\n"}"#,
      "Incident Identifier: 1\nProcess:   Walk [12]\nDate/Time:  2020-03-27 18:06:51.4969 -0700\n",
    ]
    let marks = Array("[]{}:,\"\\<>/&;=0u\n".utf8) + [0xFF, 0xC3, 0xF0]
    var log: [UInt8] = []
    for _ in 0..<12 {
      var text = Array(seeds.randomElement(using: &dice)?.utf8 ?? "".utf8)
      for _ in 0..<Int.random(in: 0...8, using: &dice) where text.count > 1 {
        let index = Int.random(in: 0..<text.count, using: &dice)
        switch Int.random(in: 0...5, using: &dice) {
        case 0: text[index] = marks.randomElement(using: &dice) ?? 0
        case 1: text.insert(marks.randomElement(using: &dice) ?? 0, at: index)
        case 2: text.removeSubrange(index...)
        case 3: text.removeSubrange(..<index)
        case 4: text[index] = UInt8.random(in: 0...255, using: &dice)
        default: text.remove(at: index)
        }
      }
      log += text + [0x0A]
    }
    let recognizer = Recognizer(`An incident report`.vocabulary)
    let whole = Reading(log, recognizer)
    let pieces = Reading(log, recognizer, pieces: Int.random(in: 1...300, using: &dice))
    #expect(whole.statistics.lines > 0)
    #expect(pieces.sightings == whole.sightings)
    #expect(pieces.statistics == whole.statistics)
  }
}

extension String {
  /// The text, escaped for an attribute of XML.
  var xml: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
      "\"", with: "&quot;")
  }
}
