import Diagnostics

/// A frame of source lines in order, with markers and labels below them.
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
  /// A marked range of a line with its label.
  struct Mark {
    /// The name of the file.
    var path: String
    /// The 1-based line.
    var line: Int
    /// The sort key of the line: its number, or its number in the whole log if the log has several files.
    var order: Int
    /// The line's text, without its line end, or a part of it.
    var text: String
    /// The 1-based column at which the text begins.
    var textColumn = 1
    /// 1-based columns in code points.
    var columns: Range<Int>
    /// The text beside the marker.
    var label: String
    /// The time that passes in the lines left out before this one; empty if unknown.
    var gap = ""
    /// Whether this is the primary location: it gets carets, all others get dashes.
    var isPrimary: Bool
  }

  /// The marks, in the order of their lines.
  private let marks: [Mark]
  /// The colour of the carets.
  private let severity: Severity

  /// A frame of at least one mark, in any order.
  init(marks: [Mark], severity: Severity) {
    let isSorted = marks.indices.dropFirst().allSatisfy { marks[$0 - 1].sortKey <= marks[$0].sortKey }
    self.marks = isSorted ? marks : marks.sorted { $0.sortKey < $1.sortKey }
    self.severity = severity
  }

  /// The frame, with its line ends.
  func text(_ style: Style) -> String {
    var text = TextBuffer()
    var layout = FrameLayout(style)
    write(&layout, to: &text)
    return text.string
  }

  /// Writes the frame, with its line ends. Replaces `layout` if it does not fit the frame.
  func write(_ layout: inout FrameLayout, to output: inout TextBuffer) {
    var greatest = 0
    var hasFiles = false
    for place in marks.indices {
      greatest = max(greatest, marks[place].line)
      hasFiles = hasFiles || marks[place].path != marks[0].path
    }
    let head = marks[marks.firstIndex(where: \.isPrimary) ?? 0]
    if !layout.matches(head.path, lines: greatest) {
      layout = FrameLayout(layout.style, head.path, lines: greatest)
    }
    output += layout.header
    output.append(head.line)
    layout.writeColumn(head.columns.lowerBound, isOneFile: !hasFiles, to: &output)
    var start = 0
    while start < marks.count {
      let order = marks[start].order
      var end = start + 1
      while end < marks.count, marks[end].order == order { end += 1 }
      if hasFiles, start == 0 || marks[start - 1].path != marks[start].path {
        output += layout.style.paint("  :::", .frame) + " " + Escaping.path(marks[start].path) + "\n"
        output += layout.gutter.empty
      } else if start > 0, order > marks[start - 1].order + 1 {
        layout.writeGap(marks[start].gap, to: &output)
      }
      write(start..<end, layout, to: &output)
      start = end
    }
    output += layout.gutter.empty
  }

  /// Writes one line, and below it a row for each marked range.
  private func write(_ places: Range<Int>, _ layout: borrowing FrameLayout, to output: inout TextBuffer) {
    let first = places.lowerBound
    let focus = places.first { marks[$0].isPrimary } ?? first
    _ = layout.writeNumber(marks[first].line, to: &output)
    let line = layout.write(marks[first].text, focus: marks[focus].columnsInText, to: &output)
    var indent = 0
    var last: Range<Int>?
    for place in places {
      let columns = marks[place].columns
      if columns == last, marks[place].label.isEmpty { continue }
      let shown = line.place(of: marks[place].columnsInText)
      let severity = marks[place].isPrimary ? severity : nil
      if columns == last {
        layout.writeRow(marks[place].label, indent: indent, severity, to: &output)
      } else {
        layout.writeRow(marks[place].label, under: shown, severity, to: &output)
        (indent, last) = (shown.upperBound + 1, columns)
      }
    }
  }
}

extension CodeFrame.Mark {
  /// The marked columns, relative to `text`.
  fileprivate var columnsInText: Range<Int> {
    columns.lowerBound - textColumn + 1..<columns.upperBound - textColumn + 1
  }

  /// By line and columns. On the same range the primary mark is first, because the first mark draws the marker.
  fileprivate var sortKey: (Int, Int, Int, Int) {
    (order, columns.lowerBound, columns.upperBound, isPrimary ? 0 : 1)
  }
}
