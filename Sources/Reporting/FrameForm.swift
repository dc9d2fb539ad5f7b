import Diagnostics

/// What the frames of a report have in common: how they are dressed, and what is written again and again.
struct FrameForm: ~Copyable {
  let style: Style
  private(set) var gutter: Gutter
  /// What stands above the frames of the newest file, before the line.
  private var header = ReportText()
  private var path: String?
  /// What stands behind the line for the newest column, and the row below it.
  private var opening = ReportText()
  private var column: Int?

  init(_ style: Style) {
    self.style = style
    gutter = Gutter(digits: 1, style)
  }

  /// Begins a frame of something at a line and a column of a file, with line numbers up to one; if all its lines are of
  /// that file with an empty row.
  mutating func begin(
    _ path: String, _ line: Int, _ column: Int, lines greatest: Int, isOneFile: Bool = true,
    to output: inout ReportText
  ) {
    let digits = Gutter.digits(greatest)
    if digits != gutter.digits {
      gutter = Gutter(digits: digits, style)
      self.column = nil
    }
    if self.path != path {
      header = ReportText(style.paint("  -->", .frame) + " " + Escaping.path(path) + ":")
      self.path = path
    }
    output += header
    output.append(line)
    if isOneFile, self.column == column { return output += opening }
    opening.removeAll()
    opening.append(":")
    opening.append(column)
    opening.append("\n")
    if isOneFile { opening += gutter.empty }
    self.column = isOneFile ? column : nil
    output += opening
  }

  /// Writes a line, with its 1-based columns `focus` in sight; says where its columns are shown.
  func write(_ number: Int, _ text: String, focus: Range<Int>, to output: inout ReportText) -> DisplayLine {
    output += gutter.before
    for _ in Gutter.digits(number)..<gutter.digits { output.append(" ") }
    output.append(number)
    output += gutter.behind
    if !text.isEmpty { output.append(" ") }
    let line = DisplayLine(text, focus: focus, cut: style.cut, to: &output)
    output.append("\n")
    return line
  }

  /// Writes a row under a line, which marks a part of it and says something of it: of what the frame is about, which is of
  /// that severity, or of what takes part.
  func writeRow(
    _ label: String, under place: Range<Int>, _ severity: Severity?, to output: inout ReportText
  ) {
    output += gutter.row
    output.append(" ", times: place.lowerBound)
    style.paint(Style.Ink(severity), to: &output) { output in
      output.append(severity == nil ? "-" : "^", times: place.count)
      if !label.isEmpty { output.append(" ") }
      output.append(line: label)
    }
    output.append("\n")
  }

  /// Writes a row that says more of what the row above it marks.
  func writeRow(_ label: String, indent: Int, _ severity: Severity?, to output: inout ReportText) {
    output += gutter.row
    output.append(" ", times: indent)
    style.paint(Style.Ink(severity), to: &output) { $0.append(line: label) }
    output.append("\n")
  }

  /// What stands left of the lines. No line of a frame begins with a character of the text that it shows.
  struct Gutter: ~Copyable {
    let digits: Int
    /// A row without a line, and one in place of lines that are left out.
    let empty: ReportText
    let gap: ReportText
    /// What begins a row under a line.
    let row: ReportText
    /// What stands before and behind a number.
    let before: ReportText
    let behind: ReportText

    init(digits: Int, _ style: Style) {
      self.digits = digits
      let blank = String(repeating: " ", count: digits + 2)
      empty = ReportText(style.paint(blank + "|", .frame) + "\n")
      gap = ReportText(style.paint(blank + style.gap, .frame) + "\n")
      row = ReportText(style.paint(blank + "|", .frame) + " ")
      before = ReportText(style.begin(.frame) + " ")
      behind = ReportText(" |" + style.end)
    }

    /// How many digits a number has.
    static func digits(_ number: Int) -> Int {
      var (digits, least) = (1, 10)
      while number >= least, digits < 18 { (digits, least) = (digits + 1, least * 10) }
      return digits
    }
  }
}
