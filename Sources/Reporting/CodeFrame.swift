import Diagnostics

/// Lines of a text in their order, with marks and words under them.
///
///       --> checkout.log:1842:15
///           |
///      1203 | 10:41:07.220  timer.start id=poll
///           |               ----------- timer poll is started here
///           ⋮
///      1842 | 10:42:05.011  app.didEnterBackground
///           |               ^^^^^^^^^^^^^^^^^^^^^^ and runs here
///           |
struct CodeFrame {
  /// A stretch of a line with what is to say about it.
  struct Mark {
    /// What the text is called that holds the line.
    var path: String
    /// The 1-based line.
    var line: Int
    /// Where the line stands among those of the frame: its number, or that in a log of several files.
    var order: Int
    /// The line's text, without its line end.
    var text: String
    /// 1-based columns in code points.
    var columns: Range<Int>
    /// What stands beside the mark.
    var label: String
    /// Whether this is what the frame is about: it gets the carets, all others get dashes.
    var isOffending: Bool
  }

  /// The marks, in the order of their lines.
  private let marks: [Mark]
  /// The colour of the carets.
  private let severity: Severity

  /// A frame of at least one mark; they come in any order.
  init(marks: [Mark], severity: Severity) {
    let isSorted = marks.indices.dropFirst().allSatisfy { marks[$0 - 1].sortKey <= marks[$0].sortKey }
    self.marks = isSorted ? marks : marks.sorted { $0.sortKey < $1.sortKey }
    self.severity = severity
  }

  /// The frame, with its line ends.
  func text(_ style: Style) -> String {
    var text = ReportText()
    write(style, to: &text)
    return text.string
  }

  /// Writes the frame, with its line ends.
  func write(_ style: Style, to output: inout ReportText) {
    writeHeader(style, to: &output)
    var greatest = 0
    var hasFiles = false
    for place in marks.indices {
      greatest = max(greatest, marks[place].line)
      hasFiles = hasFiles || marks[place].path != marks[0].path
    }
    let gutter = Gutter(digits: Gutter.digits(greatest), style)
    if !hasFiles { gutter.writeEmpty(to: &output) }
    var start = 0
    while start < marks.count {
      let order = marks[start].order
      var end = start + 1
      while end < marks.count, marks[end].order == order { end += 1 }
      if hasFiles, start == 0 || marks[start - 1].path != marks[start].path {
        style.paint(.frame, to: &output) { $0 += "  :::" }
        output += " "
        output.append(path: marks[start].path)
        output += "\n"
        gutter.writeEmpty(to: &output)
      } else if start > 0, order > marks[start - 1].order + 1 {
        gutter.writeGap(to: &output)
      }
      write(start..<end, gutter, to: &output)
      start = end
    }
    gutter.writeEmpty(to: &output)
  }

  private func writeHeader(_ style: Style, to output: inout ReportText) {
    style.paint(.frame, to: &output) { $0 += "  -->" }
    output += " "
    if let place = marks.firstIndex(where: \.isOffending) ?? marks.indices.first {
      output.append(path: marks[place].path)
      output.append(":")
      output.append(marks[place].line)
      output.append(":")
      output.append(marks[place].columns.lowerBound)
    }
    output += "\n"
  }

  /// One line, and under it a row for each marked stretch, its labels one below the other.
  private func write(_ places: Range<Int>, _ gutter: Gutter, to output: inout ReportText) {
    let first = places.lowerBound
    let focus = places.first { marks[$0].isOffending } ?? first
    let line = DisplayLine(marks[first].text, focus: marks[focus].columns, cut: gutter.style.cut)
    gutter.write(marks[first].line, line.text, to: &output)
    var indent = 0
    var last: Range<Int>?
    for place in places {
      let (columns, isOffending) = (marks[place].columns, marks[place].isOffending)
      let label = marks[place].label
      if columns == last, label.isEmpty { continue }
      let shown = line.place(of: columns)
      gutter.beginRow(columns == last ? indent : shown.lowerBound, to: &output)
      gutter.style.paint(isOffending ? .severity(severity) : .frame, to: &output) { output in
        if columns != last {
          output.append(isOffending ? "^" : "-", times: shown.count)
          if !label.isEmpty { output += " " }
        }
        output.append(line: label)
      }
      output += "\n"
      (indent, last) = columns == last ? (indent, last) : (shown.upperBound + 1, columns)
    }
  }
}

extension CodeFrame.Mark {
  /// By line and place; of two on one stretch the offending one first, for it draws the signs.
  fileprivate var sortKey: (Int, Int, Int, Int) {
    (order, columns.lowerBound, columns.upperBound, isOffending ? 0 : 1)
  }
}

/// What stands left of the lines. No line of a frame begins with a character of the text that it shows.
private struct Gutter {
  let style: Style
  private let digits: Int

  init(digits: Int, _ style: Style) {
    self.style = style
    self.digits = digits
  }

  /// How many digits a number has.
  static func digits(_ number: Int) -> Int { number < 10 ? 1 : 1 + digits(number / 10) }

  private func writeBlank(_ sign: String, to output: inout ReportText) {
    style.paint(.frame, to: &output) {
      $0.append(" ", times: digits + 2)
      $0 += sign
    }
  }

  func writeEmpty(to output: inout ReportText) {
    writeBlank("|", to: &output)
    output += "\n"
  }

  func writeGap(to output: inout ReportText) {
    writeBlank(style.gap, to: &output)
    output += "\n"
  }

  func write(_ number: Int, _ text: String, to output: inout ReportText) {
    style.paint(.frame, to: &output) {
      $0.append(" ", times: 1 + max(0, digits - Self.digits(number)))
      $0.append(number)
      $0 += " |"
    }
    if !text.isEmpty { output += " " }
    output += text
    output += "\n"
  }

  func beginRow(_ indent: Int, to output: inout ReportText) {
    writeBlank("|", to: &output)
    output.append(" ", times: indent + 1)
  }
}
