import Trace

/// A format of the generated logs: the templates of its records, and the messages of its events.
struct FormatRow {
  /// The name in `lifecheck-bench write format-NAME-BYTES`.
  let name: String
  /// The format that lifecheck should recognise.
  let format: Format
  /// The templates of noise, chosen at random.
  let lines: [String]
  /// The template of an event; nil for the first template of noise.
  var event: String?
  /// The messages of the events, in turn.
  var messages = RareEvents.callbacks
  /// The text before the first record, and after the last one.
  var start = ""
  var end = ""

  /// A format whose name is that of `lifecheck events --formats`.
  init(
    _ format: Format, _ lines: String..., event: String? = nil, messages: [String]? = nil, start: String = "",
    end: String = ""
  ) {
    self.init(format.name, format, lines, event: event, messages: messages, start: start, end: end)
  }

  /// A format with many templates. A template that is repeated in the list is chosen more often.
  init(_ format: Format, lines: [String]) { self.init(format.name, format, lines) }

  /// A format in the lines of a tool, under a name of its own.
  init(wrapped name: String, _ format: Format, _ line: String) { self.init(name, format, [line]) }

  private init(
    _ name: String, _ format: Format, _ lines: [String], event: String? = nil, messages: [String]? = nil,
    start: String = "", end: String = ""
  ) {
    self.name = name
    self.format = format
    self.lines = lines
    self.event = event
    if let messages {
      self.messages = messages
    } else if format.home == .android {
      self.messages = RareEvents.activities
    }
    self.start = start
    self.end = end
  }
}
