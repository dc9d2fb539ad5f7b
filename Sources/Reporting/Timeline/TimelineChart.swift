import Checking
import Diagnostics
import Rulebook

/// The timeline of a log as a chart of characters: a row for each machine, callback and span, with the violations below.
///
///     MyApp[4242]        0 s     +3.9 s
///     app                │active│inactive──
///     timer redraw         ├─────────────✗
struct TimelineChart {
  let timeline: Timeline
  /// The violations of the log, in the order of its lines.
  let violations: [Violation]
  let style: Style
  private let scale: TimelineScale
  private let titleWidth: Int
  private let broken: BrokenOpenings

  /// The maximum number of rows for the spans of a process.
  private static let mostSpans = 24

  /// A chart that fits into a number of columns.
  init(_ timeline: Timeline, _ violations: [Violation], _ style: Style, width: Int) {
    self.timeline = timeline
    self.violations = violations
    self.style = style
    broken = BrokenOpenings(violations)
    let titles = timeline.processes.flatMap { process in
      [process.name] + Self.rows(of: process).map(\.title)
    }.map(Escaping.line)
    titleWidth = min(max(titles.map(\.displayWidth).max() ?? 0, 12), width * 2 / 5)
    scale = TimelineScale(timeline, columns: max(width - titleWidth - 2, 20))
  }

  /// The chart, with a line end.
  var text: String {
    var lines: [String] = []
    for process in timeline.processes where !process.lanes.isEmpty {
      let name = process.name.isEmpty ? "" : cut(Escaping.line(process.name))
      lines.append(padded(style.paint(name, .strong), name) + ruler)
      lines += rows(of: process)
      lines.append("")
    }
    if !violations.isEmpty {
      lines.append(padded("violations", "violations") + numbers)
      lines += violations.enumerated().map { text(of: $1, number: $0 + 1) }
    }
    return lines.map { $0.trimmingEnd + "\n" }.joined()
  }

  // MARK: Rows

  private struct Row {
    let title: String
    let kind: Timeline.Lane.Kind
    let bars: [Timeline.Bar]
  }

  /// The rows of a process. Each callback has one of its own.
  private static func rows(of process: Timeline.Process) -> [Row] {
    process.lanes.flatMap { lane -> [Row] in
      guard lane.kind == .callback else { return [Row(title: lane.title, kind: lane.kind, bars: lane.bars)] }
      var names: [String] = []
      var bars: [String: [Timeline.Bar]] = [:]
      for bar in lane.bars {
        if bars[bar.label] == nil { names.append(bar.label) }
        bars[bar.label, default: []].append(bar)
      }
      return names.map { Row(title: $0, kind: .callback, bars: bars[$0] ?? []) }
    }
  }

  private func rows(of process: Timeline.Process) -> [String] {
    let rows = Self.rows(of: process)
    let spans = rows.filter { $0.kind == .span }
    // Those that a violation is about are always shown.
    let shown = Set(
      (spans.filter(isBroken) + spans.filter { !isBroken($0) }).prefix(Self.mostSpans).map(\.title))
    var lines = rows.filter { $0.kind != .span || shown.contains($0.title) }.map(text)
    let rest = spans.count { !shown.contains($0.title) }
    if rest > 0 { lines.append("\(style.cut) \(TextFormat.count(rest, "more span"))") }
    return lines
  }

  private func isBroken(_ row: Row) -> Bool { row.bars.contains { !broken.violations(about: $0).isEmpty } }

  private func text(of row: Row) -> String {
    let title = cut(Escaping.line(row.title))
    var cells = [Character](repeating: " ", count: scale.columns)
    for bar in row.bars {
      let first = scale.column(of: bar.open)
      // Without a return, the length of a call is unknown.
      let last = bar.isAssumed ? first : max(scale.end(of: bar), first)
      switch row.kind {
      case .state, .instance: drawState(bar, first, last, in: &cells)
      case .callback, .span: drawSpan(bar, first, last, in: &cells)
      }
    }
    let isBroken = row.kind == .span && isBroken(row)
    let severity = row.bars.flatMap(broken.violations).first.map { violations[$0].severity }
    let bars = String(cells)
    return padded(title, title) + (isBroken ? style.paint(bars, .init(severity)) : bars)
  }

  /// Draws the name of a state, and a line up to its end.
  private func drawState(_ bar: Timeline.Bar, _ first: Int, _ last: Int, in cells: inout [Character]) {
    for column in first...last { cells[column] = dash }
    for (column, letter) in zip(first + 1..<max(last, first + 1), Escaping.line(bar.label)) {
      cells[column] = letter
    }
    cells[first] = style.isUnicode ? "│" : "|"
  }

  /// Draws the ends of a span, and a line between them. A span without an end has none.
  private func drawSpan(_ bar: Timeline.Bar, _ first: Int, _ last: Int, in cells: inout [Character]) {
    if bar.close == nil || first < last {
      for column in first...last { cells[column] = dash }
    }
    cells[first] = first == last && bar.close != nil ? point : style.isUnicode ? "├" : "["
    if bar.close != nil, first < last { cells[last] = style.isUnicode ? "┤" : "]" }
    if bar.close == nil { cells[last] = arrow }
    for index in broken.violations(about: bar) {
      cells[min(max(scale.column(of: violations[index].witness.line), first), last)] = cross
    }
  }

  private var dash: Character { style.isUnicode ? "─" : "-" }
  private var point: Character { style.isUnicode ? "◆" : "*" }
  private var arrow: Character { style.isUnicode ? "▶" : ">" }
  private var cross: Character { style.isUnicode ? "✗" : "x" }

  // MARK: Times and violations

  /// The offsets from the first moment, where there is room. That of the last column ends there.
  private var ruler: String {
    var text = ""
    for (column, moment) in scale.marks {
      let offset = timeline.hasTimes ? Self.offset(moment) : "\(moment)"
      let place = min(column, scale.columns - offset.count)
      guard text.isEmpty || text.count + 2 <= place, place == column || column == scale.columns - 1 else {
        continue
      }
      text += String(repeating: " ", count: place - text.count) + offset
    }
    return style.paint(text, .frame)
  }

  private static func offset(_ nanoseconds: Int64) -> String {
    nanoseconds == 0 ? "0 s" : "+" + Quantity.text(nanoseconds: nanoseconds)
  }

  /// The numbers of the violations at their columns.
  private var numbers: String {
    var cells = [Character](repeating: " ", count: scale.columns)
    for (index, violation) in violations.enumerated() {
      let number = "\(index + 1)"
      let column = min(scale.column(of: violation.witness.line), scale.columns - number.count)
      let place = column..<column + number.count
      // Another violation at the same place is in the list.
      guard cells[place].allSatisfy({ $0 == " " }) else { continue }
      cells.replaceSubrange(place, with: number)
    }
    return style.paint(String(cells), .strong)
  }

  private func text(of violation: Violation, number: Int) -> String {
    let line = violation.witness.line
    let time = timeline.hasTimes ? timeline.times[line].map { ", \(Self.offset($0))" } ?? "" : ""
    let severity = style.paint(violation.severity.rawValue, .severity(violation.severity))
    return "  \(number)  line \(line)\(time): \(severity)[\(Escaping.line(violation.ruleID))]: "
      + Escaping.line(violation.message)
  }

  private func cut(_ text: String) -> String {
    guard text.displayWidth > titleWidth else { return text }
    var (short, width) = ("", style.cut.displayWidth)
    for letter in text {
      width += String(letter).displayWidth
      if width > titleWidth { break }
      short.append(letter)
    }
    return short + style.cut
  }

  /// A title and the blanks behind it. `plain` is the title without escape sequences.
  private func padded(_ title: String, _ plain: String) -> String {
    title + String(repeating: " ", count: max(titleWidth - plain.displayWidth, 0) + 2)
  }
}

extension String {
  fileprivate var displayWidth: Int { unicodeScalars.reduce(0) { $0 + $1.displayWidth } }

  fileprivate var trimmingEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
