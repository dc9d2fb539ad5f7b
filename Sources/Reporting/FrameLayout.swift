import Diagnostics

/// The layout of code frames for one file and one width of the line numbers: the gutter, colours and widths. A class,
/// because a struct of this size would be copied whenever it is borrowed.
final class FrameLayout {
  let style: Style
  let gutter: Gutter
  /// The text of the first row, up to the line number.
  let header: TextBuffer
  private let path: String
  /// The number of columns for a line of the text.
  private let room: Int

  /// The layout for frames of a file with line numbers up to `greatest`.
  init(_ style: Style, _ path: String = "", lines greatest: Int = 0) {
    self.style = style
    self.path = path
    gutter = Gutter(lines: greatest, style)
    let columns = gutter.columns
    room = style.width.map { $0 - columns } ?? Style.defaultWidth
    header = TextBuffer(style.paint("  -->", .frame) + " " + Escaping.path(path) + ":")
  }

  /// Whether this is the layout for frames of a file with line numbers up to `greatest`.
  @inline(__always)
  func matches(_ path: String, lines greatest: Int) -> Bool {
    gutter.numbers.contains(greatest) && self.path == path
  }

  /// Writes the rest of the first row after the line number. If all lines are from this file, an empty row follows.
  func writeColumn(_ column: Int, isOneFile: Bool = true, to output: inout TextBuffer) {
    output.append(":")
    output.append(column)
    output.append("\n")
    if isOneFile { output += gutter.empty }
  }

  /// Writes the gutter of a line. Returns the position of its number in `output`.
  func writeNumber(_ number: Int, to output: inout TextBuffer) -> Range<Int> {
    let end = output.count + gutter.end
    output += gutter.row
    return output.overwrite(number, before: end)
  }

  /// Writes a line after its gutter, with its 1-based columns `focus` visible. Returns its displayed form, which maps
  /// columns.
  func write(_ text: String, focus: Range<Int>, to output: inout TextBuffer) -> DisplayLine {
    // Avoids a trailing space.
    if text.isEmpty { output.removeLast(1) }
    let line = DisplayLine.write(text, focus: focus, room: room, cut: style.cut, to: &output)
    output.append("\n")
    return line
  }

  /// Writes a row below a line: a marker and its label. `severity` is the severity of the primary mark, and nil for
  /// other marks.
  func writeRow(
    _ label: String, under place: Range<Int>, _ severity: Severity?, to output: inout TextBuffer
  ) {
    let isBeside = label.isEmpty || fits(label, at: place.upperBound + 1)
    output += gutter.row
    output.append(" ", times: place.lowerBound)
    style.paint(Style.Ink(severity), to: &output) { output in
      output.append(severity == nil ? "-" : "^", times: place.count)
      guard isBeside, !label.isEmpty else { return }
      output.append(" ")
      output.append(line: label)
    }
    output.append("\n")
    if !isBeside { writeRow(label, indent: place.lowerBound, severity, to: &output) }
  }

  private func fits(_ label: String, at indent: Int) -> Bool {
    style.width == nil || indent + Wrapping.columns(Escaping.line(label)) <= room
  }

  /// Writes a label in rows of its own, below the marker.
  func writeRow(_ label: String, indent: Int, _ severity: Severity?, to output: inout TextBuffer) {
    guard !fits(label, at: indent) else { return writeLine(label, indent: indent, severity, to: &output) }
    let label = Escaping.line(label)
    let indent = max(0, min(indent, room - Wrapping.columns(label)))
    for line in Wrapping.lines(label, width: room) { writeLine(line, indent: indent, severity, to: &output) }
  }

  private func writeLine(
    _ label: String, indent: Int, _ severity: Severity?, to output: inout TextBuffer
  ) {
    output += gutter.row
    output.append(" ", times: indent)
    style.paint(Style.Ink(severity), to: &output) { $0.append(line: label) }
    output.append("\n")
  }

  /// Writes the row for omitted lines, with the time that passes in them.
  func writeGap(_ time: String, to output: inout TextBuffer) {
    output += gutter.gap
    if !time.isEmpty {
      output.append(" ")
      output += time
    }
    output.append("\n")
  }

  /// The text left of the lines. Because of it, no line of a frame starts with text from the log.
  struct Gutter: ~Copyable {
    /// The line numbers with as many digits as the greatest one.
    let numbers: ClosedRange<Int>
    /// An empty row, and the start of the row for omitted lines.
    let empty: TextBuffer
    let gap: TextBuffer
    /// The number of columns before a line.
    let columns: Int
    /// The start of a row without a line number, and the index in it at which a line number ends.
    let row: TextBuffer
    let end: Int

    /// The gutter for line numbers up to `greatest`.
    init(lines greatest: Int, _ style: Style) {
      var (digits, numbers) = (1, 0...9)
      while numbers.upperBound < greatest {
        let last = numbers.upperBound < .max / 10 ? numbers.upperBound * 10 + 9 : .max
        (digits, numbers) = (digits + 1, numbers.upperBound + 1...last)
      }
      self.numbers = numbers
      let blank = String(repeating: " ", count: digits + 2)
      empty = TextBuffer(style.paint(blank + "|", .frame) + "\n")
      gap = TextBuffer(style.paint(blank + style.gap, .frame))
      columns = digits + 4
      row = TextBuffer(style.paint(blank + "|", .frame) + " ")
      end = style.begin(.frame).utf8.count + digits + 1
    }
  }
}
