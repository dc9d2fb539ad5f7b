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

  /// The marks, in any order.
  var marks: [Mark]
  /// The colour of the carets.
  var severity: Severity

  /// The frame, with its line ends.
  func text(_ style: Style) -> String {
    let lines = Dictionary(grouping: marks, by: \.order).sorted { $0.key < $1.key }.compactMap {
      $0.value.first
    }
    let gutter = Gutter(digits: String(marks.map(\.line).max() ?? 0).count, style)
    let hasFiles = marks.contains { $0.path != marks.first?.path }
    var result = header(style) + (hasFiles ? "" : gutter.empty)
    var last: Mark?
    for first in lines {
      if hasFiles, last?.path != first.path {
        result += style.paint("  :::", .frame) + " \(Escaping.path(first.path))\n" + gutter.empty
      } else if let last, first.order > last.order + 1 {
        result += gutter.gap
      }
      result += text(of: first.line, marks.filter { $0.order == first.order }, gutter)
      last = first
    }
    return result + gutter.empty
  }

  private func header(_ style: Style) -> String {
    let offending = marks.first(where: \.isOffending) ?? marks.first
    let place = offending.map { ":\($0.line):\($0.columns.lowerBound)" } ?? ""
    return style.paint("  -->", .frame) + " \(Escaping.path(offending?.path ?? ""))\(place)\n"
  }

  /// One line, and under it a row for each marked stretch, its labels one below the other.
  private func text(of number: Int, _ marks: [Mark], _ gutter: Gutter) -> String {
    let marks = marks.sorted { $0.sortKey < $1.sortKey }
    guard let first = marks.first else { return "" }
    let focus = marks.first(where: \.isOffending) ?? first
    let line = DisplayLine(first.text, focus: focus.columns, cut: gutter.style.cut)
    var result = gutter.numbered(number, line.text)
    var indent = 0
    var last: Range<Int>?
    for mark in marks {
      let ink = mark.isOffending ? Style.Ink.severity(severity) : .frame
      let label = Escaping.line(mark.label)
      if mark.columns == last {
        guard !label.isEmpty else { continue }
        result += gutter.row(indent, gutter.style.paint(label, ink))
      } else {
        let place = line.place(of: mark.columns)
        let signs = String(mark.isOffending ? UInt8(ascii: "^") : UInt8(ascii: "-"), times: place.count)
        let words = label.isEmpty ? signs : signs + " " + label
        result += gutter.row(place.lowerBound, gutter.style.paint(words, ink))
        indent = place.upperBound + 1
        last = mark.columns
      }
    }
    return result
  }
}

extension CodeFrame.Mark {
  /// By place; of two on one stretch the offending one first, for it draws the signs.
  fileprivate var sortKey: (Int, Int, Int) {
    (columns.lowerBound, columns.upperBound, isOffending ? 0 : 1)
  }
}

/// What stands left of the lines. No line of a frame begins with a character of the text that it shows.
private struct Gutter {
  let style: Style
  private let digits: Int
  private let blank: String

  init(digits: Int, _ style: Style) {
    self.style = style
    self.digits = digits
    blank = String(UInt8(ascii: " "), times: digits + 2)
  }

  var empty: String { style.paint(blank + "|", .frame) + "\n" }
  var gap: String { style.paint(blank + style.gap, .frame) + "\n" }

  func numbered(_ number: Int, _ text: String) -> String {
    let number = String(number)
    let padding = String(UInt8(ascii: " "), times: max(0, digits - number.count))
    return style.paint(" \(padding)\(number) |", .frame) + (text.isEmpty ? "\n" : " \(text)\n")
  }

  func row(_ indent: Int, _ text: String) -> String {
    style.paint(blank + "|", .frame) + String(UInt8(ascii: " "), times: indent + 1) + text + "\n"
  }
}

extension String {
  /// An ASCII character so many times, in one step: a frame has a few of these in each line.
  fileprivate init(_ character: UInt8, times count: Int) {
    self.init(decoding: Array(repeating: character, count: count), as: UTF8.self)
  }
}
