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
    let known = recognizer.vocabulary.name(of: event.id)
    let place = log.place(of: event.line)
    output += "{\"file\":"
    Escaping.appendJSONString(place.path, to: &output)
    output += ",\"line\":\(place.line),\"column\":\(column),\"event\":"
    Escaping.appendJSONString(known.isEmpty ? text(event.name, line) : known, to: &output)
    append("time", event.timeText.map { text($0, line) }, to: &output)
    append("process", event.process.map { text($0, line) }, to: &output)
    output += ",\"pid\":" + (event.pid.map(String.init) ?? "null")
    append("thread", event.thread.map { text($0, line) }, to: &output)
    output += ",\"fields\":{"
    var names: Set<String> = []
    for field in event.fields {
      let name = self.name(of: field, line)
      guard names.insert(name).inserted else { continue }
      if names.count > 1 { output += "," }
      Escaping.appendJSONString(name, to: &output)
      output += ":"
      Escaping.appendJSONString(Event.text(of: field, in: line), to: &output)
    }
    output += "}}\n"
  }

  private func append(_ key: String, _ value: String?, to output: inout String) {
    output += ",\"\(key)\":"
    if let value { Escaping.appendJSONString(value, to: &output) } else { output += "null" }
  }

  private func name(of field: Event.Field, _ line: Span<UInt8>) -> String {
    switch field.name {
    case .known(let index):
      recognizer.fieldNames.indices.contains(index) ? recognizer.fieldNames[index] : ""
    case .other(let range): text(range, line)
    }
  }

  private func text(_ range: Range<Int>, _ line: Span<UInt8>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    for index in range.clamped(to: 0..<line.count) { bytes.append(line[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
