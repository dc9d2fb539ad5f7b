/// A fact from a document, written as a message that a template of the vocabulary maps to an event.
///
///     Foreground - Active begins
///     process exit: namespace RUNNINGBOARD, signal SIGKILL, code 0xdead10cc
struct DocumentFact {
  /// The kinds of documents, with their names in the `from` of a template.
  enum Sender: String {
    /// Tables of Instruments.
    case instruments = "Instruments"
    /// Crash and termination reports of the system, and MetricKit payloads.
    case report
    /// Facts about the app and the system in any document with records.
    case document
    /// Records of telemetry.
    case openTelemetry = "OpenTelemetry"
    case sentry = "Sentry"
    case bugsnag = "Bugsnag"
    case crashlytics = "Crashlytics"
    case segment = "Segment"
    /// Records of documents that a project file describes.
    case documents

    /// Whether the text of a document's record need not be part of the log: it is put together from several values.
    var composesMessages: Bool {
      switch self {
      case .instruments, .report: false
      case .document, .openTelemetry, .sentry, .bugsnag, .crashlytics, .segment, .documents: true
      }
    }
  }

  private let message: String
  private let sender: Sender
  /// Additional fields. Fields of the template with the same name take precedence.
  private let fields: [(name: String, value: String)]

  init(_ message: String, from sender: Sender, fields: [(name: String, value: String)] = []) {
    (self.message, self.sender, self.fields) = (message, sender, fields)
  }

  /// Returns the event in canonical form; nil if the vocabulary does not map the fact.
  func canonicalEvent(by recognizer: Recognizer) -> String? {
    var bytes = Array(message.utf8)
    var header = Header(message: bytes.indices)
    // Separates the last word of the message from the sender.
    bytes.append(.lineFeed)
    header.tag = bytes.count..<bytes.count + sender.rawValue.utf8.count
    bytes += sender.rawValue.utf8
    var event = Event(id: .unknown, form: .canonical, line: 0, name: 0..<0)
    _ = recognizer.find(in: bytes.span, header, &event)
    // A fact is only mapped by a template. The name of a callback in its message is not an event.
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

  /// Returns the text of a field with a space before it: ` name="value"`.
  private static func canonicalField(_ name: String, _ value: String) -> String {
    let value = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return " \(name)=\"\(value)\""
  }
}

extension LineTemplate {
  /// Whether the template only matches facts of documents, which no app can log.
  public var isOfDocument: Bool {
    !senders.isEmpty && senders.allSatisfy { DocumentFact.Sender(rawValue: $0) != nil }
  }

  /// Whether the template only matches messages that are put together from values of a record. The message is not in the log as it
  /// is, but its parts between `, ` are.
  var isOfComposedMessage: Bool {
    isOfDocument && senders.allSatisfy { DocumentFact.Sender(rawValue: $0)?.composesMessages == true }
  }

  /// The texts by which scanners find a composed message. Each document with the message contains one of them.
  var partsOfComposedMessage: [String] {
    requiredTexts.compactMap { text in
      text.split(separator: ", ").map { $0.drop { $0 == " " || $0 == "," } }
        .max { $0.utf8.count < $1.utf8.count }
        .map { String($0).trimmedAtEnd }
    }
  }
}

extension String {
  /// The text without separators at its end.
  fileprivate var trimmedAtEnd: String {
    var text = self[...]
    while text.last == " " || text.last == "," { text.removeLast() }
    return String(text)
  }
}
