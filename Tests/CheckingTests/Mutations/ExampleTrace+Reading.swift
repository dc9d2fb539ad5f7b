import Foundation
import Rulebook

@testable import Checking

extension ExampleTrace {
  /// The events of a log in any format, written in canonical form as those of one app. Nil if an event has no time,
  /// or if the events belong to several processes.
  init?(reading log: String, _ bench: Bench) {
    let names = bench.program.rulebook.vocabulary
    let texts = log.split(separator: "\n", omittingEmptySubsequences: false)
    var lines: [Line] = []
    let read = Reference.Log(log, bench.recognizer, bench.program.rulebook).lines
    if Set(read.map(\.pid)).count > 1 { return nil }
    for (index, line) in read.enumerated() {
      guard let time = line.time else { return nil }
      let fields = line.fields.sorted { $0.key < $1.key }.compactMap { name, value -> Field? in
        // The header of the line has these already.
        if name == "pid" || name == "thread" || value.isEmpty || value.contains("\"") { return nil }
        return Field(name: name, value: value.contains { $0 == " " || $0 == "#" } ? "\"\(value)\"" : value)
      }
      // A line may report a second event, such as the crash by an exception. The mark is for the first one.
      let isSecond = index > 0 && read[index - 1].number == line.number
      let text = isSecond ? "" : texts[line.number - 1]
      let marks = text.split(separator: "# expect:").dropFirst().first?.split(separator: ",")
      lines.append(
        Line(
          time: Int(time.nanoseconds / 1_000_000 % 86_400_000), event: names.name(of: line.event), fields,
          marks: marks?.map { $0.trimmingCharacters(in: .whitespaces) } ?? []))
    }
    self.lines = lines
  }
}

extension ExampleTrace.Line {
  fileprivate init(time: Int, event: String, _ fields: [ExampleTrace.Field], marks: [String]) {
    self.init(
      date: "", time: time, process: "MyApp", pid: "4242", thread: "1", event: event, fields: fields,
      marks: marks)
  }
}
