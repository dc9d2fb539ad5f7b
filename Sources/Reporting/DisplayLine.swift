/// A line of someone else's text, made fit to be shown with marks under it: escaped, without tabs, and cut
/// where it is too long.
struct DisplayLine {
  private let shown: Range<Int>
  /// Where each character of it begins, and the last one ends; empty where each has a column of its own.
  private let starts: [Int]

  /// The most terminal columns that a line takes.
  static let limit = 160
  private static let tab = "    "

  /// Writes `line`, with the 1-based columns `focus`, counted in code points, in sight.
  static func write(_ line: String, focus: Range<Int>, cut: String, to output: inout ReportText) -> Self {
    // Most lines are shown as they are.
    let count = line.utf8.count
    if count <= limit, output.appendPlain(line) { return Self(shown: 0..<count, starts: []) }
    return Self(line, focus: focus, cut: cut, to: &output)
  }

  private init(shown: Range<Int>, starts: [Int]) {
    self.shown = shown
    self.starts = starts
  }

  private init(_ line: String, focus: Range<Int>, cut: String, to output: inout ReportText) {
    let scalars = Array(line.unicodeScalars)
    let widths = scalars.map(Self.width)
    let focus =
      Self.clamp(focus.lowerBound - 1, scalars.count)..<Self.clamp(focus.upperBound - 1, scalars.count)
    shown = Self.window(widths, focus: focus, cut: cut.count)

    var text = shown.lowerBound > 0 ? cut : ""
    var starts: [Int] = []
    var column = text.count
    for index in shown {
      starts.append(column)
      column += widths[index]
      text += scalars[index] == "\t" ? Self.tab : Escaping.shown(scalars[index])
    }
    starts.append(column)
    if shown.upperBound < scalars.count { text += cut }
    output += text
    self.starts = starts
  }

  /// Where 1-based columns of the line are shown: 0-based terminal columns, at least one of them.
  func place(of columns: Range<Int>) -> Range<Int> {
    let start = start(of: columns.lowerBound)
    return start..<max(start + 1, self.start(of: columns.upperBound))
  }

  private func start(of column: Int) -> Int {
    let offset = offset(of: column)
    return starts.isEmpty ? offset : starts[offset]
  }

  private func offset(of column: Int) -> Int {
    Self.clamp(column - 1 - shown.lowerBound, shown.count)
  }

  /// The stretch that is shown: from the start if the focus fits in, else from a little before the focus.
  private static func window(_ widths: [Int], focus: Range<Int>, cut: Int) -> Range<Int> {
    guard widths.reduce(0, +) > limit else { return 0..<widths.count }
    var start = 0
    var room = limit - cut
    if widths[..<focus.upperBound].reduce(0, +) > room {
      room -= cut
      start = focus.lowerBound
      var before = 0
      while start > 0, before + widths[start - 1] <= limit / 4 {
        start -= 1
        before += widths[start]
      }
    }
    var end = start
    while end < widths.count, widths[end] <= room {
      room -= widths[end]
      end += 1
    }
    return start..<end
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    if scalar == "\t" { return tab.count }
    return Escaping.isUnsafe(scalar) ? Escaping.shown(scalar).count : scalar.displayWidth
  }

  private static func clamp(_ value: Int, _ count: Int) -> Int { min(max(value, 0), count) }
}
