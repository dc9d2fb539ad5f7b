import Checking
import Diagnostics
import Rulebook

/// The data of a page that shows a log, as JSON. Its times are seconds since the first time of the log or, if the log has no times,
/// the numbers of its events.
struct TimelinePage {
  private var title = ""
  private var rulebook = ""
  private var timeline = Timeline()
  /// The violations in the order of their lines.
  private(set) var violations: [CollectedViolations.Found] = []
  private var text = LogText()
  /// The number of the event of each line, for logs without times.
  private var numbers: [Int: Int] = [:]
  /// The processes of the violations, by line.
  private var processes: [Int: Int] = [:]
  private var repeats: [Violation.ID: Int] = [:]

  /// The number of lines that a page shows at once. From a longer log, it shows the surroundings of the violations.
  private static let mostLines = 200_000
  private static let surroundings = 200

  /// A page without a log.
  init() {}

  init(_ trace: TraceReport, _ timeline: Timeline, _ violations: [CollectedViolations.Found]) {
    title = trace.path
    rulebook = trace.rulebook ?? ""
    self.timeline = timeline
    self.violations = Self.grouped(
      violations.sorted { $0.violation.witness.line < $1.violation.witness.line })
    text = trace.text ?? LogText()
    let lines = Set(violations.map(\.violation.witness.line))
    for event in timeline.events where lines.contains(event.line) { processes[event.line] = event.process }
    for repeated in trace.summary.repeats.all { repeats[repeated.violation] = repeated.count }
    if timeline.hasTimes { return }
    for (number, event) in timeline.events.enumerated() { numbers[event.line] = number }
  }

  /// Violations in the order of their lines, but those with the same cause just after the first of them.
  private static func grouped(_ all: [CollectedViolations.Found]) -> [CollectedViolations.Found] {
    let causes = all.map { cause(of: $0, in: all) }
    return all.indices.filter { causes[$0] == nil }.flatMap { first in
      [all[first]] + all.indices.filter { causes[$0] == first }.map { all[$0] }
    }
  }

  /// The index of the violation that has the same cause as another one, and is explained first.
  private static func cause(of found: CollectedViolations.Found, in all: [CollectedViolations.Found]) -> Int?
  {
    guard let cause = found.violation.proof.explanation?.cause else { return nil }
    return all.firstIndex { $0.violation.witness.line == cause.line && $0.violation.ruleID == cause.rule }
  }

  // MARK: The document

  /// The document, and the lines of the log in it.
  func write(_ report: Report, to output: inout TextBuffer) {
    let lines = text.lines
    let pieces = pieces(of: lines.count)
    let clock = timeline.clock.flatMap(Self.secondsOfDay)
    let broken = BrokenOpenings(violations.map(\.violation))
    let others = otherEvents
    output += object([
      ("tool", json("\(Tool.name) \(Tool.version)")),
      ("title", json(title)),
      ("rulebook", json(rulebook)),
      ("summary", json(Self.summary(of: report))),
      ("notice", json(notice(report, lines.count, pieces))),
      ("axis", json(timeline.hasTimes ? "time" : "order")),
      ("clock", clock.map { "\($0)" } ?? "null"),
      ("end", "\(timeline.events.map { moment(of: $0.line) }.max() ?? 0)"),
      (
        "processes",
        list(timeline.processes.indices) { text(of: timeline.processes[$0], others[$0] ?? [], broken) }
      ),
      ("events", list(timeline.events, text)),
      ("violations", list(violations, text)),
      (
        "pieces",
        list(pieces) { piece in
          object([("first", "\(piece.lowerBound + 1)"), ("lines", list(lines[piece], json))])
        }
      ),
    ])
  }

  private func text(of process: Timeline.Process, _ events: [Timeline.Event], _ broken: BrokenOpenings)
    -> String
  {
    var lanes = process.lanes.map { lane in
      let isOfSpan = lane.kind == .span
      let bars = list(lane.bars) { bar in
        text(
          of: bar, isOfSpan ? broken.violations(about: bar) : [],
          endsWithProcess: process.hasEnded && !isOfSpan)
      }
      return object([("kind", json(Self.kind(of: lane))), ("title", json(lane.title)), ("bars", bars)])
    }
    if !events.isEmpty {
      let bars = list(events) { event in
        text(
          of: Timeline.Bar(label: event.name, open: event.line, close: event.line), [],
          endsWithProcess: false)
      }
      lanes.append(object([("kind", json("event")), ("title", json("other events")), ("bars", bars)]))
    }
    return object([("name", json(process.name)), ("lanes", list(lanes) { $0 })])
  }

  /// The events of each process at which no bar begins or ends.
  private var otherEvents: [Int: [Timeline.Event]] {
    var shown: Set<Int> = []
    for bar in timeline.processes.flatMap(\.lanes).flatMap(\.bars) {
      shown.insert(bar.open)
      if let close = bar.close { shown.insert(close) }
    }
    var others: [Int: [Timeline.Event]] = [:]
    for event in timeline.events where !shown.contains(event.line) {
      if let process = event.process { others[process, default: []].append(event) }
    }
    return others
  }

  /// A bar without an end lasts to the end of the log or, if `endsWithProcess`, of its process.
  private func text(of bar: Timeline.Bar, _ broken: [Int], endsWithProcess: Bool) -> String {
    // Without a return, the length of a call is unknown.
    let end = bar.isAssumed ? bar.open : bar.close ?? (endsWithProcess ? bar.last : nil)
    return object([
      ("from", "\(moment(of: bar.open))"), ("to", end.map { "\(moment(of: $0))" } ?? "null"),
      ("label", json(bar.label)), ("open", "\(bar.open)"), ("close", bar.close.map { "\($0)" } ?? "null"),
      ("broken", list(broken) { "\($0 + 1)" }),
    ])
  }

  private func text(of event: Timeline.Event) -> String {
    "[\(event.line),\(moment(of: event.line)),\(json(event.name)),\(event.process ?? -1)]"
  }

  private func text(of found: CollectedViolations.Found) -> String {
    let (violation, rule) = (found.violation, found.violation.proof.rule)
    let line = violation.witness.line
    let explanation = violation.proof.explanation
    let notes = violation.proof.notes.filter { explanation?.notes.contains($0) != true }
    let cause = Self.cause(of: found, in: violations)
    let state = violation.proof.state.map { "\($0.name)=\($0.value)" }.joined(separator: ", ")
    return object([
      ("rule", json(violation.ruleID)), ("severity", json(violation.severity.rawValue)),
      ("message", json(violation.message)), ("why", json(rule.why)), ("help", json(rule.help)),
      ("guidance", list(rule.guidance, json)), ("line", "\(line)"), ("t", "\(moment(of: line))"),
      ("label", json(violation.proof.label)), ("process", "\(processes[line] ?? -1)"),
      ("repeats", "\(repeats[violation.id] ?? 0)"), ("notes", list(notes, json)),
      ("state", json(state.isEmpty ? nil : state)), ("known", "\(found.exemption?.known != nil)"),
      ("suppressed", "\(found.exemption?.suppression != nil)"),
      ("counterfactual", json(explanation?.change.map { "The rule would hold if \($0)." })),
      ("cause", cause.map { "\($0 + 1)" } ?? "null"),
      (
        "lastHeld",
        explanation?.lastHeld.map { object([("line", "\($0.line)"), ("text", json($0.text))]) } ?? "null"
      ),
      ("related", list(violation.related, text)),
    ])
  }

  private func text(of related: Violation.Related) -> String {
    let line = related.witness.line
    return object([
      ("line", "\(line)"), ("t", "\(moment(of: line))"), ("label", json(related.label)),
      ("role", json(related.role.rawValue)),
    ])
  }

  // MARK: JSON

  private func object(_ members: [(name: String, value: String)]) -> String {
    "{" + members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  private func list<Element>(_ elements: some Sequence<Element>, _ text: (Element) -> String) -> String {
    "[" + elements.map(text).joined(separator: ",") + "]"
  }

  private func json(_ text: String?) -> String { text.map { json($0) } ?? "null" }

  // MARK: Parts

  private static func kind(of lane: Timeline.Lane) -> String {
    switch lane.kind {
    case .state: "state"
    case .instance: "scene"
    case .callback: "callback"
    case .span: "span"
    }
  }

  /// The moment of a line with an event. Any other line has that of the event before it.
  private func moment(of line: Int) -> Double {
    if timeline.hasTimes { return Double(timeline.times[line] ?? 0) / 1_000_000_000 }
    return Double(numbers[line] ?? 0)
  }

  /// The ranges of lines that the page shows, from 0.
  private func pieces(of count: Int) -> [Range<Int>] {
    guard count > Self.mostLines else { return count == 0 ? [] : [0..<count] }
    let lines = violations.flatMap { found in
      [found.violation.witness.line] + found.violation.related.map(\.witness.line)
    }
    var pieces: [Range<Int>] = []
    for line in (lines.isEmpty ? [1] : lines).sorted() where line <= count {
      let around = max(0, line - Self.surroundings)..<min(count, line + Self.surroundings)
      if let last = pieces.last, around.lowerBound <= last.upperBound {
        pieces[pieces.count - 1] = last.lowerBound..<max(last.upperBound, around.upperBound)
      } else {
        pieces.append(around)
      }
    }
    return pieces
  }

  private func notice(_ report: Report, _ lines: Int, _ pieces: [Range<Int>]) -> String? {
    var notices: [String] = []
    if report.logs > 1 {
      notices.append(
        "The run read \(report.logs) logs; this page shows \(violations.isEmpty ? "one of them" : "the first one with violations")."
      )
    }
    let shown = pieces.reduce(0) { $0 + $1.count }
    if shown < lines {
      notices.append("The log has \(lines) lines; this page shows the \(shown) around the violations.")
    } else if text.isCut {
      notices.append("The log is longer than this page can show: only its first \(lines) lines are here.")
    }
    return notices.isEmpty ? nil : notices.joined(separator: " ")
  }

  private static func summary(of report: Report) -> String {
    ExitMessage.text(for: report) ?? ExitMessage.verdict(of: report) ?? "no violations"
  }

  /// The seconds since midnight of a printed time: the first `10:00:00` with its decimals.
  private static func secondsOfDay(_ time: String) -> Double? {
    guard let found = time.firstMatch(of: #/(\d\d):(\d\d):(\d\d(?:[.,]\d+)?)/#),
      let hours = Double(found.1), let minutes = Double(found.2),
      let seconds = Double(found.3.replacing(",", with: "."))
    else { return nil }
    return hours * 3600 + minutes * 60 + seconds
  }

  /// A text as JSON.
  private func json(_ text: String) -> String {
    var result = ""
    Escaping.appendJSONString(text, to: &result)
    return PageTemplate.escaped(json: result)
  }
}
