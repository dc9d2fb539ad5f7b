/// A fact that a document contains in a form of its own, put into words that a line of the vocabulary maps to an event.
///
///     Foreground - Active begins
///     process exit: namespace RUNNINGBOARD, signal SIGKILL, code 0xdead10cc
struct DocumentFact {
  /// The documents, by the names that `from` of a line has for them.
  enum Sender: String {
    /// The tables of Instruments.
    case instruments = "Instruments"
    /// Reports of the system: of crashes and kills, and MetricKit's.
    case report
  }

  private let message: String
  private let sender: Sender
  /// What the event has in addition to the fields of the line.
  private let fields: [(name: String, value: String)]

  /// The fact with that message.
  init(_ message: String, from sender: Sender, fields: [(name: String, value: String)] = []) {
    (self.message, self.sender, self.fields) = (message, sender, fields)
  }

  /// The event in canonical form, as the vocabulary maps the fact; nil if it does not.
  func canonicalEvent(by recognizer: Recognizer) -> String? {
    var bytes = Array(message.utf8)
    var header = Header(message: bytes.indices)
    // No word goes on behind the message.
    bytes.append(.lineFeed)
    header.tag = bytes.count..<bytes.count + sender.rawValue.utf8.count
    bytes += sender.rawValue.utf8
    var event = Event(id: .unknown, form: .canonical, line: 0, name: 0..<0)
    _ = recognizer.find(in: bytes.span, header, &event)
    // A callback's name in the message reports nothing.
    guard event.form == .template else { return nil }
    var text = recognizer.vocabulary.name(of: event.id)
    var names: Set<String> = []
    for field in event.fields {
      guard case .known(let number) = field.name else { continue }
      names.insert(recognizer.fieldNames[number])
      text += Self.canonicalField(recognizer.fieldNames[number], Event.text(of: field, in: bytes.span))
    }
    for field in fields where !names.contains(field.name) {
      text += Self.canonicalField(field.name, field.value)
    }
    return text
  }

  /// The text of a field, behind the one before it.
  private static func canonicalField(_ name: String, _ value: String) -> String {
    let value = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return " \(name)=\"\(value)\""
  }
}

extension LineTemplate {
  /// Whether only documents contain its message, so that no app can log it.
  public var isOfDocument: Bool {
    !senders.isEmpty && senders.allSatisfy { DocumentFact.Sender(rawValue: $0) != nil }
  }
}
