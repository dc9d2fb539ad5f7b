/// The displayed form of a log line, with markers below it: escaped, tabs expanded, and shortened if it is too long.
///
///     10:41:07.220+0100 … timer.start id=poll …
struct DisplayLine {
  /// The start column of each character, then the end column of the last one. A character left out has the column of
  /// the ellipsis. Empty if the line is shown unchanged and each character takes one column.
  private let starts: [Int]
  private let count: Int

  private static let tab = "    "

  /// Writes `line` in at most `room` columns, with the 1-based columns `focus`, counted in code points, visible.
  static func write(
    _ line: String, focus: Range<Int>, room: Int, cut: String, to output: inout TextBuffer
  ) -> Self {
    // Most lines are shown unchanged.
    let count = line.utf8.count
    if count <= room, output.appendPlain(line) { return Self(starts: [], count: count) }
    return Self(line, focus: focus, room: room, cut: cut, to: &output)
  }

  private init(starts: [Int], count: Int) { (self.starts, self.count) = (starts, count) }

  private init(_ line: String, focus: Range<Int>, room: Int, cut: String, to output: inout TextBuffer) {
    let scalars = Array(line.unicodeScalars)
    let widths = scalars.map(Self.width)
    let focus =
      Self.clamp(focus.lowerBound - 1, scalars.count)..<Self.clamp(focus.upperBound - 1, scalars.count)
    var text = ""
    var starts: [Int] = []
    var column = 0
    /// Leaves out all characters before `end`.
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

  /// The 0-based terminal columns of 1-based columns of the line; at least one column.
  func place(of columns: Range<Int>) -> Range<Int> {
    let start = start(of: columns.lowerBound)
    return start..<max(start + 1, self.start(of: columns.upperBound))
  }

  private func start(of column: Int) -> Int {
    let index = Self.clamp(column - 1, count)
    return starts.isEmpty ? index : starts[index]
  }

  /// The parts of the line that are shown. If the focus of a line that is too long is far from its start, these are the
  /// time of day, or else the start, and the part around the focus.
  private static func stretches(
    _ scalars: [Unicode.Scalar], _ widths: [Int], focus: Range<Int>, room: Int, cut: Int
  ) -> [Range<Int>] {
    guard widths.reduce(0, +) > room else { return [0..<widths.count] }
    if widths[..<focus.upperBound].reduce(0, +) <= room - cut {
      return [stretch(widths, from: 0, room: room - cut)]
    }
    let time = timeOfDay(scalars)
    var head = stretch(widths, from: time, room: room / 3)
    if let blank = scalars[head].lastIndex(of: " ") { head = time..<blank + 1 }
    // The focus itself is shown once.
    head = head.clamped(to: 0..<focus.lowerBound)
    let room = max(0, room - widths[head].reduce(0, +) - (time > 0 ? 3 : 2) * cut)
    // Some context before the focus; at the end of the line as much as fits.
    var start = focus.lowerBound
    var before = 0
    let most = max(room / 4, room - widths[start...].reduce(0, +))
    while start > head.upperBound, before + widths[start - 1] <= most {
      start -= 1
      before += widths[start]
    }
    return [head, stretch(widths, from: start, room: room)]
  }

  /// The index of a time of day behind a date, such as `2026-11-20 ` or `2026-11-20T`; 0 if the line does not start so.
  private static func timeOfDay(_ scalars: [Unicode.Scalar]) -> Int {
    let start = 11
    guard scalars.count > start + 5, scalars[start - 1] == " " || scalars[start - 1] == "T",
      scalars[start + 2] == ":", scalars[start + 5] == ":"
    else { return 0 }
    return start
  }

  /// The longest range from `start` that takes at most `room` columns.
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
