/// A rule's example as editable lines. All lines are canonical and have a time.
struct ExampleTrace: Hashable {
  var lines: [Line]

  struct Line: Hashable {
    /// The date before the time, or an empty text.
    var date: String
    /// Milliseconds since midnight.
    var time: Int
    var process: String
    var pid: String
    var thread: String
    /// The canonical name of the event.
    var event: String
    var fields: [Field]
    /// The rules in the marks of the line.
    var marks: [String]
  }

  struct Field: Hashable {
    var name: String
    var value: String
  }

  /// Nil if a line has another form.
  init?(_ text: String) {
    var lines: [Line] = []
    for line in text.split(separator: "\n") {
      guard let line = Line(line) else { return nil }
      lines.append(line)
    }
    self.lines = lines
  }

  init(lines: [Line]) { self.lines = lines }

  var text: String { lines.map(\.text).joined(separator: "\n") }

  /// The lines in the order of their times, because a moved line may be out of order.
  func sorted() -> ExampleTrace {
    ExampleTrace(
      lines: lines.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        .map(\.element))
  }
}

extension ExampleTrace.Line {
  init?(_ text: Substring) {
    let form =
      /^(\d{4}-\d\d-\d\d )?(\d\d):(\d\d):(\d\d)\.(\d{3}) (\w+)\[(\d+):(\w+)\] (\w+(?:\.\w+)+)((?: \w+=(?:"[^"]*"|\S+))*) *(?:# expect: (.*))?$/
    guard let match = text.wholeMatch(of: form),
      let hours = Int(match.2), let minutes = Int(match.3), let seconds = Int(match.4),
      let milliseconds = Int(match.5)
    else { return nil }
    date = match.1.map(String.init) ?? ""
    time = ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds
    process = String(match.6)
    pid = String(match.7)
    thread = String(match.8)
    event = String(match.9)
    fields = match.10.matches(of: /(\w+)=("[^"]*"|\S+)/).map {
      ExampleTrace.Field(name: String($0.1), value: String($0.2))
    }
    marks =
      match.11?.split(separator: ",").compactMap { $0.split(separator: " ").first.map(String.init) } ?? []
  }

  var text: String { "\(date)\(clock) \(process)[\(pid):\(thread)] \(said)" }

  /// The event with its fields.
  var said: String { ([event] + fields.map { "\($0.name)=\($0.value)" }).joined(separator: " ") }

  /// The line without its time.
  var body: String { "\(process)[\(pid):\(thread)] \(said)" }

  var clock: String {
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let seconds = time / 1000
    return "\(digits(seconds / 3600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2))"
      + ".\(digits(time % 1000, 3))"
  }

  subscript(_ field: String) -> String? {
    get { fields.first { $0.name == field }?.value }
    set {
      guard let index = fields.firstIndex(where: { $0.name == field }) else {
        if let newValue { fields.append(ExampleTrace.Field(name: field, value: newValue)) }
        return
      }
      if let newValue { fields[index].value = newValue } else { fields.remove(at: index) }
    }
  }

  func at(_ time: Int) -> Self {
    var line = self
    line.time = time
    return line
  }

  /// The callback from which this event is the return, or the event itself.
  var entry: String { event.hasSuffix(".end") ? String(event.dropLast(4)) : event }
}
