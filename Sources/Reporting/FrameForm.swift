import Diagnostics

/// What frames have in common that are about one file, and whose greatest line numbers have as many digits: how they are
/// dressed, and what is written again and again. A class: a value of that size would be copied where it is lent.
final class FrameForm {
  let style: Style
  let gutter: Gutter
  /// What stands above the frames, before the line.
  let header: ReportText
  private let path: String
  /// How many columns there are for a line of the text.
  private let room: Int

  /// The form of frames that are about a file and have line numbers up to one.
  init(_ style: Style, _ path: String = "", lines greatest: Int = 0) {
    self.style = style
    self.path = path
    gutter = Gutter(lines: greatest, style)
    let columns = gutter.columns
    room = style.width.map { $0 - columns } ?? Style.defaultWidth
    header = ReportText(style.paint("  -->", .frame) + " " + Escaping.path(path) + ":")
  }

  /// Whether it is that of frames which are about a file and have line numbers up to one.
  @inline(__always)
  func isOf(_ path: String, lines greatest: Int) -> Bool {
    gutter.numbers.contains(greatest) && self.path == path
  }

  /// Writes what stands above a frame behind the line; if all its lines are of that file with an empty row.
  func writeColumn(_ column: Int, isOneFile: Bool = true, to output: inout ReportText) {
    output.append(":")
    output.append(column)
    output.append("\n")
    if isOneFile { output += gutter.empty }
  }

  /// Writes what stands left of a line; says where its number stands.
  func writeNumber(_ number: Int, to output: inout ReportText) -> Range<Int> {
    let end = output.count + gutter.end
    output += gutter.row
    return output.put(number, before: end)
  }

  /// Writes a line behind its number, with its 1-based columns `focus` in sight; says where its columns are shown.
  func write(_ text: String, focus: Range<Int>, to output: inout ReportText) -> DisplayLine {
    // No blank ends a line.
    if text.isEmpty { output.removeLast(1) }
    let line = DisplayLine.write(text, focus: focus, room: room, cut: style.cut, to: &output)
    output.append("\n")
    return line
  }

  /// Writes a row under a line, which marks a part of it and says something of it: of what the frame is about, which is of
  /// that severity, or of what takes part.
  func writeRow(
    _ label: String, under place: Range<Int>, _ severity: Severity?, to output: inout ReportText
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

  /// Writes a row that says more of what the row above it marks.
  func writeRow(_ label: String, indent: Int, _ severity: Severity?, to output: inout ReportText) {
    guard !fits(label, at: indent) else { return writeLine(label, indent: indent, severity, to: &output) }
    let label = Escaping.line(label)
    let indent = max(0, min(indent, room - Wrapping.columns(label)))
    for line in Wrapping.lines(label, width: room) { writeLine(line, indent: indent, severity, to: &output) }
  }

  private func writeLine(
    _ label: String, indent: Int, _ severity: Severity?, to output: inout ReportText
  ) {
    output += gutter.row
    output.append(" ", times: indent)
    style.paint(Style.Ink(severity), to: &output) { $0.append(line: label) }
    output.append("\n")
  }

  /// Writes the row in place of lines that are left out, with how much time passes in them.
  func writeGap(_ time: String, to output: inout ReportText) {
    output += gutter.gap
    if !time.isEmpty {
      output.append(" ")
      output += time
    }
    output.append("\n")
  }

  /// What stands left of the lines. No line of a frame begins with a character of the text that it shows.
  struct Gutter: ~Copyable {
    /// The numbers that have as many digits as the greatest one.
    let numbers: ClosedRange<Int>
    /// A row without a line, and what begins one in place of lines that are left out.
    let empty: ReportText
    let gap: ReportText
    /// How many columns stand before a line.
    let columns: Int
    /// What begins a row under a line, and a line, too, with its number in it, which ends there.
    let row: ReportText
    let end: Int

    /// For line numbers up to one.
    init(lines greatest: Int, _ style: Style) {
      var (digits, numbers) = (1, 0...9)
      while numbers.upperBound < greatest {
        let most = numbers.upperBound < .max / 10 ? numbers.upperBound * 10 + 9 : .max
        (digits, numbers) = (digits + 1, numbers.upperBound + 1...most)
      }
      self.numbers = numbers
      let blank = String(repeating: " ", count: digits + 2)
      empty = ReportText(style.paint(blank + "|", .frame) + "\n")
      gap = ReportText(style.paint(blank + style.gap, .frame))
      columns = digits + 4
      row = ReportText(style.paint(blank + "|", .frame) + " ")
      end = style.begin(.frame).utf8.count + digits + 1
    }
  }
}
