import BasicContainers
import Checking
import Diagnostics

/// Lines of a log as frames show them, as far as they were shown lately: one line takes part in many violations.
struct ShownLines: ~Copyable {
  /// By the line, each in one place alone.
  private var lines = UniqueArray<Line>(minimumCapacity: Self.most)

  private static let most = 64

  struct Line: ~Copyable {
    fileprivate var witness: Witness?
    /// How many digits line numbers had.
    fileprivate var digits = 0
    fileprivate var text = ReportText()
    /// Where its columns are shown.
    fileprivate var place = 0..<0
  }

  init() {
    for _ in 0..<Self.most { lines.append(Line()) }
  }

  /// Writes the line of a witness; says where the event's name is shown.
  @inline(__always)
  mutating func write(_ witness: Witness, _ form: borrowing FrameForm, to output: inout ReportText)
    -> Range<Int>
  {
    let index = witness.line & (Self.most - 1)
    if lines[index].witness !== witness || lines[index].digits != form.gutter.digits {
      show(witness, form, at: index)
    }
    output += lines[index].text
    return lines[index].place
  }

  @inline(never)
  private mutating func show(_ witness: Witness, _ form: borrowing FrameForm, at index: Int) {
    lines[index].text.removeAll()
    let line = form.write(witness.line, witness.text, focus: witness.columns, to: &lines[index].text)
    lines[index].witness = witness
    lines[index].digits = form.gutter.digits
    lines[index].place = line.place(of: witness.columns)
  }
}

extension Witness {
  /// Where the event's name stands.
  var columns: Range<Int> { column..<max(column, endColumn) }
}
