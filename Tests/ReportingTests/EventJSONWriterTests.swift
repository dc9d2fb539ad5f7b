import Reporting
import Testing
import Trace

@Suite struct `An event as a line of JSON` {
  private func json(_ bytes: [UInt8], _ event: Event, file: String = "a.log") -> String {
    var vocabulary = Vocabulary()
    vocabulary.declare(EventDeclaration(name: "app.hide", returns: true, callbacks: ["appDidHide:"]))
    var output = ""
    EventJSONWriter(Recognizer(vocabulary), LogFiles(file)).append(event, line: bytes.span, to: &output)
    return output
  }

  @Test func `has its canonical name in place of the log's spelling`() {
    var event = Event(id: EventID(entryOf: 0).end, form: .callback, line: 7, name: 4..<14)
    event.time = Timestamp(nanoseconds: 0, kind: .timeOnly)
    event.timeText = 0..<3
    event.pid = 42
    #expect(
      json(Array("9:1 appDidHide".utf8), event) == """
        {"file":"a.log","line":7,"column":5,"event":"app.hide.end","time":"9:1","process":null,"pid":42,\
        "thread":null,"fields":{}}

        """)
  }

  @Test func `counts columns in code points and shows unknown names as logged`() {
    let bytes = Array("é\u{301} ".utf8) + [0xFF] + Array(" x.y a=1 a=2 \"".utf8)
    var event = Event(id: .unknown, form: .canonical, line: 1, name: 7..<10)
    event.fields = [
      .init(name: .other(11..<12), value: 13..<14), .init(name: .other(15..<16), value: 17..<18),
    ]
    #expect(
      json(bytes, event, file: "\"\u{1b}") == """
        {"file":"\\"\\u001b","line":1,"column":6,"event":"x.y","time":null,"process":null,"pid":null,\
        "thread":null,"fields":{"a":"1"}}

        """)
  }
}
