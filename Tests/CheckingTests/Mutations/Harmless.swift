import TestSupport

/// Changes to a trace that break no rule.
enum Harmless: String, CaseIterable {
  case anotherHour = "at another hour"
  case anotherDay = "with a date"
  case anotherSystem = "as the system's log has it"
  case otherNames = "with other names"
  case otherKeys = "with the same for other keys"
  case otherFields = "with its fields in another order"
  case otherProcess = "with another process between"
  case otherProcessBefore = "after another process"
  case twoLives = "twice, as two lives"
  case prose = "with prose between"
  case irrelevant = "with irrelevant events between"
  case cut = "cut off"
  case carriageReturns = "with other line endings"

  /// The trace after the change.
  func applied(to trace: ExampleTrace, _ dice: inout Dice) -> String {
    switch self {
    case .anotherHour: trace.mapped { $0.at($0.time + Self.hours(for: trace) * 3_600_000) }.text
    case .anotherDay:
      trace.mapped {
        var line = $0
        line.date = "2026-11-20 "
        return line
      }.text
    case .anotherSystem:
      trace.lines.map { "2026-11-20 \($0.clock)000+0100 \($0.process)[\($0.pid):\($0.thread)] \($0.said)" }
        .joined(separator: "\n")
    case .otherNames: trace.mapped { $0.renamed("x", Self.names) }.text
    case .otherKeys:
      ExampleTrace(
        lines: trace.lines.flatMap {
          [$0, $0.isOfAppOrScene ? $0 : $0.renamed("2", ["id", "path"])].uniqued
        }
      ).text
    case .otherFields:
      trace.mapped {
        var line = $0
        line.fields.reverse()
        return line
      }.text
    case .otherProcess:
      ExampleTrace(lines: trace.lines.flatMap { [$0, $0.of("Other", "7")].shuffled(using: &dice) }).text
    case .otherProcessBefore: trace.mapped { $0.of("Other", "7") }.text + "\n" + trace.text
    case .twoLives:
      trace.text + "\n"
        + trace.mapped {
          $0.of($0.process, "9").at($0.time + Self.hours(for: trace) * 3_600_000)
        }.text
    case .prose:
      trace.lines.flatMap { line in
        [line.text] + Self.lines.shuffled(using: &dice).prefix(2)
      }.joined(separator: "\n")
    case .irrelevant:
      ExampleTrace(
        lines: trace.lines.flatMap { line in
          var other = line
          other.event = Self.systemEvents.randomElement(using: &dice) ?? ""
          other.fields = []
          return [line, other]
        }
      ).text
    case .cut:
      ExampleTrace(lines: Array(trace.lines.prefix(Int.random(in: 1...trace.lines.count, using: &dice)))).text
    case .carriageReturns: trace.text.replacing("\n", with: " \t\r\n")
    }
  }

  /// Events of the system that no rule is about.
  static let systemEvents = ["device.appSwitch"]

  private static let lines = [
    "", "10:00:01.000 MyApp[4242:1] loaded 12 items", "\tat line 3 of something", "{\"level\": \"info\"}",
    "10:00:02.000 Other[9:1] nothing of note", "=== a heading ===",
  ]

  /// Fields whose values only serve as ids.
  private static let names = ["id", "path", "url", "scene"]

  /// A shift in hours that keeps the trace within a day.
  private static func hours(for trace: ExampleTrace) -> Int {
    (trace.lines.last?.time ?? 0) < 20 * 3_600_000 ? 3 : -3
  }
}

extension ExampleTrace {
  fileprivate func mapped(_ change: (Line) -> Line) -> ExampleTrace {
    ExampleTrace(lines: lines.map(change))
  }
}

extension ExampleTrace.Line {
  /// Whether the event is a callback of the app, a scene or an activity, which the system calls one at a time.
  fileprivate var isOfAppOrScene: Bool {
    ["app.", "scene.", "activity."].contains(where: event.hasPrefix)
  }

  fileprivate func of(_ process: String, _ pid: String) -> Self {
    var line = self
    (line.process, line.pid) = (process, pid + line.pid)
    return line
  }
}
