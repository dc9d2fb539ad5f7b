/// A line of someone else's text, made fit to be shown with marks under it: escaped, without tabs, and cut where it is too
/// long.
///
///     10:41:07.220+0100 … timer.start id=poll …
struct DisplayLine {
  /// Where each character begins, and the last one ends: that of the sign for a cut where it is left out. Empty where all of
  /// them are shown and each takes one column.
  private let starts: [Int]
  private let count: Int

  private static let tab = "    "

  /// Writes `line` in at most `room` columns, with the 1-based columns `focus`, counted in code points, in sight.
  static func write(
    _ line: String, focus: Range<Int>, room: Int, cut: String, to output: inout ReportText
  ) -> Self {
    // Most lines are shown as they are.
    let count = line.utf8.count
    if count <= room, output.appendPlain(line) { return Self(starts: [], count: count) }
    return Self(line, focus: focus, room: room, cut: cut, to: &output)
  }

  private init(starts: [Int], count: Int) { (self.starts, self.count) = (starts, count) }

  private init(_ line: String, focus: Range<Int>, room: Int, cut: String, to output: inout ReportText) {
    let scalars = Array(line.unicodeScalars)
    let widths = scalars.map(Self.width)
    let focus =
      Self.clamp(focus.lowerBound - 1, scalars.count)..<Self.clamp(focus.upperBound - 1, scalars.count)
    var text = ""
    var starts: [Int] = []
    var column = 0
    /// Leaves out all characters up to one.
    func skip(to end: Int) {
      guard starts.count < end else { return }
      starts += Array(repeating: column, count: end - starts.count)
      text += cut
      column += cut.count
    }
    for stretch in Self.stretches(scalars, widths, focus: focus, room: room, cut: cut.count) {
      skip(to: stretch.lowerBound)
      for index in stretch {
        starts.append(column)
        column += widths[index]
        text += scalars[index] == "\t" ? Self.tab : Escaping.shown(scalars[index])
      }
    }
    let end = column
    skip(to: scalars.count)
    output += text
    (self.starts, count) = (starts + [end], scalars.count)
  }

  /// Where 1-based columns of the line are shown: 0-based terminal columns, at least one of them.
  func place(of columns: Range<Int>) -> Range<Int> {
    let start = start(of: columns.lowerBound)
    return start..<max(start + 1, self.start(of: columns.upperBound))
  }

  private func start(of column: Int) -> Int {
    let index = Self.clamp(column - 1, count)
    return starts.isEmpty ? index : starts[index]
  }

  /// The parts that are shown. Of a line that is too long these are its beginning and, where the focus lies behind that, a
  /// stretch around the focus: a log's line begins with its time.
  private static func stretches(
    _ scalars: [Unicode.Scalar], _ widths: [Int], focus: Range<Int>, room: Int, cut: Int
  ) -> [Range<Int>] {
    guard widths.reduce(0, +) > room else { return [0..<widths.count] }
    if widths[..<focus.upperBound].reduce(0, +) <= room - cut {
      return [stretch(widths, from: 0, room: room - cut)]
    }
    var head = stretch(widths, from: 0, room: room / 4)
    if let blank = scalars[head].lastIndex(of: " ") { head = 0..<blank + 1 }
    let room = max(0, room - widths[head].reduce(0, +) - 2 * cut)
    // A little of what stands before the focus; at the end of the line as much as there is room for.
    var start = focus.lowerBound
    var before = 0
    let most = max(room / 4, room - widths[start...].reduce(0, +))
    while start > head.upperBound, before + widths[start - 1] <= most {
      start -= 1
      before += widths[start]
    }
    return [head, stretch(widths, from: start, room: room)]
  }

  /// The longest stretch from a character on that takes at most so many columns.
  private static func stretch(_ widths: [Int], from start: Int, room: Int) -> Range<Int> {
    var (end, rest) = (start, room)
    while end < widths.count, widths[end] <= rest {
      rest -= widths[end]
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
