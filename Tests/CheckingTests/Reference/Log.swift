import Rulebook
import Trace

/// The reference evaluator for rulebooks. It is written from the definition of the language alone, keeps the whole log
/// in memory, and evaluates each question from the beginning. It shares only the parsed sentence with the engine.
///
/// It only supports canonical lines. No callback is logged twice, and no instance lacks its key.
enum Reference {}

extension Reference {
  /// An event with its line, header and fields.
  struct Line {
    let number: Int
    let event: EventID
    let time: Timestamp?
    let fields: [String: String]
    /// The process by name and id; nil without a header.
    let app: Int?
    let pid: Int?
  }

  /// The limits of the language page.
  struct Limits {
    /// The number of events of an app for which lines are held back.
    var heldEvents = 4_096
    /// The number of texts that are folded in one instance.
    var foldedTexts = 4_096
  }

  /// All known events of a log, in order.
  struct Log {
    private(set) var lines: [Line] = []
    /// The session of each line, as an index of `lives()`; nil for a repeated end.
    private(set) var lifeOfLine: [Int?] = []
    let rulebook: Rulebook
    let limits: Limits
    let derived = Derivations()
    let told = Told()
    /// The spans that an event may open or close.
    let spans: [EventID: [SpanID]]

    init(_ text: String, _ recognizer: Recognizer, _ rulebook: Rulebook, _ limits: Limits = Limits()) {
      self.rulebook = rulebook
      self.limits = limits
      spans = Self.spans(of: rulebook)
      var reader = TraceReader(recognizer)
      let bytes = Array(text.utf8)
      var lines: [Line] = []
      reader.read(bytes.span) { Self.add($0, $1, recognizer.fieldNames, to: &lines) }
      reader.finish { Self.add($0, $1, recognizer.fieldNames, to: &lines) }
      self.lines = lines
      lifeOfLine = Array(repeating: nil, count: lines.count)
      for (number, life) in lives().enumerated() {
        for line in life.lines { lifeOfLine[line] = number }
      }
    }

    private static func spans(of rulebook: Rulebook) -> [EventID: [SpanID]] {
      var spans: [EventID: [SpanID]] = [:]
      for id in rulebook.spans.indices.map(SpanID.init) {
        let events: [EventID] =
          switch rulebook.spans[id.rawValue].kind {
          case .declared(let from, let until, _): (from.atoms + until.atoms).flatMap(\.events)
          case .callback(let event): [event]
          case .state, .composed: []
          }
        for event in Set(events) { spans[event, default: []].append(id) }
      }
      return spans
    }

    private static func add(
      _ event: Event, _ bytes: Span<UInt8>, _ names: [String], to lines: inout [Line]
    ) {
      guard event.id != .unknown else { return }
      var fields: [String: String] = [:]
      for field in event.fields {
        guard case .known(let index) = field.name else { continue }
        fields[names[index]] = fields[names[index]] ?? Event.text(of: field, in: bytes)
      }
      // The main thread is named `main`, whatever its number is.
      let thread = event.thread.map { range in
        String(decoding: range.map { bytes[$0] }, as: UTF8.self)
      }
      fields["thread"] = thread == "1" ? "main" : thread
      lines.append(
        Line(
          number: event.line, event: event.id, time: event.time, fields: fields,
          app: event.owner?.process.rawValue, pid: event.owner?.pid))
    }

    /// The apps of the log.
    var apps: [Int?] {
      Set(lines.filter { !isOfLog($0.event) }.map(\.app)).sorted { ($0 ?? -1) < ($1 ?? -1) }
    }

    /// Whether an event is about the log itself, and not about a process.
    func isOfLog(_ event: EventID) -> Bool {
      rulebook.sessions.boot.contains(event) || rulebook.sessions.loss.contains(event)
        || rulebook.clock.set.contains(event)
    }

    /// Whether the log's clock is set between two lines.
    func isClockSet(between early: Int, and late: Int) -> Bool {
      early < late && lines[early..<late].contains { rulebook.clock.set.contains($0.event) }
    }
  }

  /// The words of a list.
  static func words(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
  }
}
