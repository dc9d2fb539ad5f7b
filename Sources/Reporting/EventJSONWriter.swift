public import Trace

/// Writes recognised events as JSON, one object per line, with its keys in a fixed order.
public struct EventJSONWriter {
  private let recognizer: Recognizer
  /// The files of the log.
  public var log: LogFiles

  /// A writer for the events of one log.
  public init(_ recognizer: Recognizer, _ log: LogFiles) {
    self.recognizer = recognizer
    self.log = log
  }

  /// Appends an event as one line, with its line end.
  public func append(_ event: Event, line: Span<UInt8>, to output: inout String) {
    let origin = event.origin
    let before = origin.map { String(decoding: $0.bytes[..<$0.name.lowerBound], as: UTF8.self) }
    let column =
      (origin?.columns ?? 0)
      + (before ?? text(0..<event.name.lowerBound, line)).unicodeScalars.count + 1
    let place = log.place(of: event.line)
    output += "{\"file\":"
    Escaping.appendJSONString(place.path, to: &output)
    output += ",\"line\":\(place.line),\"column\":\(column),\"event\":"
    Escaping.appendJSONString(recognizer.name(of: event, in: line), to: &output)
    append("time", event.timeText.map { text($0, line) }, to: &output)
    append("process", event.process.map { text($0, line) }, to: &output)
    output += ",\"pid\":" + (event.pid.map(String.init) ?? "null")
    append("thread", event.thread.map { text($0, line) }, to: &output)
    output += ",\"fields\":{"
    for (index, field) in recognizer.fields(of: event, in: line).enumerated() {
      if index > 0 { output += "," }
      Escaping.appendJSONString(field.name, to: &output)
      output += ":"
      Escaping.appendJSONString(field.value, to: &output)
    }
    output += "}}\n"
  }

  private func append(_ key: String, _ value: String?, to output: inout String) {
    output += ",\"\(key)\":"
    if let value { Escaping.appendJSONString(value, to: &output) } else { output += "null" }
  }

  private func text(_ range: Range<Int>, _ line: Span<UInt8>) -> String { String(range, of: line) }
}
