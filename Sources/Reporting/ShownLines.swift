import Checking

/// Lines of a log as frames show them, as far as they were shown lately: one line takes part in many violations.
struct ShownLines {
  /// By the line, each in one place alone.
  private var lines = Array(repeating: Line(), count: Self.most)

  private static let most = 64

  struct Line {
    fileprivate var witness: Witness?
    /// How many digits line numbers had.
    fileprivate var digits = 0
    fileprivate var text: ReportText.Piece = []
    /// Where its columns are shown.
    fileprivate var place = 0..<0
  }

  /// Writes the line of a witness; says where the event's name is shown.
  mutating func write(_ witness: Witness, _ form: borrowing FrameForm, to output: inout ReportText) -> Range<
    Int
  > {
    let index = witness.line & (Self.most - 1)
    if lines[index].witness === witness, lines[index].digits == form.gutter.digits {
      output += lines[index].text
    } else {
      let start = output.count
      let line = form.write(witness.line, witness.text, focus: witness.columns, to: &output)
      output.copy(from: start, to: &lines[index].text)
      lines[index].witness = witness
      lines[index].digits = form.gutter.digits
      lines[index].place = line.place(of: witness.columns)
    }
    return lines[index].place
  }
}

extension Witness {
  /// Where the event's name stands.
  var columns: Range<Int> { column..<max(column, endColumn) }
}
