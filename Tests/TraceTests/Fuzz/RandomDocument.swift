import TestSupport

/// Makes structured documents with random messages, in each format that lifecheck reads.
struct RandomDocument {
  private static let messages: [String] = {
    let lines = (ProjectTexts.examples + ProjectTexts.files(in: "Samples", endingWith: ".log")).flatMap {
      text in
      String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }
    return lines + [
      "dogDidWakeUp", "-[DogDelegate dogDidWakeUp:]", "bark.start id=7", "kennelDidOpen:", "nothing", "",
      "two\nlines dogDidWakeUp",
      "é 犬 \"quoted\" \\ text", "{\"msg\":\"dogDidWakeUp\",\"pid\":7}", "dog.willSleep",
      "applicationDidEnterBackground",
    ]
  }()

  private var dice: Dice
  private var number = 0

  /// A document in a random format.
  static func document(_ dice: inout Dice) -> [UInt8] {
    var document = RandomDocument(dice: Dice(seed: dice.next()))
    return Array(document.text().utf8)
  }

  private init(dice: Dice) { self.dice = dice }

  private mutating func pick<Thing>(_ things: Thing...) -> Thing {
    things[Int.random(in: things.indices, using: &dice)]
  }

  private mutating func text() -> String {
    let count = pick(1, 3, 20, 60)
    // One line, or many.
    let end = pick("", "\n", "\n  ")
    func list(_ elements: [String]) -> String {
      "[" + end + elements.joined(separator: "," + end) + end + "]"
    }
    switch Int.random(in: 0..<9, using: &dice) {
    case 0:
      let scopes = (0..<pick(1, 2)).map { _ in
        "{\"scope\":{\"name\":\"a\"},\"logRecords\":\(list((0..<count).map { _ in logRecord() }))}"
      }
      let resource =
        "\"resource\":{\"attributes\":[{\"key\":\"process.pid\",\"value\":{\"intValue\":\"42\"}}]}"
      let members = pick(
        [resource, "\"scopeLogs\":\(list(scopes))"], ["\"scopeLogs\":\(list(scopes))", resource],
        ["\"scopeLogs\":\(list(scopes))"])
      return "{\"resourceLogs\":"
        + list(Array(repeating: "{\(members.joined(separator: ","))}", count: pick(1, 3))) + "}\n"
    case 1: return list((0..<count).map { _ in traceEvent() }) + "\n"
    case 2:
      return "{\"other\":1,\"traceEvents\":" + list((0..<count).map { _ in traceEvent() })
        + ",\"unit\":\"ms\"}\n"
    case 3: return list((0..<count).map { _ in systemRecord() }) + "\n"
    case 4: return (0..<count).map { _ in systemRecord() }.joined(separator: "\n") + "\n"
    case 5:
      let key = pick("events", "logEvents", "logcatMessages", "entries")
      let elements = (0..<count).map { _ in
        "{\"header\":{\"pid\":7,\"tag\":\"Walker\",\"timestamp\":{\"seconds\":1700000000,\"nanos\":5}},\"message\":\(message())}"
      }
      return "{\"\(key)\":\(list(elements))}\n"
    case 6: return table(count, end)
    case 7:
      return `An incident report`.crash(
        "\"termination\" : {\"code\":2343432205,\"namespace\":\"FRONTBOARD\"},"
          + (pick(true, false)
            ? "\"frames\":\(list((0..<count).map { "{\"symbol\":\"dogDidWakeUp\",\"n\":\($0)}" }))," : ""))
    default:
      return (0..<count).map { _ in
        "{\"time\":\(moment()),\"pid\":7,\"msg\":\(message()),\"data\":[\(pick("", "1", "1,[2]"))]}"
      }.joined(separator: pick("\n", ",\n", " ")) + "\n"
    }
  }

  private mutating func moment() -> Int {
    number += Int.random(in: -3...10, using: &dice)
    return 1_700_000_000_000 + number
  }

  private mutating func message() -> String {
    let text = Self.messages.randomElement(using: &dice) ?? ""
    return "\"\(text.json)\""
  }

  private mutating func logRecord() -> String {
    let attributes = "[{\"key\":\"thread.id\",\"value\":{\"intValue\":\(number)}}]"
    return
      "{\"timeUnixNano\":\"\(moment())000000\",\"body\":{\"stringValue\":\(message())},\"attributes\":\(attributes)}"
  }

  private mutating func traceEvent() -> String {
    let phase = pick("B", "E", "X", "i", "b", "e", "M")
    let name = phase == "M" ? pick("\"process_name\"", "\"thread_name\"") : message()
    return
      "{\"name\":\(name),\"ph\":\"\(phase)\",\"ts\":\(moment()),\"dur\":\(pick(0, 5, 70)),\"pid\":\(pick(1, 2)),\"tid\":\(pick(1, 2)),\"args\":{\"name\":\"main\",\"id\":\(number)}}"
  }

  private mutating func systemRecord() -> String {
    "{\"traceID\":37579774151491588,\"eventMessage\":\(message()),\"eventType\":\"\(pick("logEvent", "logEvent", "stateEvent", "lossEvent"))\",\"source\":null,\"threadID\":\(number),\"processImagePath\":\"\\/a\\/Walk\",\"timestamp\":\"2024-03-15 10:00:00.\(100_000 + abs(number))-0700\",\"processID\":\(pick(0, 312)),\"backtrace\":{\"frames\":[{\"imageOffset\":\(number)}]}}"
  }

  private mutating func table(_ count: Int, _ end: String) -> String {
    let head =
      "<?xml version=\"1.0\"?>\n<trace-query-result>\(end)<node><schema name=\"os-log\"><col><mnemonic>time</mnemonic></col><col><mnemonic>thread</mnemonic></col><col><mnemonic>process</mnemonic></col><col><mnemonic>message</mnemonic></col></schema>\(end)"
    let rows = (0..<count).map { row in
      let id = row * 4
      let reference = Int.random(in: 0...max(0, id), using: &dice)
      let time = pick(
        "<event-time id=\"\(id)\" fmt=\"x\">\(moment())</event-time>", "<event-time ref=\"\(reference)\"/>")
      let process = pick(
        "<process id=\"\(id + 1)\" fmt=\"Walk (7)\"><pid>7</pid></process>", "<process ref=\"\(reference)\"/>"
      )
      let text = Self.messages.randomElement(using: &dice) ?? ""
      let message = pick(
        "<os-log-metadata id=\"\(id + 2)\" fmt=\"\(text.xml)\"/>", "<os-log-metadata ref=\"\(reference)\"/>",
        "<narrative id=\"\(id + 2)\"><string>\(text.xml)</string></narrative>",
        "<app-period fmt=\"Foreground - Active\"/>")
      return "<row>\(time)<sentinel/>\(process)\(message)</row>"
    }
    return head + rows.joined(separator: end) + "</node></trace-query-result>\n"
  }
}
