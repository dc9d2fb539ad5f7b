import Diagnostics

/// Lines of a text in their order, with marks and words under them.
///
///       --> checkout.log:1842:15
///           |
///      1203 | 10:41:07.220  timer.start id=poll
///           |               ----------- timer poll is started here
///           ⋮ 57.791 s
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
    /// The line's text, without its line end, or a part of it.
    var text: String
    /// The 1-based column at which the text begins.
    var textColumn = 1
    /// 1-based columns in code points.
    var columns: Range<Int>
    /// What stands beside the mark.
    var label: String
    /// How much time passes before it in lines that are left out; empty where that is not known.
    var gap = ""
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
    var form = FrameForm(style)
    write(&form, to: &text)
    return text.string
  }

  /// Writes the frame, with its line ends, in a form that is changed if it is not that of the frame.
  func write(_ form: inout FrameForm, to output: inout ReportText) {
    var greatest = 0
    var hasFiles = false
    for place in marks.indices {
      greatest = max(greatest, marks[place].line)
      hasFiles = hasFiles || marks[place].path != marks[0].path
    }
    let head = marks[marks.firstIndex(where: \.isOffending) ?? 0]
    if !form.isOf(head.path, lines: greatest) { form = FrameForm(form.style, head.path, lines: greatest) }
    output += form.header
    output.append(head.line)
    form.writeColumn(head.columns.lowerBound, isOneFile: !hasFiles, to: &output)
    var start = 0
    while start < marks.count {
      let order = marks[start].order
      var end = start + 1
      while end < marks.count, marks[end].order == order { end += 1 }
      if hasFiles, start == 0 || marks[start - 1].path != marks[start].path {
        output += form.style.paint("  :::", .frame) + " " + Escaping.path(marks[start].path) + "\n"
        output += form.gutter.empty
      } else if start > 0, order > marks[start - 1].order + 1 {
        form.writeGap(marks[start].gap, to: &output)
      }
      write(start..<end, form, to: &output)
      start = end
    }
    output += form.gutter.empty
  }

  /// One line, and under it a row for each marked stretch, its labels one below the other.
  private func write(_ places: Range<Int>, _ form: borrowing FrameForm, to output: inout ReportText) {
    let first = places.lowerBound
    let focus = places.first { marks[$0].isOffending } ?? first
    _ = form.writeNumber(marks[first].line, to: &output)
    let line = form.write(marks[first].text, focus: marks[focus].columnsInText, to: &output)
    var indent = 0
    var last: Range<Int>?
    for place in places {
      let columns = marks[place].columns
      if columns == last, marks[place].label.isEmpty { continue }
      let shown = line.place(of: marks[place].columnsInText)
      let severity = marks[place].isOffending ? severity : nil
      if columns == last {
        form.writeRow(marks[place].label, indent: indent, severity, to: &output)
      } else {
        form.writeRow(marks[place].label, under: shown, severity, to: &output)
        (indent, last) = (shown.upperBound + 1, columns)
      }
    }
  }
}

extension CodeFrame.Mark {
  /// The columns of the text that are marked.
  fileprivate var columnsInText: Range<Int> {
    columns.lowerBound - textColumn + 1..<columns.upperBound - textColumn + 1
  }

  /// By line and place; of two on one stretch the offending one first, for it draws the signs.
  fileprivate var sortKey: (Int, Int, Int, Int) {
    (order, columns.lowerBound, columns.upperBound, isOffending ? 0 : 1)
  }
}
