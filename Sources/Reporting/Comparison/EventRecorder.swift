public import Checking
public import Rulebook
public import Trace

/// Collects the events of one log for a comparison. Memory grows with the number of events.
public struct EventRecorder: Sendable {
  private let recognizer: Recognizer
  /// The event with which a log declares what it records. It is about the log, not about the app.
  private let declaration: EventID?
  private var texts: [EventText] = []
  private var placeOfText: [String: Int] = [:]
  private var events: [Entry] = []

  private struct Entry {
    var event: RecordedEvent
    /// `Event.ownerNumber`.
    var owner: Int
    /// Whether the vocabulary contains the event.
    var isKnown: Bool
  }

  /// Creates a recorder of the events that the recognizer of a rulebook recognizes.
  public init(_ recognizer: Recognizer, _ rulebook: Rulebook) {
    self.recognizer = recognizer
    declaration = rulebook.recording?.event
  }

  /// Adds the next event of the log with its line.
  public mutating func record(_ event: Event, _ line: Span<UInt8>) {
    if event.id == declaration { return }
    // Thread and `via` are about how the line was logged, not about what happened.
    let fields = recognizer.fields(of: event, in: line).filter { !Vocabulary.commonFields.contains($0.name) }
    let name = recognizer.name(of: event, in: line)
    let shown = ([name] + fields.map { "\($0.name)=\($0.value)" }).joined(separator: " ")
    let text = placeOfText[shown] ?? addText(name, fields, shown)
    events.append(
      Entry(
        event: RecordedEvent(text: text, line: event.line, time: event.time), owner: event.ownerNumber,
        isKnown: event.id != .unknown))
  }

  private mutating func addText(
    _ name: String, _ fields: [(name: String, value: String)], _ shown: String
  ) -> Int {
    let values = fields.map { "\($0.name)=\(Fingerprint.withoutNumbers($0.value))" }.sorted()
    texts.append(EventText(kind: EventKind(name: name, values: values.joined(separator: " ")), shown: shown))
    placeOfText[shown] = texts.count - 1
    return texts.count - 1
  }

  /// Returns the recorded log, after the checker has found its sessions. Events that the checker ignored are left out.
  public func log(
    _ trace: TraceReport, _ lines: [SessionLine], _ violations: [Violation]
  ) -> RecordedLog {
    let sessionOfLine = Dictionary(lines.map { ($0.line, $0) }) { first, _ in first }
    var sessions: [RecordedSession] = []
    var placeOfSession: [Int: Int] = [:]
    // The checker does not know all events. An unknown one belongs to the newest session of its process, or to the first one.
    var newestOfOwner: [Int: Int] = [:]
    var waiting: [Int: [RecordedEvent]] = [:]
    for entry in events {
      if let line = sessionOfLine[entry.event.line] {
        let place = placeOfSession[line.session] ?? sessions.count
        if place == sessions.count {
          placeOfSession[line.session] = place
          sessions.append(RecordedSession(app: Self.name(of: line.process, in: trace)))
        }
        newestOfOwner[entry.owner] = place
        sessions[place].events += (waiting.removeValue(forKey: entry.owner) ?? []) + [entry.event]
      } else if !entry.isKnown, let place = newestOfOwner[entry.owner] {
        sessions[place].events.append(entry.event)
      } else if !entry.isKnown {
        waiting[entry.owner, default: []].append(entry.event)
      }
    }
    return RecordedLog(
      files: trace.files, rulebook: trace.rulebook ?? "", rules: trace.summary.rules, violations: violations,
      sessions: sessions, texts: texts)
  }

  private static func name(of process: ProcessID?, in trace: TraceReport) -> String {
    guard let process, trace.processNames.indices.contains(process.rawValue) else { return "" }
    return trace.processNames[process.rawValue]
  }
}
